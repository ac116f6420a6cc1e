// Reorgs (story f): deposits leave the API and come back, and no amount is counted twice (H-02, R-008…R-016).
import { createWalletClient, type Hex, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, asPayload, aVault, payoutNow } from "../../support/payments/a-payout.ts";
import {
  allDeposits,
  aWallet,
  depositsOf,
  eventsOf,
  payToken,
  signedPayment,
  transactionOf,
} from "../../support/payments/on-chain.ts";

/** A sandbox whose Base mines on request only, with a wallet there. */
const aManualBase = async () => {
  const sandbox = await aSandbox();
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  const wallet = await aWallet(sandbox.api);
  return {
    sandbox,
    wallet,
    api: sandbox.api,
    send: (raw: Hex) => sandbox.chain("base").public.sendRawTransaction({ serializedTransaction: raw }),
    mine: (blocks = 1) => sandbox.control("POST", "/networks/base/mine", { blocks }),
    reorg: (input: { depth: number; transactions?: "keep" | "drop" | "delay"; force?: boolean }) =>
      sandbox.control("POST", "/networks/base/reorg", input) as Promise<{
        removed: Hex[];
        added: Hex[];
        confirmed_deposits: string[];
        confirmed_transactions: string[];
      }>,
  };
};

const typesOf = async (sandbox: ASandbox) => (await eventsOf(sandbox)).map(({ type }) => type);

const statusOf = async (sandbox: ASandbox, id: string) => {
  const { response } = await sandbox.api.GET("/deposits/{id}", { params: { path: { id } } });
  return response.status;
};

const usdcOf = async (sandbox: ASandbox, address: string) => {
  const { data } = await sandbox.api.GET("/wallets/address/{address}", { params: { path: { address } } });
  return data?.data.balances.find(({ symbol }) => symbol === "USDC")?.balance.raw;
};

