// The pairs of sandbox and app of a hunt (`--jobs N`): each has ports and a folder of its own, and plays what no other has begun.

import { type Adapter, atPort } from "./adapter.ts";
import { AdaptedApp } from "./app/adapted-app.ts";
import { AppFault } from "./app/app.ts";
import type { HuntHost } from "./host.ts";
import { HuntSession } from "./hunt-session.ts";
import type { HuntOptions } from "./options.ts";
import { portOf } from "./port.ts";

type Job = { readonly session: HuntSession; readonly folder: string };

export class Jobs {
  readonly #options: HuntOptions;
  readonly #host: HuntHost;
  readonly #guessed: (text: string) => void;
  readonly #first: Job;
  readonly #all: Job[];

  constructor(options: HuntOptions, host: HuntHost, guessed: (text: string) => void) {
    this.#options = options;
    this.#host = host;
    this.#guessed = guessed;
    const { jobs = 1, adapter } = options;
    this.#first = this.#job(jobs > 1 ? withPort(adapter, portOf(adapter)) : adapter);
    this.#all = [this.#first];
  }

  /** The pair that plays the plain worlds. */
  get first(): HuntSession {
    return this.#first.session;
  }

  /** Worlds of every kind that all pairs have played. */
  get played(): number {
    return this.#all.reduce((sum, { session }) => sum + session.played, 0);
  }

  /**
   * Starts the other pairs, and plays the plain world with each. Returns why nothing can be judged, or null.
   * @throws AppFault, HostFault
   */
  async openOthers(): Promise<string | null> {
    const { jobs = 1, adapter } = this.#options;
    for (let number = 2; number <= jobs && !this.#host.signal.aborted; number += 1) {
      this.#host.progress(`starting sandbox and app ${number} of ${jobs}`);
      const job = this.#job(withPort(adapter, await this.#host.freePort()));
      this.#all.push(job);
      try {
        await job.session.open();
      } catch (error) {
        if (!(error instanceof AppFault)) throw error;
        throw new AppFault(
          `app ${number} of ${jobs}: ${error.message}. With --jobs your app must listen on the port in PORT`,
        );
      }
      job.session.habits = this.first.habits;
      const wrong = await job.session.plainHindrance();
      if (wrong !== null)
        return `app ${number} of ${jobs}: ${wrong}\nWith --jobs your app must listen on the port in PORT, and keep its books in a file of its own, such as one in \${folder}`;
    }
    return null;
  }

  /** Has every pair play until there is nothing more to take; the first failure is thrown once all have ended. */
  async each(play: (session: HuntSession) => Promise<void>): Promise<void> {
    const ends = await Promise.allSettled(this.#all.map(({ session }) => play(session)));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }

  async close(): Promise<void> {
    for (const { session, folder } of this.#all) {
      await session.close();
      this.#host.removeFolder(folder);
    }
  }

  #job(adapter: Adapter): Job {
    const { processes, wall } = this.#host;
    const folder = this.#host.temporaryFolder();
    const own = { processes, wall, folder, guessed: this.#guessed };
    const app = this.#options.app ?? new AdaptedApp(adapter, own);
    return { session: new HuntSession({ ...this.#options, adapter, app }, this.#host), folder };
  }
}

function withPort(adapter: Adapter, port: number): Adapter {
  return { ...atPort(adapter, port), env: { ...adapter.env, PORT: String(port) } };
}
