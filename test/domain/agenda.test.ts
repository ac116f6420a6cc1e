// Planned work: rows in order of due time, one per job and subject.
import fc from "fast-check";
import { expect, test } from "vitest";
import { agendaCounts, nextDue, removeJob, schedule, unschedule, upcoming } from "../../src/domain/agenda.ts";
import { aWorld } from "../support/worlds/a-world.ts";

test("what is due first comes first, and of two at one instant the one planned first", () => {
  const { db } = aWorld();
  schedule(db, "deliver", "late", 30);
  schedule(db, "deliver", "b", 20);
  schedule(db, "submit", "a", 20);
  schedule(db, "deliver", "early", 10);
  expect(upcoming(db, 10).map(({ ref }) => ref)).toEqual(["early", "b", "a", "late"]);
  expect(nextDue(db)?.ref).toBe("early");
});

test("planning the same work again replaces it, earlier or later, and puts it after others of the same time", () => {
  const { db } = aWorld();
  schedule(db, "deliver", "x", 20);
  schedule(db, "deliver", "y", 20);
  schedule(db, "deliver", "x", 20);
  expect(upcoming(db, 10).map(({ ref }) => ref)).toEqual(["y", "x"]);
  schedule(db, "deliver", "x", 5);
  expect(upcoming(db, 10).map(({ ref, due_at }) => [ref, due_at])).toEqual([
    ["x", 5],
    ["y", 20],
  ]);
});

test("striking off the row that was worked on leaves the one that its own work planned anew", () => {
  const { db } = aWorld();
  schedule(db, "deliver", "x", 10);
  const working = nextDue(db)!;
  schedule(db, "deliver", "x", 20);
  removeJob(db, working.id);
  expect(upcoming(db, 10).map(({ due_at }) => due_at)).toEqual([20]);
});

test("taking work off says whether it was planned", () => {
  const { db } = aWorld();
  schedule(db, "deliver", "x", 10);
  expect([unschedule(db, "submit", "x"), unschedule(db, "deliver", "x"), unschedule(db, "deliver", "x")]).toEqual([
    false,
    true,
    false,
  ]);
  expect(nextDue(db)).toBeUndefined();
});

test("how much is planned is counted by job", () => {
  const { db } = aWorld();
  for (const ref of ["x", "y"]) schedule(db, "deliver", ref, 10);
  schedule(db, "claim-source", "z", 10);
  expect(agendaCounts(db)).toEqual([
    { job: "claim-source", count: 1 },
    { job: "deliver", count: 2 },
  ]);
});

test("a number is never given twice, even when the last row was struck off: an old row can never name new work", () => {
  const { db } = aWorld();
  schedule(db, "deliver", "x", 10);
  const { id } = nextDue(db)!;
  removeJob(db, id);
  schedule(db, "deliver", "x", 10);
  expect(nextDue(db)!.id).toBeGreaterThan(id);
});

test("a plan that is rolled back was never made", () => {
  const world = aWorld();
  const failing = () =>
    world.write(() => {
      schedule(world.db, "deliver", "x", 10);
      throw new RangeError("stopped");
    });
  expect(failing).toThrow(RangeError);
  expect(nextDue(world.db)).toBeUndefined();
});

test("the agenda is always in order of time, then of planning, one row a piece of work", () => {
  const work = fc.record({ ref: fc.constantFrom("a", "b", "c", "d"), at: fc.nat(5) });
  fc.assert(
    fc.property(fc.array(work, { maxLength: 20 }), (planned) => {
      const { db } = aWorld();
      const model = new Map<string, { at: number; turn: number }>();
      for (const [turn, { ref, at }] of planned.entries()) {
        schedule(db, "job", ref, at);
        model.set(ref, { at, turn });
      }
      const expected = [...model].toSorted(([, a], [, b]) => a.at - b.at || a.turn - b.turn).map(([ref]) => ref);
      expect(upcoming(db, 100).map(({ ref }) => ref)).toEqual(expected);
      expect(nextDue(db)?.ref).toBe(expected[0]);
    }),
    { numRuns: 50 },
  );
});

test("at one instant deliveries come after the rest, in the order of their numbers, however their retries were planned (R-225)", () => {
  const { db } = aWorld();
  for (const ref of ["12", "9", "100"]) schedule(db, "deliver", ref, 20);
  schedule(db, "submit", "z", 20);
  schedule(db, "submit", "a", 20);
  schedule(db, "deliver", "7", 30);
  const due = (): string[] => upcoming(db, 10).map(({ ref }) => ref);
  expect(due()).toEqual(["z", "a", "9", "12", "100", "7"]);
  schedule(db, "deliver", "9", 20);
  expect([due(), nextDue(db)?.ref]).toEqual([["z", "a", "9", "12", "100", "7"], "z"]);
  const plan = db.all<{ detail: string }>(
    "explain query plan select id from agenda order by due_at, case job when 'deliver' then cast(ref as integer) else 0 end, id limit 1",
  );
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining("agenda_by_due")]);
});
