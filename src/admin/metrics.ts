// The page /metrics in the Prometheus text format: counters and durations of instrumentation events, and gauges read at each scrape.
import { Registry } from "prom-client";
import type { InstrumentationEvent } from "../kernel/instrumentation.ts";
import { type GaugeDependencies, Gauges } from "./gauges.ts";
import { Tally, Timed } from "./tallies.ts";

/** Counts the instrumentation events of all worlds of this process, and renders the page. */
export class MetricsPage {
  readonly #registry = new Registry();
  readonly #gauges: Gauges;
  readonly #answers: Timed;
  readonly #calls: Timed;
  readonly #jobs: Timed;
  readonly #blocks: Timed;
  readonly #attempts: Timed;
  readonly #events: Tally;
  readonly #mismatches: Tally;
  readonly #skippedLogs: Tally;

  /** `flow` is evaluated at each scrape: a reset makes another. */
  constructor(version: string, flow: GaugeDependencies["flow"], monitors: GaugeDependencies["monitors"]) {
    const registers = [this.#registry];
    const timed = (name: string, help: string, labels: string[], timedBy: string): Timed =>
      new Timed(registers, name, help, labels, timedBy);
    this.#answers = timed("answer", "Answers of /v1 and /admin", ["surface", "operation", "status"], "operation");
    this.#calls = timed("rpc_call", "JSON-RPC calls", ["network", "method", "result"], "method");
    this.#jobs = timed("job", "Planned jobs that have run", ["job", "result"], "job");
    this.#blocks = timed("block", "Blocks that were mined and indexed", ["network"], "network");
    this.#attempts = timed("delivery_attempt", "Webhook delivery attempts, by outcome", ["outcome"], "outcome");
    const [labelNames, help] = [["type"], "Events that were announced"];
    this.#events = new Tally({ name: "sandbox_events_total", help, labelNames, registers });
    this.#mismatches = new Tally({
      name: "sandbox_document_mismatches_total",
      help: "Replies and webhook bodies that differ from the document: defects of the sandbox",
      labelNames: ["what"],
      registers,
    });
    this.#skippedLogs = new Tally({
      name: "sandbox_transfer_logs_skipped_total",
      help: "Transfer logs that are not in the form of a fungible token's and are ignored",
      labelNames: ["network"],
      registers,
    });
    this.#gauges = new Gauges(this.#registry, { version, flow, monitors });
  }

  /** Counts one instrumentation event. */
  readonly instrument = (event: InstrumentationEvent): void => {
    switch (event.what) {
      case "request": {
        const { surface, operation, status, ms } = event;
        this.#answers.add({ surface, operation, status: status === null ? "cut" : String(status) }, ms);
        break;
      }
      case "call": {
        const { network, method, code, ms } = event;
        this.#calls.add({ network, method, result: code === 0 ? "ok" : "error" }, ms);
        break;
      }
      case "job":
        this.#jobs.add({ job: event.job, result: event.ok ? "ok" : "error" }, event.ms);
        break;
      case "block":
        this.#blocks.add({ network: event.network }, event.ms);
        break;
      case "attempt":
        this.#attempts.add({ outcome: event.outcome }, event.ms);
        break;
      case "event":
        this.#events.add({ type: event.type });
        break;
      case "skipped logs":
        this.#skippedLogs.add({ network: event.network }, event.logs);
        break;
      case "mismatch":
        this.#mismatches.add({ what: event.of });
        break;
    }
  };

  /** The text of the page and its content type. */
  async text(): Promise<{ text: string; contentType: string }> {
    this.#gauges.watch();
    return { text: await this.#registry.metrics(), contentType: this.#registry.contentType };
  }

  /** Stops measuring the event loop. */
  close(): void {
    this.#gauges.close();
  }
}
