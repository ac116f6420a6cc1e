// Non-standard tokens: which tokens exist at genesis, whether their code can be replaced, and which check finds a deviation.
import { createTestClient, encodeAbiParameters, type Hex, http, keccak256, numberToHex } from "viem";
import { expect, test } from "vitest";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, PAYEE, payoutNow, vaultBalance } from "../../support/payments/a-payout.ts";
import { aUda, DESTINATION, sendToken, settlementOf, tokenBalance } from "../../support/payments/a-uda.ts";
import { artifact, aWallet, payToken } from "../../support/payments/on-chain.ts";
import { rawEngines } from "../../support/raw-engines.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

/** Slots of the balances, as the artifacts name them. */
const SLOT = { SandboxToken: 2, FeeOnTransferToken: 0, NoReturnToken: 1 } as const;

type Bent = Awaited<ReturnType<typeof aBentSandbox>>;

/** A sandbox whose engines can be changed directly: its own APIs refuse to change its contracts. */
async function aBentSandbox() {
  const engines = rawEngines();
  const sandbox = await aSandbox();
  engines.closed();
  return { ...sandbox, engine: engines.of };
}

const slotOf = (holder: string, slot: number): Hex =>
  keccak256(encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [holder as Hex, BigInt(slot)]));

/** Writes a balance into the storage of a token: no transaction, no log. */
const setBalance = (
  sandbox: Bent,
  network: string,
  asset: string,
  holder: string,
  raw: bigint,
  slot: number = SLOT.SandboxToken,
) =>
  sandbox
    .engine(network)
    .request("hardhat_setStorageAt", [
      sandbox.chain(network).token(asset),
      slotOf(holder, slot),
      numberToHex(raw, { size: 32 }),
    ]);

/** Replaces the code at a token's address; each of `holders` keeps its balance. */
async function replaceToken(
  sandbox: Bent,
  {
    network,
    asset,
    by,
    holders,
  }: { network: string; asset: string; by: keyof typeof SLOT; holders: readonly string[] },
): Promise<void> {
  const had = await Promise.all(holders.map((holder) => tokenBalance(sandbox, network, asset, holder)));
  const { deployedBytecode } = artifact(by) as unknown as { deployedBytecode: Hex };
  const token = sandbox.chain(network).token(asset);
  await sandbox.engine(network).request("hardhat_setCode", [token, deployedBytecode]);
  for (const [at, holder] of holders.entries())
    await setBalance(sandbox, network, asset, holder, had[at] ?? 0n, SLOT[by]);
}

const everyToken = readCatalogue().flatMap(({ symbol, tokens }) =>
  tokens.map((token) => [symbol, token.symbol] as const),
);

test("R-034 R-096 R-026 every genesis token transfers full amounts and keeps its balances, however long; every engine has the pinned hardfork", async () => {
  const sandbox = await aSandbox();
  const nobody = `0x${"4d".repeat(20)}` as Hex;
  for (const [network, asset] of everyToken) await sendToken(sandbox, { network, asset, to: nobody, amount: "1000" });
  await sandbox.control("POST", "/clock/advance", { by: "60d" });
  for (const [network, asset] of everyToken) {
    await sendToken(sandbox, { network, asset, to: nobody, amount: "0.01" });
    const decimals = sandbox.chain(network).definition.tokens.find(({ symbol }) => symbol === asset)?.decimals ?? 0;
    expect(await tokenBalance(sandbox, network, asset, nobody), `${network} ${asset}`).toBe(
      100_001n * 10n ** BigInt(decimals - 2),
    );
  }
  const engines = sandbox.store.all<{ engine: string }>("select distinct engine from chain_genesis");
  expect(engines.map(({ engine }) => engine)).toEqual([expect.stringMatching(/^hardhat\/[\d.]+\/osaka$/)]);
});

