// Troubles of several payments: older ones behind newer ones, alike ones, days later, an address that is asked for again, and jobs that repair all of it.
import { nativeOf } from "../../judge/units.ts";
import type { HuntStep, Place } from "../step.ts";
import {
  type Abilities,
  atOnce,
  BASE_AMOUNT,
  blocks,
  faultOf,
  hasManyDigits,
  manual,
  NO_WEBHOOKS,
  payment,
  placeOnAnotherNetwork,
  type Trouble,
  WITHDRAWN,
  withdrawal,
} from "./trouble.ts";

const SETTLE: HuntStep = { do: "settle" };
const HEAL: HuntStep = { do: "heal" };
const RECONCILE: HuntStep = { do: "reconcile" };
/** Less than a rotation of the secret holds, even a few times in one world. */
const DAYS: HuntStep = { do: "travel", by: "3d" };
const SECOND = "12.25";
/** Accepted places that are paid in one world. */
const MOST_PLACES = 4;

export function severalTroubles(abilities: Abilities): Trouble[] {
  const groups = {
    ...{ order, alike, again, everywhere, elsewhere },
    ...(abilities.reconcile ? { mended, under: underWay } : {}),
  };
  return Object.entries(groups).flatMap(([group, make]) => make(abilities).map((one) => ({ ...one, group })));
}

function row(what: string, rest: Partial<Trouble>): Trouble {
  return { name: `several ${what}`, family: "several", at: "pay", ...rest };
}

function open(owner: string, { network }: Place): HuntStep {
  return { do: "open", owner, network };
}

function otherOf({ usual, others }: Abilities): Place {
  return others.find(({ network }) => network !== usual.network) ?? placeOnAnotherNetwork(usual);
}

/** What becomes of one payment is told behind what became of a later one, or of a later one behind an earlier one. */
function order(abilities: Abilities): Trouble[] {
  const { usual } = abilities;
  const other = otherOf(abilities);
  const [one, four] = [blocks(usual, 1), blocks(usual, 4)];
  const reorg: HuntStep = { do: "reorg", network: usual.network, depth: 1, transactions: "drop" };
  const late = { ...faultOf("transaction.failed", "status"), times: 2 };
  return [
    row("the newer one is dropped behind a confirmed one", {
      after: [SETTLE, manual(usual), payment(SECOND, usual), one, reorg, four, SETTLE],
    }),
    row("the older one is dropped, and it is told behind the newer one", {
      before: [manual(usual), late],
      after: [one, reorg, one, payment(SECOND, usual), four, SETTLE],
    }),
    row("the older one waits while the newer one is confirmed on another network", {
      before: [manual(usual), open("a", other)],
      after: [one, payment("4.125", other), SETTLE, four],
    }),
    row("the confirmation of the older one comes last", {
      before: [{ ...faultOf("deposit.confirmed", "status"), times: 2 }],
      after: [payment(SECOND, usual), SETTLE],
    }),
  ];
}

/** A payment like the base's. */
function same(owner: string, usual: Place): HuntStep {
  return { do: "pay", owner, amount: BASE_AMOUNT, ...usual };
}

/** Two customers are paid in one block, so the webhooks about it come at the same moment. */
function inOneBlock(usual: Place): Trouble {
  return row("of the same amount in one block", {
    mixes: true,
    ...{ before: [open("b", usual), manual(usual)], after: [same("a", usual), same("b", usual), blocks(usual, 5)] },
  });
}

/** The same amount: of two customers, and twice in one block. */
function alike({ usual }: Abilities): Trouble[] {
  return [
    inOneBlock(usual),
    row("of the same amount to two owners", { before: [open("b", usual)], after: [same("b", usual)] }),
  ];
}

/** The customer comes back: asks for the address once more, or pays days later. */
function again({ usual }: Abilities): Trouble[] {
  const asked = open("a", usual);
  return [
    row("and the address is asked for again in between", {
      after: [SETTLE, asked, payment(SECOND, usual), SETTLE],
    }),
    row("and the address is asked for twice at once", {
      ...{ at: "open", instead: [atOnce(asked, asked)], races: true },
    }),
    row("of two customers who ask for their addresses at once", {
      ...{ at: "open", instead: [atOnce(asked, open("b", usual))], races: true },
      ...{ after: [{ do: "pay", owner: "b", amount: SECOND, ...usual }], mixes: true },
    }),
    row("the second one days later", { after: [SETTLE, DAYS, payment(SECOND, usual), SETTLE] }),
  ];
}

