// The open connections of the server; beyond the limit a new one replaces the connection that has been idle longest.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type LastRequest = { request: IncomingMessage; response: ServerResponse };

export class Connections {
  /** Ordered by last activity, least recent first, each with its last request. */
  readonly #open = new Map<Socket, LastRequest | undefined>();

  /** Tracks the connections of `server`; beyond `max` the one idle longest is closed. */
  constructor(server: Server, max: number) {
    server.on("connection", (socket: Socket) => {
      if (this.#open.size >= max) this.#closeIdle();
      this.#open.set(socket, undefined);
      socket.once("close", () => this.#open.delete(socket));
    });
    server.on("request", (request, response) => {
      this.#note(request.socket, { request, response });
      response.once("close", () => this.#note(request.socket, { request, response }));
    });
    // A WebSocket is no HTTP connection any more; the RPC server limits those.
    server.on("upgrade", (request) => this.#open.delete(request.socket));
  }

  /** True when the current request of this connection has been answered, fully or partly: it must not get a second answer. */
  isAnswered(socket: Socket): boolean {
    const last = this.#open.get(socket);
    return last?.response.headersSent === true && !isOver(last);
  }

  #note(socket: Socket, last: LastRequest): void {
    if (!this.#open.delete(socket) || socket.destroyed) return;
    this.#open.set(socket, last);
  }

  /** Closes a connection without a complete request, since no client waits there. If all have one, the server's own limit applies. */
  #closeIdle(): void {
    for (const [socket, last] of this.#open) {
      if (last?.request.complete === true && !isOver(last)) continue;
      socket.destroy();
      this.#open.delete(socket);
      return;
    }
  }
}

/** True when the request is complete and its answer written: the next bytes begin another request. */
function isOver({ request, response }: LastRequest): boolean {
  return request.complete && response.writableFinished;
}