describe("before confirmation", () => {
  test("a deposit whose block is removed leaves the API and fails; mined again it returns under its id and confirms once (S-228, S-242, S-481, S-536, S-549)", async () => {
    const { sandbox, api, wallet, send, mine, reorg } = await aManualBase();
    const raw = await signedPayment(sandbox, { to: wallet.address, amount: "25.5" });
    const hash = await send(raw);
    expect(await allDeposits(api)).toEqual([]);
    await mine();
    const [seen] = await depositsOf(api, hash);
    const id = seen!.id;
    expect(await transactionOf(api, id)).toMatchObject({ status: "broadcasted", tx_id: hash });
    const unified = (await transactionOf(api, id)).id;

    const { removed, added } = await reorg({ depth: 1, transactions: "drop" });
    expect([removed.length, added.length, removed[0] === added[0]]).toEqual([1, 1, false]);
    expect(await statusOf(sandbox, id)).toBe(404);
    const gone = await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: hash } } });
    expect([gone.response.status, gone.error]).toEqual([
      404,
      { success: false, code: 404, error: "Transaction not found" },
    ]);
    expect(await allDeposits(api)).toEqual([]);
    expect((await sandbox.control("GET", "/deposits?state=orphaned")).items).toMatchObject([
      { id, tx_id: hash, block_number: 1, block_hash: removed[0] },
    ]);
    const failed = await transactionOf(api, id);
    expect(failed).toMatchObject({
      id: unified,
      status: "failed",
      block_number: "",
      meta: { error: expect.any(String) },
    });
    expect(failed.timestamps.failed_at).not.toBeNull();
    const [failedEvent] = await eventsOf(sandbox, { type: "transaction.failed" });
    expect(failedEvent?.payload).toEqual(asPayload(failed));
    expect(failedEvent?.payload.meta.error).toMatch(/reorg/);

    // Confirmations count from the new block, not from the removed one.
    await sandbox.control("POST", "/clock/advance", { by: "30s" });
    expect(await send(raw)).toBe(hash);
    await mine();
    const [back] = await depositsOf(api, hash);
    expect(back).toEqual({ ...seen, block_number: String(Number(seen!.block_number) + 1), time: expect.any(String) });
    expect(Date.parse(back!.time) - Date.parse(seen!.time)).toBe(30_000);
    expect(await transactionOf(api, id)).toMatchObject({
      id: unified,
      status: "broadcasted",
      block_number: back!.block_number,
      meta: null,
      timestamps: { failed_at: null, broadcasted_at: back!.time, confirmed_at: null },
    });
    expect(await usdcOf(sandbox, wallet.address)).toBe("0");
    await mine();
    expect(await transactionOf(api, id)).toMatchObject({ id: unified, status: "confirmed" });
    expect(await usdcOf(sandbox, wallet.address)).toBe("25500000");
    expect(await typesOf(sandbox)).toEqual([
      "address.assigned",
      "deposit.new",
      "transaction.failed",
      "deposit.confirmed",
      "balance.updated",
    ]);
    await mine(3);
    expect(await typesOf(sandbox)).toHaveLength(5);
  });

  test("after other transactions in its new block it has the same id: the log index in the block is not part of the id (R-013)", async () => {
    const { sandbox, api, wallet, send, mine, reorg } = await aManualBase();
    const raw = await signedPayment(sandbox, { to: wallet.address, amount: "1" });
    const hash = await send(raw);
    await mine();
    const [seen] = await depositsOf(api, hash);
    await reorg({ depth: 1, transactions: "drop" });
    const before = await payToken(sandbox, { to: wallet.address, amount: "1", from: 1 });
    await send(raw);
    await mine(2);
    const receipt = await sandbox.chain("base").public.getTransactionReceipt({ hash });
    expect(receipt.logs[0]!.logIndex).toBe(1);
    expect((await depositsOf(api, hash)).map(({ id }) => id)).toEqual([seen!.id]);
    expect((await depositsOf(api, before)).map(({ id }) => id)).not.toContain(seen!.id);
    expect(await usdcOf(sandbox, wallet.address)).toBe("2000000");
  });

  test("kept in the new branch, only its block changes and no event is sent; it confirms from there", async () => {
    const { sandbox, api, wallet, mine, reorg } = await aManualBase();
    await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 3 });
    const hash = await payToken(sandbox, { to: wallet.address, amount: "1" });
    await mine(2);
    const [before] = await depositsOf(api, hash);
    const [{ block_hash: oldBlock }] = (await sandbox.control("GET", "/deposits")).items;
    const { added } = await reorg({ depth: 2 });
    expect((await depositsOf(api, hash))[0]).toEqual(before);
    const [{ block_hash: newBlock, state }] = (await sandbox.control("GET", "/deposits")).items;
    expect([newBlock, state]).toEqual([added[0], "seen"]);
    expect(newBlock).not.toBe(oldBlock);
    expect(await transactionOf(api, before!.id)).toMatchObject({ status: "broadcasted" });
    expect(await typesOf(sandbox)).toEqual(["address.assigned", "deposit.new"]);
    await mine();
    expect(await typesOf(sandbox)).toEqual(["address.assigned", "deposit.new", "deposit.confirmed", "balance.updated"]);
    expect(await usdcOf(sandbox, wallet.address)).toBe("1000000");
  });

  test("delayed, it is pending in the pool and returns with a later block", async () => {
    const { sandbox, api, wallet, mine, reorg } = await aManualBase();
    const hash = await payToken(sandbox, { to: wallet.address, amount: "1" });
    await mine();
    const [seen] = await depositsOf(api, hash);
    await reorg({ depth: 1, transactions: "delay" });
    expect(await statusOf(sandbox, seen!.id)).toBe(404);
    expect(await sandbox.control("GET", "/networks")).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ network: "base", waiting_transactions: 1 })]),
    });
    await mine(2);
    expect(await statusOf(sandbox, seen!.id)).toBe(200);
    expect(await transactionOf(api, seen!.id)).toMatchObject({ status: "confirmed" });
    expect(await typesOf(sandbox)).toEqual([
      "address.assigned",
      "deposit.new",
      "transaction.failed",
      "deposit.confirmed",
      "balance.updated",
    ]);
  });

  test("delayed together with the payment that funded its sender, it is mined after that payment (R-019)", async () => {
    const { sandbox, api, wallet, mine, reorg } = await aManualBase();
    await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 5 });
    const { chain, wallet: funder, url } = sandbox.chain("base");
    const account = privateKeyToAccount(generatePrivateKey());
    const poor = createWalletClient({ account, chain, transport: http(url) });
    await funder.sendTransaction({ to: account.address, value: parseEther("1") });
    await mine();
    const hash = await poor.sendTransaction({ to: wallet.address, value: parseEther("0.4") });
    const next = await poor.sendTransaction({ to: wallet.address, value: parseEther("0.3"), nonce: 1 });
    await mine();
    const before = (await allDeposits(api)).map(({ id, tx_id }) => [id, tx_id]);
    expect(before.map(([, tx_id]) => tx_id)).toEqual([next, hash]);
    await reorg({ depth: 2, transactions: "delay" });
    expect(await allDeposits(api)).toEqual([]);
    await mine();
    expect(await allDeposits(api)).toEqual([]);
    await mine();
    expect((await allDeposits(api)).map(({ id, tx_id }) => [id, tx_id])).toEqual(before);
  });

  test("replaced by another transfer of the same sender and nonce it does not return, and the replacement is another deposit (R-014)", async () => {
    const { sandbox, api, wallet, send, mine, reorg } = await aManualBase();
    const [first, second] = [
      await signedPayment(sandbox, { to: wallet.address, amount: "1" }),
      await signedPayment(sandbox, { to: wallet.address, amount: "2" }),
    ];
    const hash = await send(first);
    await mine();
    const [seen] = await depositsOf(api, hash);
    await reorg({ depth: 1, transactions: "drop" });
    const other = await send(second);
    await mine(2);
    expect(await statusOf(sandbox, seen!.id)).toBe(404);
    expect((await allDeposits(api)).map(({ tx_id }) => tx_id)).toEqual([other]);
    expect(await usdcOf(sandbox, wallet.address)).toBe("2000000");
  });

  test.each(["drop", "delay"] as const)(
    "R-056 removed from its block (%s), its nonce used by a transfer to another address: it fails at once, before any further block",
    async (transactions) => {
      const { sandbox, api, wallet, send, mine, reorg } = await aManualBase();
      await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 5 });
      const [ours, theirs] = [
        await signedPayment(sandbox, { to: wallet.address, amount: "1" }),
        await signedPayment(sandbox, { to: `0x${"7a".repeat(20)}`, amount: "1" }),
      ];
      const hash = await send(ours);
      await mine(3);
      const [seen] = await depositsOf(api, hash);
      await reorg({ depth: 3, transactions });
      expect(await statusOf(sandbox, seen!.id)).toBe(404);
      expect((await transactionOf(api, seen!.id)).status).toBe("failed");
      expect((await typesOf(sandbox)).filter((type) => type.startsWith("deposit") || type.endsWith("failed"))).toEqual([
        "deposit.new",
        "transaction.failed",
      ]);
      if (transactions === "delay") await sandbox.admin("POST", `/networks/base/transactions/${hash}/drop`);
      const other = await send(theirs);
      await mine(5);
      expect((await sandbox.chain("base").public.getTransactionReceipt({ hash: other })).status).toBe("success");
      expect(await allDeposits(api)).toEqual([]);
      expect(await usdcOf(sandbox, wallet.address)).toBe("0");
    },
  );

  test("removed and returned twice, it is the same deposit", async () => {
    const { sandbox, api, wallet, send, mine, reorg } = await aManualBase();
    const raw = await signedPayment(sandbox, { to: wallet.address, amount: "1" });
    const hash = await send(raw);
    await mine();
    const [seen] = await depositsOf(api, hash);
    for (const transactions of ["drop", "delay"] as const) {
      await reorg({ depth: 1, transactions });
      if (transactions === "drop") await send(raw);
      await mine();
    }
    await mine();
    expect(await statusOf(sandbox, seen!.id)).toBe(200);
    expect(await usdcOf(sandbox, wallet.address)).toBe("1000000");
    const types = await typesOf(sandbox);
    expect(types.filter((type) => type === "deposit.new")).toHaveLength(1);
    expect(types.filter((type) => type === "transaction.failed")).toHaveLength(2);
    expect(types.filter((type) => type === "deposit.confirmed")).toHaveLength(1);
  });
});

