// Troubles of settlements: what is paid into a universal deposit address, and what providers do with its route.
import { GATES } from "../../../faults/catalogue.ts";
import { nativeOf } from "../../judge/units.ts";
import type { HuntStep, Place } from "../step.ts";
import {
  type Abilities,
  atOnce,
  blocks,
  hasManyDigits,
  manual,
  NO_WEBHOOKS,
  paramsOf,
  placeOnAnotherNetwork,
  type Trouble,
  UDA_AMOUNT,
} from "./trouble.ts";

const SETTLE: HuntStep = { do: "settle" };
const HEAL: HuntStep = { do: "heal" };
const RECONCILE: HuntStep = { do: "reconcile" };
/** In base units some 2^57: what is left of it behind fees does not fit into a double either. */
const MANY_DIGITS = "123456789012.345679";
/** It takes time, and ends well. */
const ONLY_LATE = "slow";

export function settlementTroubles(abilities: Abilities): Trouble[] {
  return [...providers(), ...payments(abilities).map((one) => ({ ...one, group: "payments" }))];
}

function row(what: string, rest: Partial<Trouble>): Trouble {
  return { name: `settlement ${what}`, family: "settlement", at: "uda", ...rest };
}

/** What comes in differs in amount, token, network and decimals from what goes out, comes more than once, or vanishes. */
function payments({ usual, others, reconcile, pageSize }: Abilities): Trouble[] {
  const { network, asset } = usual;
  const paid = (amount: string, place: Place, owner = "u"): HuntStep => ({ do: "pay", owner, amount, ...place });
  const wide = [...others, placeOnAnotherNetwork(usual)].find(hasManyDigits);
  const uda = (owner: string): HuntStep => ({ do: "uda", owner, network });
  const page = Array.from({ length: pageSize + 2 }, (_, at) => paid(`${at + 1}.${(at % 9) + 1}`, usual));
  const unseen = { before: [NO_WEBHOOKS], instead: [uda("u"), ...page], after: [SETTLE, HEAL, RECONCILE] };
  return [
    row("of a payment on another network", { after: [paid("9.25", wide ?? placeOnAnotherNetwork(usual))] }),
    row("of the same amount again", { after: [paid(UDA_AMOUNT, usual)] }),
    row("for two owners", { before: [uda("v")], after: [paid("8.75", usual, "v")] }),
    row("for two owners who ask at once", {
      instead: [atOnce(uda("u"), uda("v")), paid(UDA_AMOUNT, usual), paid("8.75", usual, "v")],
      ...{ races: true, mixes: true },
    }),
    row("for two owners in one block", {
      before: [uda("v"), manual(usual)],
      ...{ after: [paid("8.75", usual, "v"), blocks(usual, 5), SETTLE], mixes: true },
    }),
    row("of more digits than a double holds", { instead: [uda("u"), paid(MANY_DIGITS, usual)] }),
    row("for an owner who has a wallet", { instead: [uda("a"), paid(UDA_AMOUNT, usual, "a")] }),
    row("of another token", { after: [paid("7.75", { network, asset: asset === "USDT" ? "USDC" : "USDT" })] }),
    row("of the native coin", { after: [paid("3.25", { network, asset: nativeOf(network) })] }),
    row("of a payment that a reorg drops", {
      before: [manual(usual)],
      after: [blocks(usual, 1), { do: "reorg", network, depth: 1, transactions: "drop" }, blocks(usual, 4), SETTLE],
    }),
    ...(reconcile ? [row("of more payments than a page, found by the repair job", unseen)] : []),
    row("of the same amount again, later", { after: [SETTLE, paid(UDA_AMOUNT, usual), SETTLE], later: true }),
  ];
}

/** Each effect at one provider, so that another one settles; at every provider, so that the settlement fails; and what fails is run again. */
function providers(): Trouble[] {
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
      after: [SETTLE, HEAL, { do: "retry", owner: "u" }, SETTLE],
    }),
    ...effects.map((effect) => row(effect, { before: [fault(effect)], after: [SETTLE] })),
    ...everywhere.filter(({ later }) => later),
  ];
}
