// The numbers of /metrics, in the Prometheus text format: what was done is counted and timed as it is told, what is there is read when it is asked for.
import { Counter, Histogram, Registry } from "prom-client";
import type { InstrumentationEvent } from "../kernel/instrumentation.ts";
import { type GaugeDependencies, Gauges } from "./gauges.ts";

/** Seconds. A local tool answers in milliseconds; what takes ten seconds waits for somebody. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** A counter and a histogram of how long it took, under one name. */
class Timed {
  readonly #count: Counter;
  readonly #seconds: Histogram;
  readonly #timedBy: string;

  /** Durations are kept by one label only, so that the page stays short. */
  constructor(registers: Registry[], name: string, help: string, labelNames: string[], timedBy: string) {
    this.#timedBy = timedBy;
    this.#count = new Counter({ name: `sandbox_${name}s_total`, help, labelNames, registers });
    this.#seconds = new Histogram({
      name: `sandbox_${name}_duration_seconds`,
      help: `${help}: how long each took`,
      ...{ labelNames: [timedBy], buckets: BUCKETS, registers },
    });
  }

  add(labels: Record<string, string>, ms: number): void {
    this.#count.inc(labels);
    this.#seconds.observe({ [this.#timedBy]: labels[this.#timedBy] ?? "" }, ms / 1_000);
  }
}

/** Takes in what is told of the work of all worlds of this process, and shows it. */
export class MetricsPage {
  readonly #registry = new Registry();
  readonly #gauges: Gauges;
  readonly #answers: Timed;
  readonly #calls: Timed;
  readonly #jobs: Timed;
  readonly #blocks: Timed;
  readonly #attempts: Timed;
  readonly #events: Counter;
  readonly #mismatches: Counter;
  readonly #skippedLogs: Counter;

  /** `flow` is looked up at each scrape: a reset makes another. */
  constructor(version: string, flow: GaugeDependencies["flow"], watches: GaugeDependencies["watches"]) {
    const registers = [this.#registry];
    const timed = (name: string, help: string, labels: string[], timedBy: string): Timed =>
      new Timed(registers, name, help, labels, timedBy);
    this.#answers = timed("answer", "Answers of /v1 and /admin", ["surface", "operation", "status"], "operation");
    this.#calls = timed("rpc_call", "JSON-RPC calls", ["network", "method", "result"], "method");
    this.#jobs = timed("job", "Planned work that was done", ["job", "result"], "job");
    this.#blocks = timed("block", "Blocks that were mined and read in", ["network"], "network");
    this.#attempts = timed(
      "delivery_attempt",
      "Attempts to deliver a webhook, by what came of them",
      ["outcome"],
      "outcome",
    );
    const [labelNames, help] = [["type"], "Events that were announced"];
    this.#events = new Counter({ name: "sandbox_events_total", help, labelNames, registers });
    this.#mismatches = new Counter({
      name: "sandbox_document_mismatches_total",
      help: "Replies and webhook bodies that differ from the document: mistakes of the sandbox",
      labelNames: ["what"],
      registers,
    });
    this.#skippedLogs = new Counter({
      name: "sandbox_transfer_logs_skipped_total",
      help: "Transfer logs that have not the form of a fungible token's, so that they moved nothing",
      labelNames: ["network"],
      registers,
    });
    this.#gauges = new Gauges(this.#registry, { version, flow, watches });
  }

  /** Counts one fact. */
  readonly instrument = (fact: InstrumentationEvent): void => {
    switch (fact.what) {
      case "request": {
        const { surface, operation, status, ms } = fact;
        this.#answers.add({ surface, operation, status: status === null ? "cut" : String(status) }, ms);
        break;
      }
      case "call": {
        const { network, method, code, ms } = fact;
        this.#calls.add({ network, method, result: code === 0 ? "ok" : "error" }, ms);
        break;
      }
      case "job":
        this.#jobs.add({ job: fact.job, result: fact.ok ? "ok" : "error" }, fact.ms);
        break;
      case "block":
        this.#blocks.add({ network: fact.network }, fact.ms);
        break;
      case "attempt":
        this.#attempts.add({ outcome: fact.outcome }, fact.ms);
        break;
      case "event":
        this.#events.inc({ type: fact.type });
        break;
      case "skipped logs":
        this.#skippedLogs.inc({ network: fact.network }, fact.logs);
        break;
      case "mismatch":
        this.#mismatches.inc({ what: fact.of });
        break;
    }
  };

  /** The page's text and its content type. */
  async text(): Promise<{ text: string; contentType: string }> {
    this.#gauges.watch();
    return { text: await this.#registry.metrics(), contentType: this.#registry.contentType };
  }

  /** Ends the watch over the event loop. */
  close(): void {
    this.#gauges.close();
  }
}
