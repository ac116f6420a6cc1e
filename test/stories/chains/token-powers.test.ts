// The owner of a stablecoin pauses the token or blacklists an account: transfers revert until it is undone.
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { type ASandbox, aSandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, PAYEE, payoutNow, vaultBalance } from "../../support/payments/a-payout.ts";
import { aUda, DESTINATION, sendToken, settlementOf, tokenBalance } from "../../support/payments/a-uda.ts";
import { allDeposits, aWallet, depositsOf, eventsOf, payToken } from "../../support/payments/on-chain.ts";

type Act = "pause" | "unpause" | "blacklist" | "unblacklist";

const act = (sandbox: ASandbox, name: Act, token: string, address?: string) => {
  const [network, asset] = token.split("/");
  const body = address === undefined ? undefined : { address };
  return sandbox.control("POST", `/networks/${network}/tokens/${asset}/${name}`, body);
};

/** A transfer that is sent without an estimate, like a wallet with a fixed gas limit. */
const blindTransfer = async (sandbox: ASandbox, to: Hex): Promise<Hex> => {
  const chain = sandbox.chain("base");
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, 25_000_000n] });
  return chain.wallet.sendTransaction({ to: chain.token("USDC"), data, gas: 120_000n });
};

const statusOf = async (sandbox: ASandbox, hash: Hex) =>
  (await sandbox.chain("base").public.getTransactionReceipt({ hash })).status;

test("no deposit of a token arrives while it is paused; afterwards one does", async () => {
  const sandbox = await aSandbox();
  const wallet = await aWallet(sandbox.api);
  const { tx_id, ...made } = await act(sandbox, "pause", "base/usdc");
  expect(made).toEqual({ network: "base", asset: "USDC" });
  expect(await statusOf(sandbox, tx_id)).toBe("success");
  await expect(payToken(sandbox, { to: wallet.address, amount: "25" })).rejects.toThrow("reverted");
  const hash = await blindTransfer(sandbox, wallet.address);
  expect(await statusOf(sandbox, hash)).toBe("reverted");
  expect(await allDeposits(sandbox.api)).toEqual([]);
  expect(await eventsOf(sandbox, { type: "deposit.new" })).toEqual([]);
  await act(sandbox, "unpause", "base/USDC");
  const paid = await payToken(sandbox, { to: wallet.address, amount: "25" });
  expect(await depositsOf(sandbox.api, paid)).toHaveLength(1);
});

test.each([
  ["paused", "pause", "unpause", undefined],
  ["blacklisted for the payee", "blacklist", "unblacklist", PAYEE],
] as const)(
  "a payout of a token that is %s fails with the reason, and the next one after it is lifted succeeds",
  async (_, stop, lift, address) => {
    const sandbox = await aSandbox();
    const { api } = sandbox;
    await aVault(sandbox, { amount: "50" });
    await act(sandbox, stop, "ethereum/USDT", address);
    const { id } = await aPayout(sandbox);
    expect(await payoutNow(api, id)).toMatchObject({ status: "failed", error: "transaction reverted" });
    expect(await vaultBalance(sandbox)).toEqual({ balance: "50", available: "50" });
    await act(sandbox, lift, "ethereum/USDT", address);
    const next = await aPayout(sandbox, { reference_id: "order-2" });
    expect(await payoutNow(api, next.id)).toMatchObject({ status: "confirmed" });
    expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
  },
);

test("a settlement whose destination token is paused is retried, and completes when the token is unpaused in between", async () => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  await act(sandbox, "pause", "arbitrum/USDC");
  const uda = await aUda(api);
  await sendToken(sandbox, { network: "polygon", asset: "USDC", to: uda.address, amount: "200" });
  const waiting = await settlementOf(api, uda.id);
  expect(["failed", "completed"]).not.toContain(waiting.status);
  expect(await tokenBalance(sandbox, "polygon", "USDC", uda.address)).toBe(200_000_000n);
  await act(sandbox, "unpause", "arbitrum/USDC");
  await sandbox.control("POST", "/clock/advance", { by: "10m" });
  expect(await settlementOf(api, uda.id)).toMatchObject({ status: "completed", id: waiting.id });
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBeGreaterThan(0n);
  expect((await eventsOf(sandbox, { type: "uda.settlement.completed" })).length).toBe(1);
});

