// Progress for people: worlds, worlds a second, phase, and what slows the hunt (U-61).
import type { HuntHost } from "./host.ts";
import type { Phase } from "./report.ts";
import type { Played } from "./world/play.ts";

/** Wall ms between two lines. */
const EVERY_MS = 3_000;
/** Restarts are named once they take this share of the time. */
const SLOW_SHARE = 0.25;

export class Progress {
  readonly #host: Pick<HuntHost, "wall" | "progress">;
  readonly #began: number;
  #told: number;
  #worlds = 0;
  #restarts = 0;
  #restartMs = 0;

  constructor(host: Pick<HuntHost, "wall" | "progress">) {
    this.#host = host;
    this.#began = host.wall.monotonic();
    this.#told = this.#began;
  }

  /** A planned world was played. */
  world(phase: Phase, findings: number, { restarts, restartMs }: Pick<Played, "restarts" | "restartMs">): void {
    this.#worlds += 1;
    this.#restarts += restarts;
    this.#restartMs += restartMs;
    const now = this.#host.wall.monotonic();
    if (now - this.#told < EVERY_MS) return;
    this.#told = now;
    const seconds = (now - this.#began) / 1_000;
    const rate = Math.round((this.#worlds / seconds) * 10) / 10;
    const found = findings === 0 ? "nothing found" : `${findings} found`;
    this.#host.progress(
      `${this.#worlds} ${this.#worlds === 1 ? "world" : "worlds"}, ${rate} a second, ${phase}, ${found}${this.#slow(now)}`,
    );
  }

  #slow(now: number): string {
    const share = this.#restartMs / (now - this.#began);
    if (this.#restarts === 0 || share < SLOW_SHARE) return "";
    const each = Math.round(this.#restartMs / this.#restarts / 100) / 10;
    return `; restarts of your app take ${each} s each: ${Math.round(share * 100)} % of the time`;
  }
}
