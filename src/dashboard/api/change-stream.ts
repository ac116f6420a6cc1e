// Follows the change stream with the bearer header (D-81): what to fetch again, what the time is, and whether anybody is there.
import { createParser } from "eventsource-parser";
import { requestHeaders } from "./client.ts";
import { isLocked, onLock, setLocked } from "./token.ts";

export type ClockNow = { now: string; mode: "running" | "frozen"; offset_ms: number };

export type Connection = {
  state: "connecting" | "live" | "lost";
  clock: ClockNow | undefined;
  /** `performance.now()` when the clock was told. */
  heardAt: number;
  world: number | undefined;
  /** What replaced the world while the page was open, until it is acknowledged. */
  restarted: string | undefined;
};

type Hello = { world: number; revision: number; clock: ClockNow };
type Change = { revision: number; clock: ClockNow; topics: string[] };
type Restart = { why: "reset" | "restored"; world: number; clock: ClockNow; snapshot: { name: string } | null };

/** What the page does with a message: all answers are stale, or those of some topics. */
export type Heard = { everything(): void; topics(topics: readonly string[]): void };

const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 5_000;

/** One for the page. It connects again by itself, and then everything is fetched anew: the stream keeps no history. */
export class ChangeStream {
  #connection: Connection = {
    state: "connecting",
    clock: undefined,
    heardAt: 0,
    world: undefined,
    restarted: undefined,
  };
  readonly #heard: Heard;
  readonly #listeners = new Set<() => void>();
  #waitMs = FIRST_WAIT_MS;
  #revision: number | undefined;

  constructor(heard: Heard) {
    this.#heard = heard;
  }

  /** Never ends. */
  async run(): Promise<never> {
    for (;;) {
      await this.#untilUnlocked();
      await this.#listen().catch(() => undefined);
      this.#set({ state: "lost" });
      await new Promise((resolve) => setTimeout(resolve, this.#waitMs));
      this.#waitMs = Math.min(this.#waitMs * 2, LAST_WAIT_MS);
    }
  }

  readonly snapshot = (): Connection => this.#connection;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The reader has seen that the world is another one. */
  acknowledge(): void {
    this.#set({ restarted: undefined });
  }

  async #untilUnlocked(): Promise<void> {
    if (!isLocked()) return;
    await new Promise<void>((resolve) => {
      const forget = onLock(() => {
        if (isLocked()) return;
        forget();
        resolve();
      });
    });
  }

  async #listen(): Promise<void> {
    const headers = { ...requestHeaders(), accept: "text/event-stream" };
    const response = await fetch("/admin/changes/stream", { headers, cache: "no-store" });
    setLocked(response.status === 401);
    if (!response.ok || response.body === null) return;
    const parser = createParser({ onEvent: ({ event = "", data }) => this.#hear(event, data) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
    }
  }

  #hear(event: string, data: string): void {
    if (event === "hello") this.#greet(JSON.parse(data) as Hello);
    else if (event === "change") {
      const { clock, topics, revision } = JSON.parse(data) as Change;
      this.#revision = revision;
      this.#set({ clock, heardAt: performance.now() });
      this.#heard.topics(topics);
    } else if (event === "restart") {
      const { clock, world, why, snapshot } = JSON.parse(data) as Restart;
      const restarted = snapshot === null ? (why === "reset" ? "a new world" : "an earlier state") : snapshot.name;
      this.#set({ clock, world, heardAt: performance.now(), restarted });
      this.#heard.everything();
    }
  }

  #greet({ world, revision, clock }: Hello): void {
    this.#waitMs = FIRST_WAIT_MS;
    const { world: before, state } = this.#connection;
    const missedNothing = before === world && this.#revision === revision;
    const restarted = before !== undefined && before !== world ? "another world" : this.#connection.restarted;
    this.#revision = revision;
    this.#set({ state: "live", world, clock, heardAt: performance.now(), restarted });
    if (state === "connecting" || !missedNothing) this.#heard.everything();
  }

  #set(change: Partial<Connection>): void {
    this.#connection = { ...this.#connection, ...change };
    for (const listener of this.#listeners) listener();
  }
}
