// The virtual clock: forward only, exact where it is moved, deaf to a wall clock that jumps back; and RFC 3339 input.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Clock, type ClockMode, EPOCH_MS, isoTime, isoTimeOrNull, parseTime } from "../../src/kernel/clock.ts";

const HOUR = 3_600_000;

function aClock(mode: ClockMode, startMs = EPOCH_MS) {
  const wall = { now: 1_700_000_000_000 };
  return { wall, clock: Clock.startingAt(() => wall.now, startMs, mode) };
}

describe("a frozen clock", () => {
  test("is constant whatever the wall clock does", () => {
    const { wall, clock } = aClock("frozen");
    wall.now += HOUR;
    expect([clock.now(), clock.peek(), clock.tick()]).toEqual([EPOCH_MS, EPOCH_MS, EPOCH_MS]);
  });

  test("waits for ever for what is later, and not at all for what is due", () => {
    const { clock } = aClock("frozen");
    expect(clock.wallDelayUntil(EPOCH_MS + 1)).toBe(Number.POSITIVE_INFINITY);
    expect(clock.wallDelayUntil(EPOCH_MS)).toBe(0);
  });

  test("moves exactly to where it is sent", () => {
    const { clock } = aClock("frozen");
    clock.moveTo(EPOCH_MS + 1_234);
    expect(clock.now()).toBe(EPOCH_MS + 1_234);
  });

  test("continues from its own time, not from the wall clock", () => {
    const { wall, clock } = aClock("frozen");
    wall.now += 10 * HOUR;
    clock.resume();
    expect(clock.tick()).toBe(EPOCH_MS);
    wall.now += 7;
    expect(clock.tick()).toBe(EPOCH_MS + 7);
  });
});

describe("a running clock", () => {
  test("follows the wall with its offset, one reading a tick (R-241)", () => {
    const { wall, clock } = aClock("running");
    wall.now += 250;
    expect(clock.now()).toBe(EPOCH_MS);
    expect(clock.peek()).toBe(EPOCH_MS + 250);
    expect(clock.tick()).toBe(EPOCH_MS + 250);
    expect(clock.now()).toBe(EPOCH_MS + 250);
  });

  test("keeps its offset after time travel and runs on from there", () => {
    const { wall, clock } = aClock("running");
    clock.moveTo(EPOCH_MS + HOUR);
    wall.now += 5;
    expect(clock.tick()).toBe(EPOCH_MS + HOUR + 5);
  });

  test("takes a wall that jumped forward, as after a suspended machine (R-231)", () => {
    const { wall, clock } = aClock("running");
    wall.now += HOUR;
    expect(clock.tick()).toBe(EPOCH_MS + HOUR);
  });

  test("holds when the wall is set back an hour, then goes on at once and waits for nothing twice (R-222, R-231)", () => {
    const { wall, clock } = aClock("running");
    wall.now += HOUR;
    clock.tick();
    wall.now -= HOUR;
    expect(clock.tick()).toBe(EPOCH_MS + HOUR);
    wall.now += 500;
    expect(clock.tick()).toBe(EPOCH_MS + HOUR + 500);
  });

  test("stops for a wall clock that was set back by less than a second", () => {
    const { wall, clock } = aClock("running");
    wall.now += 900;
    clock.tick();
    wall.now -= 800;
    expect([clock.tick(), clock.peek()]).toEqual([EPOCH_MS + 900, EPOCH_MS + 900]);
    wall.now += 801;
    expect(clock.tick()).toBe(EPOCH_MS + 901);
  });

  test("says how long the wall must wait for an instant", () => {
    const { wall, clock } = aClock("running");
    expect(clock.wallDelayUntil(EPOCH_MS + 10_000)).toBe(10_000);
    wall.now += 4_000;
    expect(clock.wallDelayUntil(EPOCH_MS + 10_000)).toBe(6_000);
    expect(clock.wallDelayUntil(EPOCH_MS)).toBe(0);
  });

  test("freezes at the reading of that moment", () => {
    const { wall, clock } = aClock("running");
    wall.now += 42;
    clock.freeze();
    wall.now += HOUR;
    expect([clock.mode, clock.now(), clock.tick()]).toEqual(["frozen", EPOCH_MS + 42, EPOCH_MS + 42]);
  });
});

