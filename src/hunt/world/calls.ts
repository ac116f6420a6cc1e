// Calls of the control API that wait for company: preparation, work and truth of a world go out together, as one batch (U-62).
import { isObject } from "../../kernel/is-object.ts";
import { ask, control, type Host, HostFault } from "../../scenario/http-client.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What becomes of a call. `must`: a refusal ends the hunt; without it the call did nothing, as a step whose wallet is missing. */
export type Fate = { readonly read?: (data: Record<string, unknown>) => void; readonly must?: true };

type Waiting = Fate & { readonly method: Method; readonly path: string; readonly body?: unknown };

/** Calls of one batch. */
const MAX_CALLS = 100;

export class Calls {
  /** True while steps begin at once: then a call is sent by itself, and at once. */
  isAtOnce = false;
  readonly #host: Host;
  #waiting: Waiting[] = [];

  constructor(host: Host) {
    this.#host = host;
  }

  /** Makes the call with the next batch. @throws HostFault while steps begin at once, when it is refused */
  async add(method: Method, path: string, body?: unknown, fate: Fate = {}): Promise<void> {
    const call = { method, path, ...(body === undefined ? {} : { body }), ...fate };
    if (!this.isAtOnce) return void this.#waiting.push(call);
    const data = await control(this.#host, method, path, body);
    call.read?.(data);
  }

  /** Makes all calls that wait, in their order; returns how many were refused. @throws HostFault */
  async flush(): Promise<number> {
    let refused = 0;
    while (this.#waiting.length > 0) {
      const calls = this.#waiting.slice(0, MAX_CALLS);
      this.#waiting = this.#waiting.slice(MAX_CALLS);
      const made = await this.#make(calls);
      if (made === calls.length) continue;
      refused += 1;
      this.#waiting = [...calls.slice(made + 1), ...this.#waiting];
    }
    return refused;
  }

  /** How many calls were made until one was refused. */
  async #make(calls: readonly Waiting[]): Promise<number> {
    const sent = calls.map(({ method, path, body }) => ({
      method,
      path: `/admin${path}`,
      ...(body !== undefined && { body }),
    }));
    const answer = await ask(this.#host, { method: "POST", path: "/admin/batch", body: { calls: sent } });
    if (answer === "lost") throw new HostFault(`no sandbox answers at ${this.#host.url}`);
    const { success, data, details, error } = (answer.body ?? {}) as Record<string, unknown>;
    const found = success === true ? data : details;
    const results =
      isObject(found) && Array.isArray(found["results"]) ? (found["results"] as { data: unknown }[]) : null;
    if (results === null) throw new HostFault(`POST /admin/batch answered ${answer.status} ${String(error ?? "")}`);
    // Without the answers of what was done, nobody knows what to go on with.
    if (success !== true && isObject(details) && details["call"] !== results.length)
      throw new HostFault(`POST /admin/batch answered ${answer.status} ${String(error ?? "")}`);
    for (const [index, result] of results.entries())
      calls[index]?.read?.((result.data ?? {}) as Record<string, unknown>);
    const refused = calls[results.length];
    if (refused?.must)
      throw new HostFault(`${refused.method} /admin${refused.path} answered ${answer.status} ${String(error)}`);
    return results.length;
  }
}
