// Troubles of settlements: what providers do with the route of a universal deposit address.
import { GATES } from "../../../faults/catalogue.ts";
import type { HuntStep } from "../step.ts";
import { paramsOf, type Trouble } from "./trouble.ts";

const SETTLE: HuntStep = { do: "settle" };
/** It takes time, and ends well. */
const ONLY_LATE = "slow";

/** Each effect at one provider, so that another one settles; at every provider, so that the settlement fails; and what fails is run again. */
export function settlementTroubles(): Trouble[] {
  const row = (what: string, rest: Partial<Trouble>): Trouble => ({
    name: `settlement ${what}`,
    family: "settlement",
    at: "uda",
    ...rest,
  });
  const fault = (effect: string): Extract<HuntStep, { do: "fault" }> => ({
    ...{ do: "fault", gate: "routing.provider", effect },
    ...paramsOf("routing.provider", effect),
  });
  const effects = Object.keys(GATES["routing.provider"].effects);
  const everywhere = effects
    .filter((effect) => effect !== ONLY_LATE)
    .map((effect) =>
      row(`${effect} at every provider`, {
        ...{ before: [{ ...fault(effect), times: null }], after: [SETTLE] },
        // However it fails, the app is told the same.
        ...(effect === "fail" ? {} : { later: true }),
      }),
    );
  return [
    row("plain", {}),
    ...everywhere.filter(({ later }) => !later),
    row("fails, and is run again", {
      before: [{ ...fault("fail"), times: null }],
      after: [SETTLE, { do: "heal" }, { do: "retry", owner: "u" }, SETTLE],
    }),
    ...effects.map((effect) => row(effect, { before: [fault(effect)], after: [SETTLE] })),
    ...everywhere.filter(({ later }) => later),
  ];
}
