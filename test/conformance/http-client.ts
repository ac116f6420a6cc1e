// The HTTP client of conformance tests: any method, path, key and body, and raw bytes that no HTTP library would send.
import { connect } from "node:net";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsOf } from "../../src/spec/operations.ts";

export type Server = { readonly url: string; readonly ready: { readonly api_key: string } };

export type Request = {
  method?: string;
  /** Below /v1, with its query. */
  path: string;
  body?: unknown;
  /** Default: the key of the default tenant; null sends none. */
  key?: string | null;
  headers?: Record<string, string>;
};

/** `body` is the parsed JSON; undefined if the response is not JSON. */
export type Reply = { status: number; headers: Headers; text: string; body: any };

/** Sends a request with fetch; a string body is sent as it is, anything else as JSON. */
export async function send({ url, ready }: Server, order: Request): Promise<Reply> {
  const { method = "GET", path, body, key = ready.api_key, headers = {} } = order;
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { "x-api-key": key }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: jsonOf(text) };
}

/** Writes bytes to a new connection and reads until the server closes it. */
export async function sendBytes({ url }: Pick<Server, "url">, bytes: string): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString("utf8");
  });
  socket.on("close", () => resolve(received)).on("error", reject);
  socket.write(bytes);
  const [head = "", text = ""] = splitOnce(await promise, "\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const headers = new Headers(lines.map((header) => splitOnce(header, ":")));
  return { status: Number(line.split(" ")[1]), headers, text, body: jsonOf(text) };
}

/** The statuses of a request without and with a key: an existing protected operation answers 401 without one. */
export async function statusesByKey(place: Server, order: Omit<Request, "key">): Promise<[number, number]> {
  const without = await send(place, { ...order, key: null });
  return [without.status, (await send(place, order)).status];
}

/** The envelope of an error. */
export const problem = (code: number, error: string) => ({ success: false, code, error });

/** Every operation of the document; `unknownPath` has ids of no record. */
export const OPERATIONS = [...operationsOf(serviceDocument).values()].map((operation) => ({
  ...operation,
  name: `${operation.method.toUpperCase()} ${operation.path}`,
  unknownPath: operation.path.replaceAll(/\{\w+\}/g, "00000000-0000-7000-8000-000000000000"),
}));

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + mark.length)];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
