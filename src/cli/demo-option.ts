// `--demo` of `start` and `exec`: when the history begins, and how it is told at the terminal.
import type { Config } from "../config/options.ts";
import type { DemoHost } from "../demo/actions.ts";
import { EPOCH_MS } from "../kernel/clock.ts";
import { escapeControl } from "../kernel/escape-control.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import { CommandError, type ProcessIo } from "./process-io.ts";

/** Longer than the history of the demo. A running clock begins so much earlier, so that the present is the machine's. */
const SPAN_MS = 24 * 60 * 60 * 1_000;

/** The demo that a configuration orders, or none. */
export class DemoOption {
  readonly #config: Config;
  readonly #wall: WallClock;
  #told: boolean;

  constructor(config: Config, wall: WallClock) {
    this.#config = config;
    this.#wall = wall;
    this.#told = !config.demo;
  }

  /** False while there is still something to tell: the sandbox answers, and is not yet what was ordered. */
  readonly isSetUp = (): boolean => this.#told;

  get #endsNow(): boolean {
    const { demo, clock, startTime } = this.#config;
    return demo && clock === "running" && startTime === null;
  }

  /** The configuration to begin with. */
  get config(): Config {
    if (!this.#endsNow) return this.#config;
    return { ...this.#config, startTime: Math.max(EPOCH_MS, this.#wall.now() - SPAN_MS) };
  }

  /**
   * Grows the demo where it is ordered, with one line an act on stderr; answers what the banner says of it.
   * @throws CommandError when the sandbox does not do what the demo asks
   */
  async tell(host: DemoHost, io: ProcessIo): Promise<string | undefined> {
    if (this.#told) return undefined;
    const { seed, clock } = this.#config;
    const began = this.#wall.now();
    // faker is loaded for those who want a demo only.
    const { growDemo } = await import("../demo/demo.ts");
    const tell = (act: string): void => io.err(`demo: ${act}\n`);
    const present = this.#endsNow ? () => this.#wall.now() : null;
    const grown = await growDemo({ host, seed, runs: clock === "running", present, tell }).catch((error: unknown) => {
      throw new CommandError(
        escapeControl(`the demo cannot be told: ${error instanceof Error ? error.message : String(error)}`),
      );
    });
    this.#told = true;
    if (grown === undefined) return "left as it was: this world has a life already";
    return `${grown}; grown in ${((this.#wall.now() - began) / 1_000).toFixed(1)} s`;
  }
}
