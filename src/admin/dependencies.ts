// Dependencies of the control API; runtime/create-app.ts puts them together.
import type { ContractState } from "../contract/contract.ts";
import type { Environment } from "../domain/tenant/tenant.ts";
import type { Flow } from "../flow/flow.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import type { HeldRequests } from "../http/stages/held-requests.ts";
import type { InvariantMonitor } from "../invariants/monitor.ts";
import type { Instrument } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import type { StoredSnapshot } from "../storage/snapshot-store.ts";
import type { MetricsPage } from "./metrics.ts";
import type { Subscribers } from "./streams/subscribers.ts";

/** Snapshots, restore, reset and export. Restore and reset return the flow of the new world, settled when its clock is frozen. */
export type WorldLifecycle = {
  reset(): Promise<Flow>;
  /** @throws Problem resourceNotFound for an unknown id, which changes nothing */
  restore(id: string): Promise<Flow>;
  /** Snapshot of the world of `flow`. @throws Problem conflict when there is no room for another */
  snapshot(flow: Flow, name: string | undefined): Promise<StoredSnapshot>;
  list(): StoredSnapshot[];
  /** @throws Problem resourceNotFound */
  remove(id: string): void;
  /** The world of `flow`, or that of a snapshot, as a JSON document that `start --import` opens. @throws Problem resourceNotFound */
  export(flow: Flow, snapshot?: string): Promise<object>;
};

/**
 * In a request, `flow` is that of the world it entered by, so it never touches another world; what outlives a world
 * (event streams) reads the `flow` of the present one.
 */
export type AdminDependencies = {
  readonly flow: Flow;
  /** The invariant monitor of the world of `flow`. */
  invariantsOf(flow: Flow): InvariantMonitor;
  /** URL at which this machine reaches the sandbox, without a trailing slash. */
  readonly origin: string;
  readonly version: string;
  readonly seed: number;
  readonly environment: Environment;
  readonly wall: WallClock;
  readonly log: Log;
  /** Required as bearer token on /admin, and as password of the pages; null = none is required. */
  readonly adminToken: string | null;
  /** The rate limiter of the service. */
  readonly limiter: RateLimiter;
  /** Requests that wait for an event, and streams. After a reset or restore: `subscribers.restart(…)`. */
  readonly subscribers: Subscribers;
  /** The page of /metrics. */
  readonly metrics: MetricsPage;
  /** Receives every instrumentation event. */
  readonly instrument: Instrument;
  /** The methods served at /rpc. */
  readonly rpcMethods: readonly string[];
  nextRequestId(): string;
  /** True once requests are answered; false while a reset is under way or the sandbox stops. */
  isReady(): boolean;
  /** False while the start is still filling the sandbox (`--demo`): it answers requests, but its data is incomplete. */
  isSetUp(): boolean;
  readonly worlds: WorldLifecycle;
  /** The requests of the service that a fault holds on their way. */
  readonly held: HeldRequests;
  /** What contract testing knows of this process. */
  readonly contract: ContractState;
};

/** The same dependencies, bound to the world of `flow`. */
export function inWorldOf(flow: Flow, dependencies: AdminDependencies): AdminDependencies {
  return Object.create(dependencies, { flow: { value: flow } }) as AdminDependencies;
}
