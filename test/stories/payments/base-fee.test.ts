// Story: the base fee rises. Transactions sent before wait in the pool, new ones pay more, and all are mined when the fee falls.
import { type Hex, parseGwei } from "viem";
import { describe, expect, test } from "vitest";
import { ask, get } from "../../rpc/a-client.ts";
import { type ASandbox, aSandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, payoutNow, recordOf } from "../../support/payments/a-payout.ts";
import { aWallet, depositsOf, eventsOf, payToken, signedPayment } from "../../support/payments/on-chain.ts";

const setBaseFee = (sandbox: ASandbox, gwei: string | number, network = "ethereum") =>
  sandbox.control("PUT", `/networks/${network}/base-fee`, { gwei });

const networkNow = async (sandbox: ASandbox, network = "ethereum") =>
  (await sandbox.control("GET", "/networks")).items.find((row: { network: string }) => row.network === network);

const headFee = async (sandbox: ASandbox, network = "ethereum") =>
  (await sandbox.chain(network).public.getBlock()).baseFeePerGas;

const send = (sandbox: ASandbox, raw: Hex): Promise<Hex> =>
  get(sandbox.chain("ethereum").url, "eth_sendRawTransaction", [raw]);

test("a transfer and a payout that were sent before a spike wait while it lasts, then both arrive (interval mining)", async () => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  await aVault(sandbox, { amount: "100" });
  const wallet = await aWallet(api, { network: "ethereum" });
  await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "interval", block_time: "12s" });
  const payment = await send(
    sandbox,
    await signedPayment(sandbox, { network: "ethereum", asset: "USDT", to: wallet.address, amount: "25" }),
  );
  const { id } = await aPayout(sandbox);
  expect((await networkNow(sandbox)).waiting_transactions).toBe(2);

  expect(await setBaseFee(sandbox, "500")).toMatchObject({ base_fee_gwei: "500", waiting_transactions: 0 });
  await sandbox.control("POST", "/clock/advance", { by: "40s" });
  expect(await headFee(sandbox)).toBe(parseGwei("500"));
  expect(await depositsOf(api, payment)).toEqual([]);
  expect(await payoutNow(api, id)).toMatchObject({ status: "queued" });
  expect(await get(sandbox.chain("ethereum").url, "txpool_status")).toEqual({ pending: "0x2", queued: "0x0" });

  await setBaseFee(sandbox, "1");
  await sandbox.control("POST", "/clock/advance", { by: "2m" });
  expect(await depositsOf(api, payment)).toHaveLength(1);
  expect(await payoutNow(api, id)).toMatchObject({ status: "confirmed" });
  expect(await eventsOf(sandbox, { type: "deposit.confirmed" })).toHaveLength(2);
});

test("with manual mining nothing is mined by itself, and the first block after the fall includes the pending transactions", async () => {
  const sandbox = await aSandbox();
  const wallet = await aWallet(sandbox.api, { network: "ethereum" });
  await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const hash = await payToken(sandbox, { network: "ethereum", asset: "USDT", to: wallet.address, amount: "25" });
  await setBaseFee(sandbox, 500);
  const mined = await sandbox.control("POST", "/networks/ethereum/mine", { blocks: 2 });
  expect(mined).toMatchObject({ head: { number: 2 }, waiting_transactions: 0 });
  const fallen = await setBaseFee(sandbox, "0.5");
  expect(fallen).toMatchObject({ head: { number: 2 }, waiting_transactions: 1, base_fee_gwei: "0.5" });
  await sandbox.control("POST", "/networks/ethereum/mine");
  const receipt = await sandbox.chain("ethereum").public.getTransactionReceipt({ hash });
  expect([receipt.blockNumber, receipt.status]).toEqual([3n, "success"]);
  expect(receipt.effectiveGasPrice).toBeGreaterThan(parseGwei("0.5"));
});

