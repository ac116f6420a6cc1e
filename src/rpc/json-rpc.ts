// JSON-RPC 2.0 messages: parsing of requests, serialization of results, errors and notifications.
import { RpcError } from "../chains/chain.ts";
import { RPC_CODE } from "../chains/rpc-errors.ts";
import { isObject } from "../kernel/is-object.ts";

export const MESSAGE_LIMITS = {
  /** Calls in one batch; the limit of geth. */
  batchEntries: 1_000,
  /** Characters of one response; further calls of a batch are refused, as in geth. */
  answerLength: 25_000_000,
  /** Characters of the result of one call: a trace can be arbitrarily long. */
  resultLength: 32_000_000,
} as const;

export type RpcId = string | number | null;

/** A parsed request; without an id it is a notification and gets no response. */
export type Incoming = { id: RpcId | undefined; method: string; parameters: readonly unknown[] };

/** Brackets inside each other; typed data of a signature, the deepest legitimate input, stays far below. */
const MAX_DEPTH = 100;

/** Parses a JSON text. @throws RpcError -32700 for invalid JSON, -32600 for a depth whose parsing would block the process for seconds */
export function readJson(text: string): unknown {
  if (isDeeperThan(text, MAX_DEPTH)) throw new RpcError(RPC_CODE.invalidRequest, `nested more than ${MAX_DEPTH} deep`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RpcError(RPC_CODE.parse, "parse error");
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Counts brackets outside of strings in one pass and stops at the limit. */
function isDeeperThan(text: string, limit: number): boolean {
  // Most calls are shorter than that many brackets.
  if (text.length <= limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at + 1);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

/** Where the string that begins at `from` has its closing quote; the length of the text if it has none. Each character is read twice at most. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (at - escapes > from && text.charCodeAt(at - escapes - 1) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/** Reads one request. @throws RpcError -32600, or -32602 for parameters by name, which no client of a chain sends */
export function readCall(entry: unknown): Incoming {
  if (!isObject(entry)) throw new RpcError(RPC_CODE.invalidRequest, "invalid request");
  const { jsonrpc, id, method, params } = entry;
  const isValid = jsonrpc === "2.0" && typeof method === "string" && (id === undefined || isId(id));
  if (!isValid) throw new RpcError(RPC_CODE.invalidRequest, "invalid request");
  if (params !== undefined && params !== null && !Array.isArray(params)) {
    throw new RpcError(RPC_CODE.invalidParams, "non-array args");
  }
  return { id, method, parameters: (params as unknown[] | null | undefined) ?? [] };
}

/** The id for the error response to a request that could not be read. */
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

/** An `eth_subscription` notification. */
export function notificationText(subscription: string, result: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", method: "eth_subscription", params: { subscription, result } });
}

function isId(value: unknown): value is RpcId {
  return value === null || typeof value === "string" || typeof value === "number";
}

/** @throws RpcError -32003 when the result is too long to be sent */
export function boundedResult(id: Parameters<typeof resultText>[0], result: unknown): string {
  const text = resultText(id, result);
  if (text.length <= MESSAGE_LIMITS.resultLength) return text;
  throw new RpcError(
    -32003,
    `response too large: more than ${MESSAGE_LIMITS.resultLength / 1_000_000} MB; ask for less at once`,
  );
}
