// The virtual clock: business time, block timestamps, expiry, retries. It never goes back within a timeline.
import { assert } from "./assert.ts";

/** `running` follows the wall clock with an offset, `frozen` changes only when it is moved. */
export type ClockMode = "running" | "frozen";

/** The stored state of a clock, from which a restart continues. Times are milliseconds since the Unix epoch; `offset` as `Clock.offset`. */
export type ClockState = { mode: ClockMode; now: number; offset: number };

/** Time of block 0 of every chain and of the creation of the first world: 2026-01-01T00:00:00Z (K-1). */
export const EPOCH_MS = Date.UTC(2026, 0, 1);

/** The last time of the clock: beyond the year 9999 a date-time has no RFC 3339 form. */
export const LATEST_MS = Date.UTC(9000, 0, 1);

/**
 * Virtual time. `now()` is constant between two calls that move it, so one transaction sees one time:
 * `tick()` catches up with the wall clock (running only), `moveTo()` goes exactly to a due time.
 */
export class Clock {
  #mode: ClockMode;
  #now: number;
  #offset: number;
  readonly #wallNow: () => number;

  constructor(wallNow: () => number, state: ClockState) {
    this.#wallNow = wallNow;
    this.#mode = state.mode;
    this.#now = state.now;
    this.#offset = state.offset;
  }

  /** A clock that reads `startMs` at this moment. */
  static startingAt(wallNow: () => number, startMs: number, mode: ClockMode): Clock {
    return new Clock(wallNow, { mode, now: startMs, offset: mode === "running" ? startMs - wallNow() : 0 });
  }

  get mode(): ClockMode {
    return this.#mode;
  }

  /** Virtual milliseconds since the Unix epoch, as of the last move. */
  now(): number {
    return this.#now;
  }

  /**
   * How far the clock is ahead of the wall clock, in milliseconds (0 = real time). For a frozen clock it is the offset at
   * the freeze, 0 if it never ran, plus every move since: it does not depend on real time, so two worlds of one seed agree.
   */
  get offset(): number {
    return this.#offset;
  }

  /** Catches up with the wall clock when running; a wall clock that was set back stops this one, never turns it back. */
  tick(): number {
    if (this.#mode === "running") {
      const reading = Math.floor(this.#wallNow() + this.#offset);
      if (reading > this.#now) this.#now = reading;
      else if (this.#now - reading > 1_000) this.#offset += this.#now - reading;
    }
    return this.#now;
  }

  /** The time that `tick()` would return, without moving the clock. */
  peek(): number {
    return this.#mode === "running" ? Math.max(this.#now, Math.floor(this.#wallNow() + this.#offset)) : this.#now;
  }

  /** Wall milliseconds from now until the virtual instant `at`; Infinity when frozen. */
  wallDelayUntil(at: number): number {
    if (this.#mode === "frozen") return at <= this.#now ? 0 : Number.POSITIVE_INFINITY;
    return Math.max(0, at - (this.#wallNow() + this.#offset));
  }

  /** Moves forward to `at`; a time in the past changes nothing. */
  moveTo(at: number): void {
    assert(Number.isSafeInteger(at), "a clock moves to whole milliseconds", { at });
    if (at <= this.#now) return;
    this.#offset =
      this.#mode === "running" ? Math.max(this.#offset, at - this.#wallNow()) : this.#offset + (at - this.#now);
    this.#now = at;
  }

  freeze(): void {
    this.tick();
    this.#mode = "frozen";
  }

  /** Runs on from the current virtual time. */
  resume(): void {
    if (this.#mode === "running") return;
    this.#offset = this.#now - this.#wallNow();
    this.#mode = "running";
  }

  /** Starts another timeline (reset, restore): the only way to an earlier time. */
  restart(state: ClockState): void {
    this.#mode = state.mode;
    this.#now = state.now;
    this.#offset = state.offset;
  }

  state(): ClockState {
    return { mode: this.#mode, now: this.#now, offset: this.#offset };
  }
}

/** RFC 3339 UTC with milliseconds, the form of every date-time of the service (K-4). */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** RFC 3339 or null for what has not happened yet (K-4). */
export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}

/** The last instant that four digits of a year can write. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Milliseconds of an RFC 3339 date-time with an offset, or null when the text is not one: no 24:00, no second 60, no
 * day that the month does not have, no instant beyond the year 9999 in UTC. Fractions beyond milliseconds are cut.
 */
export function parseTime(text: string): number | null {
  const match = RFC_3339.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6])];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const millis = Number((match[7] ?? "").padEnd(3, "0").slice(0, 3));
  const utc = Date.UTC(year, month - 1, day, hour, minute, second, millis);
  const back = new Date(utc);
  if (year < 1000 || back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day) return null;
  const zone = match[8] ?? "Z";
  if (zone === "Z" || zone === "z") return utc;
  const [zoneHours, zoneMinutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4, 6))];
  if (zoneHours > 23 || zoneMinutes > 59) return null;
  const shift = (zoneHours * 60 + zoneMinutes) * 60_000;
  const at = zone.startsWith("-") ? utc + shift : utc - shift;
  return at > LAST_INSTANT_MS ? null : at;
}

/** A date of an HTTP header (`Wed, 21 Oct 2026 07:28:00 GMT`) → Unix ms; null when the text is not one. */
export function parseHttpDate(text: string): number | null {
  if (!/^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