test("subscribers receive removed logs and the heads of the new branch", async () => {
  const { sandbox, wallet, mine, reorg } = await aManualBase();
  await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 3 });
  const socket = new WebSocket(sandbox.chain("base").url.replace("http", "ws"));
  onTestFinished(() => socket.close());
  await new Promise((resolve) => socket.once("open", resolve));
  const received: { subscription: string; result: any }[] = [];
  const replies = new Map<number, (result: string) => void>();
  let enough: { count: number; resolve(): void } | undefined;
  socket.on("message", (text) => {
    const { id, result, params } = JSON.parse(String(text));
    if (params === undefined) return replies.get(id)?.(result);
    received.push(params);
    if (received.length >= (enough?.count ?? Number.POSITIVE_INFINITY)) enough?.resolve();
  });
  const ask = (id: number, ...params: unknown[]) =>
    new Promise<string>((resolve) => {
      replies.set(id, resolve);
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, method: "eth_subscribe", params }));
    });
  const logs = await ask(1, "logs", { address: sandbox.chain("base").token("USDC") });
  const heads = await ask(2, "newHeads");

  const hash = await payToken(sandbox, { to: wallet.address, amount: "1" });
  await mine(2);
  const { removed, added } = await reorg({ depth: 2 });
  await new Promise<void>((resolve) => {
    enough = { count: 7, resolve };
    if (received.length >= 7) resolve();
  });
  const seen = received.filter(({ subscription }) => subscription === logs).map(({ result }) => result);
  expect(seen.map((log) => [log.removed, log.blockHash, log.transactionHash])).toEqual([
    [false, removed[0], hash],
    [true, removed[0], hash],
    [false, added[0], hash],
  ]);
  const hashes = received.filter(({ subscription }) => subscription === heads).map(({ result }) => result.hash);
  expect(hashes).toEqual([...removed, ...added]);
});