test("no order of moves, modes and wall jumps ever turns the clock back (R-222)", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("wall" as const), by: fc.integer({ min: -2 * HOUR, max: 2 * HOUR }) }),
    fc.record({ kind: fc.constant("move" as const), by: fc.integer({ min: -HOUR, max: HOUR }) }),
    fc.constantFrom({ kind: "tick" as const }, { kind: "freeze" as const }, { kind: "resume" as const }),
  );
  fc.assert(
    fc.property(fc.constantFrom<ClockMode>("running", "frozen"), fc.array(step), (mode, steps) => {
      const { wall, clock } = aClock(mode);
      for (const made of steps) {
        const before = clock.now();
        if (made.kind === "wall") wall.now += made.by;
        else if (made.kind === "move") clock.moveTo(before + made.by);
        else clock[made.kind]();
        expect(clock.now()).toBeGreaterThanOrEqual(before);
        expect(clock.peek()).toBeGreaterThanOrEqual(clock.now());
      }
    }),
  );
});

describe("how far a clock is ahead of real time", () => {
  test("running: its reading less the wall's, whatever moved it", () => {
    const { wall, clock } = aClock("running", 1_700_000_000_000);
    expect(clock.offset).toBe(0);
    clock.moveTo(clock.now() + HOUR);
    wall.now += 5_000;
    clock.tick();
    expect([clock.offset, clock.now() - wall.now]).toEqual([HOUR, HOUR]);
  });

  test("frozen: what it was when it stopped and every move since; the wall going on changes nothing", () => {
    const { wall, clock } = aClock("running", 1_700_000_000_000 + HOUR);
    clock.freeze();
    wall.now += 10 * HOUR;
    expect(clock.offset).toBe(HOUR);
    clock.moveTo(clock.now() + 2 * HOUR);
    clock.moveTo(clock.now() - HOUR);
    expect([clock.offset, clock.state().offset]).toEqual([3 * HOUR, 3 * HOUR]);
  });

  test("frozen from the beginning: every move, and nothing of the wall clock at its creation", () => {
    const { wall, clock } = aClock("frozen");
    expect(clock.offset).toBe(0);
    wall.now += 7;
    clock.moveTo(EPOCH_MS + 42);
    expect(clock.offset).toBe(42);
    clock.resume();
    expect(clock.offset).toBe(EPOCH_MS + 42 - wall.now);
  });
});

