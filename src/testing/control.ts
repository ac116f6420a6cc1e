// How the test library speaks to a sandbox's control surface, and what a test reads when that goes wrong.

/** An answer of the sandbox that is no success: its status, its own words, and what it knows beside them. */
export class SandboxError extends Error {
  readonly status: number;
  readonly details: unknown;

  constructor(what: string, status: number, message: string, details?: unknown) {
    super(`${what}: ${status} ${message}${details === undefined ? "" : `\n${JSON.stringify(details, null, 2)}`}`);
    this.name = "SandboxError";
    this.status = status;
    this.details = details;
  }
}

type Envelope = { success: boolean; data?: unknown; error?: string; details?: unknown };
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Calls `/admin` of one sandbox. Every method answers the envelope's `data`. @throws SandboxError otherwise */
export class Control {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** `url` is the sandbox's origin; `adminToken` where it asks for one. */
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
    const what = `${method} /admin${path}`;
    const answer = (await response.json().catch(() => undefined)) as Envelope | undefined;
    if (answer === undefined)
      throw new SandboxError(what, response.status, "the answer is no JSON: is this a sandbox?");
    if (answer.success) return answer.data as T;
    throw new SandboxError(what, response.status, answer.error ?? "", answer.details);
  }
}
