// Server-sent event streams: events as they are announced, with their sequence as id.
import type { ServerResponse } from "node:http";
import { Problem } from "../kernel/problem.ts";
import type { Timer, WallClock } from "../kernel/wall-clock.ts";

/** Limit of open streams; each costs one database query a commit. */
export const MAX_STREAMS = 100;

/** A comment is sent at least this often, so that neither side takes an idle connection for a dead one. Wall ms. */
export const HEARTBEAT_MS = 15_000;

/** A client that reads nothing for so many heartbeats is disconnected; it may reconnect with its last id. */
export const MAX_MISSED_HEARTBEATS = 4;

/** Rows a query reads at most. */
const PAGE = 50;

/** One event as sent. `data` is JSON. */
export type StreamedEvent = { sequence: number; data: string };

/** Where a stream reads events. Evaluated at each read, so that after a reset it is the new world. */
export type StreamSource = {
  /** At most `limit` events after `sequence`, oldest first. */
  read(sequence: number, limit: number): StreamedEvent[];
  /** The newest sequence of all events, whether they match the filter or not. */
  newest(): number;
};

/** Why the sequence starts again. */
export type Restart = "reset" | "restored";

export class EventStreams {
  readonly #wall: WallClock;
  readonly #open = new Set<EventStream>();

  constructor(wall: WallClock) {
    this.#wall = wall;
  }

  /** Number of open streams. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Calls `writeHead` and sends events until the client disconnects or the sandbox stops.
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

  /** Called after a commit: each stream sends its new events. */
  wake(): void {
    for (const stream of this.#open) stream.pump();
  }

  /** Another world has been attached: every client is notified, and follows it from its latest event. */
  restart(why: Restart): void {
    for (const stream of this.#open) stream.restart(why);
  }

  /** Ends all streams when the sandbox stops. */
  close(): void {
    for (const stream of this.#open) stream.end();
  }
}

class EventStream {
  readonly #wall: WallClock;
  readonly #response: ServerResponse;
  readonly #source: StreamSource;
  /** Everything up to this sequence was sent, or does not match the filter. */
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

  /** Sends new events as long as the socket's buffer has room: the rest stays in the database, not in memory. */
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
      // Events that do not match are never read again.
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
