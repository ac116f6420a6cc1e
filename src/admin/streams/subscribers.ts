// Everything that waits for news: requests that wait for an event, streams of events, and streams of changes.
import type { Observation } from "../../contract/observation.ts";
import { isLeftOut } from "../../contract/requests/request-log.ts";
import type { WallClock } from "../../kernel/wall-clock.ts";
import { ChangeStreams, type RestoredFrom } from "./change-streams.ts";
import type { ChangedWorld } from "./changes.ts";
import { EventStreams, type Restart } from "./event-streams.ts";
import { EventWaiters } from "./event-wait.ts";
import { OpenStreams } from "./open-streams.ts";

/** One for the process: it outlives resets and restores. */
export class Subscribers {
  readonly waiters: EventWaiters;
  readonly streams: EventStreams;
  readonly changes: ChangeStreams;
  readonly #connections: OpenStreams;
  readonly #world: () => ChangedWorld | undefined;

  /** `world`: the present one; undefined while there is none. */
  constructor(wall: WallClock, world: () => ChangedWorld | undefined) {
    this.#world = world;
    this.#connections = new OpenStreams(wall);
    this.waiters = new EventWaiters(wall);
    this.streams = new EventStreams(this.#connections);
    this.changes = new ChangeStreams(wall, this.#connections, world);
  }

  /** Called after each commit (`db.onCommit`). A world that is being assembled has no news for who follows the present one. */
  wake(): void {
    if (this.#world() === undefined) return;
    this.waiters.wake();
    this.streams.wake();
    this.changes.wake();
  }

  /** Called when other breaches of invariants are known than before. */
  breaches(): void {
    this.changes.note("invariants");
  }

  /** Called with each finished request of every surface. */
  request(seen: Observation): void {
    if (isLeftOut(seen)) return;
    this.changes.note("requests");
    if (changesContract(seen)) this.changes.note("contract");
  }

  /** The world was reset or restored: called once the new one answers, so that a retried request reaches it. */
  restart(why: Restart, snapshot: RestoredFrom | undefined): void {
    this.waiters.restart();
    this.streams.restart(why);
    this.changes.restart(why, snapshot);
  }

  /** Called when the sandbox stops. */
  close(): void {
    this.waiters.close();
    this.changes.close();
    this.#connections.close();
  }
}

/** What clients of the service and the chains do is recorded; what is set is shown with it. */
function changesContract({ surface, method, path, ownClient }: Observation): boolean {
  if (surface === "admin") return method !== "GET" && path.startsWith("/contract");
  return ownClient === null;
}
