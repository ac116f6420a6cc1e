// The numbers of /metrics, in the Prometheus text format: counters of this process, gauges read when they are asked for.
import { Counter, Gauge, Registry } from "prom-client";
import { agendaCounts } from "../domain/agenda.ts";
import { deliveryCounts } from "../domain/delivery/store.ts";
import type { Flow } from "../flow/flow.ts";
import type { Metrics } from "../http/metrics.ts";

/** Counts for the pipelines, and the page that shows them. `flow` is looked up at each scrape: a reset makes another. */
export class MetricsPage implements Metrics {
  readonly #registry = new Registry();
  readonly #answers = new Counter({
    name: "sandbox_answers_total",
    help: "Answers by operation and status",
    labelNames: ["operation", "status"],
    registers: [this.#registry],
  });
  readonly #mismatches = new Counter({
    name: "sandbox_document_mismatches_total",
    help: "Replies and webhook bodies that differ from the document: mistakes of the sandbox",
    labelNames: ["what"],
    registers: [this.#registry],
  });

  constructor(flow: () => Flow | undefined) {
    const gauge = (
      name: string,
      help: string,
      label: string,
      read: (flow: Flow) => Iterable<[string, number]>,
    ): void => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [this.#registry],
        collect() {
          this.reset();
          const current = flow();
          for (const [value, count] of current === undefined ? [] : read(current)) this.set({ [label]: value }, count);
        },
      });
    };
    gauge("sandbox_chain_height", "Height of a chain's head", "network", ({ chains }) =>
      chains.all.map(({ definition, head }) => [definition.symbol, head.number]),
    );
    gauge("sandbox_waiting_transactions", "Transactions the next block would take", "network", ({ chains }) =>
      chains.all.map(({ definition, waiting }) => [definition.symbol, waiting]),
    );
    gauge("sandbox_planned_jobs", "Planned work by kind", "job", ({ world }) =>
      agendaCounts(world.db).map(({ job, count }) => [job, count]),
    );
    gauge("sandbox_deliveries", "Webhook deliveries by state", "state", ({ world }) =>
      deliveryCounts(world.db).map(({ state, count }) => [state, count]),
    );
  }

  answered(operation: string, status: number): void {
    this.#answers.inc({ operation, status: String(status) });
  }

  mismatch(what: string): void {
    this.#mismatches.inc({ what });
  }

  /** The page's text and its content type. */
  async text(): Promise<{ text: string; contentType: string }> {
    return { text: await this.#registry.metrics(), contentType: this.#registry.contentType };
  }
}
