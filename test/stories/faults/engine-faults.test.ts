// The chain engine fails now and then, by a refusal or without an answer: work goes on by itself, and ends in the same world.
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { payoutBody, vaultAddress } from "../../support/payments/a-payout.ts";
import { HASTY_WALL } from "../../support/worlds/a-bad-disk.ts";
import { aBadEngine, type EngineMistake } from "../../support/worlds/a-bad-engine.ts";

const MINES = "evm_mine";
const SENDS = "eth_sendRawTransaction";

/** A deposit, a payout and an empty block; what is answered with an error is asked for again, unless it happened all the same. */
async function live(sandbox: ASandbox): Promise<void> {
  const vault = await vaultAddress(sandbox.api, sandbox.ready.vault_id, "base");
  const deposit = { network: "base", asset: "USDC", amount: "25.5", to_address: vault };
  const count = (table: string): number => sandbox.store.all(`select 1 from ${table}`).length;
  const once = async (table: string, ask: () => Promise<number>): Promise<void> => {
    const before = count(table);
    while ((await ask()) >= 300) {
      await sandbox.control("POST", "/run-until-idle");
      if (count(table) > before) break;
    }
  };
  await once("deposit", async () => (await sandbox.admin("POST", "/deposits", deposit)).status);
  const body = payoutBody(sandbox.ready.vault_id, { network_symbol: "base", asset: "USDC", amount: "1.5" });
  await once("payout", async () => (await sandbox.api.POST("/transfer/payout", { body })).response.status);
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1h" });
}

/** What a client sees at the end; times may differ, because a job whose step failed is tried again later. */
async function endOf({ api, ready, store }: ASandbox) {
  const balances = await api.GET("/vault/{vault_id}/balances", {
    params: { path: { vault_id: ready.vault_id } },
  });
  const deposits = store.all("select raw, state, asset from deposit");
  return { deposits, payouts: store.all("select amount, status from payout"), balances: balances.data };
}

const MISTAKES: readonly { calls: string; what: EngineMistake }[] = [
  { calls: SENDS, what: { call: 1, how: "refused" } },
  { calls: SENDS, what: { call: 1, how: "lost" } },
  { calls: MINES, what: { call: 0, how: "refused" } },
  { calls: MINES, what: { call: 2, how: "refused" } },
  { calls: MINES, what: { call: 4, how: "refused" } },
  { calls: MINES, what: { call: 4, how: "lost" } },
  { calls: MINES, what: { call: 0, how: "unreached" } },
];

test("whatever call the engine fails at, the deposit and the payout end as they do without", {
  timeout: 120_000,
}, async () => {
  const engine = aBadEngine();
  const quiet = await aSandbox({}, undefined, { wall: HASTY_WALL });
  const from = engine.crossings.length;
  await live(quiet);
  const crossings = engine.crossings.slice(from);
  const wanted = await endOf(quiet);
  for (const { calls, what } of MISTAKES) {
    const sandbox = await aSandbox({}, undefined, { wall: HASTY_WALL });
    const made = engine.made;
    engine.spoil(crossings.filter((one) => one.includes(calls)).length, what, calls);
    await live(sandbox);
    const context = JSON.stringify({ calls, ...what });
    expect(engine.made - made, context).toBe(1);
    expect(await endOf(sandbox), context).toEqual(wanted);
    sandbox.mistakes.length = 0;
    await sandbox.close();
  }
});
