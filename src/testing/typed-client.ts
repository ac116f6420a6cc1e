// Clients that are typed from an OpenAPI document, keep every digit, and say which sandbox did not answer.
import createClient, { type Client, type Middleware } from "openapi-fetch";
import { isObject } from "../kernel/is-object.ts";
import { parseDigits } from "./parse-digits.ts";
import { SandboxError, unreachable } from "./sandbox-error.ts";

/** A record as the library returns it: `raw` is text, and so is an amount with more digits than a number holds. */
export type Exact<T> = T extends object ? { [Key in keyof T]: ExactMember<Key, T[Key]> } : T;

type ExactMember<Key, Value> = number extends Value
  ? Key extends "raw"
    ? string
    : Key extends "amount"
      ? number | string
      : Value
  : Exact<Value>;

/** The paths of an OpenAPI document, with exact answers. */
export type ExactPaths<Paths> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]: Paths[Path][Method] extends { responses: infer Responses }
      ? Omit<Paths[Path][Method], "responses"> & { responses: Exact<Responses> }
      : Paths[Path][Method];
  };
};

/** Method and path of the call that a response answers, for `dataOf`. */
const CALLS = new WeakMap<Response, string>();

/** A client of `baseUrl`. It never throws for an error status; @throws SandboxError when nothing answers */
export function typedClient<Paths extends object>(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
): Client<ExactPaths<Paths>> {
  const client = createClient<ExactPaths<Paths>>({ baseUrl, headers });
  client.use(EXACT);
  return client;
}

const EXACT: Middleware = {
  async onResponse({ request, response, options }) {
    const exact = options.parseAs === "json" && response.ok ? await exactResponse(response) : response;
    CALLS.set(exact, callOf(request));
    return exact;
  },
  onError: ({ request, error }) => unreachable(callOf(request), new URL(request.url).origin, error),
};

type Result<Body> = { data?: Body; error?: unknown; response: Response };

/**
 * The `data` in the envelope of a typed client's response: `const wallet = await dataOf(sandbox.client.POST("/wallets", …))`.
 * @throws SandboxError for an error status, with the sandbox's hint (`X-Sandbox-Error`) about what to do next
 */
export async function dataOf<Body extends { data: unknown }>(call: Promise<Result<Body>>): Promise<Body["data"]> {
  const { data, error, response } = await call;
  if (data !== undefined) return data.data;
  const { error: message = "", details } = (isObject(error) ? error : {}) as { error?: string; details?: unknown };
  const nextStep = response.headers.get("x-sandbox-error") ?? undefined;
  const name = CALLS.get(response) ?? new URL(response.url).pathname;
  throw new SandboxError(name, { status: response.status, message, details, nextStep });
}

function callOf({ method, url }: Request): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
}

/** The same response with a body from which `JSON.parse` loses no digit. */
async function exactResponse(response: Response): Promise<Response> {
  const text = await response.text();
  if (text === "") return response;
  const { status, statusText, headers, url } = response;
  const body = JSON.stringify(parseDigits(text));
  const exact = new Response(body, { status, statusText, headers: withoutLength(headers) });
  return Object.defineProperty(exact, "url", { value: url });
}

function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete("content-length");
  return kept;
}
