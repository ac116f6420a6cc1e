// `--demo` of `start` and `exec`: when its history begins, and its progress on the terminal.
import type { Config } from "../config/options.ts";
import type { DemoHost } from "../demo/actions.ts";
import { EPOCH_MS } from "../kernel/clock.ts";
import { escapeControl } from "../kernel/escape-control.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import { CommandError, type ProcessIo } from "./process-io.ts";

/** Longer than the demo's history. A running clock starts this much earlier, so that the history ends at the machine's time. */
const SPAN_MS = 24 * 60 * 60 * 1_000;

/** Creates the demo data if the configuration asks for it. */
export class DemoOption {
  readonly #config: Config;
  readonly #wall: WallClock;
  #done: boolean;

  constructor(config: Config, wall: WallClock) {
    this.#config = config;
    this.#wall = wall;
    this.#done = !config.demo;
  }

  /** False until the demo data exists: the sandbox already answers, but is not ready. */
  readonly isSetUp = (): boolean => this.#done;

  get #endsNow(): boolean {
    const { demo, clock, startTime } = this.#config;
    return demo && clock === "running" && startTime === null;
  }

  /** The configuration to start with. */
  get config(): Config {
    if (!this.#endsNow) return this.#config;
    return { ...this.#config, startTime: Math.max(EPOCH_MS, this.#wall.now() - SPAN_MS) };
  }

  /**
   * Creates the demo data if it is asked for, with one line per step on stderr. Returns the summary for the banner.
   * @throws CommandError when the sandbox refuses a step
   */
  async create(host: DemoHost, io: ProcessIo): Promise<string | undefined> {
    if (this.#done) return undefined;
    const { seed, clock } = this.#config;
    const began = this.#wall.now();
    // Loads faker, so only when a demo is wanted.
    const { createDemo } = await import("../demo/demo.ts");
    const report = (step: string): void => io.err(`demo: ${step}\n`);
    const present = this.#endsNow ? () => this.#wall.now() : null;
    const summary = await createDemo({ host, seed, runs: clock === "running", present, report }).catch(
      (error: unknown) => {
        throw new CommandError(
          escapeControl(`the demo data cannot be created: ${error instanceof Error ? error.message : String(error)}`),
        );
      },
    );
    this.#done = true;
    if (summary === undefined) return "left as it was: this world already has records";
    return `${summary}; created in ${((this.#wall.now() - began) / 1_000).toFixed(1)} s`;
  }
}
