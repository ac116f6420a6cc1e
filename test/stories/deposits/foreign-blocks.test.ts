// Story: with a running clock a block that touches nothing of ours owes no confirmation blocks, and still nothing waits for ever (I-15).
import { formatUnits, type Hex } from "viem";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aUda, tokenBalance } from "../../support/payments/a-uda.ts";
import { allDeposits, aWallet, eventsOf, payToken } from "../../support/payments/on-chain.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

const STRANGER = "0x00000000000000000000000000000000000000a1";

/** The address that the next wallet (or UDA) gets: that of a sandbox with the same seed. */
async function nextAddress(assign: (sandbox: ASandbox) => Promise<{ address: string }>): Promise<Hex> {
  const twin = await aSandbox();
  const { address } = await assign(twin);
  await twin.close();
  return address as Hex;
}

const height = async ({ control }: ASandbox, network = "base"): Promise<number> =>
  (await control("GET", "/networks")).items.find((one: { network: string }) => one.network === network).head.number;

const idle = (sandbox: ASandbox) => sandbox.control("POST", "/run-until-idle");
const reorg = (sandbox: ASandbox, depth: number, transactions: string) =>
  sandbox.control("POST", "/networks/base/reorg", { depth, transactions, force: true });

/** Amounts of the deposits that were confirmed, each once. */
async function confirmed(sandbox: ASandbox): Promise<number[]> {
  const told = (await eventsOf(sandbox, { type: "deposit.confirmed" })).map(({ resource_id }) => resource_id);
  expect(new Set(told).size).toBe(told.length);
  const deposits = await allDeposits(sandbox.api);
  return deposits.filter(({ id }) => told.includes(id)).map(({ balance }) => balance.amount);
}

const pending = ({ store }: ASandbox): unknown[] => store.all("select * from movement where state = 'pending'");

test("I-15 a transfer between strangers is one block; one that pays us is two, whatever lies between them", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const { address } = await aWallet(sandbox.api);
  await payToken(sandbox, { to: STRANGER, amount: "1" });
  await idle(sandbox);
  expect(await height(sandbox)).toBe(1);
  await payToken(sandbox, { to: address, amount: "2" });
  await payToken(sandbox, { to: STRANGER, amount: "3" });
  await idle(sandbox);
  expect(await height(sandbox)).toBe(4);
  expect(await confirmed(sandbox)).toEqual([2]);
});

test.each([
  ["wallet", (sandbox: ASandbox) => aWallet(sandbox.api)],
  ["deposit address", (sandbox: ASandbox) => aUda(sandbox.api)],
] as const)(
  "I-10 I-15 a %s assigned after a transfer waits for nothing; a reorg makes the transfer a deposit, which is confirmed",
  async (_, assign) => {
    const to = await nextAddress(assign);
    const sandbox = await aSandbox({ clock: "running" });
    await payToken(sandbox, { to, amount: "7" });
    await idle(sandbox);
    expect((await assign(sandbox)).address).toBe(to);
    await idle(sandbox);
    expect([await allDeposits(sandbox.api), pending(sandbox)]).toEqual([[], []]);
    await reorg(sandbox, await height(sandbox), "keep");
    await idle(sandbox);
    expect(await confirmed(sandbox)).toEqual([7]);
    expect(pending(sandbox)).toEqual([]);
    expect(await brokenInvariants(sandbox)).toEqual([]);
  },
);

test("R-016 I-15 a stranger's confirmed transfer reverts when a forced reorg brings it back: its correction is booked without a further call", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const wallet = await aWallet(sandbox.api);
  const poor = sandbox.chain("base", 6);
  const all = await tokenBalance(sandbox, "base", "USDC", poor.account.address);
  await payToken(sandbox, { to: STRANGER, amount: formatUnits(all, 6), from: 6 });
  const above = await height(sandbox);
  const funding = await payToken(sandbox, { to: poor.account.address, amount: "5" });
  await payToken(sandbox, { to: wallet.address, amount: "5", from: 6 });
  await idle(sandbox);
  expect(await confirmed(sandbox)).toEqual([5]);
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  await reorg(sandbox, (await height(sandbox)) - above, "delay");
  await sandbox.control("POST", `/networks/base/transactions/${funding}/drop`);
  await sandbox.control("PUT", "/networks/base/mining", { mode: "instant" });
  await idle(sandbox);
  expect(pending(sandbox)).toEqual([]);
  expect(await tokenBalance(sandbox, "base", "USDC", wallet.address)).toBe(0n);
  const { data } = await sandbox.api.GET("/wallets/address/{address}", {
    params: { path: { address: wallet.address } },
  });
  expect(data?.data.balances.map(({ balance }) => balance.raw)).toEqual(["0", "0"]);
  expect(await brokenInvariants(sandbox)).toEqual([]);
});
