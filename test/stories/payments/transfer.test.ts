// Story: transfers from wallets and vaults on real chains, with their gas, their records and their events (H-43, H-54…H-57).
import { getAddress, type Hex, parseEther } from "viem";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import {
  asTokenOwner,
  aVault,
  PAYEE,
  transactionsOf,
  vaultAddress,
  vaultBalance,
} from "../../support/payments/a-payout.ts";
import { tokenBalance } from "../../support/payments/a-uda.ts";
import { allDeposits, aWallet, eventsOf } from "../../support/payments/on-chain.ts";

const PATHS = {
  fromAddress: "/transfer/external/address",
  fromWallet: "/transfer/external/wallet",
  internalByAddress: "/transfer/internal/address",
  internalByWallet: "/transfer/internal/wallet",
} as const;

/** Returns the id of the unified transaction; anything but 201 fails the test. */
function accepted({ response, error }: { response: Response; error?: unknown }): string {
  if (response.status !== 201) throw new Error(`a transfer was answered ${response.status} ${JSON.stringify(error)}`);
  return response.headers.get("x-transaction-id") ?? "";
}

async function recordNow({ api }: ASandbox, id: string) {
  const { data } = await api.GET("/transactions/{id}", { params: { path: { id } } });
  if (data === undefined) throw new Error(`no transaction ${id}`);
  return data.data;
}

/** A wallet on Base with confirmed funds. */
async function aRichWallet(sandbox: ASandbox, amounts: Record<string, string>) {
  const wallet = await aWallet(sandbox.api);
  for (const [asset, amount] of Object.entries(amounts)) await deposit(sandbox, wallet.address, asset, amount);
  return wallet;
}

const deposit = (sandbox: ASandbox, to_address: string, asset: string, amount: string) =>
  sandbox.control("POST", "/deposits", { network: "base", asset, amount, to_address });

/** A wallet's balance of an asset as the API shows it. */
async function heldBy({ api }: ASandbox, address: string, symbol: string) {
  const { data } = await api.GET("/wallets/address/{address}", { params: { path: { address } } });
  return data?.data.balances.find((entry) => entry.symbol === symbol)?.balance.amount;
}

const typesSince = async (sandbox: ASandbox, count: number) => (await eventsOf(sandbox)).slice(count);

test("S-380 S-385 a wallet without gas is refilled, all its tokens are sent, in every record and event", async () => {
  const sandbox = await aSandbox();
  const wallet = await aRichWallet(sandbox, { USDC: "25.5" });
  const before = (await eventsOf(sandbox)).length;
  const id = accepted(
    await sandbox.api.POST(PATHS.fromAddress, {
      body: { from_address: wallet.address, to_address: PAYEE, asset: "USDC", amount: "", remark: "withdrawal" },
    }),
  );
  const record = await recordNow(sandbox, id);
  expect(record).toMatchObject({
    type: "external_transfer",
    side: "out",
    status: "confirmed",
    source_id: id,
    owner: "alice",
    memo: "withdrawal",
    meta: null,
    from_address: wallet.address,
    to_address: PAYEE,
    from_wallet_category: "user",
    to_wallet_category: "external",
    amount: { amount: 25.5, raw: 25_500_000, usd: "25.50" },
  });
  const receipt = await sandbox.chain("base").public.getTransactionReceipt({ hash: record.tx_id as Hex });
  expect(BigInt(record.fee.raw)).toBe(receipt.gasUsed * receipt.effectiveGasPrice);
  expect(await tokenBalance(sandbox, "base", "USDC", PAYEE)).toBe(25_500_000n);
  expect(await heldBy(sandbox, wallet.address, "USDC")).toBe("0");
  const [refill] = (await transactionsOf(sandbox.api, id)).filter(({ type }) => type === "refill");
  expect(refill).toMatchObject({ status: "confirmed", owner: "alice", to_wallet_category: "user" });
  const events = await typesSince(sandbox, before);
  expect(
    events.filter(({ type }) => type.startsWith("transaction.")).map(({ type, payload }) => [type, payload.type]),
  ).toEqual([
    ["transaction.broadcasted", "refill"],
    ["transaction.confirmed", "refill"],
    ["transaction.broadcasted", "external_transfer"],
    ["transaction.confirmed", "external_transfer"],
  ]);
  expect(events.filter(({ type }) => type.startsWith("deposit."))).toEqual([]);
});

