// Faults of every gate, in families that a seed may leave out; what is armed is believed until all are taken away.
import type { Play } from "../play.ts";
import type { Operation } from "./operation.ts";

type Fault = { gate: string; effect: string; match?: Record<string, unknown>; params?: Record<string, unknown> };

/** Faults by family; a family is switched on or off as a whole. */
const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  "lost answers": [
    { gate: "api.request", effect: "close" },
    { gate: "api.request", effect: "after-commit-close" },
    { gate: "api.request", effect: "after-commit-close", match: { operation_id: "createPayout" } },
    { gate: "api.request", effect: "status", params: { status: 500 } },
  ],
  deliveries: [
    { gate: "webhook.delivery", effect: "status", params: { status: 503 } },
    { gate: "webhook.delivery", effect: "timeout" },
    { gate: "webhook.delivery", effect: "drop" },
    { gate: "webhook.delivery", effect: "delay", params: { by: "45s" } },
    { gate: "webhook.delivery", effect: "duplicate" },
    { gate: "webhook.delivery", effect: "reorder" },
  ],
  signatures: [
    { gate: "webhook.delivery", effect: "wrong-secret" },
    { gate: "webhook.delivery", effect: "stale-timestamp" },
    { gate: "webhook.delivery", effect: "truncate" },
  ],
  "refused by nodes": [
    { gate: "chain.submit", effect: "no-gas-money" },
    { gate: "chain.submit", effect: "nonce-too-low" },
    { gate: "chain.submit", effect: "unavailable" },
    { gate: "chain.submit", effect: "unavailable", match: { purpose: "fill" } },
  ],
  "lost in pools": [
    { gate: "chain.submit", effect: "stuck" },
    { gate: "chain.submit", effect: "stuck", match: { purpose: "payout" } },
    { gate: "chain.submit", effect: "drop" },
  ],
  reverts: [
    { gate: "chain.submit", effect: "revert" },
    { gate: "chain.submit", effect: "out-of-gas" },
  ],
  blocks: [
    { gate: "chain.mine", effect: "skip" },
    { gate: "chain.mine", effect: "halt" },
  ],
  routes: [
    { gate: "routing.provider", effect: "no-quote" },
    { gate: "routing.provider", effect: "refuse" },
    { gate: "routing.provider", effect: "fail" },
    { gate: "routing.provider", effect: "slow" },
    { gate: "routing.provider", effect: "empty-stock" },
  ],
  prices: [{ gate: "price.feed", effect: "unavailable" }],
};

export const FAULT_FAMILIES = Object.keys(FAULTS);

async function arm(play: Play): Promise<void> {
  const { dice, model, plan } = play;
  if (plan.faults.length === 0) return;
  const fault = dice.of(FAULTS[dice.of(plan.faults)] ?? []);
  const wish = { ...fault, after: dice.upTo(3), times: 1 + dice.upTo(dice.oneIn(5) ? 7 : 2) };
  await play.must("POST", "/faults", wish);
  model.armed[fault.gate] = (model.armed[fault.gate] ?? 0) + wish.times;
  if (["wrong-secret", "stale-timestamp", "truncate"].includes(fault.effect)) model.badSignatures += wish.times;
}

export async function disarm(play: Play): Promise<void> {
  await play.must("DELETE", "/faults");
  play.model.armed = {};
}

export const FAULT_OPERATIONS: readonly Operation[] = [
  { name: "fault", weight: 6, act: arm },
  { name: "no faults", weight: 2, always: true, act: disarm },
];
