// Troubles of settlements: what providers do with the route of a universal deposit address.
import { GATES } from "../../../faults/catalogue.ts";
import { paramsOf, type Trouble } from "./trouble.ts";

export function settlementTroubles(): Trouble[] {
  const row = (what: string, rest: Partial<Trouble>): Trouble => ({
    name: `settlement ${what}`,
    family: "settlement",
    at: "uda",
    ...rest,
  });
  return [
    row("plain", {}),
    ...Object.keys(GATES["routing.provider"].effects).map((effect) =>
      row(effect, {
        before: [{ do: "fault", gate: "routing.provider", effect, ...paramsOf("routing.provider", effect) }],
        after: [{ do: "settle" }],
      }),
    ),
  ];
}
