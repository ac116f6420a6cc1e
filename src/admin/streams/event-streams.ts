// Streams of events: each event as it is announced, with its sequence as id.
import type { ServerResponse } from "node:http";
import type { OpenStreams, StreamConnection } from "./open-streams.ts";

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
  readonly #connections: OpenStreams;
  readonly #streams = new Set<EventStream>();

  constructor(connections: OpenStreams) {
    this.#connections = connections;
  }

  /**
   * Calls `writeHead` and sends events until the client disconnects or the sandbox stops.
   * @throws Problem serviceUnavailable when too many streams are open; nothing was written then
   */
  open(response: ServerResponse, source: StreamSource, after: number, writeHead: () => void): void {
    const stream = new EventStream(source, after);
    const ends = { drained: () => stream.pump(), gone: () => void this.#streams.delete(stream) };
    stream.connection = this.#connections.open(response, writeHead, ends);
    this.#streams.add(stream);
    stream.pump();
  }

  /** Called after a commit: each stream sends its new events. */
  wake(): void {
    for (const stream of this.#streams) stream.pump();
  }

  /** Another world has been attached: every client is notified, and follows it from its latest event. */
  restart(why: Restart): void {
    for (const stream of this.#streams) stream.restart(why);
  }
}

class EventStream {
  connection: StreamConnection | undefined;
  readonly #source: StreamSource;
  /** Everything up to this sequence was sent, or does not match the filter. */
  #cursor: number;

  constructor(source: StreamSource, after: number) {
    this.#source = source;
    this.#cursor = after;
  }

  /** Sends new events as long as the socket's buffer has room: the rest stays in the database, not in memory. */
  pump(): void {
    while (this.connection?.isFull === false) {
      const newest = this.#source.newest();
      const events = this.#source.read(this.#cursor, PAGE);
      for (const { sequence, data } of events) {
        this.#cursor = sequence;
        this.connection.write(`id: ${sequence}\ndata: ${data}\n\n`);
        if (this.connection.isFull) return;
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
    this.connection?.write(`id: ${this.#cursor}\nevent: restart\ndata: ${data}\n\n`);
  }
}
