// The test library's client of the control API (`/admin`), and the error it throws.

/** An error response of the sandbox: status, message and details. */
export class SandboxError extends Error {
  readonly status: number;
  readonly details: unknown;

  constructor(call: string, status: number, message: string, details?: unknown) {
    super(`${call}: ${status} ${message}${details === undefined ? "" : `\n${JSON.stringify(details, null, 2)}`}`);
    this.name = "SandboxError";
    this.status = status;
    this.details = details;
  }
}

type Envelope = { success: boolean; data?: unknown; error?: string; details?: unknown };
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Calls `/admin` of one sandbox. Every method returns the envelope's `data`. @throws SandboxError for an error response */
export class Control {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** `url` is the sandbox's origin; `adminToken` only if the sandbox requires one. */
  constructor(url: string, adminToken?: string) {
    this.#base = `${url}/admin`;
    this.#headers = adminToken === undefined ? {} : { authorization: `Bearer ${adminToken}` };
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
    const response = await fetch(`${this.#base}${path}`, {
      method,
      headers: { ...this.#headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const call = `${method} /admin${path}`;
    const envelope = (await response.json().catch(() => undefined)) as Envelope | undefined;
    if (envelope === undefined)
      throw new SandboxError(call, response.status, "the response is not JSON: is this a sandbox?");
    if (envelope.success) return envelope.data as T;
    throw new SandboxError(call, response.status, envelope.error ?? "", envelope.details);
  }
}
