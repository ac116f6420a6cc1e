// What the control surface stands on, plugged together in sandbox.ts.
import type { Environment } from "../domain/tenant/tenant.ts";
import type { Flow } from "../flow/flow.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import type { Log } from "../kernel/log.ts";
import type { Wall } from "../kernel/wall.ts";
import type { MetricsPage } from "./metrics.ts";
import type { Watchers } from "./watchers.ts";

/** `flow` is looked up with every request: after a reset it is another one. */
export type AdminParts = {
  readonly flow: Flow;
  /** Where this machine reaches the sandbox, without a slash at its end. */
  readonly origin: string;
  readonly version: string;
  readonly seed: number;
  readonly environment: Environment;
  readonly wall: Wall;
  readonly log: Log;
  /** Asked for as a bearer token on /admin, and as the password of the page; null = no token is asked for. */
  readonly adminToken: string | null;
  /** The windows of the service's rate limits. */
  readonly limiter: RateLimiter;
  /** Who waits for events and who follows them. After a reset or restore: `watchers.restart(…)`. */
  readonly watchers: Watchers;
  /** What is counted, for /metrics. */
  readonly metrics: MetricsPage;
  /** The methods served at /rpc. */
  readonly rpcMethods: readonly string[];
  nextRequestId(): string;
  /** True once everything answers; false while a reset is under way or the sandbox stops. */
  isReady(): boolean;
  /** Builds the first world again; afterwards `flow` is the one of the new world. */
  reset(): Promise<void>;
};
