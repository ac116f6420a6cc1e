// Keeps what is done to a sandbox, in its order, until it is written down.
import { exactJson } from "../../kernel/exact-json.ts";
import type { Scenario } from "../scenario.ts";
import { buildScenario, type RecordedEvent, type RecordedWorld } from "./build-scenario.ts";
import { type Entry, LEFT_OUT, type RecordedRequest } from "./entry.ts";
import { isReadCall } from "./read-calls.ts";
import { tokensIn } from "./tokens.ts";

/** As many steps as a scenario may have, with room for the time between them. */
const MOST_ENTRIES = 4_000;

/** A finished request as its pipeline saw it: the text of the answer, or undefined when the connection was cut. */
export type SeenRequest = Omit<RecordedRequest, "kind" | "at" | "answer" | "status"> & {
  reply: { status: number; text: string } | undefined;
};

export class Recorder {
  readonly #world: RecordedWorld;
  readonly #now: () => number;
  readonly #entries: Entry[] = [];
  /** Snapshots by id: how much had been recorded by then. */
  readonly #marks = new Map<string, number>();
  /** What looks have shown: one that shows nothing new (a page that asks every second) is not kept. */
  readonly #shown = new Set<string>();

  /** `now`: virtual ms. */
  constructor(world: RecordedWorld, now: () => number) {
    this.#world = world;
    this.#now = now;
  }

  /** True when no more fits: what came until then is written down, without the events, which tell of more. */
  get isFull(): boolean {
    return this.#entries.length >= MOST_ENTRIES;
  }

  request({ reply, ...seen }: SeenRequest): void {
    const done = reply !== undefined && reply.status < 300;
    if (done) this.#follow(seen, reply.text);
    if (LEFT_OUT.has(seen.operation)) return;
    const answer = reply === undefined ? null : parsed(reply.text);
    const entry: Entry = { kind: "request", at: this.#now(), status: reply?.status ?? "lost", answer, ...seen };
    if (!isReadCall(entry) || (done && this.#showsMore(entry))) this.#add(entry);
  }

  transfer(network: string, raw: string, hash: string): void {
    this.#add({ kind: "transfer", at: this.#now(), network, raw, hash });
  }

  act(network: string, method: string, parameters: readonly unknown[]): void {
    if (!/_get/.test(method)) this.#add({ kind: "act", at: this.#now(), network, method, parameters });
  }

  /** The scenario that does the same again; `events`: all events of the recorded tenant. */
  scenario(events: readonly RecordedEvent[]): Promise<Scenario> {
    return buildScenario(this.#world, this.#entries, this.isFull ? undefined : events);
  }

  /** Another timeline takes back what was recorded: all of it, or what came after its snapshot. */
  #follow({ operation, path }: Pick<SeenRequest, "operation" | "path">, text: string): void {
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

  #showsMore({ answer }: RecordedRequest): boolean {
    const fresh = tokensIn(answer).filter((token) => !this.#shown.has(token));
    for (const token of fresh) this.#shown.add(token);
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
