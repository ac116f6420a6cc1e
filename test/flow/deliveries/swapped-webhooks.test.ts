// The reading `webhook_order=swapped`: each two neighbours of an endpoint change places, in a burst as well (H-81).
import fc from "fast-check";
import { expect, test } from "vitest";
import { Readings } from "../../../src/contract/readings/readings.ts";
import { emit } from "../../../src/domain/outbox.ts";
import { type Answer, aPost } from "../a-post.ts";

type Post = ReturnType<typeof aPost>;

const swapped = (): Readings => new Readings({ webhook_order: "swapped" });

/** All events of one instant, in one transaction. */
function burst({ world }: Post, resources: readonly string[]): void {
  world.write(() => {
    for (const resourceId of resources)
      emit(world, { tenantId: world.tenant.id, type: "deposit.new", resourceId, record: { id: resourceId } });
  });
}

/** Event ids in the order of their sequence. */
const announced = ({ world }: Post): string[] =>
  world.db.all<{ id: string }>("select id from event order by sequence").map(({ id }) => id);

/** Ids of the first attempts at an endpoint, in the order in which they were sent. */
const firstAttempts = ({ sent }: Post, url: string): string[] => [
  ...new Set(sent.filter((one) => one.url === url).map(({ id }) => id)),
];

/** 2 1 4 3 … of 1 2 3 4 …; the last of an odd number stays. */
function inPairs(ids: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(ids.length / 2) }, (_, pair) =>
    ids.slice(2 * pair, 2 * pair + 2).toReversed(),
  ).flat();
}

test("H-81 a burst of one instant arrives in swapped pairs at every endpoint, whatever is about one record and however it is answered", async () => {
  const endpoints = ["http://127.0.0.1:1/a", "http://127.0.0.1:1/b"];
  const any = fc.record({
    bursts: fc.array(fc.array(fc.constantFrom("d-1", "d-2", "d-3", "d-4"), { minLength: 1, maxLength: 9 }), {
      minLength: 1,
      maxLength: 3,
    }),
    refused: fc.array(fc.boolean(), { maxLength: 30 }),
    turns: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(any, async ({ bursts, refused, turns }) => {
      const answer = async (_sent: unknown, number: number): Promise<Answer> => {
        for (let turn = 0; turn < (turns[number - 1] ?? 0); turn += 1) await Promise.resolve();
        return refused[number - 1] === true ? { ok: false, status: 500 } : { ok: true, status: 200 };
      };
      const post = aPost(answer, swapped());
      for (const url of endpoints) post.endpoint(url);
      const expected: string[] = [];
      for (const resources of bursts) {
        const before = announced(post).length;
        burst(post, resources);
        await post.travel(0);
        expected.push(...inPairs(announced(post).slice(before)));
      }
      for (const url of endpoints) expect(firstAttempts(post, url)).toEqual(expected);
      // Every one is delivered in the end, and nothing is held for ever.
      await post.travel(3_600_000);
      expect(post.world.db.all("select id from delivery where state in ('due', 'sending')")).toEqual([]);
    }),
    { numRuns: 60, seed: 21 },
  );
});

test("on a clock that runs, one waits a second at most for its neighbour", async () => {
  const post = aPost(undefined, swapped());
  post.endpoint();
  post.world.clock.resume();
  burst(post, ["d-1"]);
  post.loop.wake();
  await post.settled();
  expect(post.sent).toEqual([]);
  burst(post, ["d-2"]);
  await post.settled();
  await post.deliverer.idle();
  await post.settled();
  expect(post.sent.map(({ id }) => post.about(id))).toEqual(["d-2", "d-1"]);
});

test("an endpoint of another tenant, and one after the reading is taken back, gets them in order", async () => {
  const readings = swapped();
  const post = aPost(undefined, readings);
  post.endpoint();
  readings.set({ webhook_order: "in-order" }, post.world.tenant.id);
  burst(post, ["d-1", "d-2", "d-3"]);
  await post.travel(0);
  expect(post.sent.map(({ id }) => post.about(id))).toEqual(["d-1", "d-2", "d-3"]);
  readings.clear(post.world.tenant.id);
  burst(post, ["d-4", "d-5"]);
  await post.travel(0);
  expect(post.sent.slice(3).map(({ id }) => post.about(id))).toEqual(["d-5", "d-4"]);
  expect(readings.met(post.world.tenant.id)).toEqual([{ name: "webhook_order", value: "swapped", met: 1 }]);
});