/** A payment in each place that the app accepts, each of another amount, and the native coin of the usual network. */
function paidEverywhere({ usual, others }: Abilities): { opened: HuntStep[]; paid: HuntStep[] } {
  const places = others.slice(0, MOST_PLACES);
  const networks = [...new Set(places.map(({ network }) => network))].filter((one) => one !== usual.network);
  return {
    opened: networks.map((network) => ({ do: "open", owner: "a", network })),
    paid: [
      payment("1.75", { network: usual.network, asset: nativeOf(usual.network) }),
      ...places.map((place, at) => payment(`${at + 2}.375`, place)),
    ],
  };
}

function everywhere(abilities: Abilities): Trouble[] {
  const { opened, paid } = paidEverywhere(abilities);
  return [row("in every accepted place", { before: opened, after: paid })];
}

/** A token that is usual, on a network where the app may take another one, with other decimals. */
function elsewhere(abilities: Abilities): Trouble[] {
  const { usual, others } = abilities;
  const { network, asset } = [...others, placeOnAnotherNetwork(usual)].find(hasManyDigits) ?? otherOf(abilities);
  const place: Place = { network, asset: asset === "USDT" ? "USDC" : "USDT" };
  return [row("of another token on a second network", { before: [open("a", place)], after: [payment("7.75", place)] })];
}

/** The repair job meets what no webhook told, more than once, and with some of it still under way. */
function mended(abilities: Abilities): Trouble[] {
  const { usual } = abilities;
  const { opened, paid } = paidEverywhere(abilities);
  const unseen = [NO_WEBHOOKS];
  const more = [payment(SECOND, usual), SETTLE];
  return [
    row("in every accepted place, found by the repair job", {
      ...{ before: [...opened, NO_WEBHOOKS], after: [...paid, SETTLE, HEAL, RECONCILE] },
    }),
    row("found by the repair job one after the other", {
      ...{ before: unseen, after: [SETTLE, RECONCILE, ...more, HEAL, RECONCILE] },
    }),
    row("found by the repair job days later", {
      ...{ before: unseen, after: [SETTLE, DAYS, ...more, HEAL, RECONCILE] },
    }),
    row("told by a webhook behind a repair job with nothing to do", {
      before: [RECONCILE],
      after: [SETTLE, RECONCILE, ...more],
    }),
  ];
}

/** The repair job meets what is not over: a payment that waits or vanishes, a webhook, an order. */
function underWay(abilities: Abilities): Trouble[] {
  const { usual, withdraw } = abilities;
  const other = otherOf(abilities);
  const reorg: HuntStep = { do: "reorg", network: usual.network, depth: 1, transactions: "drop" };
  const match = { operation_id: "createPayout" };
  // The order is on its way while the job asks for it.
  const ordered = row("repaired while a payout is ordered", {
    ...{ at: "withdraw", races: true },
    before: [{ do: "fault", gate: "api.request", effect: "delay", match, params: { by: "100ms" } }],
    instead: [atOnce(withdrawal("w1", WITHDRAWN, usual), RECONCILE, RECONCILE)],
  });
  return [
    row("the older one is under way when the repair job finds the newer one", {
      before: [NO_WEBHOOKS, manual(usual), open("a", other)],
      after: [blocks(usual, 1), payment("4.125", other), SETTLE, RECONCILE, blocks(usual, 4), SETTLE, HEAL, RECONCILE],
    }),
    row("repaired while a webhook is sent again", {
      before: [faultOf("deposit.confirmed", "status")],
      after: [atOnce(SETTLE, RECONCILE)],
      races: true,
    }),
    row("repaired when one was dropped by a reorg", {
      before: [manual(usual)],
      after: [blocks(usual, 1), reorg, blocks(usual, 4), SETTLE, RECONCILE],
    }),
    ...(withdraw ? [ordered] : []),
  ];
}