test("R-034 R-096 neither code nor balances of a token can be replaced: the request is refused with the alternative", async () => {
  const sandbox = await aSandbox();
  const { chain, url } = sandbox.chain("base");
  const client = createTestClient({ mode: "hardhat", chain, transport: http(url) });
  const address = sandbox.chain("base").token("USDC");
  const { deployedBytecode } = artifact("FeeOnTransferToken") as unknown as { deployedBytecode: Hex };
  const before = await sandbox.chain("base").public.getCode({ address });
  const orders = [
    () => client.setCode({ address, bytecode: deployedBytecode }),
    () =>
      client.setStorageAt({ address, index: slotOf(PAYEE, SLOT.SandboxToken), value: numberToHex(7n, { size: 32 }) }),
  ];
  for (const order of orders) await expect(order()).rejects.toThrow("is a contract of the sandbox");
  expect(await sandbox.chain("base").public.getCode({ address })).toBe(before);
  expect(await tokenBalance(sandbox, "base", "USDC", PAYEE)).toBe(0n);
});

test("R-096 R-097 a token that starts to take a fee is not underpaid silently: health names the amount that arrived and where", async () => {
  const sandbox = await aBentSandbox();
  const vault = await aVault(sandbox, { amount: "100" });
  await replaceToken(sandbox, { network: "ethereum", asset: "USDT", by: "FeeOnTransferToken", holders: [vault] });
  const { id } = await aPayout(sandbox);
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(9_900_000n);
  const broken = await brokenInvariants(sandbox);
  expect(broken.find((text) => text.startsWith("I-20"))).toContain(`payout ${id}`);
  expect((await fetch(`${sandbox.url}/healthz`)).status).toBe(503);
  sandbox.mayBreak(["I-20"], "the token takes a fee of the payout");
  sandbox.mistakes.length = 0;
});

test("R-036 a token whose transfers answer nothing is paid out, swept and settled like any other", async () => {
  const sandbox = await aBentSandbox();
  const { api } = sandbox;
  const vault = await aVault(sandbox, { amount: "100" });
  const [payer] = sandbox.ready.accounts;
  const usdt = { network: "ethereum", asset: "USDT", by: "NoReturnToken" } as const;
  // The solver is known from a previous settlement.
  const uda = await aUda(api, { network: "60", asset: "USDT" });
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "10" });
  const { destination } = await settlementOf(api, uda.id);
  const fill = await sandbox.chain("ethereum").public.getTransaction({ hash: destination.tx_hash as Hex });
  await replaceToken(sandbox, { ...usdt, holders: [vault, fill.from, DESTINATION] });
  await replaceToken(sandbox, { ...usdt, network: "polygon", holders: [payer?.address ?? "", uda.address] });
  const { id } = await aPayout(sandbox);
  expect((await payoutNow(api, id)).status).toBe("confirmed");
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "90", available: "90" });
  const before = await tokenBalance(sandbox, "ethereum", "USDT", DESTINATION);
  const second = await aUda(api, { owner: "second", network: "60", asset: "USDT" });
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: second.address, amount: "10" });
  expect(await settlementOf(api, second.id)).toMatchObject({ status: "completed" });
  expect((await tokenBalance(sandbox, "ethereum", "USDT", DESTINATION)) - before).toBe(before);
  expect(await tokenBalance(sandbox, "polygon", "USDT", second.address)).toBe(0n);
  sandbox.mayBreak(["I-01"], "the test's token keeps no supply");
  sandbox.mistakes.length = 0;
});

test("R-038 a balance that changes without a Transfer is no deposit, and is found and reported with its address and token", async () => {
  const sandbox = await aBentSandbox();
  const { api } = sandbox;
  const wallet = await aWallet(api);
  await payToken(sandbox, { to: wallet.address, amount: "5" });
  await setBalance(sandbox, "base", "USDC", wallet.address, 7_000_000n);
  const { data } = await api.GET("/wallets/address/{address}", { params: { path: { address: wallet.address } } });
  expect(data?.data.balances.find(({ symbol }) => symbol === "USDC")?.balance.raw).toBe("5000000");
  const broken = await brokenInvariants(sandbox);
  const usdc = sandbox.chain("base").token("USDC").toLowerCase();
  expect(broken.find((text) => text.startsWith("I-10"))).toContain(
    `base ${wallet.address.toLowerCase()} ${usdc}: by the books 5000000, on the chain 7000000`,
  );
  expect((await fetch(`${sandbox.url}/healthz`)).status).toBe(503);
  sandbox.mistakes.length = 0;
  await setBalance(sandbox, "base", "USDC", wallet.address, 5_000_000n);
  expect(await brokenInvariants(sandbox)).toEqual([]);
});
