// Which blocks are mined together with a confirmation block: those that will owe one, as far as their transaction says.
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { expect, test } from "vitest";
import type { UnsignedTransaction } from "../../src/domain/attempt/attempt.ts";
import { moveAttempt, prepareAttempt } from "../../src/domain/attempt/transitions.ts";
import { updateConfirmations, updateMining } from "../../src/domain/network/store.ts";
import { insertFault } from "../../src/faults/store.ts";
import { owesConfirmation } from "../../src/flow/mining/expected-confirmation.ts";
import { type AWorld, aHash, anAddress, aWallet, aWorld } from "../support/worlds/a-world.ts";

const NETWORK = "ethereum";
const pay = (to: string): Hex => encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to as Hex, 1n] });
const payFrom = (from: string, to: string): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: "transferFrom", args: [from as Hex, to as Hex, 1n] });

const FAULT = { id: "f", match: "{}", params: "{}", skip: 5, times: 1, seen: 0, hits: 0 };

const PLAN: UnsignedTransaction = {
  ...{ to: anAddress(9), value: "0", data: "0x", gas: "60000" },
  ...{ maxFeePerGas: "3", maxPriorityFeePerGas: "1" },
};

function aCase(facts: Parameters<typeof aWorld>[0] = { clock: "running" }) {
  const world = aWorld(facts);
  const { address: ours } = aWallet(world);
  const token = world.asset(NETWORK, "USDC").key;
  const owes = (to: string | null, input: Hex = "0x"): boolean =>
    owesConfirmation(world, NETWORK, {
      ...{ hash: aHash(1) as Hex, sender: anAddress(7) as Hex, nonce: 0, maxFeePerGas: 1n, cost: 1n },
      ...{ to: to as Hex | null, input },
    });
  return { world, ours, token, owes };
}

test("with a running clock: what pays an address of ours in coin or in a known token, and nothing else", () => {
  const { ours, token, owes } = aCase();
  expect(owes(ours)).toBe(true);
  expect(owes(ours.toUpperCase().replace("0X", "0x"))).toBe(true);
  expect(owes(token, pay(ours))).toBe(true);
  expect(owes(token, payFrom(anAddress(1), ours))).toBe(true);
  expect(owes(anAddress(3))).toBe(false);
  expect(owes(token, pay(anAddress(3)))).toBe(false);
  expect(owes(token, payFrom(ours, anAddress(3)))).toBe(false);
  expect(owes(anAddress(4), pay(ours))).toBe(false);
  expect(owes(token)).toBe(false);
  expect(owes(null)).toBe(false);
});

test("a transaction of the platform does, whomever it pays", () => {
  const { world, owes } = aCase();
  const { derivation } = world.vaultOn(NETWORK);
  const of = {
    network: NETWORK,
    sender: anAddress(7),
    derivation,
    purpose: "payout",
    subject: "s",
    plan: PLAN,
  } as const;
  const attempt = world.write(() => prepareAttempt(world, of));
  expect(owes(anAddress(3))).toBe(false);
  world.write(() => moveAttempt(world, attempt, "sign", { hash: aHash(1), raw: "0x02" }));
  expect(owes(anAddress(3))).toBe(true);
});

test("with a frozen clock every block owes one", () => {
  const { owes } = aCase({ clock: "frozen" });
  expect(owes(anAddress(3))).toBe(true);
});

test("none is owed at once with a target of one block, in another mining mode, or with a fault that counts blocks", () => {
  const setUp: ((world: AWorld) => unknown)[] = [
    (world) => updateConfirmations(world.db, NETWORK, 1),
    (world) => updateMining(world.db, { network: NETWORK, mining: "interval", block_time_ms: 1_000, empty_blocks: 0 }),
    (world) => insertFault(world.db, { ...FAULT, gate: "chain.mine", effect: "skip" }),
  ];
  for (const change of setUp) {
    const { world, ours, owes } = aCase();
    expect(owes(ours)).toBe(true);
    world.write(() => void change(world));
    expect(owes(ours)).toBe(false);
  }
});
