// The wall clock and the only timers of the process: all real time is read here.

/** A timer that can be cancelled. */
export type Timer = { cancel(): void };

/** Real time: rate-limit windows, network time-outs, `webhook-timestamp`, logs. */
export type WallClock = {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds that only grow; for durations. */
  monotonic(): number;
  /** Calls `run` once after `delayMs` (clamped to what one timer can hold, R-227). `unref` lets the process end meanwhile. */
  after(delayMs: number, run: () => void, options?: { unref?: boolean }): Timer;
  /** Calls `run` in a later turn of the event loop, so that pending I/O runs first. */
  soon(run: () => void): void;
};

/** The longest delay a timer of the platform holds; a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Resolves after `delayMs` of real time; at once for none. `unref` lets the process end meanwhile. */
export function sleep(wall: WallClock, delayMs: number, options?: { unref?: boolean }): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (delayMs <= 0) resolve();
  else wall.after(delayMs, resolve, options);
  return promise;
}

/** Resolves when `work` has ended, or after `ms` of real time. */
export function atMost(wall: WallClock, ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = wall.after(ms, resolve, { unref: true });
  return Promise.race([work, promise]).finally(() => timer.cancel());
}

/** The machine's own clock. */
export const systemClock: WallClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, run, options) {
    const timer = setTimeout(run, Math.min(Math.max(0, delayMs), MAX_TIMER_MS));
    if (options?.unref) timer.unref();
    return { cancel: () => clearTimeout(timer) };
  },
  soon(run) {
    setImmediate(run);
  },
};