test("R-095 all native coin of a wallet leaves exactly nothing after gas", async () => {
  const sandbox = await aSandbox();
  const wallet = await aRichWallet(sandbox, { ETH: "0.5" });
  const body = { from_wallet_id: wallet.id, to_address: PAYEE, asset: "ETH" };
  const record = await recordNow(sandbox, accepted(await sandbox.api.POST(PATHS.fromWallet, { body })));
  expect(record.status).toBe("confirmed");
  const { public: client } = sandbox.chain("base");
  expect(await client.getBalance({ address: wallet.address })).toBe(0n);
  const paid = await client.getBalance({ address: PAYEE });
  const transaction = await client.getTransaction({ hash: record.tx_id as Hex });
  expect(transaction.value).toBe(paid);
  const receipt = await client.getTransactionReceipt({ hash: record.tx_id as Hex });
  expect(paid + receipt.gasUsed * receipt.effectiveGasPrice).toBe(parseEther("0.5"));
  expect(await heldBy(sandbox, wallet.address, "ETH")).toBe("0");
  // No refill: a transfer of everything pays its own gas.
  expect(await transactionsOf(sandbox.api, record.id)).toHaveLength(1);
});

test.each(["USDC", "ETH"])("R-095 of many transfers of all %s at once one succeeds", async (asset) => {
  const sandbox = await aSandbox();
  const wallet = await aRichWallet(sandbox, { [asset]: "3" });
  const body = { from_wallet_id: wallet.id, to_address: PAYEE, asset };
  const replies = await Promise.all([1, 2, 3, 4].map(() => sandbox.api.POST(PATHS.fromWallet, { body })));
  const refused = replies.filter(({ response }) => response.status !== 201);
  expect(refused.map(({ error }) => error)).toEqual(
    [1, 2, 3].map(() => ({ success: false, code: 400, error: "Insufficient balance" })),
  );
  await sandbox.control("POST", "/run-until-idle");
  const { data } = await sandbox.api.GET("/transactions", { params: { query: { type: "external_transfer" } } });
  expect(data?.data.map(({ status }) => status)).toEqual(["confirmed"]);
  expect(await heldBy(sandbox, wallet.address, asset)).toBe("0");
});

test("R-095 everything is the balance when the transfer is claimed, not when it was requested", async () => {
  const sandbox = await aSandbox();
  const wallet = await aRichWallet(sandbox, { USDC: "100" });
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  const body = { from_wallet_id: wallet.id, to_address: PAYEE, asset: "USDC" };
  const id = accepted(await sandbox.api.POST(PATHS.fromWallet, { body }));
  expect(await recordNow(sandbox, id)).toMatchObject({ status: "created", amount: { amount: 100 } });
  // The transfer waits for its refill; meanwhile more comes in.
  await deposit(sandbox, wallet.address, "USDC", "50");
  await sandbox.control("POST", "/networks/base/mine", { blocks: 2 });
  expect(await recordNow(sandbox, id)).toMatchObject({
    status: "broadcasted",
    amount: { amount: 150, raw: 150_000_000, usd: "150.00" },
  });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 2 });
  expect((await recordNow(sandbox, id)).status).toBe("confirmed");
  expect(await tokenBalance(sandbox, "base", "USDC", PAYEE)).toBe(150_000_000n);
  expect(await heldBy(sandbox, wallet.address, "USDC")).toBe("0");
});

test("R-079 R-095 a stuck transfer of all native coin is replaced, the dearer gas comes out of it, nothing is left", async () => {
  const sandbox = await aSandbox();
  const wallet = await aRichWallet(sandbox, { ETH: "0.5" });
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  const body = { from_wallet_id: wallet.id, to_address: PAYEE, asset: "ETH" };
  const id = accepted(await sandbox.api.POST(PATHS.fromWallet, { body }));
  const first = await recordNow(sandbox, id);
  expect(first.status).toBe("broadcasted");
  await sandbox.control("POST", "/clock/advance", { by: "61s" });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 2 });
  const record = await recordNow(sandbox, id);
  expect(record.status).toBe("confirmed");
  expect(record.tx_id).not.toBe(first.tx_id);
  expect(record.amount.amount).toBeLessThan(first.amount.amount);
  const { public: client } = sandbox.chain("base");
  const { value } = await client.getTransaction({ hash: record.tx_id as Hex });
  expect(await client.getBalance({ address: PAYEE })).toBe(value);
  expect(String(record.amount.amount)).toBe((Number(value) / 1e18).toString());
  expect(await client.getBalance({ address: wallet.address })).toBe(0n);
  expect(await heldBy(sandbox, wallet.address, "ETH")).toBe("0");
});