test("a clock moves to whole milliseconds only", () => {
  const { clock } = aClock("frozen");
  for (const at of [1.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => clock.moveTo(at)).toThrow("whole milliseconds");
});

test("a clock made from a stored state reads the same and runs the same (R-223)", () => {
  for (const mode of ["running", "frozen"] as const) {
    const { wall, clock } = aClock(mode);
    clock.moveTo(EPOCH_MS + 99);
    const again = new Clock(() => wall.now, clock.state());
    wall.now += 1_000;
    expect([again.mode, again.now(), again.tick()]).toEqual([mode, EPOCH_MS + 99, clock.tick()]);
  }
});

test("only another timeline begins in the past", () => {
  const { clock } = aClock("frozen", EPOCH_MS + HOUR);
  clock.restart({ mode: "frozen", now: EPOCH_MS, offset: 0 });
  expect(clock.now()).toBe(EPOCH_MS);
});

describe("an input time", () => {
  test.each([
    ["2026-05-29T11:58:41Z", Date.UTC(2026, 4, 29, 11, 58, 41)],
    ["2026-05-29t11:58:41z", Date.UTC(2026, 4, 29, 11, 58, 41)],
    ["2026-05-29T11:58:41.5Z", Date.UTC(2026, 4, 29, 11, 58, 41, 500)],
    ["2026-05-29T11:58:41.123456789Z", Date.UTC(2026, 4, 29, 11, 58, 41, 123)],
    ["2026-05-29T11:58:41+00:00", Date.UTC(2026, 4, 29, 11, 58, 41)],
    ["2026-05-29T11:58:41+05:45", Date.UTC(2026, 4, 29, 6, 13, 41)],
    ["2026-05-29T11:58:41-07:00", Date.UTC(2026, 4, 29, 18, 58, 41)],
    ["2026-01-01T00:30:00+01:00", Date.UTC(2025, 11, 31, 23, 30)],
    ["2028-02-29T00:00:00Z", Date.UTC(2028, 1, 29)],
    ["9999-12-31T23:59:59.999Z", Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ])("%s is an instant", (text, ms) => {
    expect(parseTime(text)).toBe(ms);
  });

  test.each([
    ["no offset", "2026-05-29T11:58:41"],
    ["a space for the T", "2026-05-29 11:58:41Z"],
    ["24 o'clock", "2026-05-29T24:00:00Z"],
    ["minute 60", "2026-05-29T11:60:00Z"],
    ["second 60", "2026-12-31T23:59:60Z"],
    ["a year above 9999", "10000-01-01T00:00:00Z"],
    ["a signed year", "+010000-01-01T00:00:00Z"],
    ["an offset that leads beyond 9999", "9999-12-31T23:59:59-01:00"],
    ["31 June", "2026-06-31T00:00:00Z"],
    ["29 February of a common year", "2026-02-29T00:00:00Z"],
    ["month 13", "2026-13-01T00:00:00Z"],
    ["month 0", "2026-00-01T00:00:00Z"],
    ["day 0", "2026-01-00T00:00:00Z"],
    ["an offset of 24 hours", "2026-01-01T00:00:00+24:00"],
    ["an offset of 60 minutes", "2026-01-01T00:00:00+00:60"],
    ["an offset without colon", "2026-01-01T00:00:00+0100"],
    ["a date alone", "2026-05-29"],
    ["a number", "1767225600000"],
    ["spaces around", " 2026-05-29T11:58:41Z"],
    ["a line end", "2026-05-29T11:58:41Z\n"],
    ["no digits after the point", "2026-05-29T11:58:41.Z"],
    ["full-width digits", "２026-05-29T11:58:41Z"],
    ["nothing", ""],
  ])("is refused with %s (R-233)", (_name, text) => {
    expect(parseTime(text)).toBeNull();
  });

  test("is read back from what the service writes, to the millisecond (K-4)", () => {
    const instant = fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(9999, 11, 31) });
    fc.assert(
      fc.property(instant, (ms) => {
        expect(parseTime(isoTime(ms))).toBe(ms);
      }),
    );
  });

  test("names the same instant in every offset", () => {
    const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });
    fc.assert(
      fc.property(instant, fc.integer({ min: -23 * 60, max: 23 * 60 }), (ms, minutes) => {
        const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
        const zone = `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
        const local = isoTime(ms + minutes * 60_000).replace("Z", zone);
        expect(parseTime(local)).toBe(ms);
      }),
    );
  });
});

test("a time is written in UTC with milliseconds, whatever the machine's zone; one that has not come is null (K-4, R-232)", () => {
  const zone = process.env["TZ"];
  try {
    for (const place of ["America/New_York", "Asia/Kathmandu", "Pacific/Apia"]) {
      process.env["TZ"] = place;
      expect(isoTime(EPOCH_MS + 5)).toBe("2026-01-01T00:00:00.005Z");
      expect(parseTime("2026-03-08T02:30:00-05:00")).toBe(Date.UTC(2026, 2, 8, 7, 30));
    }
  } finally {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  }
  expect(isoTimeOrNull(null)).toBeNull();
  expect(isoTimeOrNull(EPOCH_MS)).toBe("2026-01-01T00:00:00.000Z");
});
