// The open connections of the server; beyond the limit a new one replaces the connection that has been idle longest.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A connection with its last request. `at`: when it was active last, as a count of what happened on all of them. */
type Connection = { at: number; request: IncomingMessage | undefined; response: ServerResponse | undefined };

export class Connections {
  /**
   * An entry stays as long as its connection: a Map that is written for each request makes new tables all the time, and old ones keep
   * the requests of their entries until the next full garbage collection.
   */
  readonly #open = new Map<Socket, Connection>();
  #activities = 0;

  /** Tracks the connections of `server`; beyond `max` the one idle longest is closed. */
  constructor(server: Server, max: number) {
    server.on("connection", (socket: Socket) => {
      if (this.#open.size >= max) this.#closeIdle();
      this.#open.set(socket, { at: this.#nextActivity(), request: undefined, response: undefined });
      socket.once("close", () => this.#open.delete(socket));
    });
    server.on("request", (request, response) => {
      const connection = this.#open.get(request.socket);
      if (connection === undefined) return;
      connection.at = this.#nextActivity();
      connection.request = request;
      connection.response = response;
      response.on("close", () => {
        connection.at = this.#nextActivity();
      });
    });
    // A WebSocket is no HTTP connection any more; the RPC server limits those.
    server.on("upgrade", (request) => this.#open.delete(request.socket));
  }

  /** True when the current request of this connection has been answered, fully or partly: it must not get a second answer. */
  isAnswered(socket: Socket): boolean {
    const last = this.#open.get(socket);
    return last?.response?.headersSent === true && !isOver(last);
  }

  #nextActivity(): number {
    this.#activities += 1;
    return this.#activities;
  }

  /** Closes a connection without a complete request, since no client waits there. If all have one, the server's own limit applies. */
  #closeIdle(): void {
    let idle: { socket: Socket; at: number } | undefined;
    for (const [socket, connection] of this.#open) {
      if (connection.at >= (idle?.at ?? Number.POSITIVE_INFINITY)) continue;
      if (connection.request?.complete === true && !isOver(connection)) continue;
      idle = { socket, at: connection.at };
    }
    if (idle === undefined) return;
    idle.socket.destroy();
    this.#open.delete(idle.socket);
  }
}

/** True when the request is complete and its answer written: the next bytes begin another request. */
function isOver({ request, response }: Connection): boolean {
  return request?.complete === true && response?.writableFinished === true;
}
