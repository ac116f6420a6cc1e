// Minimal clients: an HTTP POST, and a WebSocket whose messages can be awaited one by one.
import { WebSocket } from "ws";
import type { Hex } from "../../src/chains/chain.ts";

/** A message over a WebSocket: a response or a subscription notification. */
export type Message = Partial<Reply> & {
  method?: "eth_subscription";
  params?: { subscription: Hex; result: Record<string, unknown> };
};
export type Reply = {
  jsonrpc: "2.0";
  id: unknown;
  result?: unknown;
  error?: { code: number; message: string; data?: Hex };
};

/** Sends a text or a value; returns status, headers, text and parsed body. */
export const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text === "" ? undefined : JSON.parse(text) };
};

/** One call over HTTP; returns the complete response. */
export const ask = async (url: string, method: string, params: readonly unknown[] = []): Promise<Reply> =>
  (await post(url, { jsonrpc: "2.0", id: 1, method, params })).json;

/** One call over HTTP that must succeed; returns its result. */
export const get = async <T = unknown>(url: string, method: string, params: readonly unknown[] = []): Promise<T> => {
  const { result, error } = await ask(url, method, params);
  if (error) throw new Error(`${method}: ${error.code} ${error.message}`);
  return result as T;
};

/** Opens a WebSocket; `next` returns its messages in order of arrival. */
export const connect = async (url: string, options: { autoPong?: boolean } = {}) => {
  const socket = new WebSocket(url, options);
  const arrived: Message[] = [];
  const waiting: ((message: Message) => void)[] = [];
  socket.on("message", (data) => {
    const message: Message = JSON.parse(data.toString());
    const first = waiting.shift();
    if (first) first(message);
    else arrived.push(message);
  });
  const closed = new Promise<number>((resolve) => socket.on("close", (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("error", reject);
  });
  const next = (): Promise<Message> =>
    new Promise((resolve) => {
      const first = arrived.shift();
      if (first) resolve(first);
      else waiting.push(resolve);
    });
  let id = 0;
  const send = (method: string, params: readonly unknown[] = []): void => {
    id += 1;
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  };
  /** Sends a call; the next message is taken as its response. */
  const call = async (method: string, params: readonly unknown[] = []): Promise<Reply> => {
    send(method, params);
    return (await next()) as Reply;
  };
  return { socket, next, send, call, closed, unread: arrived, close: () => socket.terminate() };
};
