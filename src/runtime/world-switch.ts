// Routes the requests of the port to the application of the present world, and answers them while there is none.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Flow } from "../flow/flow.ts";
import { isReadable } from "../http/fallback-handlers.ts";
import { Problem } from "../kernel/problem.ts";
import type { WorldRuntime } from "./world-runtime.ts";

/** Makes the application of a world; requests that entered through it never touch another world. */
export type CreateApp = (runtime: WorldRuntime) => RequestListener;

export type EarlyAnswers = {
  readonly guard: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  readonly closed: RequestListener;
  readonly unreadable: RequestListener;
};

export class WorldSwitch {
  readonly #closed: RequestListener;
  readonly #createApp: CreateApp;
  #runtime: WorldRuntime | undefined;
  #app: RequestListener;

  /** No request passes without the `guard`; `closed` answers while there is no world, `unreadable` a request target that cannot be read. */
  constructor(server: Server, answers: EarlyAnswers, createApp: CreateApp) {
    this.#closed = answers.closed;
    this.#app = answers.closed;
    this.#createApp = createApp;
    server.on("request", (request, response) => {
      answers.guard(request, response, () => {
        const listener = isReadable(request) ? this.#app : answers.unreadable;
        listener(request, response);
      });
    });
    server.on("upgrade", (request, socket, head) => {
      if (this.#runtime === undefined) socket.destroy();
      else this.#runtime.upgrades.emit("upgrade", request, socket, head);
    });
  }

  /** The attached world; undefined while there is none. */
  get runtime(): WorldRuntime | undefined {
    return this.#runtime;
  }

  get flow(): Flow | undefined {
    return this.#runtime?.flow;
  }

  get isReady(): boolean {
    return this.#runtime !== undefined;
  }

  attach(runtime: WorldRuntime): void {
    this.#runtime = runtime;
    this.#app = this.#createApp(runtime);
  }

  /** The attached world. @throws Problem when there is none */
  demand(): WorldRuntime {
    if (this.#runtime !== undefined) return this.#runtime;
    throw new Problem(
      "serviceUnavailable",
      "the sandbox is starting, stopping, or its world is being replaced: send the request again",
    );
  }

  /** Lets no further request enter; returns the world that was attached. @throws Problem when there is none */
  detach(): WorldRuntime {
    const runtime = this.demand();
    this.#app = this.#closed;
    this.#runtime = undefined;
    return runtime;
  }
}
