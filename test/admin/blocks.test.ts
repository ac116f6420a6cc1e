// Blocks of a network and what waits for the next ones: removed blocks stay in sight, pages leave out and repeat nothing.
import { privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aPayout, vaultAddress } from "../support/payments/a-payout.ts";
import { aWallet } from "../support/payments/on-chain.ts";
import { statementsAsked } from "../support/worlds/statements-asked.ts";

const NETWORK = "base";

const pay = (sandbox: ASandbox, amount = "1"): Promise<any> =>
  sandbox.control("POST", "/deposits", { network: NETWORK, asset: "USDC", amount, owner: "alice" });
const blocks = (sandbox: ASandbox, query = ""): Promise<any> =>
  sandbox.control("GET", `/networks/${NETWORK}/blocks${query}`);
const mine = (sandbox: ASandbox, count: number): Promise<any> =>
  sandbox.control("POST", `/networks/${NETWORK}/mine`, { blocks: count });

test("each block has its records, and the head comes first", async () => {
  const sandbox = await aSandbox();
  await aWallet(sandbox.api, { owner: "alice", network: NETWORK });
  const { tx_id } = await pay(sandbox, "25.5");
  const { items } = await blocks(sandbox);
  const [deposit] = (await sandbox.control("GET", "/deposits")).items;
  const networks = (await sandbox.control("GET", "/networks")).items as any[];
  const known = networks.find(({ network }) => network === NETWORK).head;
  expect(items[0]).toMatchObject({ number: known.number, hash: known.hash, time: known.time, state: "canonical" });
  const filled = items.filter((block: any) => block.transactions > 0);
  expect(filled).toHaveLength(1);
  expect(filled[0]).toMatchObject({
    ...{ transactions: 1, more_records: false, base_fee_gwei: expect.stringMatching(/^0\.\d+$/) },
    records: [
      {
        kind: "deposit",
        id: deposit.id,
        state: "confirmed",
        tx_id,
        title: expect.stringContaining("25.5 USDC on base"),
      },
    ],
  });
  for (const [at, block] of items.slice(1).entries()) {
    expect(items[at].parent_hash).toBe(block.hash);
    expect(items[at].number).toBe(block.number + 1);
  }
  expect(items.at(-1).number).toBe(1);
});

test("what a reorg removed follows the block that took its place, with the records that it held", async () => {
  const sandbox = await aSandbox();
  await sandbox.control("PUT", `/networks/${NETWORK}/mining`, { mode: "manual" });
  await aWallet(sandbox.api, { owner: "alice", network: NETWORK });
  await pay(sandbox);
  await mine(sandbox, 1);
  const before = (await blocks(sandbox)).items;
  await sandbox.control("POST", `/networks/${NETWORK}/reorg`, { depth: 1, transactions: "drop" });
  const once = (await blocks(sandbox)).items;
  expect(once.slice(0, 2)).toMatchObject([
    { number: before[0].number, state: "canonical", transactions: 0, records: [] },
    { ...before[0], state: "orphaned", records: [{ kind: "deposit", state: "orphaned" }] },
  ]);
  await sandbox.control("POST", `/networks/${NETWORK}/reorg`, { depth: 1, transactions: "keep" });
  const twice = (await blocks(sandbox)).items;
  expect(twice.slice(1, 3).map(({ hash, state }: any) => [hash, state])).toEqual([
    [once[0].hash, "orphaned"],
    [before[0].hash, "orphaned"],
  ]);
});

test("pages of any size make up the whole list, also where one number has several blocks", async () => {
  const sandbox = await aSandbox();
  await sandbox.control("PUT", `/networks/${NETWORK}/confirmations`, { blocks: 50 });
  await mine(sandbox, 6);
  for (const depth of [1, 3, 1, 2, 1])
    await sandbox.control("POST", `/networks/${NETWORK}/reorg`, { depth, transactions: "keep" });
  const all = (await blocks(sandbox, "?limit=100")).items.map(({ hash }: any) => hash);
  expect(new Set(all).size).toBe(6 + 8);
  for (const limit of [1, 2, 3, 5, 13, 14]) {
    const walked: string[] = [];
    let before: string | null = "";
    while (before !== null) {
      const page: any = await blocks(sandbox, `?limit=${limit}${before === "" ? "" : `&before=${before}`}`);
      expect(page.items.length).toBeLessThanOrEqual(limit);
      walked.push(...page.items.map(({ hash }: any) => hash));
      before = page.next_before;
    }
    expect(walked, `pages of ${limit}`).toEqual(all);
  }
  const below = (await blocks(sandbox, "?before=4")).items.map(({ number }: any) => number);
  expect(below).toEqual([3, 2, 1]);
});

