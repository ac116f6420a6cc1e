// Story: somebody who has a wallet's key spends what it held before its assignment: the books follow, and nothing stops (I-10).
import { createTestClient, createWalletClient, erc20Abi, type Hex, http, parseEther } from "viem";
import { expect, test } from "vitest";
import { Keyring } from "../../../src/chains/address.ts";
import { DEFAULT_CONFIG } from "../../../src/config/options.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { allDeposits, aWallet, payToken } from "../../support/payments/on-chain.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

const NETWORK = "base";
const STRANGER = `0x${"c7".repeat(20)}` as const;

/** The address that the next wallet gets, and its key: those of a sandbox with the same seed. */
async function nextAccount() {
  const twin = await aSandbox();
  const { address } = await aWallet(twin.api);
  const { derivation } = twin.store.get<{ derivation: string }>(
    "select derivation from address where network = :network and address = :address",
    { network: NETWORK, address: address.toLowerCase() },
  ) ?? { derivation: "" };
  await twin.close();
  return { address, key: new Keyring(String(DEFAULT_CONFIG.seed)).accountAt(derivation) };
}
type Key = Awaited<ReturnType<typeof nextAccount>>["key"];

function keyHolder(sandbox: ASandbox, account: Key) {
  const { chain, url } = sandbox.chain(NETWORK);
  return createWalletClient({ chain, transport: http(url), account });
}

const sendCoin = (sandbox: ASandbox, key: Key, coins: string): Promise<Hex> =>
  keyHolder(sandbox, key).sendTransaction({ to: STRANGER, value: parseEther(coins) });

const sendUsdc = (sandbox: ASandbox, key: Key, raw: bigint): Promise<Hex> =>
  keyHolder(sandbox, key).writeContract({
    ...{ address: sandbox.chain(NETWORK).token("USDC"), abi: erc20Abi, functionName: "transfer" },
    args: [STRANGER, raw],
  });

/** A wallet that held 1 coin and 10 USDC before it was assigned. */
async function aWalletWithPast() {
  const { address, key } = await nextAccount();
  const sandbox = await aSandbox();
  sandbox.mayBreak(["I-05"], "somebody else than the platform sends from its address, which must raise an alarm");
  await sandbox.chain(NETWORK).wallet.sendTransaction({ to: address, value: parseEther("1") });
  await payToken(sandbox, { network: NETWORK, to: address, amount: "10" });
  const wallet = await aWallet(sandbox.api);
  expect(wallet.address).toBe(address);
  return { sandbox, address, key };
}

const balancesOf = ({ store }: ASandbox, address: string) =>
  store.all<{ asset: string; confirmed: string }>(
    `select b.asset, b.confirmed from balance b join address a on a.id = b.address_id
     where a.address = :address and a.network = :network order by b.asset`,
    { address: address.toLowerCase(), network: NETWORK },
  );

/** The alarm about a foreign sender is right; every other statement holds. */
async function expectBooked(sandbox: ASandbox, alarms: readonly string[] = ["I-05"]): Promise<void> {
  await sandbox.control("POST", `/networks/${NETWORK}/mine`, { blocks: 3 });
  const broken = await brokenInvariants(sandbox);
  expect(broken.filter((one) => !alarms.some((id) => one.startsWith(id)))).toEqual([]);
}

test.each([
  ["coin", (sandbox: ASandbox, key: Key) => sendCoin(sandbox, key, "0.4")],
  ["a token", (sandbox: ASandbox, key: Key) => sendUsdc(sandbox, key, 4_000_000n)],
] as const)("I-10 opening %s that its key spends: the balance stays zero, and the world goes on", async (_, spend) => {
  const { sandbox, address, key } = await aWalletWithPast();
  await spend(sandbox, key);
  await expectBooked(sandbox);
  expect(balancesOf(sandbox, address).every(({ confirmed }) => confirmed === "0")).toBe(true);
  // What comes now is a deposit like any other.
  await payToken(sandbox, { network: NETWORK, to: address, amount: "5" });
  await expectBooked(sandbox);
  expect((await allDeposits(sandbox.api)).map(({ balance }) => balance.amount)).toEqual([5]);
  expect(balancesOf(sandbox, address).map(({ confirmed }) => confirmed)).toContain("5000000");
});

test("I-10 more than the balance is spent, part of it opening coin: the balance ends at zero", async () => {
  const { sandbox, address, key } = await aWalletWithPast();
  sandbox.mayBreak(
    ["I-17"],
    "5 USDC of a deposit left without a record of the platform, which must raise an alarm too",
  );
  await payToken(sandbox, { network: NETWORK, to: address, amount: "5" });
  await sendUsdc(sandbox, key, 12_000_000n);
  await expectBooked(sandbox, ["I-05", "I-17"]);
  expect(balancesOf(sandbox, address).every(({ confirmed }) => confirmed === "0")).toBe(true);
});

test.each(["keep", "delay", "drop"] as const)(
  "I-10 a forced reorg below the assignment with %s: the books follow",
  async (transactions) => {
    const { sandbox, address, key } = await aWalletWithPast();
    await sendCoin(sandbox, key, "0.4");
    await sendUsdc(sandbox, key, 4_000_000n);
    await expectBooked(sandbox);
    const head = Number(await sandbox.chain(NETWORK).public.getBlockNumber({ cacheTime: 0 }));
    await sandbox.control("POST", `/networks/${NETWORK}/reorg`, { depth: head - 1, transactions, force: true });
    await sandbox.control("POST", `/networks/${NETWORK}/mine`, { blocks: 3 });
    await payToken(sandbox, { network: NETWORK, to: address, amount: "5" });
    await sandbox.control("POST", `/networks/${NETWORK}/mine`, { blocks: 3 });
    expect((await allDeposits(sandbox.api)).map(({ balance }) => balance.amount)).toContain(5);
  },
);

test("I-10 a wallet cannot be impersonated, and no state change takes opening coin", async () => {
  const { sandbox, address } = await aWalletWithPast();
  const { chain, url } = sandbox.chain(NETWORK);
  const client = createTestClient({ chain, mode: "hardhat", transport: http(url) });
  await expect(client.impersonateAccount({ address: address as Hex })).rejects.toThrow();
  await expect(client.setBalance({ address: address as Hex, value: 0n })).rejects.toThrow("at most can be taken");
  await expectBooked(sandbox);
});