test("a settlement whose receiver stays blacklisted fails; a retry afterwards completes it", async () => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  await act(sandbox, "blacklist", "arbitrum/USDC", DESTINATION);
  const uda = await aUda(api);
  await sendToken(sandbox, { network: "polygon", asset: "USDC", to: uda.address, amount: "200" });
  await sandbox.control("POST", "/clock/advance", { by: "10m" });
  const failed = await settlementOf(api, uda.id);
  expect(failed.status).toBe("failed");
  expect(failed.error).toContain("the destination transaction reverted");
  await act(sandbox, "unblacklist", "arbitrum/USDC", DESTINATION);
  await sandbox.control("POST", `/settlements/${failed.id}/retry`);
  await sandbox.control("POST", "/clock/advance", { by: "10m" });
  expect(await settlementOf(api, uda.id)).toMatchObject({ status: "completed" });
});

test("a blacklisted deposit address can neither be paid nor swept; its sweep is made once it is lifted", async () => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  const slow = { gate: "routing.provider", effect: "slow", params: { by: "5m" } };
  await sandbox.control("POST", "/faults", slow);
  const uda = await aUda(api);
  await sendToken(sandbox, { network: "polygon", asset: "USDC", to: uda.address, amount: "200" });
  await act(sandbox, "blacklist", "polygon/USDC", uda.address);
  await expect(sendToken(sandbox, { network: "polygon", asset: "USDC", to: uda.address, amount: "1" })).rejects.toThrow(
    "reverted",
  );
  await sandbox.control("POST", "/clock/advance", { by: "10m" });
  expect(await tokenBalance(sandbox, "polygon", "USDC", uda.address)).toBe(200_000_000n);
  await act(sandbox, "unblacklist", "polygon/USDC", uda.address);
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  expect(await tokenBalance(sandbox, "polygon", "USDC", uda.address)).toBe(0n);
  expect(await settlementOf(api, uda.id)).toMatchObject({ status: "completed" });
});

test("with manual mining the owner's transaction is pending", async () => {
  const sandbox = await aSandbox({ mining: "manual" });
  const { tx_id } = await act(sandbox, "pause", "base/USDC");
  const { public: client } = sandbox.chain("base");
  expect((await client.getTransaction({ hash: tx_id })).blockNumber).toBeNull();
  await sandbox.control("POST", "/networks/base/mine");
  expect(await statusOf(sandbox, tx_id)).toBe("success");
});

describe("invalid requests", () => {
  const shared = sharedSandbox();
  const path = (token: string, name: string) => `/networks/${token.replace("/", "/tokens/")}/${name}`;

  test.each([
    ["base/DOGE", "pause", 404],
    ["base/ETH", "pause", 400],
    ["base/native", "blacklist", 400],
    ["base/0x0000000000000000000000000000000000000001", "unpause", 404],
    ["solana/USDC", "pause", 404],
  ])("%s cannot %s: %i, with the known values", async (token, name, status) => {
    const body = name === "blacklist" ? { address: PAYEE } : undefined;
    const answer = await shared().admin("POST", path(token, name), body);
    expect([answer.status, Array.isArray(answer.body.details.known)]).toEqual([status, true]);
  });

  test("blacklisting needs an address, the other operations accept none", async () => {
    const sandbox = shared();
    const height = await sandbox.chain("base").public.getBlockNumber();
    const wrong: readonly (readonly [string, unknown])[] = [
      ["blacklist", undefined],
      ["blacklist", {}],
      ["unblacklist", { address: "0x12" }],
      ["blacklist", { address: `${PAYEE.slice(0, -1)}a` }],
      ["pause", { address: PAYEE }],
    ];
    for (const [name, body] of wrong)
      expect([name, body, (await sandbox.admin("POST", path("base/USDC", name), body)).status]).toEqual([
        name,
        body,
        400,
      ]);
    expect((await sandbox.admin("POST", path("base/USDC", "burn"))).status).toBe(404);
    expect(await sandbox.chain("base").public.getBlockNumber()).toBe(height);
  });

  test("a paused token cannot be paused again; the contract address is accepted as its name", async () => {
    const sandbox = shared();
    const token = `base/${sandbox.chain("base").token("USDC")}`;
    expect((await sandbox.admin("POST", path(token, "unpause"))).status).toBe(400);
    expect(await act(sandbox, "pause", token)).toMatchObject({ asset: "USDC" });
    const again = await sandbox.admin("POST", path(token, "pause"));
    expect([again.status, again.body.details.asset]).toEqual([400, "USDC"]);
    await act(sandbox, "unpause", token);
  });
});
