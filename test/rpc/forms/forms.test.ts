// Every answered method of a node has the form that the execution-apis publish: a new method without an example fails here.
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hex } from "../../../src/chains/chain.ts";
import { ACTING } from "../../../src/rpc/development-methods.ts";
import { type AnRpc, alice, anRpc, bob, developers } from "../../support/an-rpc.ts";
import { ask, connect, get, type Message } from "../a-client.ts";
import { word } from "../a-forwarder.ts";
import { aHistory, type History } from "./a-history.ts";
import { ELSEWHERE, EXAMPLES } from "./examples.ts";
import * as schema from "./schemas.ts";

let rpc: AnRpc;
let url: string;
let history: History;
beforeAll(async () => {
  rpc = await anRpc({ mining: "manual" });
  url = rpc.url();
  history = await aHistory(rpc);
});
afterAll(() => rpc.close());

const ajv = new Ajv2020({ allErrors: true, strict: false });
const problems = (form: object, value: unknown): unknown[] => {
  ajv.validate(form, value);
  return (ajv.errors ?? []).map(({ instancePath, message, params }) => ({ instancePath, message, params }));
};
const filter = (kind: string): Promise<Hex> =>
  get<Hex>(url, kind, kind === "eth_newFilter" ? [{ fromBlock: "0x0" }] : []);

test("every method of the table has an example, and every example is a method", () => {
  const development = new Set<string>(Object.values(ACTING).flatMap(({ names }) => [...names]));
  const answered = rpc.front.methods.filter((name) => !development.has(name));
  expect([...Object.keys(EXAMPLES), ...ELSEWHERE].toSorted()).toEqual([...answered].toSorted());
});

test.each(Object.keys(EXAMPLES))("%s answers in the published form", async (method) => {
  for (const [parameters, form] of await EXAMPLES[method]!({ history, filter })) {
    const { result, error } = await ask(url, method, parameters);
    expect({ parameters, error, problems: problems(form, result) }).toEqual({
      parameters,
      error: undefined,
      problems: [],
    });
  }
});

test("a reply with the receipt has the form of one", async () => {
  const instant = await anRpc();
  try {
    const receipt = await get(instant.url(), "eth_sendRawTransactionSync", [history.unsent[0]]);
    expect(problems(schema.receipt, receipt)).toEqual([]);
  } finally {
    await instant.close();
  }
});

test.each([
  ["eth_call", [{ from: bob.address, to: "usdc" }], -32602],
  ["eth_call", [{ from: word(9).slice(0, 42), to: bob.address, value: "0x1" }], -32000],
  ["eth_nothing", [], -32601],
  ["anvil_reorg", [], -32004],
  ["eth_sendRawTransaction", ["0x1234"], -32000],
])("an error of %s %j has the form of one", async (method, parameters, code) => {
  const { error } = await ask(url, method, parameters);
  expect([problems(schema.rpcError, error), error?.code]).toEqual([[], code]);
});

test("a revert carries its data", async () => {
  const call = { from: developers[5]!.address, to: history.token, data: history.transfer };
  const { error } = await ask(url, "eth_call", [call]);
  expect([problems(schema.rpcError, error), error?.code]).toEqual([[], 3]);
  expect(problems(schema.bytes, error?.data)).toEqual([]);
});

describe("over WebSocket", () => {
  /** Subscribes on a chain of its own and collects what comes until `count` messages are there. */
  const heard = async (
    parameters: readonly unknown[],
    count: number,
    act: (own: AnRpc, transfer: () => Promise<Hex>) => Promise<unknown>,
  ): Promise<unknown[]> => {
    const own = await anRpc();
    try {
      const client = await connect(own.wsUrl());
      expect(problems(schema.uint, (await client.call("eth_subscribe", parameters)).result)).toEqual([]);
      const token = { from: alice.address, to: history.token, data: history.transfer };
      await act(own, () => get<Hex>(own.url(), "eth_sendTransaction", [token]));
      const messages: Message[] = [];
      while (messages.length < count) messages.push(await client.next());
      client.close();
      return messages.map(({ params }) => params?.result);
    } finally {
      await own.close();
    }
  };

  test.each([
    [["newHeads"], schema.blockHeader],
    [["logs", {}], schema.log],
    [["newPendingTransactions"], schema.hash],
    [["newPendingTransactions", true], { anyOf: [schema.minedTransaction, schema.waitingTransaction] }],
  ])("what %j sends has the published form", async (parameters, form) => {
    const [first] = await heard(parameters as unknown[], 1, (_own, transfer) => transfer());
    expect(problems(form, first)).toEqual([]);
  });

  test("a removed log has the form of a log", async () => {
    const [added, removed] = await heard(["logs", {}], 2, async (own, transfer) => {
      await transfer();
      await own.loop.reorg("base", 1, "drop");
    });
    expect([problems(schema.log, added), problems(schema.log, removed)]).toEqual([[], []]);
    expect(removed).toMatchObject({ removed: true });
  });

  test("unsubscribing answers true", async () => {
    const client = await connect(rpc.wsUrl());
    const { result } = await client.call("eth_subscribe", ["newHeads"]);
    expect((await client.call("eth_unsubscribe", [result])).result).toBe(true);
    client.close();
  });
});
