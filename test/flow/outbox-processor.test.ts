// Events are processed together, and each is a step of its own.
import { expect, test } from "vitest";
import { nextUnprocessed } from "../../src/domain/outbox.ts";
import { advance } from "../../src/flow/loop/time-travel.ts";
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
