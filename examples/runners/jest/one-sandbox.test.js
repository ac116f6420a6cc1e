// Jest: one sandbox for the file; errors of the chain and of time travel work in Jest's realm.
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { useSandbox } from "crypto-payment-sandbox/testing";

// The first hook waits for the sandbox to start, which takes seconds on a busy machine.
jest.setTimeout(60_000);
const sandbox = useSandbox({ beforeAll, afterAll }, { seed: 7 });

test("a confirmed deposit is told with a valid signature", async () => {
  const hooks = await sandbox().webhooks.receive({ types: ["deposit.confirmed"] });
  await sandbox().client.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await sandbox().deposit({ network: "base", asset: "USDC", amount: "25.5", owner: "alice" });
  const { payload } = await hooks.next();
  expect(payload).toMatchObject({ owner: "alice", symbol: "USDC" });
});

test("what a chain refuses is told as the chain tells it", async () => {
  const [, other] = sandbox().accounts;
  const tooMuch = sandbox()
    .chain("base")
    .pay({ asset: "USDC", amount: "1000000000000", to: other?.address ?? "" });
  await expect(tooMuch).rejects.toThrow(/exceeds balance|revert/i);
});

test("a restored snapshot takes back a month and a reorganisation", async () => {
  const { restore } = await sandbox().snapshot();
  const { now } = await sandbox().control.get("/clock");
  await sandbox().advance("30d");
  await sandbox().reorg("base", { depth: 1 });
  await restore();
  expect((await sandbox().control.get("/clock")).now).toBe(now);
});
