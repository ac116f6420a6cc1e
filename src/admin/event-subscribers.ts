// Everybody who waits for events: requests that wait for one, and streams that follow them all.
import type { WallClock } from "../kernel/wall-clock.ts";
import { EventStreams, type Restart } from "./event-streams.ts";
import { EventWaiters } from "./event-wait.ts";

/** One for the whole process: worlds come and go behind it. */
export class EventSubscribers {
  readonly waiters: EventWaiters;
  readonly streams: EventStreams;

  constructor(wall: WallClock) {
    this.waiters = new EventWaiters(wall);
    this.streams = new EventStreams(wall);
  }

  /** Something was committed; plugged into `db.onCommit`. */
  wake(): void {
    this.waiters.wake();
    this.streams.wake();
  }

  /** The world was reset or restored: called once the new one answers, so that whoever asks again is answered by it. */
  restart(why: Restart): void {
    this.waiters.restart();
    this.streams.restart(why);
  }

  /** The sandbox stops. */
  close(): void {
    this.waiters.close();
    this.streams.close();
  }
}
