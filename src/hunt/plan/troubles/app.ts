// Troubles of the app itself: restarts at each moment, and its repair job in the middle.
import type { HuntStep } from "../step.ts";
import {
  type Abilities,
  BASE_AMOUNT,
  blocks,
  faultOf,
  type Moment,
  manual,
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
      instead: [{ do: "together", steps: [payment(BASE_AMOUNT, usual), RESTART] }],
      races: true,
    }),
  ];
}

function restartsOfWithdrawals({ usual }: Abilities): Trouble[] {
  return [
    row("restarted after the withdrawal", "withdraw", { after: [RESTART] }),
    row("restarted while it withdraws", "withdraw", {
      instead: [{ do: "together", steps: [withdrawal("w1", WITHDRAWN, usual), RESTART] }],
      races: true,
    }),
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
