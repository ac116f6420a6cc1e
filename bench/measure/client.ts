// The HTTP clients of the measurements: undici over kept connections, which costs a sixth of `fetch` and half of node:http, and `fetch`.
import { Pool } from "undici";

type Request = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: string;
  key?: string;
  status?: number | "2xx";
  headers?: Readonly<Record<string, string>>;
};

export type Client = {
  /** Resolves with the body. @throws Error for a status other than the expected one (200), with the start of the body */
  send(request: Request): Promise<string>;
  close(): Promise<void>;
};

/** `url`: of the server; its path is put before every path. */
export function openClient(url: string, connections = 1): Client {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections, headersTimeout: 0, bodyTimeout: 0 });
  return {
    async send({ method, path, body, key, status = 200, headers = {} }) {
      const response = await pool.request({
        method,
        path: `${pathname.replace(/\/$/, "")}${path}` || "/",
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(key === undefined ? {} : { "x-api-key": key }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.body.text();
      if (!isExpected(response.statusCode, status)) throw refused(`${method} ${url}${path}`, response.statusCode, text);
      return text;
    },
    close: () => pool.close(),
  };
}

/** What viem, ethers and most applications send through: `fetch`, which costs the client as much CPU as a cheap answer costs the server. */
export function fetchClient(url: string): Client {
  return {
    async send({ method, path, body, key, status = 200 }) {
      const headers = {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "x-api-key": key }),
      };
      const response = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
      const text = await response.text();
      if (!isExpected(response.status, status)) throw refused(`${method} ${url}${path}`, response.status, text);
      return text;
    },
    close: async () => {},
  };
}

function isExpected(status: number, expected: number | "2xx"): boolean {
  return expected === "2xx" ? status < 300 : status === expected;
}

function refused(what: string, status: number, text: string): Error {
  return new Error(`${what}: ${status} ${text.slice(0, 300)}`);
}

/** Sends one JSON-RPC call. @throws Error with the server's error */
export async function rpc<T>(client: Client, method: string, params: readonly unknown[] = []): Promise<T> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const answer = JSON.parse(await client.send({ method: "POST", path: "", body })) as { result: T; error?: unknown };
  if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
  return answer.result;
}

/** Does `count` times `one`, `workers` at a time. */
export async function concurrently(
  count: number,
  workers: number,
  one: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await one(next - 1);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
}
