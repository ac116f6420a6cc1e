// Collects the calls that a sandbox receives, in order, and builds a scenario from them.
import type { Submission } from "../../chains/chain.ts";
import { exactJson } from "../../kernel/exact-json.ts";
import type { Scenario } from "../scenario.ts";
import { buildScenario, type RecordedEvent, type RecordedWorld } from "./build-scenario.ts";
import { type Entry, IGNORED_OPERATIONS, type RecordedRequest } from "./entry.ts";
import { isReadCall } from "./read-calls.ts";
import { tokensIn } from "./tokens.ts";

/** Below the maximum number of steps of a scenario, with room for steps between them that advance the clock. */
const MAX_ENTRIES = 4_000;

/** A finished request with the text of its response, or undefined when the connection was cut. */
export type SeenRequest = Omit<RecordedRequest, "kind" | "at" | "answer" | "status"> & {
  reply: { status: number; text: string } | undefined;
};

export class Recorder {
  readonly #world: RecordedWorld;
  readonly #now: () => number;
  readonly #entries: Entry[] = [];
  /** Snapshot id → number of entries at that time. */
  readonly #marks = new Map<string, number>();
  /** Values that read calls have returned: a call that returns nothing new (a polling page) is not recorded. */
  readonly #returned = new Set<string>();

  /** `now`: virtual ms. */
  constructor(world: RecordedWorld, now: () => number) {
    this.#world = world;
    this.#now = now;
  }

  /** True when no more entries fit; the scenario then has no events, because they include later ones. */
  get isFull(): boolean {
    return this.#entries.length >= MAX_ENTRIES;
  }

  request({ reply, ...seen }: SeenRequest): void {
    const done = reply !== undefined && reply.status < 300;
    if (done) this.#followWorldChange(seen, reply.text);
    if (IGNORED_OPERATIONS.has(seen.operation)) return;
    const answer = reply === undefined ? null : parsed(reply.text);
    const entry: Entry = { kind: "request", at: this.#now(), status: reply?.status ?? "lost", answer, ...seen };
    if (!isReadCall(entry) || (done && this.#returnsNewValues(entry))) this.#add(entry);
  }

  transfer(network: string, transaction: Submission, hash: string): void {
    this.#add({ kind: "transfer", at: this.#now(), network, transaction, hash });
  }

  act(network: string, method: string, parameters: readonly unknown[]): void {
    if (!/_get/.test(method)) this.#add({ kind: "development-call", at: this.#now(), network, method, parameters });
  }

  /** The scenario that repeats the recording; `events`: all events of the recorded tenant. */
  scenario(events: readonly RecordedEvent[]): Promise<Scenario> {
    return buildScenario(this.#world, this.#entries, this.isFull ? undefined : events);
  }

  /** A reset drops all entries, a restore those after its snapshot. */
  #followWorldChange({ operation, path }: Pick<SeenRequest, "operation" | "path">, text: string): void {
    if (operation === "resetWorld") this.#entries.length = 0;
    if (operation === "createSnapshot") {
      const id = (parsed(text) as { data?: { id?: unknown } } | null)?.data?.id;
      this.#marks.set(String(id), this.#entries.length);
    }
    if (operation === "restoreSnapshot") {
      const mark = this.#marks.get(decodeURIComponent(path.split("/")[2] ?? "")) ?? 0;
      this.#entries.length = Math.min(this.#entries.length, mark);
    }
  }

  #returnsNewValues({ answer }: RecordedRequest): boolean {
    const fresh = tokensIn(answer).filter((token) => !this.#returned.has(token));
    for (const token of fresh) this.#returned.add(token);
    return fresh.length > 0;
  }

  #add(entry: Entry): void {
    if (!this.isFull) this.#entries.push(entry);
  }
}

function parsed(text: string): unknown {
  try {
    return text === "" ? null : exactJson(text);
  } catch {
    return null;
  }
}
