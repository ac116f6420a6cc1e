// The JSON-RPC 2.0 envelope: what a message must look like, and how the answers to it are written.
import { RpcError } from "../chains/chain.ts";
import { RPC_CODE } from "../chains/rpc-errors.ts";
import { isObject } from "../kernel/is-object.ts";

export type RpcId = string | number | null;

/** A call as it came in; without an id it is a notification and gets no answer. */
export type Incoming = { id: RpcId | undefined; method: string; parameters: readonly unknown[] };

/** A typed-data signature nests deepest of what a client sends, and stays far below. */
const DEEPEST = 100;

/** Reads one JSON text; throws -32700 when it is none, -32600 when millions of brackets would hold everybody up for seconds. */
export function readJson(text: string): unknown {
  if (isDeeperThan(text, DEEPEST)) throw new RpcError(RPC_CODE.invalidRequest, `nested more than ${DEEPEST} deep`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RpcError(RPC_CODE.parse, "parse error");
  }
}

const STEPS: ReadonlyMap<string, number> = new Map(Object.entries({ "[": 1, "{": 1, "]": -1, "}": -1 }));

/** Counts brackets outside of texts, in one go and no further than need be. */
function isDeeperThan(text: string, most: number): boolean {
  let [depth, isInText] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '"') isInText = !isInText;
    else if (isInText) at += mark === "\\" ? 1 : 0;
    else depth += STEPS.get(mark ?? "") ?? 0;
    if (depth > most) return true;
  }
  return false;
}

/** Reads one entry of a message; throws -32600, or -32602 for parameters by name, which no client of a chain sends. */
export function readCall(entry: unknown): Incoming {
  if (!isObject(entry)) throw new RpcError(RPC_CODE.invalidRequest, "invalid request");
  const { jsonrpc, id, method, params } = entry;
  const legal = jsonrpc === "2.0" && typeof method === "string" && (id === undefined || isId(id));
  if (!legal) throw new RpcError(RPC_CODE.invalidRequest, "invalid request");
  if (params !== undefined && params !== null && !Array.isArray(params)) {
    throw new RpcError(RPC_CODE.invalidParams, "non-array args");
  }
  return { id, method, parameters: (params as unknown[] | null | undefined) ?? [] };
}

/** The id to answer under when the rest of an entry could not be read. */
export function idOf(entry: unknown): RpcId {
  return isObject(entry) && isId(entry["id"]) ? entry["id"] : null;
}

export function resultText(id: RpcId, result: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result: result ?? null });
}

export function errorText(id: RpcId, error: RpcError): string {
  const { code, message, data } = error;
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    error: data === undefined ? { code, message } : { code, message, data },
  });
}

/** What a subscriber is sent. */
export function notificationText(subscription: string, result: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", method: "eth_subscription", params: { subscription, result } });
}

function isId(value: unknown): value is RpcId {
  return value === null || typeof value === "string" || typeof value === "number";
}
