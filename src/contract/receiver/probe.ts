// The probe: what the app believes, read before and after webhooks (C-50). At most 20 readings, each bounded in time and bytes.
import { describeFailure } from "../../webhooks/failure.ts";
import type { WebhookSender } from "../../webhooks/send.ts";
import { effectOf, probeValue } from "./effect.ts";

/** Readings of one battery. */
export const MAX_PROBE_READS = 20;
/** Bytes of one answer: a longer one is refused, since half of it cannot be compared. */
export const MAX_PROBE_BYTES = 1_048_576;
/** Wall ms between readings while an app works on a webhook after its answer. */
const PAUSE_MS = 250;
/** Readings that wait for a change. */
const PATIENCE = 3;

/** Reads what the app believes as text. Rejects when it cannot be read. */
export type ReadProbe = () => Promise<string>;

/** Why nothing can be said of a case: shown as its reason. */
export class ProbeFault extends Error {
  override readonly name = "ProbeFault";
}

/** A probe that is a URL: GET through the sender of webhooks, so that the same addresses are refused. */
export function urlProbe(sender: WebhookSender, url: string): ReadProbe {
  return async () => {
    const request = { url, method: "GET", headers: { accept: "application/json" }, body: Buffer.alloc(0) } as const;
    const outcome = await sender.send({ ...request, answerBytes: MAX_PROBE_BYTES });
    if (outcome.status === null) throw new ProbeFault(`the probe gave no answer: ${outcome.error}`);
    if (!outcome.ok) throw new ProbeFault(`the probe answered ${outcome.status}: GET must give 200`);
    return outcome.response ?? "";
  };
}

export type ProbeDependencies = { read: ReadProbe; pause(ms: number): Promise<void>; nowMs(): number };

export class Probe {
  reads = 0;
  readonly #dependencies: ProbeDependencies;
  #isSlow = false;

  constructor(dependencies: ProbeDependencies) {
    this.#dependencies = dependencies;
  }

  /** One reading. @throws ProbeFault */
  async text(): Promise<string> {
    if (this.reads >= MAX_PROBE_READS) throw new ProbeFault(`the probe was read ${MAX_PROBE_READS} times already`);
    this.reads += 1;
    const text = await this.#dependencies.read().catch((error: unknown) => {
      throw error instanceof ProbeFault ? error : new ProbeFault(`the probe cannot be read: ${describeFailure(error)}`);
    });
    if (Buffer.byteLength(text) < MAX_PROBE_BYTES) return text;
    throw new ProbeFault("the probe's answer is longer than 1 MiB: let it print less, such as the sum of credits");
  }

  /** Reads until it says something else than `before`, a few times at most; the last reading either way. @throws ProbeFault */
  async changedFrom(before: string): Promise<string> {
    let text = before;
    for (let left = PATIENCE; left > 0; left -= 1) {
      if (left < PATIENCE || this.#isSlow) await this.#dependencies.pause(PAUSE_MS);
      text = await this.text();
      if (this.effect(before, text) === undefined) continue;
      // An app that answers first and works afterwards: from now on it gets its time before each reading.
      if (left < PATIENCE) this.#isSlow = true;
      return text;
    }
    return text;
  }

  /** A reading that expects nothing new; an app that works afterwards gets its time first. @throws ProbeFault */
  async settled(): Promise<string> {
    if (this.#isSlow) await this.#dependencies.pause(PAUSE_MS);
    return this.text();
  }

  effect(before: string, after: string): unknown {
    return effectOf(probeValue(before), probeValue(after), this.#dependencies.nowMs());
  }
}
