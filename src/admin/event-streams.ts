// Events as they happen, for as long as a client stays: server-sent events with the sequence as their id.
import type { ServerResponse } from "node:http";
import { Problem } from "../kernel/problem.ts";
import type { Timer, WallClock } from "../kernel/wall-clock.ts";

/** So many at a time; each costs one look into the database a commit. */
export const MAX_STREAMS = 100;

/** Something is sent at least this often, so that neither side takes a quiet line for a dead one. Wall ms. */
export const HEARTBEAT_MS = 15_000;

/** A client that takes nothing for so many heartbeats is let go; it may come back with its last id. */
export const MAX_MISSED_HEARTBEATS = 4;

/** What is read at a time. */
const PAGE = 50;

/** One event as it is sent. `data` is JSON. */
export type StreamedEvent = { sequence: number; data: string };

/** Where a stream reads. Asked anew each time, so that after a reset it is the new world. */
export type StreamSource = {
  /** At most `limit` events after `sequence`, oldest first. */
  read(sequence: number, limit: number): StreamedEvent[];
  /** The newest sequence there is, fitting or not. */
  newest(): number;
};

/** Why the sequences begin anew. */
export type Restart = "reset" | "restored";

export class EventStreams {
  readonly #wall: WallClock;
  readonly #open = new Set<EventStream>();

  constructor(wall: WallClock) {
    this.#wall = wall;
  }

  /** How many clients follow. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Calls `writeHead` and goes on until the client leaves or the sandbox stops.
   * @throws Problem serviceUnavailable when too many are open; nothing was written then
   */
  open(response: ServerResponse, source: StreamSource, after: number, writeHead: () => void): void {
    if (this.#open.size >= MAX_STREAMS) {
      const details = { most: MAX_STREAMS };
      throw new Problem("serviceUnavailable", `${MAX_STREAMS} event streams are open: close one`, { details });
    }
    const stream = new EventStream(this.#wall, response, source, after);
    this.#open.add(stream);
    response.once("close", () => {
      stream.forget();
      this.#open.delete(stream);
    });
    writeHead();
    stream.begin();
  }

  /** Something was committed: each looks whether it has news. */
  wake(): void {
    for (const stream of this.#open) stream.pump();
  }

  /** Another timeline has begun: everybody is told, and follows it from its present end. */
  restart(why: Restart): void {
    for (const stream of this.#open) stream.restart(why);
  }

  /** Ends all streams: the sandbox stops. */
  close(): void {
    for (const stream of this.#open) stream.end();
  }
}

class EventStream {
  readonly #wall: WallClock;
  readonly #response: ServerResponse;
  readonly #source: StreamSource;
  /** Everything up to here was sent, or does not fit. */
  #cursor: number;
  #full = false;
  #fullBeats = 0;
  #heart: Timer | undefined;

  constructor(wall: WallClock, response: ServerResponse, source: StreamSource, after: number) {
    this.#wall = wall;
    this.#response = response;
    this.#source = source;
    this.#cursor = after;
  }

  begin(): void {
    this.#response.on("drain", () => {
      this.#full = false;
      this.#fullBeats = 0;
      this.pump();
    });
    this.#write(`retry: 1000\n\n`);
    this.#beatLater();
    this.pump();
  }

  /** Sends what is new, as far as the client takes it: the rest stays in the database, not in memory. */
  pump(): void {
    while (!this.#full) {
      const newest = this.#source.newest();
      const events = this.#source.read(this.#cursor, PAGE);
      for (const { sequence, data } of events) {
        this.#cursor = sequence;
        this.#write(`id: ${sequence}\ndata: ${data}\n\n`);
        if (this.#full) return;
      }
      if (events.length === PAGE) continue;
      // What does not fit is never looked at again.
      this.#cursor = Math.max(this.#cursor, newest);
      return;
    }
  }

  restart(why: Restart): void {
    this.#cursor = this.#source.newest();
    const data = JSON.stringify({ why, sequence: this.#cursor });
    this.#write(`id: ${this.#cursor}\nevent: restart\ndata: ${data}\n\n`);
  }

  end(): void {
    this.forget();
    this.#response.end();
  }

  forget(): void {
    this.#heart?.cancel();
    this.#full = true;
  }

  #write(text: string): void {
    if (!this.#response.write(text)) this.#full = true;
  }

  #beatLater(): void {
    this.#heart = this.#wall.after(HEARTBEAT_MS, () => this.#beat(), { unref: true });
  }

  #beat(): void {
    this.#fullBeats = this.#full ? this.#fullBeats + 1 : 0;
    if (this.#fullBeats >= MAX_MISSED_HEARTBEATS) {
      this.#response.destroy();
      return;
    }
    if (!this.#full) this.#write(": still here\n\n");
    this.#beatLater();
  }
}
