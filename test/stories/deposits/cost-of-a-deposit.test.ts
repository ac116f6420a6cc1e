// What a deposit costs, as counts: statements, transactions and crossings to the engine do not depend on how busy a machine is.
import { Provider } from "@nomicfoundation/edr";
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, onTestFinished, test, vi } from "vitest";
import { Database } from "../../../src/db/database.ts";
import { StatementCache } from "../../../src/db/statement-cache.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aWallet } from "../../support/payments/on-chain.ts";

const COUNT = 40;
const STRANGER = "0x00000000000000000000000000000000000000a1";

/** Signed transfers of one base unit of USDC on Base, one nonce after the other. */
async function transfersTo(sandbox: ASandbox, to: Hex): Promise<Hex[]> {
  const account = privateKeyToAccount(sandbox.ready.accounts[0]!.private_key as Hex);
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, 1n] });
  return Promise.all(
    Array.from({ length: COUNT }, (_, nonce) =>
      account.signTransaction({
        ...{ type: "eip1559", chainId: 8453, nonce, to: sandbox.chain("base").token("USDC"), data, gas: 100_000n },
        ...{ maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000n },
      }),
    ),
  );
}

type Counts = { statements: number; transactions: number; crossings: number };

/**
 * Sends them in one batch and counts what happens from one transfer to the next: the median, because the monitor of the
 * invariants looks now and then, when real time has passed.
 */
async function costOf(sandbox: ASandbox, raws: readonly Hex[]): Promise<Counts> {
  const [statements, transactions] = [
    vi.spyOn(StatementCache.prototype, "of"),
    vi.spyOn(Database.prototype, "transaction"),
  ];
  const crossings = vi.spyOn(Provider.prototype, "handleRequest");
  onTestFinished(() => void vi.restoreAllMocks());
  const marks: Counts[] = [];
  const body = raws.map((raw, id) => ({ jsonrpc: "2.0", id, method: "eth_sendRawTransaction", params: [raw] }));
  const headers = { "content-type": "application/json" };
  const answers = await fetch(sandbox.ready.rpc["base"]!, { method: "POST", headers, body: JSON.stringify(body) });
  expect(((await answers.json()) as object[]).every((answer) => "result" in answer)).toBe(true);
  await sandbox.control("POST", "/run-until-idle");
  const sends = orderOf(crossings, ([question]) => String(question).includes("eth_sendRawTransaction"));
  expect(sends).toHaveLength(raws.length);
  for (const at of sends)
    marks.push({
      statements: before(statements, at),
      transactions: before(transactions, at),
      crossings: before(crossings, at),
    });
  return {
    statements: median(marks.map(({ statements }) => statements)),
    transactions: median(marks.map(({ transactions }) => transactions)),
    crossings: median(marks.map(({ crossings }) => crossings)),
  };
}

type Spy = { mock: { calls: unknown[][]; invocationCallOrder: number[] } };

/** The places, in the order of all calls of all spies, of the calls that are wanted. */
function orderOf({ mock }: Spy, wanted: (call: unknown[]) => boolean): number[] {
  return mock.invocationCallOrder.filter((_, index) => wanted(mock.calls[index] ?? []));
}

function before({ mock }: Spy, place: number): number {
  return mock.invocationCallOrder.filter((order) => order < place).length;
}

/** The median of the differences of neighbours. */
function median(counts: readonly number[]): number {
  const steps = counts.slice(1).map((count, index) => count - (counts[index] ?? 0));
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? Number.NaN;
}

test("a deposit with its three events", async () => {
  const sandbox = await aSandbox();
  const { address } = await aWallet(sandbox.api, { network: "base" });
  const cost = await costOf(sandbox, await transfersTo(sandbox, address as Hex));
  expect(cost.statements).toBeLessThanOrEqual(44);
  expect(cost.transactions).toBeLessThanOrEqual(2);
  expect(cost.crossings).toBe(1);
});

test("a transfer that concerns nobody here", async () => {
  const sandbox = await aSandbox();
  const cost = await costOf(sandbox, await transfersTo(sandbox, STRANGER));
  expect(cost.statements).toBeLessThanOrEqual(18);
  expect(cost.transactions).toBeLessThanOrEqual(2);
  expect(cost.crossings).toBe(1);
});
