// Sweeps of a deposit address that never holds native coin (H-18, H-20).
import { type Hex, parseGwei, zeroAddress } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Keyring } from "../../src/chains/address.ts";
import { artifact, SWEEPER_ADDRESS } from "../../src/chains/artifact.ts";
import { delegationTarget, isDelegatedToSweeper, type Sweep, signSweep } from "../../src/chains/sweep.ts";
import { encodeBalanceOf, encodeTransfer } from "../../src/chains/token.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { alice, aTransaction, aWorld, balanceOf, bob, carol, mine, type World } from "./a-chain.ts";

const deposit = new Keyring("test").accountAt("m/44'/60'/3'/1/0/0");
const salt: Hex = `0x${"5a".repeat(32)}`;
let world: World;
let token: Hex;
beforeAll(async () => {
  world = await aWorld();
  token = world.chain.definition.tokens[0]!.address;
});
afterAll(() => world.close());

const held = async (address: Hex): Promise<bigint> =>
  BigInt(await world.chain.request<Hex>("eth_call", [{ to: token, data: encodeBalanceOf(address) }, "latest"]));
const sweepOf = (change: Partial<Sweep> = {}): Sweep => ({
  chainId: 8453,
  token,
  salt,
  deadline: EPOCH_MS / 1000 + 3600,
  payments: [
    { to: bob.address, amount: 90n },
    { to: carol.address, amount: 9n },
  ],
  ...change,
});

test("code that delegates to the sweeper is recognised, other code is not", () => {
  const code = `0xef0100${SWEEPER_ADDRESS.slice(2)}` as Hex;
  expect(isDelegatedToSweeper(code)).toBe(true);
  expect(delegationTarget(`0xef0100${zeroAddress.slice(2)}`)).toBe(zeroAddress);
  expect(isDelegatedToSweeper(`0xef0100${zeroAddress.slice(2)}`)).toBe(false);
  for (const other of ["0x", "0x60806040", `${code}00`] as Hex[]) expect(delegationTarget(other)).toBeUndefined();
});

test("the same sweep always gives the same calldata", async () => {
  expect(await signSweep(deposit, sweepOf())).toBe(await signSweep(deposit, sweepOf()));
  expect(await signSweep(deposit, sweepOf())).not.toBe(await signSweep(deposit, sweepOf({ chainId: 1 })));
});

test("a sponsored sweep moves exactly what was signed, once", async () => {
  const { chain } = world;
  const before = [await held(bob.address), await held(carol.address)];
  await chain.submit(
    await aTransaction(chain, { nonce: 0, to: token, value: 0n, data: encodeTransfer(deposit.address, 100n) }),
  );
  const authorization = await deposit.signAuthorization({ address: SWEEPER_ADDRESS, chainId: 8453, nonce: 0 });
  const data = await signSweep(deposit, sweepOf());
  const sponsored = { chainId: 8453, gas: 300_000n, maxFeePerGas: parseGwei("3"), maxPriorityFeePerGas: 0n, data };
  await chain.submit(
    await alice.signTransaction({
      ...sponsored,
      type: "eip7702",
      nonce: 1,
      to: deposit.address,
      authorizationList: [authorization],
    }),
  );
  const again = await chain.submit(
    await alice.signTransaction({ ...sponsored, type: "eip1559", nonce: 2, to: deposit.address }),
  );
  await mine(world);
  expect([await held(bob.address), await held(carol.address)]).toEqual([before[0]! + 90n, before[1]! + 9n]);
  expect(await held(deposit.address)).toBe(1n);
  expect(await balanceOf(chain, deposit.address)).toBe(0n);
  expect(isDelegatedToSweeper(await chain.request("eth_getCode", [deposit.address, "latest"]))).toBe(true);
  expect((await chain.request<{ status: Hex }>("eth_getTransactionReceipt", [again])).status).toBe("0x0");
});

test("the Sweeper's artifact has the functions that the typed data is for", () => {
  const names = artifact("Sweeper").abi.flatMap((entry) => ("name" in entry ? [entry.name] : []));
  expect(names).toEqual(expect.arrayContaining(["sweep", "digestOf", "isSaltUsed", "SaltUsed"]));
});