test("the pool says who waits, since when, for what, and what it belongs to", async () => {
  const sandbox = await aSandbox();
  const { ready, api } = sandbox;
  await sandbox.control("POST", "/faucet", {
    ...{ network: NETWORK, asset: "USDC", amount: "500" },
    to_address: await vaultAddress(api, ready.vault_id, NETWORK),
  });
  await sandbox.control("PUT", `/networks/${NETWORK}/mining`, { mode: "manual" });
  await sandbox.control("POST", "/clock/advance", { by: "40s" });
  const pool = (): Promise<any> => sandbox.control("GET", `/networks/${NETWORK}/pool`);
  expect(await pool()).toEqual({ items: [], total: 0 });
  const { id } = await aPayout(sandbox, { network_symbol: NETWORK, asset: "USDC", amount: "100" });
  const chain = sandbox.chain(NETWORK);
  const account = privateKeyToAccount(ready.accounts[1]!.private_key as `0x${string}`);
  const send = async (nonce: number, maxFeePerGas: bigint) =>
    chain.public.sendRawTransaction({
      serializedTransaction: await account.signTransaction({
        ...{ type: "eip1559", chainId: chain.chain.id, to: account.address, value: 5n * 10n ** 17n, gas: 21_000n },
        ...{ nonce, maxFeePerGas, maxPriorityFeePerGas: 1n },
      }),
    });
  const [cheap, later] = [await send(0, 6_000_000n), await send(2, 10n ** 10n)];
  await sandbox.control("PUT", `/networks/${NETWORK}/base-fee`, { gwei: "0.007" });
  const { items, total } = await pool();
  expect(total).toBe(3);
  expect(items).toMatchObject([
    {
      ...{ purpose: "refill", waits_for: "next_block", nonce: 0, since: "2026-01-01T00:00:40.000Z" },
      records: [{ kind: "transaction", state: "broadcasted" }],
    },
    {
      ...{ hash: cheap, sender: account.address, to: account.address, value: "0.5", gas_limit: 21_000 },
      ...{ max_fee_gwei: "0.006", purpose: null, records: [], waits_for: "lower_base_fee" },
      since: "2026-01-01T00:00:40.000Z",
    },
    { hash: later, nonce: 2, waits_for: "earlier_nonce" },
  ]);
  expect((await sandbox.control("GET", `/networks/${NETWORK}/pool?limit=1`)).items).toHaveLength(1);
  await sandbox.control("DELETE", "/requests");
  expect((await pool()).items[1].since).toBeNull();
  // The refill is mined, and confirmed by the blocks on top of it: then the payout itself is sent.
  for (let block = 0; block < 2; block += 1) await mine(sandbox, 1);
  const next = (await pool()).items;
  expect(next.slice(0, 2).map(({ hash }: any) => hash)).toEqual([cheap, later]);
  expect(next.slice(2)).toMatchObject([
    { purpose: "payout", records: [{ kind: "payout", id, state: "processing" }], since: "2026-01-01T00:00:40.000Z" },
  ]);
});

test("bad cursors, limits and networks are refused, and no list reads a table from end to end", async () => {
  const sandbox = await aSandbox();
  for (const bad of ["?limit=0", "?limit=101", "?before=", "?before=-1", "?before=x", "?before=1-", "?after=1"])
    expect((await sandbox.admin("GET", `/networks/${NETWORK}/blocks${bad}`)).status, bad).toBe(400);
  expect((await sandbox.admin("GET", `/networks/${NETWORK}/pool?limit=101`)).status).toBe(400);
  for (const path of ["blocks", "pool"])
    expect((await sandbox.admin("GET", `/networks/nowhere/${path}`)).body.error).toContain("use one of");
  await aWallet(sandbox.api, { owner: "alice", network: NETWORK });
  await pay(sandbox);
  const asked = statementsAsked();
  await blocks(sandbox, "?before=9-9");
  await sandbox.control("GET", `/networks/${NETWORK}/pool`);
  const mine = [...asked].filter(([sql]) =>
    /from (block|chain_transaction|deposit|transaction_record|attempt)/.test(sql),
  );
  expect(mine.length).toBeGreaterThan(4);
  for (const [sql, parameters] of mine) {
    const plan = sandbox.store.all<{ detail: string }>(`explain query plan ${sql}`, parameters as never);
    expect(plan.map(({ detail }) => detail).join("\n"), sql).not.toMatch(
      /from (block|chain)/.test(sql) ? /^SCAN|TEMP B-TREE/m : /^SCAN/m,
    );
  }
});