test("R-095 where gas would take all there is, the transfer fails and the coin stays", async () => {
  const sandbox = await aSandbox();
  const wallet = await aRichWallet(sandbox, { ETH: "0.000000000000000001" });
  const body = { from_wallet_id: wallet.id, to_address: PAYEE, asset: "ETH" };
  const record = await recordNow(sandbox, accepted(await sandbox.api.POST(PATHS.fromWallet, { body })));
  expect(record).toMatchObject({
    status: "failed",
    tx_id: "",
    meta: { error: "insufficient wallet balance at execution" },
  });
  const failed = await eventsOf(sandbox, { type: "transaction.failed" });
  expect(failed.map(({ resource_id }) => resource_id)).toEqual([record.id]);
  // Its reservation is gone: the coin can be asked for again.
  expect((await sandbox.api.POST(PATHS.fromWallet, { body })).response.status).toBe(201);
});

test.each(["internalByAddress", "internalByWallet"] as const)(
  "S-413 S-414 H-56 %s: to the hot wallet, no deposit, both balances get an event",
  async (kind) => {
    const sandbox = await aSandbox();
    const { api, ready } = sandbox;
    const wallet = await aRichWallet(sandbox, { USDC: "40" });
    const { data } = await api.GET("/vault/{vault_id}/addresses", { params: { path: { vault_id: ready.vault_id } } });
    const hot = data?.data.find(({ network_symbol }) => network_symbol === "base");
    if (hot === undefined) throw new Error("the vault has no address on base");
    const before = (await eventsOf(sandbox)).length;
    const body = { asset: "USDC", amount: "15" };
    const reply =
      kind === "internalByAddress"
        ? await api.POST(PATHS[kind], {
            body: { ...body, from_address: wallet.address, to_address: hot.address.toLowerCase() },
          })
        : await api.POST(PATHS[kind], { body: { ...body, from_wallet_id: wallet.id, to_wallet_id: hot.id } });
    const record = await recordNow(sandbox, accepted(reply));
    expect(record).toMatchObject({
      type: "internal_transfer",
      side: "internal",
      status: "confirmed",
      owner: "alice",
      from_wallet_category: "user",
      to_wallet_category: "vault",
      to_address: hot.address,
    });
    expect(await vaultBalance(sandbox, "base", "USDC")).toEqual({ balance: "15", available: "15" });
    expect(await heldBy(sandbox, wallet.address, "USDC")).toBe("25");
    expect(await allDeposits(api)).toHaveLength(1);
    const events = await typesSince(sandbox, before);
    expect(events.filter(({ type }) => type.startsWith("deposit."))).toEqual([]);
    const balances = events.filter(({ type, payload }) => type === "balance.updated" && payload.symbol === "USDC");
    expect(
      balances.map(({ payload }) => [payload.wallet_id, payload.previous_balance.amount, payload.balance.amount]),
    ).toEqual([
      [wallet.id, "40", "25"],
      [hot.id, "0", "15"],
    ]);
    // Emitted after the transfer's own confirmation (H-83).
    const confirmed = events.find(
      ({ type, resource_id }) => type === "transaction.confirmed" && resource_id === record.id,
    );
    expect(confirmed?.sequence).toBeLessThan(balances[0]?.sequence ?? 0);
  },
);

test("H-56 native coin goes back to the gas station, and refills can use it", async () => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  const wallet = await aRichWallet(sandbox, { ETH: "2" });
  const { data } = await api.GET("/gas-stations/wallets", { params: { query: { network_symbol: "base" } } });
  const station = data?.data[0];
  if (station === undefined) throw new Error("no gas station on base");
  const held = async () => sandbox.chain("base").public.getBalance({ address: getAddress(station.address) });
  const before = await held();
  const body = { from_wallet_id: wallet.id, to_wallet_id: station.id, asset: "ETH", amount: "1.5" };
  const record = await recordNow(sandbox, accepted(await api.POST(PATHS.internalByWallet, { body })));
  expect(record).toMatchObject({ status: "confirmed", to_wallet_category: "gas_station" });
  expect(await held()).toBe(before + parseEther("1.5"));
  expect((await allDeposits(api)).map(({ to_address }) => to_address)).toEqual([wallet.address]);
});

