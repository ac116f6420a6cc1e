// Story: what an address sent before it was assigned is none of the platform's payments: no alarm, and no reorg brings it back.
import { createTestClient, createWalletClient, type Hex, http, parseEther } from "viem";
import { expect, test } from "vitest";
import { Keyring } from "../../../src/chains/address.ts";
import { DEFAULT_CONFIG } from "../../../src/config/options.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { allDeposits, aWallet } from "../../support/payments/on-chain.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

const STRANGER = `0x${"c7".repeat(20)}` as const;

/** The address that the next wallet gets, and its key: those of a sandbox with the same seed. */
async function nextAccount() {
  const twin = await aSandbox();
  const { address } = await aWallet(twin.api);
  const { derivation } = twin.store.get<{ derivation: string }>(
    "select derivation from address where network = 'base' and address = :address",
    { address: address.toLowerCase() },
  ) ?? { derivation: "" };
  await twin.close();
  return { address, key: new Keyring(String(DEFAULT_CONFIG.seed)).accountAt(derivation) };
}

type Account = Awaited<ReturnType<typeof nextAccount>>;

/** Sends 1 wei without the platform, in the two possible ways. */
const WAYS: readonly [string, (sandbox: ASandbox, account: Account) => Promise<Hex>][] = [
  [
    "impersonated",
    async (sandbox, { address }) => {
      const { chain, url } = sandbox.chain("base");
      const transport = http(url);
      await createTestClient({ chain, mode: "hardhat", transport }).impersonateAccount({ address });
      return createWalletClient({ chain, transport, account: address }).sendTransaction({ to: STRANGER, value: 1n });
    },
  ],
  [
    "with its own key",
    (sandbox, { key }) => {
      const { chain, url } = sandbox.chain("base");
      return createWalletClient({ chain, transport: http(url), account: key }).sendTransaction({
        to: STRANGER,
        value: 1n,
      });
    },
  ],
];

const CASES = WAYS.flatMap(([way, send]) => (["keep", "delay", "drop"] as const).map((fate) => ({ way, send, fate })));

test.each(CASES)("I-05 I-10 sent $way: no alarm, and a reorg with $fate leaves it out", async ({ send, fate }) => {
  const account = await nextAccount();
  const sandbox = await aSandbox();
  const chain = sandbox.chain("base");
  await chain.wallet.sendTransaction({ to: account.address, value: parseEther("1") });
  const hash = await send(sandbox, account);
  const { address } = await aWallet(sandbox.api);
  expect(address).toBe(account.address);
  expect(await brokenInvariants(sandbox)).toEqual([]);
  const { blockNumber } = await chain.public.getTransactionReceipt({ hash });
  const head = await chain.public.getBlockNumber({ cacheTime: 0 });
  await sandbox.control("POST", "/networks/base/reorg", {
    ...{ depth: Number(head - blockNumber) + 1, transactions: fate, force: true },
  });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 3 });
  expect(await brokenInvariants(sandbox)).toEqual([]);
  await expect(chain.public.getTransaction({ hash })).rejects.toThrow("could not be found");
  expect(await chain.public.getBalance({ address: account.address })).toBe(parseEther("1"));
  await chain.wallet.sendTransaction({ to: account.address, value: 5n });
  expect(await allDeposits(sandbox.api)).toHaveLength(1);
  expect(await brokenInvariants(sandbox)).toEqual([]);
});
