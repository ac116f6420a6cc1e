// Dispatches one JSON-RPC message: parses calls and batches, runs their handlers in order and writes the response.
import { type Chain, RpcError } from "../chains/chain.ts";
import { RPC_CODE } from "../chains/rpc-errors.ts";
import type { MetFault } from "../contract/observation.ts";
import type { Instrument } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import { refusalOf } from "./development-methods.ts";
import { asRpcError, unknownMethod } from "./failed-call.ts";
import { boundedResult, errorText, idOf, MESSAGE_LIMITS, readCall, readJson, type resultText } from "./json-rpc.ts";
import type { ObserveCalls, SeenCall } from "./observe-call.ts";
import type { Handler, RpcCall } from "./rpc-call.ts";
import type { RpcFaults } from "./rpc-fault.ts";
import type { Subscriptions } from "./subscriptions.ts";

/**
 * `text` is undefined when the message held only notifications; call `delivered` once the text is sent. `cut`: close the
 * connection instead of answering.
 */
export type Answer = { text: string | undefined; cut: boolean; delivered(): void };
export type Dispatch = (chain: Chain, text: string, subscriptions?: Subscriptions) => Promise<Answer>;

type DispatchDependencies = {
  methods: ReadonlyMap<string, Handler>;
  log: Log;
  gate: RpcFaults;
  wall: Pick<WallClock, "monotonic" | "now">;
  instrument: Instrument;
  /** Receives the calls of each answered message; nobody by default. */
  observe?: ObserveCalls | undefined;
};
type Session = {
  chain: Chain;
  subscriptions: Subscriptions | undefined;
  afterReply(run: () => void): void;
  /** Set when a fault closes the connection: the rest of the message is not executed. */
  cut: boolean;
  /** What the call that is being answered met. */
  met: { error?: RpcError; fault?: MetFault };
  /** The calls that were answered so far. */
  readonly calls: SeenCall[];
};

export function createDispatch(parts: DispatchDependencies): Dispatch {
  return async (chain, text, subscriptions) => {
    const after: (() => void)[] = [];
    const session: Session = {
      ...{ chain, subscriptions, cut: false, met: {}, calls: [] },
      afterReply: (run: () => void) => after.push(run),
    };
    const answer = await answerMessage(parts, session, text);
    // Only now is it known whether the connection is closed instead, which loses the answers of all calls of a batch.
    parts.observe?.(session.calls, {
      ...{ network: chain.definition.symbol, overSocket: subscriptions !== undefined, cut: session.cut },
    });
    return {
      text: answer,
      cut: session.cut,
      delivered: () => {
        for (const run of after) run();
      },
    };
  };
}

function answerMessage(
  parts: DispatchDependencies,
  session: Session,
  text: string,
): Promise<string | undefined> | string {
  let message: unknown;
  try {
    message = readJson(text);
  } catch (error) {
    return refuseMessage(parts, session, text, asRpcError(error, parts.log));
  }
  if (!Array.isArray(message)) return answerEntry(parts, session, message, text);
  const fault =
    message.length === 0 ? "empty batch" : message.length > MESSAGE_LIMITS.batchEntries ? "batch too large" : null;
  if (fault === null) return answerBatch(parts, session, message);
  return refuseMessage(parts, session, text, new RpcError(RPC_CODE.invalidRequest, fault));
}

/** A message without calls that could be answered one by one. */
function refuseMessage(parts: DispatchDependencies, session: Session, text: string, error: RpcError): string {
  const answer = errorText(null, error);
  session.met = { error };
  note(parts, session, { began: beginning(parts), entry: undefined, text, answer });
  return answer;
}

function beginning({ wall }: DispatchDependencies): SeenCall["began"] {
  return { at: wall.now(), monotonic: wall.monotonic() };
}

function note(parts: DispatchDependencies, { met, calls }: Session, call: Omit<SeenCall, "error" | "fault">): void {
  if (parts.observe !== undefined) calls.push({ ...call, error: met.error, fault: met.fault });
}

/** Sequential, so that a read sees the effects of a send before it in the batch. */
async function answerBatch(
  parts: DispatchDependencies,
  session: Session,
  batch: readonly unknown[],
): Promise<string | undefined> {
  const answers: string[] = [];
  let length = 0;
  for (const entry of batch) {
    const answer =
      length > MESSAGE_LIMITS.answerLength
        ? refuseEntry(parts, session, entry)
        : await answerEntry(parts, session, entry);
    if (session.cut) return undefined;
    if (answer === undefined) continue;
    answers.push(answer);
    length += answer.length;
  }
  return answers.length === 0 ? undefined : `[${answers.join(",")}]`;
}

/** An entry whose batch has a full answer. */
function refuseEntry(parts: DispatchDependencies, session: Session, entry: unknown): string {
  session.met = { error: new RpcError(-32003, "response too large") };
  const answer = errorText(idOf(entry), session.met.error as RpcError);
  note(parts, session, { began: beginning(parts), entry, text: undefined, answer });
  return answer;
}

/** `text`: that of the entry, where it was the whole message. */
async function answerEntry(
  parts: DispatchDependencies,
  session: Session,
  entry: unknown,
  text?: string,
): Promise<string | undefined> {
  if (parts.observe === undefined) return runEntry(parts, session, entry);
  const began = beginning(parts);
  session.met = {};
  const answer = await runEntry(parts, session, entry);
  note(parts, session, { began, entry, text, answer });
  return answer;
}

async function runEntry(parts: DispatchDependencies, session: Session, entry: unknown): Promise<string | undefined> {
  const id = idOf(entry);
  try {
    const call = readCall(entry);
    const answer = await runCall(parts, session, call.id, call.method, call.parameters);
    return call.id === undefined ? undefined : answer;
  } catch (error) {
    session.met.error = asRpcError(error, parts.log);
    return errorText(id, session.met.error);
  }
}

async function runCall(
  parts: DispatchDependencies,
  session: Session,
  id: Parameters<typeof resultText>[0] | undefined,
  method: string,
  parameters: readonly unknown[],
): Promise<string> {
  const { methods, log, gate, wall, instrument } = parts;
  const network = session.chain.definition.symbol;
  const began = wall.monotonic();
  let code = 0;
  try {
    const fault = gate(network, method, (met) => {
      session.met.fault = met;
    });
    if (fault.cuts) session.cut = true;
    if (session.cut) return "";
    const handler = methods.get(method);
    if (!handler) throw refusalOf(method, network) ?? unknownMethod(method);
    const answer = async () => boundedResult(id ?? null, await handler(callOf(session, parameters)));
    return await (fault.after === undefined ? answer() : fault.after(answer));
  } catch (error) {
    const answer = asRpcError(error, log, method);
    session.met.error = answer;
    code = answer.code;
    log.debug({ network, method, code, message: answer.message }, "rpc error");
    return errorText(id ?? null, answer);
  } finally {
    if (!session.cut) {
      const known = methods.has(method) ? method : "unknown";
      instrument({ what: "call", network, method: known, code, ms: wall.monotonic() - began });
    }
  }
}

function callOf({ chain, subscriptions, afterReply }: Session, parameters: readonly unknown[]): RpcCall {
  return { chain, parameters, subscriptions, afterReply };
}
