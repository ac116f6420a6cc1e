// The open server-sent event streams of the process: their limit, their heartbeats, and what a slow client costs.
import type { ServerResponse } from "node:http";
import { Problem } from "../../kernel/problem.ts";
import type { Timer, WallClock } from "../../kernel/wall-clock.ts";

/** Limit of open streams of all kinds; a stream of events costs one database query a commit. */
export const MAX_STREAMS = 100;

/** A comment is sent at least this often, so that neither side takes an idle connection for a dead one. Wall ms. */
export const HEARTBEAT_MS = 15_000;

/** A client that reads nothing for so many heartbeats is disconnected; it may reconnect. */
export const MAX_MISSED_HEARTBEATS = 4;

/** What a stream is to its connection. */
export type StreamEnds = {
  /** The socket has room again. */
  drained(): void;
  /** The client disconnected, or the sandbox stopped. */
  gone(): void;
};

export class OpenStreams {
  readonly #wall: WallClock;
  readonly #open = new Set<StreamConnection>();

  constructor(wall: WallClock) {
    this.#wall = wall;
  }

  /** Number of open streams. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Calls `writeHead` and keeps the connection alive until the client disconnects or the sandbox stops.
   * @throws Problem serviceUnavailable when too many are open; nothing was written then
   */
  open(response: ServerResponse, writeHead: () => void, stream: StreamEnds): StreamConnection {
    if (this.#open.size >= MAX_STREAMS) {
      const details = { most: MAX_STREAMS };
      throw new Problem("serviceUnavailable", `${MAX_STREAMS} event streams are open: close one`, { details });
    }
    const connection = new StreamConnection(this.#wall, response, stream);
    this.#open.add(connection);
    response.once("close", () => {
      connection.forget();
      this.#open.delete(connection);
      stream.gone();
    });
    writeHead();
    connection.begin();
    return connection;
  }

  /** Ends all streams when the sandbox stops. */
  close(): void {
    for (const connection of this.#open) connection.end();
  }
}

export class StreamConnection {
  readonly #wall: WallClock;
  readonly #response: ServerResponse;
  readonly #stream: StreamEnds;
  #full = false;
  #fullBeats = 0;
  #heart: Timer | undefined;

  constructor(wall: WallClock, response: ServerResponse, stream: StreamEnds) {
    this.#wall = wall;
    this.#response = response;
    this.#stream = stream;
  }

  /** True while the buffer of the socket has no room, and after the end: what is sent now would be kept in memory. */
  get isFull(): boolean {
    return this.#full;
  }

  begin(): void {
    this.#response.on("drain", () => {
      this.#full = false;
      this.#fullBeats = 0;
      this.#stream.drained();
    });
    this.write("retry: 1000\n\n");
    this.#beatLater();
  }

  /** One message in the form of server-sent events, its empty line included. */
  write(text: string): void {
    if (!this.#response.write(text)) this.#full = true;
  }

  end(): void {
    this.forget();
    this.#response.end();
  }

  forget(): void {
    this.#heart?.cancel();
    this.#full = true;
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
    if (!this.#full) this.write(": still here\n\n");
    this.#beatLater();
  }
}
