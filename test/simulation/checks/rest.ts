// The end of every run: nothing is in the way any more, time goes on, and all must come to its end (I-42), once and rightly.
import { disarm } from "../operations/faults.ts";
import type { Play } from "../play.ts";
import { checkDeliveries } from "./deliveries.ts";
import { afterStep } from "./each-step.ts";
import { isFinal } from "./payments.ts";
import { checkQuiet } from "./quiet.ts";

/** In this virtual time everything must have come to its end. */
const LIMIT = "10d";

async function clearTheWay(play: Play): Promise<void> {
  await disarm(play);
  for (const { symbol, tokens } of play.stage.chains) {
    await play.must("PUT", `/networks/${symbol}/base-fee`, { gwei: "0.001" });
    await play.must("PUT", `/networks/${symbol}/mining`, { mode: "instant" });
    play.model.modes[symbol] = "instant";
    for (const token of tokens) await play.admin("POST", `/networks/${symbol}/tokens/${token.symbol}/unpause`);
  }
}

/** A forced reorg took away what the books still have: payments wait for it until it comes from elsewhere. */
async function healShortages(play: Play): Promise<void> {
  for (const network of play.model.rewritten) {
    const { native, tokens } = play.stage.chain(network);
    for (const { watched, removed } of play.model.tenants)
      for (const to_address of removed ? [] : Object.keys(watched[network] ?? {}))
        for (const { symbol } of [native, ...tokens])
          await play.must("POST", "/faucet", { network, asset: symbol, amount: "1000", to_address });
  }
}

/**
 * What a forced reorg took from a deposit address after its settlement cannot come from elsewhere: whatever is paid in is a
 * deposit of its own, and leaves again. The claim waits for good, and an incident says so.
 */
const WAITS_FOR_GOOD = "claim-source";

async function idle(play: Play): Promise<void> {
  const { clock, pending } = await play.must("POST", "/run-until-idle", { advance: true, limit: LIMIT });
  play.model.now = Date.parse(clock.now);
  if (pending.length === 0) return;
  const { pending: held, incidents } = await play.must("GET", "/status");
  const short = (incidents as { kind: string; network: string; ref: string }[])
    .filter(({ kind, network }) => kind === "shortage" && play.model.rewritten.has(network))
    .map(({ ref }) => ref);
  const due = (pending as { what: string; ref: string }[]).filter(
    ({ what, ref }) => !(what === WAITS_FOR_GOOD && short.includes(ref)),
  );
  const why = JSON.stringify({ held: held.held_back, incidents }).slice(0, 1_500);
  play.demand(due.length === 0, () => `I-42: still to do: ${JSON.stringify(due).slice(0, 400)}: ${why}`);
}

export async function comeToRest(play: Play): Promise<void> {
  play.observing = true;
  await clearTheWay(play);
  await healShortages(play);
  play.observing = false;
  await idle(play);
  for (const { symbol } of play.stage.chains) await play.must("POST", `/networks/${symbol}/mine`, { blocks: 6 });
  await idle(play);
  await afterStep(play);
  const settlements = await checkQuiet(play);
  const open = settlements.find(({ status }) => status !== "completed" && status !== "failed");
  play.demand(open === undefined, () => `I-42: a settlement has no end: ${JSON.stringify(open)}`);
  for (const { answer, status, reference } of play.model.payouts)
    play.demand(answer !== "kept" || isFinal(status), () => `I-42: payout ${reference} is still ${status}`);
  for (const { id, status } of play.model.transfers)
    play.demand(isFinal(status), () => `I-42: transfer ${id} is still ${status}`);
  await checkDeliveries(play);
}
