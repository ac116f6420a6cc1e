// `--demo` of `start` and `exec`: when the history begins, and how it is told at the terminal.
import type { Config } from "../config.ts";
import type { DemoHost } from "../demo/stage.ts";
import { EPOCH_MS } from "../kernel/clock.ts";
import { plain } from "../kernel/plain.ts";
import type { Wall } from "../kernel/wall.ts";
import { CommandError, type Io } from "./io.ts";

/** Longer than the history of the demo. A running clock begins so much earlier, so that the present is the machine's. */
const SPAN_MS = 24 * 60 * 60 * 1_000;

const endsNow = ({ demo, clock, startTime }: Config): boolean => demo && clock === "running" && startTime === null;

/** The configuration to begin with. */
export function beforeDemo(config: Config, wall: Wall): Config {
  if (!endsNow(config)) return config;
  return { ...config, startTime: Math.max(EPOCH_MS, wall.now() - SPAN_MS) };
}

/**
 * Grows the demo where it is ordered, with one line an act on stderr; answers what the banner says of it.
 * @throws CommandError when the sandbox does not do what the demo asks
 */
export async function afterStart(config: Config, host: DemoHost, io: Io, wall: Wall): Promise<string | undefined> {
  if (!config.demo) return undefined;
  const began = wall.now();
  // faker is loaded for those who want a demo only.
  const { growDemo } = await import("../demo/demo.ts");
  const tell = (act: string): void => io.err(`demo: ${act}\n`);
  const present = endsNow(config) ? () => wall.now() : null;
  const grown = await growDemo({ host, seed: config.seed, runs: config.clock === "running", present, tell }).catch(
    (error: unknown) => {
      throw new CommandError(
        plain(`the demo cannot be told: ${error instanceof Error ? error.message : String(error)}`),
      );
    },
  );
  if (grown === undefined) return "left as it was: this world has a life already";
  return `${grown}; grown in ${((wall.now() - began) / 1_000).toFixed(1)} s`;
}
