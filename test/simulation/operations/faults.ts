// Operations on faults of every gate, in families that a seed selects; the model counts armed faults until all are removed.
import type { Simulation } from "../simulation.ts";
import type { Operation } from "./operation.ts";

type Fault = { gate: string; effect: string; match?: Record<string, unknown>; params?: Record<string, unknown> };

/** Faults by family; a plan includes a family completely or not at all. */
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
    { gate: "webhook.delivery", effect: "unsigned" },
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

async function arm(sim: Simulation): Promise<void> {
  const { dice, model, plan } = sim;
  if (plan.faults.length === 0) return;
  const fault = dice.of(FAULTS[dice.of(plan.faults)] ?? []);
  const input = { ...fault, after: dice.upTo(3), times: 1 + dice.upTo(dice.oneIn(5) ? 7 : 2) };
  await sim.adminOk("POST", "/faults", input);
  model.armed[fault.gate] = (model.armed[fault.gate] ?? 0) + input.times;
  if (["wrong-secret", "unsigned", "stale-timestamp", "truncate"].includes(fault.effect))
    model.badSignatures += input.times;
}

export async function disarm(sim: Simulation): Promise<void> {
  await sim.adminOk("DELETE", "/faults");
  sim.model.armed = {};
}

export const FAULT_OPERATIONS: readonly Operation[] = [
  { name: "fault", weight: 6, run: arm },
  { name: "no faults", weight: 2, always: true, run: disarm },
];
