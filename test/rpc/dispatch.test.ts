// Dispatch: errors thrown by handlers, and the maximum length of a response.
import { expect, test } from "vitest";
import { RpcError } from "../../src/chains/chain.ts";
import { noInstrument } from "../../src/kernel/instrumentation.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { createDispatch } from "../../src/rpc/dispatch.ts";
import { MESSAGE_LIMITS } from "../../src/rpc/json-rpc.ts";
import type { Handler } from "../../src/rpc/rpc-call.ts";
import { createRpcFaults } from "../../src/rpc/rpc-fault.ts";
import { aFakeChain } from "./a-chain.ts";

const dispatching = (handlers: Record<string, Handler>) => {
  const errors: Record<string, unknown>[] = [];
  const log = { ...silentLog, error: (facts: Record<string, unknown>) => void errors.push(facts) };
  const gate = createRpcFaults({ takeFault: () => undefined, wall: systemClock });
  const dispatch = createDispatch({
    methods: new Map(Object.entries(handlers)),
    log,
    gate,
    wall: systemClock,
    instrument: noInstrument,
  });
  const { chain } = aFakeChain({});
  const run = async (message: unknown) => JSON.parse((await dispatch(chain, JSON.stringify(message))).text ?? "null");
  return { run, errors, dispatch, chain };
};
const call = (method: string, id = 1) => ({ jsonrpc: "2.0", id, method });

test("a bug is an internal error without details, and a log line", async () => {
  const fail: Handler = () => {
    throw new TypeError("the secret is 42");
  };
  const { run, errors } = dispatching({ fail });
  expect(await run(call("fail"))).toEqual({
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32603, message: "internal error" },
  });
  expect(errors).toMatchObject([{ method: "fail", error: { message: "the secret is 42" } }]);
});

test("an RpcError is sent with its data", async () => {
  const revert: Handler = () => Promise.reject(new RpcError(3, "execution reverted", "0x1234"));
  const { run, errors } = dispatching({ revert });
  expect((await run(call("revert"))).error).toEqual({ code: 3, message: "execution reverted", data: "0x1234" });
  expect(errors).toEqual([]);
});

test("afterReply callbacks run when the response is delivered, not before", async () => {
  const steps: string[] = [];
  const { dispatch, chain } = dispatching({ later: ({ afterReply }) => afterReply(() => steps.push("after")) });
  const answer = await dispatch(chain, JSON.stringify(call("later")));
  expect(steps).toEqual([]);
  answer.delivered();
  expect(steps).toEqual(["after"]);
});

test("calls of a batch after the maximum length are refused", async () => {
  const { run } = dispatching({ long: () => "x".repeat(MESSAGE_LIMITS.answerLength / 2) });
  const answers = await run([call("long", 1), call("long", 2), call("long", 3)]);
  expect(answers.map(({ error }: { error?: { code: number } }) => error?.code)).toEqual([undefined, undefined, -32003]);
  expect(answers[2].id).toBe(3);
});

test("a result that is too long is refused by name", async () => {
  const { run, errors } = dispatching({ long: () => "x".repeat(MESSAGE_LIMITS.resultLength) });
  expect((await run(call("long"))).error).toMatchObject({
    code: -32003,
    message: expect.stringContaining("response too large: more than 32 MB"),
  });
  expect(errors).toEqual([]);
});