describe("while the base fee is high", () => {
  const shared = sharedSandbox();

  test("clients and the control API read the new fee at once, and the head has it", async () => {
    const sandbox = shared();
    const { public: client, url } = sandbox.chain("base");
    const usual = { gas: await client.getGasPrice(), tip: await client.estimateMaxPriorityFeePerGas() };
    expect((await networkNow(sandbox, "base")).base_fee_gwei).toBe("0.005");
    await setBaseFee(sandbox, "250.5", "base");
    expect((await networkNow(sandbox, "base")).base_fee_gwei).toBe("250.5");
    const tip = await client.estimateMaxPriorityFeePerGas();
    // Suggested tips are those of the real network: they do not follow the base fee.
    expect([tip, usual.tip]).toEqual([parseGwei("0.001"), parseGwei("0.001")]);
    expect(await client.getGasPrice()).toBe(parseGwei("250.5") + tip);
    expect(BigInt(await get<Hex>(url, "eth_baseFee"))).toBe(parseGwei("250.5"));
    expect(await headFee(sandbox, "base")).toBe(parseGwei("250.5"));
    expect((await client.getBlock({ blockTag: "pending" })).baseFeePerGas).toBe(parseGwei("250.5"));
    const { baseFeePerGas } = await client.getFeeHistory({ blockCount: 1, rewardPercentiles: [] });
    expect(baseFeePerGas).toEqual([parseGwei("250.5"), parseGwei("250.5")]);
    await setBaseFee(sandbox, "0.005", "base");
    expect([await client.getGasPrice(), await client.estimateMaxPriorityFeePerGas()]).toEqual([usual.gas, usual.tip]);
  });

  test("a transfer by viem and a payout pay the present fee", async () => {
    const sandbox = shared();
    await aVault(sandbox, { amount: "100" });
    await setBaseFee(sandbox, "80");
    const wallet = await aWallet(sandbox.api, { network: "ethereum" });
    const hash = await payToken(sandbox, { network: "ethereum", asset: "USDT", to: wallet.address, amount: "25" });
    expect(await depositsOf(sandbox.api, hash)).toHaveLength(1);
    const { id } = await aPayout(sandbox, { reference_id: "dear" });
    const { tx_id } = await recordOf(sandbox.api, id);
    const receipt = await sandbox.chain("ethereum").public.getTransactionReceipt({ hash: tx_id as Hex });
    expect(receipt.effectiveGasPrice).toBe(parseGwei("88"));
    await setBaseFee(sandbox, "1");
  });

  test("a fee between the usual one and the present waits; one below both is refused", async () => {
    const sandbox = shared();
    const { account, url, chain } = sandbox.chain("ethereum", 3);
    await setBaseFee(sandbox, 90);
    const signed = (gwei: string) =>
      account.signTransaction({
        ...{ type: "eip1559", chainId: chain.id, to: account.address, gas: 21_000n, nonce: 0 },
        ...{ maxFeePerGas: parseGwei(gwei), maxPriorityFeePerGas: 0n },
      });
    expect((await ask(url, "eth_sendRawTransaction", [await signed("0.9")])).error?.message).toMatch(
      /^max fee per gas less than block base fee/,
    );
    const hash = await get<Hex>(url, "eth_sendRawTransaction", [await signed("1")]);
    expect(await get(url, "eth_getTransactionReceipt", [hash])).toBeNull();
    await setBaseFee(sandbox, 1);
    expect(await get(url, "eth_getTransactionReceipt", [hash])).toMatchObject({ status: "0x1" });
  });

  test("a reorg leaves every block its fee, and what comes after has the present one", async () => {
    const sandbox = shared();
    const { public: client } = sandbox.chain("polygon");
    const height = await client.getBlockNumber();
    for (const gwei of ["40", "50"]) await setBaseFee(sandbox, gwei, "polygon");
    await sandbox.control("POST", "/networks/polygon/reorg", { depth: 1 });
    await setBaseFee(sandbox, "60", "polygon");
    await sandbox.control("POST", "/networks/polygon/reorg", { depth: 2 });
    await sandbox.control("POST", "/networks/polygon/mine");
    const fees = [1n, 2n, 3n, 4n].map(
      async (above) => (await client.getBlock({ blockNumber: height + above })).baseFeePerGas,
    );
    expect(await Promise.all(fees)).toEqual(["40", "50", "60", "60"].map((gwei) => parseGwei(gwei)));
  });

  test("an invalid base fee is refused with the bounds, and nothing changes", async () => {
    const sandbox = shared();
    const before = await networkNow(sandbox, "bsc");
    const put = (gwei: unknown) => sandbox.admin("PUT", "/networks/bsc/base-fee", { gwei });
    for (const gwei of ["0", "-1", "1e3", "0.0000000001", "1000000.1", 0, 1_000_001, "one"]) {
      const { status, body } = await put(gwei);
      expect([gwei, status, body.details]).toEqual([gwei, 400, { least: "0.000000001", most: "1000000" }]);
    }
    for (const gwei of [1.5, "", true, null, undefined]) expect((await put(gwei)).status).toBe(400);
    expect(await networkNow(sandbox, "bsc")).toEqual(before);
  });

  test("the minimum and the maximum are accepted, an unknown network is refused", async () => {
    const sandbox = shared();
    for (const gwei of ["0.000000001", 1_000_000, "5"])
      expect((await setBaseFee(sandbox, gwei, "bsc")).base_fee_gwei).toBe(String(gwei));
    expect((await sandbox.admin("PUT", "/networks/solana/base-fee", { gwei: "1" })).status).toBe(404);
    expect((await sandbox.admin("PUT", "/networks/bsc/base-fee", { gwei: "1", wei: "1" })).status).toBe(400);
  });
});
