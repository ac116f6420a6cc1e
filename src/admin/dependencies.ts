// What the control surface stands on, plugged together in sandbox.ts.
import type { Environment } from "../domain/tenant/tenant.ts";
import type { Flow } from "../flow/flow.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { InvariantMonitor } from "../invariants/monitor.ts";
import type { Instrument } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import type { StoredSnapshot } from "../storage/snapshot-store.ts";
import type { EventSubscribers } from "./event-subscribers.ts";
import type { MetricsPage } from "./metrics.ts";

/** The ways from one timeline to another. Each answers the flow of the world it leads to, settled when its clock is frozen. */
export type WorldLifecycle = {
  reset(): Promise<Flow>;
  /** @throws Problem resourceNotFound for an unknown id, which changes nothing */
  restore(id: string): Promise<Flow>;
  /** Keeps the world of `flow` as it is now. @throws Problem conflict when there is no room for another */
  snapshot(flow: Flow, name: string | undefined): Promise<StoredSnapshot>;
  list(): StoredSnapshot[];
  /** @throws Problem resourceNotFound */
  remove(id: string): void;
  /** The world of `flow` as a document that `start --import` opens. */
  export(flow: Flow): Promise<object>;
};

/**
 * A request performs with parts whose `flow` is the one it came in by, and never touches another world; those who outlive a
 * world (streams) look up the present one.
 */
export type AdminDependencies = {
  readonly flow: Flow;
  /** Who watches the world of `flow`. */
  invariantsOf(flow: Flow): InvariantMonitor;
  /** Where this machine reaches the sandbox, without a slash at its end. */
  readonly origin: string;
  readonly version: string;
  readonly seed: number;
  readonly environment: Environment;
  readonly wall: WallClock;
  readonly log: Log;
  /** Asked for as a bearer token on /admin, and as the password of the page; null = no token is asked for. */
  readonly adminToken: string | null;
  /** The windows of the service's rate limits. */
  readonly limiter: RateLimiter;
  /** Who waits for events and who follows them. After a reset or restore: `watchers.restart(…)`. */
  readonly subscribers: EventSubscribers;
  /** What is counted, for /metrics. */
  readonly metrics: MetricsPage;
  /** Told of each answer. */
  readonly instrument: Instrument;
  /** The methods served at /rpc. */
  readonly rpcMethods: readonly string[];
  nextRequestId(): string;
  /** True once everything answers; false while a reset is under way or the sandbox stops. */
  isReady(): boolean;
  /** False while whoever starts the sandbox still tells it something (`--demo`): it answers, and is not yet what was ordered. */
  isSetUp(): boolean;
  readonly worlds: WorldLifecycle;
  readonly observe?: (exchange: RequestContext) => void;
};

/** The same parts, in the world of `flow` and in no other. */
export function inWorldOf(flow: Flow, parts: AdminDependencies): AdminDependencies {
  return Object.create(parts, { flow: { value: flow } }) as AdminDependencies;
}
