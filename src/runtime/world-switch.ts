// The doors of the port: which world stands behind them, and whether it may be talked to.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Express } from "express";
import type { Flow } from "../flow/flow.ts";
import { isReadable } from "../http/fallback-handlers.ts";
import { Problem } from "../kernel/problem.ts";
import type { WorldRuntime } from "./world-runtime.ts";

/** Makes the application of a world; a request that came in through it never touches another world. */
export type CreateApp = (behind: WorldRuntime) => Express;

export type EarlyAnswers = {
  readonly guard: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  readonly closed: RequestListener;
  readonly unreadable: RequestListener;
};

export class WorldSwitch {
  readonly #closed: RequestListener;
  readonly #plug: CreateApp;
  #behind: WorldRuntime | undefined;
  #app: RequestListener;

  /** Nobody comes past the `guard`; `closed` answers while there is no world, `unreadable` whatever is no request of anything. */
  constructor(server: Server, answers: EarlyAnswers, plug: CreateApp) {
    this.#closed = answers.closed;
    this.#app = answers.closed;
    this.#plug = plug;
    server.on("request", (request, response) => {
      answers.guard(request, response, () => {
        const listener = isReadable(request) ? this.#app : answers.unreadable;
        listener(request, response);
      });
    });
    server.on("upgrade", (request, socket, head) => {
      if (this.#behind === undefined) socket.destroy();
      else this.#behind.upgrades.emit("upgrade", request, socket, head);
    });
  }

  /** The world behind the doors; undefined while they are shut. */
  get runtime(): WorldRuntime | undefined {
    return this.#behind;
  }

  get flow(): Flow | undefined {
    return this.#behind?.flow;
  }

  get isReady(): boolean {
    return this.#behind !== undefined;
  }

  attach(behind: WorldRuntime): void {
    this.#behind = behind;
    this.#app = this.#plug(behind);
  }

  /** Nobody is let in any more; answers the world that was behind. @throws Problem when the doors are shut already */
  detach(): WorldRuntime {
    const behind = this.#behind;
    if (behind === undefined)
      throw new Problem(
        "serviceUnavailable",
        "the sandbox is starting, stopping, or its world is being replaced: send the request again",
      );
    this.#app = this.#closed;
    this.#behind = undefined;
    return behind;
  }
}
