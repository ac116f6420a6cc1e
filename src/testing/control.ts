// The test library's client of the control API (`/admin`).
import type { Client } from "openapi-fetch";
import type { paths } from "../spec/admin.gen.ts";
import { parseDigits } from "./parse-digits.ts";
import { SandboxError, unreachable } from "./sandbox-error.ts";
import { type ExactPaths, typedClient } from "./typed-client.ts";

/** The client of the control API, typed by operation: `admin.POST("/networks/{network}/mine", …)`. */
export type AdminClient = Client<ExactPaths<paths>>;

type Envelope = { success: boolean; data?: unknown; error?: string; details?: unknown };
export type Query = Readonly<Record<string, string | number | undefined>>;

/** The next step after a 401. */
const TOKEN_HINT = "give the token: connectSandbox({ url, adminToken })";

/** Calls `/admin` of one sandbox. Every method returns the envelope's `data`. @throws SandboxError for an error response */
export class Control {
  /** The origin of the sandbox, without a trailing slash. */
  readonly origin: string;
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** `url` is the sandbox's origin; `adminToken` only if the sandbox requires one. */
  constructor(url: string, adminToken?: string) {
    this.#base = `${url}/admin`;
    this.origin = url;
    this.#headers = adminToken === undefined ? {} : { authorization: `Bearer ${adminToken}` };
  }

  /** The same API as a client that is typed by operation; it never throws for an error status. */
  typed(): AdminClient {
    return typedClient<paths>(this.#base, this.#headers);
  }

  get<T>(path: string, query: Query = {}): Promise<T> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
    return this.#call<T>("GET", search.size === 0 ? path : `${path}?${search}`);
  }

  post<T>(path: string, body: object = {}): Promise<T> {
    return this.#call<T>("POST", path, body);
  }

  put<T>(path: string, body: object): Promise<T> {
    return this.#call<T>("PUT", path, body);
  }

  patch<T>(path: string, body: object): Promise<T> {
    return this.#call<T>("PATCH", path, body);
  }

  delete<T>(path: string): Promise<T> {
    return this.#call<T>("DELETE", path);
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const call = `${method} /admin${path}`;
    const response = await fetch(`${this.#base}${path}`, {
      method,
      headers: { ...this.#headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw unreachable(call, this.origin, error);
    });
    const envelope = await response.text().then(envelopeOf);
    const { status } = response;
    if (envelope === undefined)
      throw new SandboxError(call, {
        status,
        message: `the response of ${this.origin} is not JSON: is this a sandbox?`,
      });
    if (envelope.success) return envelope.data as T;
    const nextStep = status === 401 ? TOKEN_HINT : undefined;
    throw new SandboxError(call, { status, message: envelope.error ?? "", details: envelope.details, nextStep });
  }
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    return parseDigits(text) as Envelope;
  } catch {
    return undefined;
  }
}
