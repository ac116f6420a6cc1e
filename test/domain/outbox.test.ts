// Events: written with the change, numbered and timed in order, taken one by one, their bytes fixed once (R-113…R-116).
import fc from "fast-check";
import { expect, test } from "vitest";
import { EVENT_TYPES, emit, listEvents, markProcessed, nextUnprocessed } from "../../src/domain/outbox.ts";
import { type AWorld, aTenant, aWorld } from "../support/worlds/a-world.ts";

function emitOne(
  world: AWorld,
  facts: { type?: (typeof EVENT_TYPES)[number]; resourceId?: string; tenantId?: string } = {},
) {
  const { type = "deposit.new", resourceId = "r-1", tenantId = world.tenant.id } = facts;
  emit(world, { tenantId, type, resourceId, record: { resourceId } });
}

const times = (world: AWorld) =>
  world.db.all<{ time: number; micros: number }>("select time, micros from event order by sequence");

test("there are exactly the ten event types of the service (S-486)", () => {
  expect([...EVENT_TYPES].toSorted()).toEqual([
    "address.assigned",
    "balance.updated",
    "deposit.confirmed",
    "deposit.new",
    "transaction.broadcasted",
    "transaction.confirmed",
    "transaction.failed",
    "uda.settlement.completed",
    "uda.settlement.created",
    "uda.settlement.failed",
  ]);
});

test("inside one millisecond the microseconds keep the order, and stop at 999 (R-239)", () => {
  const world = aWorld();
  for (let count = 0; count < 1_002; count += 1) emitOne(world);
  const micros = times(world).map((event) => event.micros);
  expect(micros.slice(0, 3)).toEqual([0, 1, 2]);
  expect(micros.slice(-4)).toEqual([998, 999, 999, 999]);
});

test("a new millisecond begins at zero microseconds", () => {
  const world = aWorld();
  emitOne(world);
  emitOne(world);
  world.clock.moveTo(world.clock.now() + 1);
  emitOne(world);
  expect(times(world).map(({ micros }) => micros)).toEqual([0, 1, 0]);
});

test("the time of events never decreases in event order, however the clock moves (R-137)", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 40 }), (moves) => {
      const world = aWorld();
      for (const by of moves) {
        world.clock.moveTo(world.clock.now() + by);
        emitOne(world);
      }
      const stamps = times(world).map(({ time, micros }) => time * 1_000 + micros);
      expect(stamps.toSorted((a, b) => a - b)).toEqual(stamps);
    }),
    { numRuns: 50 },
  );
});

test("ids are never reused and sort in event order (R-115)", () => {
  const world = aWorld();
  for (let count = 0; count < 50; count += 1) emitOne(world);
  const ids = world.db.all<{ id: string }>("select id from event order by sequence").map(({ id }) => id);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(50);
});

test("a transaction that is rolled back emits nothing (R-114)", () => {
  const world = aWorld();
  const failing = () =>
    world.write(() => {
      emitOne(world);
      throw new RangeError("stopped");
    });
  expect(failing).toThrow(RangeError);
  expect(nextUnprocessed(world.db)).toBeUndefined();
});

test("events are taken oldest first, each once, and keep the bytes they were given (R-116)", () => {
  const world = aWorld();
  for (const resourceId of ["a", "b"]) emitOne(world, { resourceId });
  const first = nextUnprocessed(world.db)!;
  expect([first.resource_id, first.body]).toEqual(["a", null]);
  markProcessed(world.db, first.sequence, { body: '{"bytes":1}', sent: null });
  const second = nextUnprocessed(world.db)!;
  expect(second.resource_id).toBe("b");
  markProcessed(world.db, second.sequence, { body: "{}", sent: null });
  expect(nextUnprocessed(world.db)).toBeUndefined();
  expect(listEvents(world.db, { after: 0, limit: 10 }).map(({ body }) => body)).toEqual(['{"bytes":1}', "{}"]);
});

test("the record is the snapshot of its moment", () => {
  const world = aWorld();
  const record = { status: "created" };
  emit(world, { tenantId: world.tenant.id, type: "uda.settlement.created", resourceId: "s", record });
  record.status = "completed";
  expect(nextUnprocessed(world.db)?.record).toBe('{"status":"created"}');
});

test("a list of events continues after a cursor and is filtered by tenant, type and resource", () => {
  const world = aWorld();
  const other = world.write(() => aTenant(world, "other").tenant.id);
  emitOne(world, { resourceId: "a" });
  emitOne(world, { resourceId: "b", type: "deposit.confirmed" });
  emitOne(world, { resourceId: "a", tenantId: other });
  emitOne(world, { resourceId: "c" });
  for (let sequence = 1; sequence <= 3; sequence += 1) markProcessed(world.db, sequence, { body: "{}", sent: null });
  const list = (query: object) =>
    listEvents(world.db, { after: 0, limit: 10, ...query }).map(({ sequence }) => sequence);
  expect(list({})).toEqual([1, 2, 3]);
  expect(list({ after: 1 })).toEqual([2, 3]);
  expect(list({ limit: 1 })).toEqual([1]);
  expect(list({ tenantId: other })).toEqual([3]);
  expect(list({ type: "deposit.confirmed" })).toEqual([2]);
  expect(list({ resourceId: "a" })).toEqual([1, 3]);
});
