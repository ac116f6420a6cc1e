// Events are announced in the transaction that emits them, or processed together when they wait in their rows; each is a step of its own.

import { expect, test } from "vitest";
import { Readings } from "../../src/contract/readings/readings.ts";
import { type EventRow, emit, MAX_TOGETHER, nextUnprocessed } from "../../src/domain/outbox.ts";
import { Announcements } from "../../src/flow/announcements.ts";
import type { FlowDependencies } from "../../src/flow/dependencies.ts";
import { advance } from "../../src/flow/loop/time-travel.ts";
import { aWorld } from "../support/worlds/a-world.ts";
import { aPost } from "./a-post.ts";

/** Emits the events as work of the loop, and then runs what is due. */
function emitting(resources: readonly string[]) {
  const post = aPost(() => ({ ok: true, status: 200 }));
  const { world, loop, deliverer } = post;
  let commits = 0;
  const travelling = loop.exclusive(() => {
    for (const resourceId of resources) post.emit(resourceId);
    world.db.onCommit(() => {
      commits += 1;
    });
    return advance({ world, loop, deliverer }, world.clock.now());
  });
  return travelling.then((result) => ({ ...result, post, commits }));
}

test("the events of a change are processed in one transaction, in order, and listed one by one", async () => {
  const { ran, steps, post, commits } = await emitting(["a", "b", "c"]);
  expect(ran.map(({ what, ref }) => [what, post.about(ref)])).toEqual([
    ["event deposit.new", "a"],
    ["event deposit.new", "b"],
    ["event deposit.new", "c"],
  ]);
  expect(steps).toBe(3);
  // One for the events, two for the clock.
  expect(commits).toBe(3);
});

test("more events than one transaction takes are all processed, and none twice", async () => {
  const emitted = Array.from({ length: 150 }, (_, index) => `r${index}`);
  const { ran, post, commits } = await emitting(emitted);
  expect(ran.map(({ ref }) => post.about(ref))).toEqual(emitted);
  expect(commits).toBe(5);
  expect(nextUnprocessed(post.world.db)).toBeUndefined();
});

function someAnnouncements() {
  const world = aWorld();
  const reported: string[] = [];
  const announcements = new Announcements({
    world,
    eventBody: ({ id, record }) => ({ body: JSON.stringify({ id, ...JSON.parse(record) }), sent: null }),
    readings: new Readings(),
    instrument: (event) => void reported.push(event.what === "event" ? event.resource : event.what),
  } as Partial<FlowDependencies> as FlowDependencies);
  let commits = 0;
  world.db.onCommit(() => {
    commits += 1;
  });
  const emitAll = (names: readonly string[]): void => {
    for (const name of names)
      emit(world, { tenantId: world.tenant.id, type: "deposit.new", resourceId: name, record: { name } });
  };
  const rows = () => world.db.all<EventRow>("select * from event where type = 'deposit.new' order by sequence");
  const drain = (): string[][] => {
    const taken: string[][] = [];
    const nameOf = new Map(rows().map(({ id, resource_id }) => [id, resource_id]));
    while (announcements.hasEvents) taken.push(announcements.take().map(({ id }) => nameOf.get(id) ?? "other"));
    return taken;
  };
  drain();
  reported.length = 0;
  return { world, announcements, emitAll, rows, drain, reported, commits: () => commits };
}

const names = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `r${from + index}`);

test("body and row are written once, and the events are steps afterwards", () => {
  const { world, emitAll, rows, drain, reported, commits, announcements } = someAnnouncements();
  const before = commits();
  world.db.transaction(() => {
    emitAll(["a", "b"]);
    expect(announcements.hasEvents).toBe(false);
  });
  expect(rows().map(({ id, body, record, drained }) => [body, record, drained, id])).toEqual([
    [expect.stringContaining('"name":"a"'), "", 1, expect.any(String)],
    [expect.stringContaining('"name":"b"'), "", 1, expect.any(String)],
  ]);
  expect(reported).toEqual(["a", "b"]);
  expect(drain()).toEqual([["a", "b"]]);
  expect(commits() - before).toBe(1);
});

test("what is rolled back is neither announced nor a step", () => {
  const { world, emitAll, rows, drain, reported } = someAnnouncements();
  const fails = (): never => {
    emitAll(["a"]);
    throw new RangeError("no");
  };
  expect(() => world.db.transaction(fails)).toThrow("no");
  world.db.transaction(() => emitAll(["b"]));
  expect([rows().map(({ resource_id }) => resource_id), reported, drain()]).toEqual([["b"], ["b"], [["b"]]]);
});

test("beyond the most that one transaction takes they wait, and so do all that come after them, in their order", () => {
  const { world, emitAll, rows, drain, reported } = someAnnouncements();
  world.db.transaction(() => emitAll(names(MAX_TOGETHER + 70)));
  world.db.transaction(() => emitAll(names(2, MAX_TOGETHER + 70)));
  expect(rows().map(({ drained }) => drained)).toEqual(
    names(MAX_TOGETHER + 72).map((_, at) => Number(at < MAX_TOGETHER)),
  );
  expect(reported).toEqual(names(MAX_TOGETHER));
  const taken = drain();
  expect(taken.map(({ length }) => length)).toEqual([MAX_TOGETHER, MAX_TOGETHER, 8]);
  expect([taken.flat(), reported]).toEqual([names(MAX_TOGETHER + 72), names(MAX_TOGETHER + 72)]);
  expect(rows().every(({ body, drained }) => body !== null && drained === 1)).toBe(true);
  world.db.transaction(() => emitAll(["last"]));
  expect([rows().at(-1)?.drained, drain()]).toEqual([1, [["last"]]]);
});
