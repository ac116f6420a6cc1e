// Table: the gauges of /metrics, read at each scrape: chains, planned work, deliveries, faults, invariants, storage, the process.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { Gauge, type Registry } from "prom-client";
import { agendaCounts } from "../domain/agenda.ts";
import { deliveryCounts } from "../domain/delivery/store.ts";
import { unprocessedCount } from "../domain/outbox.ts";
import { listFaults } from "../faults/store.ts";
import type { Flow } from "../flow/flow.ts";
import type { InvariantMonitor } from "../invariants/monitor.ts";
import { INVARIANTS } from "../invariants/statements.ts";

/** `flow` is evaluated at each scrape: a reset makes another. */
export type GaugeDependencies = {
  version: string;
  flow(): Flow | undefined;
  /** The invariant monitor of each world, by its flow. */
  monitors: WeakMap<Flow, Pick<InvariantMonitor, "breaches">>;
};

type Reading = readonly (readonly [label: string, value: number])[];
type Row = {
  name: string;
  help: string;
  label: string;
  read: (flow: Flow, dependencies: GaugeDependencies) => Reading;
};

const ROWS: readonly Row[] = [
  {
    name: "sandbox_chain_height",
    help: "Height of a chain's head",
    label: "network",
    read: ({ chains }) => chains.all.map(({ definition, head }) => [definition.symbol, head.number]),
  },
  {
    name: "sandbox_waiting_transactions",
    help: "Transactions the next block would take",
    label: "network",
    read: ({ chains }) => chains.all.map(({ definition, waiting }) => [definition.symbol, waiting]),
  },
  {
    name: "sandbox_planned_jobs",
    help: "Planned work by kind",
    label: "job",
    read: ({ world }) => agendaCounts(world.db).map(({ job, count }) => [job, count]),
  },
  {
    name: "sandbox_events_waiting",
    help: "Events that have not been processed yet",
    label: "",
    read: ({ world }) => [["", unprocessedCount(world.db)]],
  },
  {
    name: "sandbox_deliveries",
    help: "Webhook deliveries by state",
    label: "state",
    read: ({ world }) => deliveryCounts(world.db).map(({ state, count }) => [state, count]),
  },
  {
    name: "sandbox_fault_hits",
    help: "Hits of the present faults, by gate and effect",
    label: "fault",
    read: ({ world }) => {
      const sums = new Map<string, number>();
      for (const { gate, effect, hits } of listFaults(world.db))
        sums.set(`${gate}:${effect}`, (sums.get(`${gate}:${effect}`) ?? 0) + hits);
      return [...sums];
    },
  },
  {
    name: "sandbox_invariant_breaches",
    help: "Pairs that do not agree, by invariant: anything but 0 is a defect of the sandbox",
    label: "invariant",
    read: (flow, { monitors }) => {
      const broken = new Map(monitors.get(flow)?.breaches.map(({ id, whats }) => [String(id), whats.length]));
      return Object.keys(INVARIANTS).map((id) => [id, broken.get(id) ?? 0]);
    },
  },
  {
    name: "sandbox_clock_seconds",
    help: "Virtual time, seconds since 1970",
    label: "",
    read: ({ world }) => [["", world.clock.peek() / 1_000]],
  },
  {
    name: "sandbox_clock_running",
    help: "1 when virtual time passes by itself, 0 when it is frozen",
    label: "",
    read: ({ world }) => [["", world.clock.mode === "running" ? 1 : 0]],
  },
  {
    name: "sandbox_database_bytes",
    help: "Size of the world on disk or in memory: the database, and its write-ahead log",
    label: "file",
    read: ({ world }) => Object.entries(world.db.sizes()),
  },
];

/** Registers the gauges of the table and those of the process. */
export class Gauges {
  #delay: ReturnType<typeof monitorEventLoopDelay> | undefined;

  constructor(registry: Registry, dependencies: GaugeDependencies) {
    for (const row of ROWS) {
      gauge(registry, row, () => {
        const flow = dependencies.flow();
        return flow === undefined ? [] : row.read(flow, dependencies);
      });
    }
    const heap = { label: "kind", name: "sandbox_memory_bytes", help: "Memory of the process's JavaScript heap" };
    gauge(registry, heap, () => {
      const { used_heap_size, total_heap_size, external_memory } = getHeapStatistics();
      return [
        ["heap_used", used_heap_size],
        ["heap_total", total_heap_size],
        ["external", external_memory],
      ];
    });
    const help = "Delay of the event loop since the last scrape; measured from the first scrape on";
    gauge(registry, { label: "quantile", name: "sandbox_event_loop_delay_seconds", help }, () => this.#delays());
    gauge(registry, { label: "version", name: "sandbox_info", help: "Which sandbox this is" }, () => [
      [dependencies.version, 1],
    ]);
  }

  /** Measuring needs a timer that fires all the time, so it starts with the first scrape. */
  watch(): void {
    if (this.#delay !== undefined) return;
    this.#delay = monitorEventLoopDelay({ resolution: 10 });
    this.#delay.enable();
  }

  close(): void {
    this.#delay?.disable();
  }

  /** Each sample of the histogram is the timer's interval plus the delay of the event loop; the interval is subtracted. */
  #delays(): Reading {
    const delay = this.#delay;
    if (delay === undefined || delay.count === 0) return [];
    const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - 0.01);
    const quantiles: Reading = [
      ["0.5", seconds(delay.percentile(50))],
      ["0.99", seconds(delay.percentile(99))],
      ["1", seconds(delay.max)],
    ];
    delay.reset();
    return quantiles;
  }
}

function gauge(registry: Registry, { name, help, label }: Omit<Row, "read">, read: () => Reading): void {
  new Gauge({
    ...{ name, help, labelNames: label === "" ? [] : [label], registers: [registry] },
    collect() {
      this.reset();
      for (const [value, count] of read()) this.set(label === "" ? {} : { [label]: value }, count);
    },
  });
}