describe("after confirmation", () => {
  const aConfirmedDeposit = async () => {
    const base = await aManualBase();
    const raw = await signedPayment(base.sandbox, { to: base.wallet.address, amount: "5" });
    const hash = await base.send(raw);
    await base.mine(2);
    const [deposit] = await depositsOf(base.api, hash);
    return { ...base, raw, hash, deposit: deposit! };
  };

  test("a reorg that would remove it is refused and changes nothing (R-016)", async () => {
    const { sandbox, api, deposit } = await aConfirmedDeposit();
    const events = await typesOf(sandbox);
    const head = await sandbox.chain("base").public.getBlock();
    const input = { depth: 2, transactions: "drop" };
    const refused = await sandbox.admin("POST", "/networks/base/reorg", input);
    expect([refused.status, refused.body.details]).toEqual([
      400,
      { confirmed_deposits: [deposit.id], confirmed_transactions: [] },
    ]);
    expect((await sandbox.chain("base").public.getBlock()).hash).toBe(head.hash);
    expect(await typesOf(sandbox)).toEqual(events);
    expect(await allDeposits(api)).toEqual([deposit]);
    // The block above it may be removed.
    await sandbox.control("POST", "/networks/base/reorg", { depth: 1 });
    expect(await allDeposits(api)).toEqual([deposit]);
  });

  test("a reorg that would remove a confirmed payout is refused too (R-082, I-20)", async () => {
    const sandbox = await aSandbox();
    await aVault(sandbox, { network: "base", asset: "USDC", amount: "20" });
    const { id } = await aPayout(sandbox, { network_symbol: "base", asset: "USDC" });
    const paid = await payoutNow(sandbox.api, id);
    expect(paid.status).toBe("confirmed");
    const head = await sandbox.chain("base").public.getBlockNumber();
    const { blockNumber } = await sandbox.chain("base").public.getTransactionReceipt({ hash: paid.tx_id as Hex });
    const input = { depth: Number(head - blockNumber) + 1, transactions: "drop" };
    const refused = await sandbox.admin("POST", "/networks/base/reorg", input);
    expect([refused.status, refused.body.details]).toEqual([
      400,
      { confirmed_deposits: [], confirmed_transactions: [paid.tx_id] },
    ]);
  });

  test.each(["keep", "delay", "drop"] as const)(
    "forced (%s), it stays confirmed and is not counted twice",
    async (transactions) => {
      const { sandbox, api, wallet, raw, hash, deposit, send, mine, reorg } = await aConfirmedDeposit();
      const events = await typesOf(sandbox);
      const result = await reorg({ depth: 2, transactions, force: true });
      expect([result.confirmed_deposits, result.confirmed_transactions]).toEqual([[deposit.id], []]);
      expect(await statusOf(sandbox, deposit.id)).toBe(200);
      expect(await usdcOf(sandbox, wallet.address)).toBe("5000000");
      if (transactions === "drop") await send(raw);
      await mine(3);
      expect((await depositsOf(api, hash)).map(({ id }) => id)).toEqual([deposit.id]);
      expect(await transactionOf(api, deposit.id)).toMatchObject({ status: "confirmed" });
      expect(await usdcOf(sandbox, wallet.address)).toBe("5000000");
      expect(await typesOf(sandbox)).toEqual(events);

      await payToken(sandbox, { to: wallet.address, amount: "1" });
      await mine(2);
      expect(await usdcOf(sandbox, wallet.address)).toBe("6000000");
    },
  );
});

test("the sandbox's own payer continues after a reorg has dropped its transactions", async () => {
  const { sandbox, wallet, mine, reorg } = await aManualBase();
  const pay = (amount: string) =>
    sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount, to_address: wallet.address });
  await pay("1");
  await pay("2");
  await mine();
  await reorg({ depth: 1, transactions: "drop" });
  const { tx_id } = await pay("4");
  await mine(2);
  expect((await allDeposits(sandbox.api)).map((deposit) => deposit.tx_id)).toEqual([tx_id]);
  expect(await usdcOf(sandbox, wallet.address)).toBe("4000000");
});

test("a depth below block 1 is refused (R-020)", async () => {
  const { sandbox, mine } = await aManualBase();
  await mine(3);
  const answers = await Promise.all(
    [0, -1, 1.5, 4, "2"].map((depth) => sandbox.admin("POST", "/networks/base/reorg", { depth })),
  );
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect((await sandbox.admin("POST", "/networks/base/reorg", { depth: 3 })).status).toBe(200);
});
