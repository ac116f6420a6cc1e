// Who is connected, and who is let go when too many are: a newcomer is always let in before somebody who only holds a line.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Exchange = { request: IncomingMessage; response: ServerResponse };

export class Connections {
  /** In the order of their last sign of life, each with its last request. */
  readonly #open = new Map<Socket, Exchange | undefined>();

  /** Follows the connections of `server`; beyond `most` the longest idle one is cut. */
  constructor(server: Server, most: number) {
    server.on("connection", (socket: Socket) => {
      if (this.#open.size >= most) this.#letGo();
      this.#open.set(socket, undefined);
      socket.once("close", () => this.#open.delete(socket));
    });
    server.on("request", (request, response) => {
      this.#note(request.socket, { request, response });
      response.once("close", () => this.#note(request.socket, { request, response }));
    });
    // A WebSocket is no longer a matter of HTTP; its room has a bound of its own.
    server.on("upgrade", (request) => this.#open.delete(request.socket));
  }

  /** True when the request that comes in on this connection has its answer, whole or in part: it must not get a second one. */
  isAnswered(socket: Socket): boolean {
    const exchange = this.#open.get(socket);
    return exchange?.response.headersSent === true && !isOver(exchange);
  }

  #note(socket: Socket, exchange: Exchange): void {
    if (!this.#open.delete(socket) || socket.destroyed) return;
    this.#open.set(socket, exchange);
  }

  /** One that has not sent a whole request: nobody waits for an answer there. When all have, the server's own bound holds. */
  #letGo(): void {
    for (const [socket, exchange] of this.#open) {
      if (exchange?.request.complete === true && !isOver(exchange)) continue;
      socket.destroy();
      this.#open.delete(socket);
      return;
    }
  }
}

/** Asked and answered: what comes next on the connection is another request. */
function isOver({ request, response }: Exchange): boolean {
  return request.complete && response.writableFinished;
}
