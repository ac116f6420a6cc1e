// Network operations: mining modes, confirmation targets and reorgs, with the deposits that depend on them.
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";

const PAYMENT = { network: "base", asset: "USDC", amount: "25.5", owner: "user_1" };

async function withWallet(sandbox: ASandbox) {
  await sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
  return {
    pay: (input: object = {}) => sandbox.control("POST", "/deposits", { ...PAYMENT, ...input }),
    deposits: async () => (await sandbox.control("GET", "/deposits")).items,
    base: async () =>
      (await sandbox.control("GET", "/networks")).items.find(({ network }: { network: string }) => network === "base"),
  };
}

test("a network is named by its symbol or its EIP-155 id", async () => {
  const sandbox = await aSandbox();
  for (const name of ["base", "BASE", "8453"]) {
    expect(await sandbox.control("POST", `/networks/${name}/mine`, {})).toMatchObject({
      network: "base",
      eip155_id: 8453,
    });
  }
  expect((await sandbox.control("GET", "/networks")).items).toContainEqual(
    expect.objectContaining({ network: "base", head: expect.objectContaining({ number: 3 }) }),
  );
});

test("H-91 an unknown network is answered with the one that may be meant, in the message, wherever a network is named", async () => {
  const { admin } = await aSandbox();
  const known = "use one of ethereum, polygon, base, arbitrum, bsc";
  const answers = [
    await admin("POST", "/networks/matic/mine", {}),
    await admin("POST", "/deposits", { ...PAYMENT, network: "eth" }),
    await admin("POST", "/faults", { gate: "routing.provider", effect: "no-quote", match: { from: "arb" } }),
    await admin("POST", "/networks/solana/mine", {}),
  ];
  expect(answers.map(({ status, body }) => `${status} ${body.error}`)).toEqual([
    `404 Network not found: there is no network "matic": did you mean polygon? ${known}`,
    `400 Invalid request: there is no network "eth": did you mean ethereum? ${known}`,
    `400 Invalid request: there is no network "arb": did you mean arbitrum? ${known}`,
    `404 Network not found: there is no network "solana": ${known}`,
  ]);
});

test("instant: a deposit is confirmed when its call is answered", async () => {
  const sandbox = await aSandbox();
  const { pay, deposits } = await withWallet(sandbox);
  await pay();
  expect(await deposits()).toMatchObject([{ state: "confirmed", amount: "25.5", owner: "user_1" }]);
});

test("manual: nothing is mined without a request, then exactly the requested blocks", async () => {
  const sandbox = await aSandbox();
  const { pay, deposits, base } = await withWallet(sandbox);
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  await pay();
  expect(await deposits()).toEqual([]);
  expect(await base()).toMatchObject({ mining: "manual", waiting_transactions: 1, head: { number: 0 } });
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  expect(await deposits()).toEqual([]);
  await sandbox.control("POST", "/networks/base/mine");
  expect(await deposits()).toMatchObject([{ state: "seen", block_number: 1 }]);
  expect(await sandbox.control("POST", "/networks/base/mine", { blocks: 1 })).toMatchObject({ head: { number: 2 } });
  expect(await deposits()).toMatchObject([{ state: "confirmed" }]);
});

test("switching to instant mines the pending transactions", async () => {
  const sandbox = await aSandbox();
  const { pay, deposits } = await withWallet(sandbox);
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  await pay();
  expect(await sandbox.control("PUT", "/networks/base/mining", { mode: "instant" })).toMatchObject({
    waiting_transactions: 0,
  });
  expect(await deposits()).toMatchObject([{ state: "confirmed" }]);
});

test("interval: blocks come at the block time of the virtual clock, 64 empty ones after the mode was set and after a transaction", async () => {
  const sandbox = await aSandbox();
  const { pay, deposits, base } = await withWallet(sandbox);
  await sandbox.control("PUT", "/networks/base/mining", { mode: "interval", block_time: "5s" });
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  expect(await base()).toMatchObject({ mining: "interval", block_time_ms: 5_000, head: { number: 64 } });
  await pay();
  expect(await deposits()).toEqual([]);
  await sandbox.control("POST", "/clock/advance", { by: "5s" });
  expect(await deposits()).toMatchObject([{ state: "seen" }]);
  await sandbox.control("POST", "/clock/advance", { by: "5s" });
  expect(await deposits()).toMatchObject([{ state: "confirmed" }]);
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  expect(await base()).toMatchObject({ head: { number: 129 } });
});

test("a block time below a second is refused", async () => {
  const sandbox = await aSandbox();
  const answer = await sandbox.admin("PUT", "/networks/base/mining", { mode: "interval", block_time: "999ms" });
  expect(answer.status).toBe(400);
});

test("the confirmation target applies to what is not confirmed yet", async () => {
  const sandbox = await aSandbox();
  const { pay, deposits } = await withWallet(sandbox);
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  expect(await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 4 })).toMatchObject({
    confirmations: 4,
  });
  await pay();
  await sandbox.control("POST", "/networks/base/mine", { blocks: 3 });
  expect(await deposits()).toMatchObject([{ state: "seen" }]);
  await sandbox.control("POST", "/networks/base/mine");
  expect(await deposits()).toMatchObject([{ state: "confirmed" }]);
});

test("a reorg removes an unconfirmed deposit, keeps it as orphaned in the control API, and restores it under the same id", async () => {
  const sandbox = await aSandbox();
  const { pay, deposits } = await withWallet(sandbox);
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  await pay();
  await sandbox.control("POST", "/networks/base/mine");
  const [before] = await deposits();
  const { removed, added } = await sandbox.control("POST", "/networks/base/reorg", { depth: 1, transactions: "delay" });
  expect(removed).toEqual([before.block_hash]);
  expect(added).toHaveLength(1);
  expect(added).not.toEqual(removed);
  expect((await sandbox.control("GET", "/deposits?state=orphaned")).items).toMatchObject([
    { id: before.id, state: "orphaned" },
  ]);
  expect((await sandbox.api.GET("/deposits/{id}", { params: { path: { id: before.id } } })).response.status).toBe(404);
  await sandbox.control("POST", "/networks/base/mine");
  expect(await deposits()).toMatchObject([{ id: before.id, state: "seen", block_number: 2 }]);
});

test("a reorg of confirmed deposits needs force, and one deeper than the chain is refused", async () => {
  const sandbox = await aSandbox();
  const { pay, deposits, base } = await withWallet(sandbox);
  await pay();
  const [{ id }] = await deposits();
  const { head } = await base();
  const refused = await sandbox.admin("POST", "/networks/base/reorg", { depth: 2, transactions: "drop" });
  expect(refused).toMatchObject({ status: 400, body: { details: { confirmed_deposits: [id] } } });
  expect((await base()).head).toEqual(head);
  const tooDeep = await sandbox.admin("POST", "/networks/base/reorg", { depth: 500, force: true });
  expect(tooDeep).toMatchObject({ status: 400, body: { details: { deepest_reorg: 2 } } });
  expect(
    (await sandbox.control("POST", "/networks/base/reorg", { depth: 2, transactions: "keep", force: true })).removed,
  ).toHaveLength(2);
});
