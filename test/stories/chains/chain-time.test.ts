// What time a contract sees in calls and estimates: that of the sandbox's clock, also before the first block and after time travel.
import { type Address, encodeFunctionData, type Hex, parseAbi, parseSignature } from "viem";
import { describe, expect, test } from "vitest";
import { type ASandbox, aSandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { TRANSFER_WITH_AUTHORIZATION } from "../../support/payments/eip-3009.ts";

const MULTICALL: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";
const ABI = parseAbi([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function getCurrentBlockTimestamp() view returns (uint256)",
  "function getBlockNumber() view returns (uint256)",
]);

const secondsNow = async (sandbox: ASandbox) =>
  BigInt(Math.floor(Date.parse((await sandbox.control("GET", "/clock")).now) / 1_000));

/** A payment in USDC that account 0 has signed and account 1 carries. */
const aSignedPayment = async (sandbox: ASandbox, times: { validAfter: bigint; validBefore: bigint }) => {
  const [signer, carrier] = [sandbox.chain("base", 0), sandbox.chain("base", 1)];
  const usdc = signer.token("USDC");
  const { validAfter, validBefore } = times;
  const [from, to] = [signer.account.address, sandbox.chain("base", 2).account.address];
  const nonce: Hex = `0x${validBefore.toString(16).padStart(64, "0")}`;
  const signature = await signer.wallet.signTypedData({
    domain: { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: usdc },
    types: TRANSFER_WITH_AUTHORIZATION,
    primaryType: "TransferWithAuthorization",
    message: { from, to, value: 7n, ...times, nonce },
  });
  const { yParity, r, s } = parseSignature(signature);
  const args = [from, to, 7n, validAfter, validBefore, nonce, yParity + 27, r, s] as const;
  const call = { abi: ABI, address: usdc, functionName: "transferWithAuthorization", args } as const;
  return { call, carrier, account: carrier.account };
};
const timeSeen = (sandbox: ASandbox, block: { blockTag?: "latest" | "pending"; blockNumber?: bigint } = {}) =>
  sandbox.chain("base").public.readContract({
    ...{ abi: ABI, address: MULTICALL, functionName: "getCurrentBlockTimestamp" },
    ...(block as object),
  });

describe.each(["running", "frozen"] as const)("with a %s clock", (clock) => {
  test("a payment that is valid since ten minutes passes simulation, estimate and send as the first act", async () => {
    const sandbox = await aSandbox({ clock });
    if (clock === "frozen") await sandbox.control("POST", "/clock/advance", { by: "1h" });
    const now = await secondsNow(sandbox);
    const { call, carrier, account } = await aSignedPayment(sandbox, {
      validAfter: now - 600n,
      validBefore: now + 3_600n,
    });
    await carrier.public.simulateContract({ ...call, account });
    await carrier.public.estimateContractGas({ ...call, account });
    const hash = await carrier.wallet.writeContract(call);
    expect((await carrier.public.waitForTransactionReceipt({ hash })).status).toBe("success");
  });

  test("a payment that expired during time travel fails in simulation and estimate, as it does when sent", async () => {
    const sandbox = await aSandbox({ clock });
    await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
    const now = await secondsNow(sandbox);
    const { call, carrier, account } = await aSignedPayment(sandbox, { validAfter: 0n, validBefore: now + 3_600n });
    await carrier.public.simulateContract({ ...call, account });
    await sandbox.control("POST", "/clock/advance", { by: "2h" });
    await expect(carrier.public.simulateContract({ ...call, account })).rejects.toThrow(/authorization is expired/i);
    await expect(carrier.public.estimateContractGas({ ...call, account })).rejects.toThrow(/authorization is expired/i);
    const hash = await carrier.wallet.writeContract({ ...call, gas: 200_000n });
    expect((await carrier.public.waitForTransactionReceipt({ hash })).status).toBe("reverted");
  });

  test("a contract sees the clock in latest and pending, and the block's own time in a block by number", async () => {
    const sandbox = await aSandbox({ clock });
    const { public: reader } = sandbox.chain("base");
    await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
    await sandbox.control("POST", "/clock/advance", { by: "90d" });
    const now = await secondsNow(sandbox);
    const head = await reader.getBlock();
    const seen = [await timeSeen(sandbox), await timeSeen(sandbox, { blockTag: "pending" })];
    seen.push((await reader.getBlock({ blockTag: "pending" })).timestamp);
    const after = await secondsNow(sandbox);
    expect(seen.every((time) => time >= now && time <= after)).toBe(true);
    expect(await timeSeen(sandbox, { blockNumber: head.number })).toBe(head.timestamp);
    const number = { abi: ABI, address: MULTICALL, functionName: "getBlockNumber" } as const;
    expect(await reader.readContract(number)).toBe(head.number + 1n);
    expect(await reader.readContract({ ...number, blockNumber: head.number })).toBe(head.number);
    await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
    const mined = await reader.getBlock();
    expect(mined.timestamp >= now && mined.timestamp <= (await secondsNow(sandbox))).toBe(true);
  });
});

describe("the time of calls", () => {
  const shared = sharedSandbox();

  test("is the head's while transactions wait, and while the head is younger than a block time", async () => {
    const { control, chain } = shared();
    const { public: reader, wallet } = chain("base");
    await control("PUT", "/networks/base/mining", { mode: "manual", block_time: "2s" });
    await control("POST", "/networks/base/mine", { blocks: 1 });
    await control("POST", "/clock/advance", { by: "2s" });
    const { timestamp } = await reader.getBlock();
    expect(await timeSeen(shared())).toBe(timestamp);
    await control("POST", "/clock/advance", { by: "1s" });
    expect(await timeSeen(shared())).toBe(timestamp + 3n);
    await wallet.sendTransaction({ to: MULTICALL, value: 0n, data: "0x0f28c97d", gas: 100_000n });
    expect(await timeSeen(shared())).toBe(timestamp);
    expect(await timeSeen(shared(), { blockTag: "pending" })).toBe(timestamp + 3n);
    await control("PUT", "/networks/base/mining", { mode: "instant" });
  });

  test("traces of calls see it too", async () => {
    const { control, chain } = shared();
    await control("POST", "/clock/advance", { by: "1h" });
    const now = await secondsNow(shared());
    const { public: reader } = chain("base");
    for (const block of ["pending", "latest"] as const) {
      const parameters = [{ to: MULTICALL, data: "0x0f28c97d" }, block, { tracer: "callTracer" }];
      const trace: any = await reader.request({ method: "debug_traceCall" as any, params: parameters as any });
      expect(BigInt(trace.output)).toBe(now);
    }
  });

  test("does not show in later blocks: the same calls and blocks give the same world", async () => {
    const heads = [];
    for (const asks of [false, true]) {
      const sandbox = await aSandbox({ seed: 77 });
      await sandbox.control("POST", "/clock/advance", { by: "1h" });
      if (asks) await timeSeen(sandbox);
      if (asks) await timeSeen(sandbox, { blockTag: "pending" });
      await sandbox.control("POST", "/networks/base/mine", { blocks: 2 });
      heads.push((await sandbox.control("GET", "/networks")).items);
    }
    expect(heads[1]).toEqual(heads[0]);
  });
});

describe("block overrides", () => {
  const shared = sharedSandbox();
  /** Answers timestamp, number, base fee and prevRandao. */
  const CODE = "0x425f5243602052486040524460605260805ff3";
  const words = (answer: Hex) =>
    answer
      .slice(2)
      .match(/.{64}/g)!
      .map((word) => BigInt(`0x${word}`));
  const ask = async (method: string, ...params: unknown[]): Promise<any> =>
    shared()
      .chain("base")
      .public.request({ method: method as any, params: params as any });

  test("set time, number and randomness of the next block for calls, estimates and traces", async () => {
    const { public: reader } = shared().chain("base");
    const { timestamp, number } = await reader.getBlock();
    const time = timestamp + 86_400n;
    const answer = await reader.call({ data: CODE, blockOverrides: { time, number: number + 1n } });
    expect(words(answer.data!).slice(0, 2)).toEqual([time, number + 1n]);
    const overrides = { time: `0x${time.toString(16)}`, prevRandao: `0x${"cd".repeat(32)}` };
    expect(words(await ask("eth_call", { data: CODE }, "pending", {}, overrides))[3]).toBe(
      BigInt(overrides.prevRandao),
    );
    const traced = await ask("debug_traceCall", { data: CODE }, "latest", {
      tracer: "callTracer",
      blockOverrides: overrides,
    });
    expect(words(traced.output)[0]).toBe(time);
    const payment = await aSignedPayment(shared(), { validAfter: time - 1n, validBefore: time + 10n });
    const data = { ...payment.call, account: payment.account };
    await expect(reader.estimateContractGas(data)).rejects.toThrow(/not yet valid/i);
    const call = { from: payment.account.address, to: payment.call.address, data: encodeFunctionData(payment.call) };
    expect(Number(await ask("eth_estimateGas", call, "latest", null, overrides))).toBeGreaterThan(21_000);
  });

  test("that cannot be honoured are refused by name, never ignored", async () => {
    const { public: reader } = shared().chain("base");
    const { timestamp, number } = await reader.getBlock();
    const refusals: [object, string, RegExp][] = [
      [{ gasLimit: "0x1" }, "latest", /block override "gasLimit" is not supported; supported: time, number/],
      [{ coinbase: `0x${"11".repeat(20)}` }, "latest", /"coinbase" is not supported/],
      [{ number: `0x${(number + 5n).toString(16)}` }, "latest", /"number" can only be/],
      [{ time: `0x${(timestamp - 1n).toString(16)}` }, "latest", /"time" can only be from/],
      [{ time: "0xffffffffffff" }, "latest", /"time" can only be from/],
      [{ time: "tomorrow" }, "latest", /invalid block override "time"/],
      [{ baseFeePerGas: "0x1" }, "latest", /"baseFeePerGas" is not supported \(a call sees a base fee of 0 here\)/],
      [{ time: "0x7fffffff" }, "0x0", /a block that exists cannot be changed/],
    ];
    for (const [overrides, block, message] of refusals) {
      await expect(ask("eth_call", { data: CODE }, block, {}, overrides), JSON.stringify(overrides)).rejects.toThrow(
        message,
      );
      await expect(ask("eth_estimateGas", { data: CODE }, block, null, overrides)).rejects.toThrow(message);
      await expect(ask("debug_traceCall", { data: CODE }, block, { blockOverrides: overrides })).rejects.toThrow(
        message,
      );
    }
  });
});
