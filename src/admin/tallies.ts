// Counts and durations of /metrics as plain numbers, which the library gets at each scrape: to find its labels takes longer than many a call.
import { Counter, Histogram, type Registry } from "prom-client";

/** Seconds. A local tool answers in milliseconds; whatever takes ten seconds waits for something else. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];
/** Durations of one label that wait for a scrape; then the library gets them at once. */
const MAX_WAITING = 512;

type Labels = Readonly<Record<string, string>>;

export type Page = {
  registers: Registry[];
  /** With the prefix of all metrics. */
  name: string;
  help: string;
  labelNames: string[];
};

/** Counts by labels. */
export class Tally {
  readonly #counts = new Map<string, { labels: Labels; count: number }>();
  readonly counter: Counter;

  constructor(page: Page) {
    const counts = this.#counts;
    this.counter = new Counter({
      ...page,
      collect() {
        for (const one of counts.values()) {
          if (one.count > 0) this.inc(one.labels, one.count);
          one.count = 0;
        }
      },
    });
  }

  /** `labels`: always in the same order of names. */
  add(labels: Labels, count = 1): void {
    let key = "";
    for (const name in labels) key += `${labels[name]}\n`;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { labels, count });
    else known.count += count;
  }
}

/** Durations by the one label that the page shows of them, so that it stays short. */
export class Durations {
  readonly #waiting = new Map<string, number[]>();
  readonly histogram: Histogram;

  constructor({ labelNames: [label = ""], ...page }: Page) {
    this.histogram = new Histogram({
      ...{ ...page, labelNames: [label], buckets: BUCKETS },
      collect: () => {
        for (const [value, seconds] of this.#waiting) this.#pass(value, seconds);
      },
    });
  }

  /** `value`: of the label. */
  add(value: string, ms: number): void {
    const waiting = this.#waiting.get(value);
    if (waiting === undefined) this.#waiting.set(value, [ms / 1_000]);
    else if (waiting.push(ms / 1_000) >= MAX_WAITING) this.#pass(value, waiting);
  }

  #pass(value: string, seconds: number[]): void {
    const { observe } = this.histogram.labels(value);
    for (const one of seconds) observe(one);
    seconds.length = 0;
  }
}

/** Counts by labels, and durations by one of them. */
export class Timed {
  readonly #tally: Tally;
  readonly #durations: Durations;
  readonly #timedBy: string;

  constructor(registers: Registry[], name: string, help: string, labelNames: string[], timedBy: string) {
    this.#timedBy = timedBy;
    this.#tally = new Tally({ registers, name: `sandbox_${name}s_total`, help, labelNames });
    const durations = { name: `sandbox_${name}_duration_seconds`, help: `${help}: how long each took` };
    this.#durations = new Durations({ registers, ...durations, labelNames: [timedBy] });
  }

  add(labels: Labels, ms: number): void {
    this.#tally.add(labels);
    this.#durations.add(labels[this.#timedBy] ?? "", ms);
  }
}
