// The test library's client of the control API (`/admin`), and the error it throws.
import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../spec/admin.gen.ts";
import { parseDigits } from "./parse-digits.ts";

/** An error response of the sandbox: status, message and details. */
export class SandboxError extends Error {
  /** The HTTP status; 0 when no sandbox answered. */
  readonly status: number;
  readonly details: unknown;

  constructor(call: string, status: number, message: string, details?: unknown) {
    super(
      `${call}: ${status === 0 ? "" : `${status} `}${message}${details === undefined ? "" : `\n${JSON.stringify(details, null, 2)}`}`,
    );
    this.name = "SandboxError";
    this.status = status;
    this.details = details;
  }
}

/** The client of the control API, typed by operation: `admin.POST("/networks/{network}/mine", …)`. */
export type AdminClient = Client<paths>;

type Envelope = { success: boolean; data?: unknown; error?: string; details?: unknown };
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Calls `/admin` of one sandbox. Every method returns the envelope's `data`. @throws SandboxError for an error response */
export class Control {
  readonly #base: string;
  readonly #origin: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** `url` is the sandbox's origin; `adminToken` only if the sandbox requires one. */
  constructor(url: string, adminToken?: string) {
    this.#base = `${url}/admin`;
    this.#origin = url;
    this.#headers = adminToken === undefined ? {} : { authorization: `Bearer ${adminToken}` };
  }

  /** The same API as a client that is typed by operation; it never throws for an error status. */
  typed(): AdminClient {
    return createClient<paths>({ baseUrl: this.#base, headers: this.#headers });
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
      throw new SandboxError(call, 0, `no sandbox answers at ${this.#origin}${codeOf(error)}: was it stopped?`);
    });
    const envelope = await response.text().then(envelopeOf);
    if (envelope === undefined)
      throw new SandboxError(call, response.status, "the response is not JSON: is this a sandbox?");
    if (envelope.success) return envelope.data as T;
    throw new SandboxError(call, response.status, envelope.error ?? "", envelope.details);
  }
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    return parseDigits(text) as Envelope;
  } catch {
    return undefined;
  }
}

/** The system's code of a failed connection, as ` (ECONNREFUSED)`. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  return cause !== undefined && "code" in cause ? ` (${String(cause.code)})` : "";
}