test("H-02 a transfer to another wallet of the tenant is a deposit there", async () => {
  const sandbox = await aSandbox();
  const wallet = await aRichWallet(sandbox, { USDC: "10" });
  const bob = await aWallet(sandbox.api, { owner: "bob" });
  const body = { from_wallet_id: wallet.id, to_address: bob.address, asset: "USDC", amount: "4" };
  const record = await recordNow(sandbox, accepted(await sandbox.api.POST(PATHS.fromWallet, { body })));
  expect(record).toMatchObject({ type: "external_transfer", side: "out", to_wallet_category: "user" });
  const [received] = await allDeposits(sandbox.api);
  expect(received).toMatchObject({
    tx_id: record.tx_id,
    owner: "bob",
    from_wallet_category: "user",
    to_wallet_category: "user",
    balance: { amount: 4 },
  });
  expect(await heldBy(sandbox, bob.address, "USDC")).toBe("4");
});

test("S-411 a vault transfer is sent as often as it is asked for, and the last one sends the rest", async () => {
  const sandbox = await aSandbox();
  await aVault(sandbox, { network: "base", asset: "USDC", amount: "100" });
  const body = {
    vault_id: sandbox.ready.vault_id,
    to_address: PAYEE,
    asset: "USDC",
    network_symbol: "base",
    amount: "30",
  };
  for (const amount of ["30", "30", ""]) {
    const record = await recordNow(
      sandbox,
      accepted(await sandbox.api.POST("/transfer/vault", { body: { ...body, amount } })),
    );
    expect(record).toMatchObject({
      type: "vault_transfer",
      side: "out",
      status: "confirmed",
      owner: "",
      from_address: await vaultAddress(sandbox.api, sandbox.ready.vault_id, "base"),
      from_wallet_category: "vault",
      to_wallet_category: "external",
    });
  }
  expect(await tokenBalance(sandbox, "base", "USDC", PAYEE)).toBe(100_000_000n);
  expect(await vaultBalance(sandbox, "base", "USDC")).toEqual({ balance: "0", available: "0" });
});

test("R-081 a transfer that reverts fails, and its hold is released", async () => {
  const sandbox = await aSandbox();
  const wallet = await aRichWallet(sandbox, { USDC: "10" });
  await asTokenOwner(sandbox, { network: "base", asset: "USDC" }, "pause");
  const body = { from_wallet_id: wallet.id, to_address: PAYEE, asset: "USDC" };
  const record = await recordNow(sandbox, accepted(await sandbox.api.POST(PATHS.fromWallet, { body })));
  expect(record).toMatchObject({ status: "failed", meta: { error: "transaction reverted" } });
  await asTokenOwner(sandbox, { network: "base", asset: "USDC" }, "unpause");
  const again = await recordNow(sandbox, accepted(await sandbox.api.POST(PATHS.fromWallet, { body })));
  expect(again).toMatchObject({ status: "confirmed", amount: { amount: 10 } });
});

test("H-22 a reorg takes a transfer out of its block: the same bytes are sent again, and the amount stays", async () => {
  const sandbox = await aSandbox();
  const wallet = await aRichWallet(sandbox, { ETH: "1" });
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  const body = { from_wallet_id: wallet.id, to_address: PAYEE, asset: "ETH" };
  const id = accepted(await sandbox.api.POST(PATHS.fromWallet, { body }));
  await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
  const mined = await recordNow(sandbox, id);
  await sandbox.control("POST", "/networks/base/reorg", { depth: 1, transactions: "drop" });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 2 });
  expect(await recordNow(sandbox, id)).toMatchObject({
    status: "confirmed",
    tx_id: mined.tx_id,
    amount: mined.amount,
  });
  expect(await sandbox.chain("base").public.getBalance({ address: wallet.address })).toBe(0n);
});
