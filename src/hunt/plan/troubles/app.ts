// Troubles of the app itself: restarts at each moment, and its repair job in the middle.
import type { HuntStep } from "../step.ts";
import {
  type Abilities,
  atOnce,
  BASE_AMOUNT,
  blocks,
  faultOf,
  type Moment,
  manual,
  NO_WEBHOOKS,
  payment,
  type Trouble,
  WITHDRAWN,
  withdrawal,
} from "./trouble.ts";

const RESTART: HuntStep = { do: "restart" };
const RECONCILE: HuntStep = { do: "reconcile" };
const SETTLE: HuntStep = { do: "settle" };

export function appTroubles(abilities: Abilities): Trouble[] {
  const { restart, reconcile, withdraw } = abilities;
  return [
    ...(restart ? restarts(abilities).map((one) => ({ ...one, group: "restarts" })) : []),
    ...(restart && withdraw ? restartsOfWithdrawals(abilities).map((one) => ({ ...one, group: "withdrawals" })) : []),
    ...(reconcile ? repairs(abilities).map((one) => ({ ...one, group: "repairs" })) : []),
    ...(reconcile ? repairsBeside(abilities).map((one) => ({ ...one, group: "repairs beside" })) : []),
    ...ordersOnTheirWay(abilities),
  ];
}

function row(what: string, at: Moment, rest: Partial<Trouble>): Trouble {
  return { name: `app ${what}`, family: "app", at, ...rest };
}

function restarts({ usual }: Abilities): Trouble[] {
  const replay: HuntStep = { do: "replay", type: "deposit.confirmed" };
  return [
    row("restarted before the payment", "pay", { before: [RESTART] }),
    row("restarted after the payment", "pay", { after: [RESTART] }),
    row("restarted between sight and confirmation", "pay", {
      ...{ before: [manual(usual)], after: [blocks(usual, 1), RESTART, blocks(usual, 4)] },
    }),
    row("restarted between two attempts", "pay", {
      ...{ before: [faultOf("deposit.confirmed", "status")], after: [RESTART, SETTLE] },
    }),
    row("restarted between two copies", "pay", { after: [SETTLE, RESTART, replay] }),
    row("restarted while the payment comes", "pay", {
      instead: [atOnce(payment(BASE_AMOUNT, usual), RESTART)],
      races: true,
    }),
  ];
}

function restartsOfWithdrawals({ usual }: Abilities): Trouble[] {
  return [
    row("restarted after the withdrawal", "withdraw", { after: [RESTART] }),
    row("restarted while it withdraws", "withdraw", {
      instead: [atOnce(withdrawal("w1", WITHDRAWN, usual), RESTART)],
      races: true,
    }),
  ];
}

/** The repair job beside something else: itself, the end of the app. Without webhooks it has work to do. */
function repairsBeside({ withdraw, restart }: Abilities): Trouble[] {
  const heal: HuntStep = { do: "heal" };
  const unseen = (what: string, other: HuntStep): Trouble =>
    row(what, "pay", { before: [NO_WEBHOOKS], after: [SETTLE, heal, atOnce(RECONCILE, other), RECONCILE] });
  const lost: HuntStep = {
    ...{ do: "fault", gate: "api.request", effect: "after-commit-close", times: 4 },
    match: { operation_id: "createPayout" },
  };
  const fails: HuntStep = { do: "fault", gate: "chain.submit", effect: "revert" };
  const ofWithdrawals = [
    row("repairs what failed unseen", "withdraw", {
      ...{ before: [NO_WEBHOOKS, fails], after: [SETTLE, heal, RECONCILE, RECONCILE] },
    }),
    row("repairs twice at once what was ordered unseen", "withdraw", {
      before: [lost],
      after: [atOnce(RECONCILE, RECONCILE)],
    }),
  ];
  return [
    { ...unseen("repairs twice at once", RECONCILE), races: true },
    ...(withdraw ? ofWithdrawals : []),
    ...(restart ? [{ ...unseen("restarted while it repairs", RESTART), later: true } as const] : []),
  ];
}

/** How long an order is on its way to the service, and when something else comes between. Real time, twice what a busy machine needs. */
const ON_ITS_WAY = "600ms";
const MEANWHILE = "150ms";

/** The app has sent an order that the service has not got: whoever asks what became of it is told of none. */
function ordersOnTheirWay({ operations, restart, reconcile, usual }: Abilities): Trouble[] {
  const operation_id = ["createPayout", "createPayoutByUsd"].find((one) => operations.get(one) === "withdraw");
  if (operation_id === undefined) return [];
  const late: HuntStep = {
    ...{ do: "fault", gate: "api.request", effect: "delay", match: { operation_id }, params: { by: ON_ITS_WAY } },
  };
  const meanwhile = (what: string, step: HuntStep): Trouble =>
    row(`${what} while an order is on its way`, "withdraw", {
      ...{ group: what, before: [late], races: true, after: [SETTLE] },
      instead: [{ do: "together", steps: [withdrawal("w1", WITHDRAWN, usual), step], apart: MEANWHILE }],
    });
  return [
    ...(reconcile ? [meanwhile("repairs", RECONCILE)] : []),
    ...(restart ? [meanwhile("restarted", RESTART)] : []),
  ];
}

function repairs({ usual }: Abilities): Trouble[] {
  const late = { ...faultOf("deposit.confirmed", "status"), times: 2 };
  return [
    row("repairs between sight and confirmation", "pay", {
      ...{ before: [manual(usual)], after: [blocks(usual, 1), RECONCILE, blocks(usual, 4)] },
    }),
    row("repairs after the payment", "pay", { after: [SETTLE, RECONCILE, RECONCILE] }),
    row("repairs before a late webhook", "pay", { before: [late], after: [RECONCILE, SETTLE] }),
  ];
}
