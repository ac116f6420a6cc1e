// The end of every run: faults are removed and time advances; then everything must reach a final state (I-42) and match the model.
import { disarm } from "../operations/faults.ts";
import type { Simulation } from "../simulation.ts";
import { checkDeliveries } from "./deliveries.ts";
import { afterStep } from "./each-step.ts";
import { checkEverything } from "./full-check.ts";
import { isFinal } from "./payments.ts";

/** Virtual time in which everything must reach a final state. */
const LIMIT = "10d";

async function removeObstacles(sim: Simulation): Promise<void> {
  await disarm(sim);
  for (const { symbol, tokens } of sim.setup.chains) {
    await sim.adminOk("PUT", `/networks/${symbol}/base-fee`, { gwei: "0.001" });
    await sim.adminOk("PUT", `/networks/${symbol}/mining`, { mode: "instant" });
    sim.model.modes[symbol] = "instant";
    for (const token of tokens) await sim.admin("POST", `/networks/${symbol}/tokens/${token.symbol}/unpause`);
  }
}

/** Refunds what a forced reorg removed from the chain but not from the ledger: payments wait for it. */
async function refundShortages(sim: Simulation): Promise<void> {
  for (const network of sim.model.rewritten) {
    const { native, tokens } = sim.setup.chain(network);
    for (const { watched, removed } of sim.model.tenants)
      for (const to_address of removed ? [] : Object.keys(watched[network] ?? {}))
        for (const { symbol } of [native, ...tokens])
          await sim.adminOk("POST", "/faucet", { network, asset: symbol, amount: "1000", to_address });
  }
}

/**
 * The job that claims a deposit which a forced reorg removed can never finish: whatever is paid in instead is another
 * deposit with its own claim. The job waits, and an incident reports the shortage.
 */
const UNFINISHABLE_JOB = "claim-source";

async function runUntilIdle(sim: Simulation): Promise<void> {
  const { clock, pending } = await sim.adminOk("POST", "/run-until-idle", { advance: true, limit: LIMIT });
  sim.model.now = Date.parse(clock.now);
  if (pending.length === 0) return;
  const { pending: held, incidents } = await sim.adminOk("GET", "/status");
  const short = (incidents as { kind: string; network: string; ref: string }[])
    .filter(({ kind, network }) => kind === "shortage" && sim.model.rewritten.has(network))
    .map(({ ref }) => ref);
  const due = (pending as { what: string; ref: string }[]).filter(
    ({ what, ref }) => !(what === UNFINISHABLE_JOB && short.includes(ref)),
  );
  const why = JSON.stringify({ held: held.held_back, incidents }).slice(0, 1_500);
  sim.check(due.length === 0, () => `I-42: still to do: ${JSON.stringify(due).slice(0, 400)}: ${why}`);
}

export async function checkFinalState(sim: Simulation): Promise<void> {
  sim.observing = true;
  await removeObstacles(sim);
  await refundShortages(sim);
  sim.observing = false;
  await runUntilIdle(sim);
  for (const { symbol } of sim.setup.chains) await sim.adminOk("POST", `/networks/${symbol}/mine`, { blocks: 6 });
  await runUntilIdle(sim);
  await afterStep(sim);
  const settlements = await checkEverything(sim);
  const unfinished = settlements.find(({ status }) => status !== "completed" && status !== "failed");
  sim.check(unfinished === undefined, () => `I-42: a settlement has no final state: ${JSON.stringify(unfinished)}`);
  for (const { answer, status, reference } of sim.model.payouts)
    sim.check(answer !== "accepted" || isFinal(status), () => `I-42: payout ${reference} is still ${status}`);
  for (const { id, status } of sim.model.transfers)
    sim.check(isFinal(status), () => `I-42: transfer ${id} is still ${status}`);
  await checkDeliveries(sim);
}
