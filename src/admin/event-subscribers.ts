// Everything that waits for events: requests that wait for one, and event streams.
import type { WallClock } from "../kernel/wall-clock.ts";
import { EventStreams, type Restart } from "./event-streams.ts";
import { EventWaiters } from "./event-wait.ts";

/** One for the process: it outlives resets and restores. */
export class EventSubscribers {
  readonly waiters: EventWaiters;
  readonly streams: EventStreams;

  constructor(wall: WallClock) {
    this.waiters = new EventWaiters(wall);
    this.streams = new EventStreams(wall);
  }

  /** Called after each commit (`db.onCommit`). */
  wake(): void {
    this.waiters.wake();
    this.streams.wake();
  }

  /** The world was reset or restored: called once the new one answers, so that a retried request reaches it. */
  restart(why: Restart): void {
    this.waiters.restart();
    this.streams.restart(why);
  }

  /** Called when the sandbox stops. */
  close(): void {
    this.waiters.close();
    this.streams.close();
  }
}
