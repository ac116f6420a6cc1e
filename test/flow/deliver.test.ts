// Webhook attempts beside the loop: written down first, settled when they end, on the virtual clock (H-81, R-128, R-131).
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { upcoming } from "../../src/domain/agenda.ts";
import { redeliver } from "../../src/domain/delivery/replay.ts";
import { endDeliveries } from "../../src/domain/delivery/transitions.ts";
import { emit } from "../../src/domain/outbox.ts";
import { updateEndpoint } from "../../src/domain/webhook-endpoint/store.ts";
import { recover } from "../../src/flow/loop/recovery.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { type Answer, aPost } from "./a-post.ts";

describe("a delivery", () => {
  test("that is answered with 2xx is delivered at the first attempt, with the event's bytes under the event's id (S-472, S-505)", async () => {
    const post = aPost();
    const { secret } = post.endpoint("http://127.0.0.1:1/hooks");
    post.emit("d-1");
    await post.travel(0);
    const event = post.world.db.get<{ id: string; body: string }>("select id, body from event");
    expect(post.sent).toEqual([{ url: "http://127.0.0.1:1/hooks", id: event!.id, body: event!.body, secret, at: 0 }]);
    expect(post.delivery()).toMatchObject({ state: "delivered", attempts: 1, next_attempt_at: null });
    expect(post.attempts()).toMatchObject([{ number: 1, status: 200, duration_ms: 1, error: "" }]);
  });

  test("that always fails is sent six times over ten minutes of virtual time, the same bytes each time, and is dead (S-508…S-520)", async () => {
    const post = aPost(() => ({ ok: false, status: 500 }));
    post.endpoint();
    post.emit("d-1");
    await post.travel(3_600_000);
    expect(post.sent.map(({ at }) => at)).toEqual([0, 10_000, 30_000, 70_000, 150_000, 310_000]);
    expect(new Set(post.sent.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
    expect(post.delivery()).toMatchObject({ state: "dead", attempts: 6 });
    expect(post.attempts().map(({ number, status }) => [number, status])).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => [number, 500]),
    );
  });

  test("that succeeds at the sixth attempt is delivered", async () => {
    const post = aPost((_sent, number) => ({ ok: number === 6, status: number === 6 ? 204 : 503 }));
    post.endpoint();
    post.emit("d-1");
    await post.travel(3_600_000);
    expect(post.delivery()).toMatchObject({ state: "delivered", attempts: 6 });
  });

  test("whose sender throws, against its promise, has failed once and is tried again (R-128)", async () => {
    const post = aPost((_sent, number) => {
      if (number === 1) throw new TypeError("socket hang up");
      return { ok: true, status: 200 };
    });
    post.endpoint();
    post.emit("d-1");
    await post.travel(10_000);
    expect(post.delivery()).toMatchObject({ state: "delivered", attempts: 2 });
    expect(post.attempts().map(({ error, status }) => [error.includes("socket hang up"), status])).toEqual([
      [true, null],
      [false, 200],
    ]);
  });

  test("is written down before it is sent, so that a lost process leaves an attempt that counts (R-131)", async () => {
    const seen: unknown[] = [];
    const post = aPost(() => {
      seen.push(
        post.delivery().state,
        post.attempts().map(({ number, status }) => [number, status]),
      );
      return { ok: true, status: 200 };
    });
    post.endpoint();
    post.emit("d-1");
    await post.travel(0);
    expect(seen).toEqual(["sending", [[1, null]]]);
  });
});

describe("several events", () => {
  test("about one deposit arrive in order, though the first fails; other resources do not wait (R-129)", async () => {
    // The first attempt fails after the other resource was delivered.
    const first = Promise.withResolvers<Answer>();
    const post = aPost((_sent, number) => {
      if (number === 1) return first.promise;
      first.resolve({ ok: false, status: 500 });
      return { ok: true, status: 200 };
    });
    post.endpoint();
    post.emit("d-1");
    post.emit("d-1", "deposit.confirmed");
    post.emit("d-2");
    await post.travel(10_000);
    const sentAbout = (resource: string): [string, number][] =>
      post.sent.filter(({ id }) => post.about(id) === resource).map(({ body, at }) => [JSON.parse(body).type, at]);
    expect(sentAbout("d-1")).toEqual([
      ["deposit.new", 0],
      ["deposit.confirmed", 0],
      ["deposit.new", 10_000],
    ]);
    expect(sentAbout("d-2")).toEqual([["deposit.new", 0]]);
    expect([1, 2, 3].map((id) => post.delivery(id).state)).toEqual(["delivered", "delivered", "delivered"]);
  });

  test("reach a healthy endpoint while another one hangs (R-130)", async () => {
    const { promise: hanging, resolve: answer } = Promise.withResolvers<Answer>();
    const post = aPost(({ url }) => (url.endsWith("/slow") ? hanging : { ok: true, status: 200 }));
    post.endpoint("http://127.0.0.1:1/slow");
    post.endpoint("http://127.0.0.1:1/quick");
    post.emit("d-1");
    post.emit("d-2");
    await post.settled();
    expect([1, 2, 3, 4].map((id) => post.delivery(id).state)).toEqual(["sending", "delivered", "sending", "delivered"]);
    answer({ ok: true, status: 200 });
    await post.deliverer.idle();
    expect([1, 3].map((id) => post.delivery(id).state)).toEqual(["delivered", "delivered"]);
  });
});

test("an attempt that ends after its endpoint was switched off, on again and asked anew settles nothing but itself (R-135)", async () => {
  const answers = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
  const post = aPost((_sent, number) => answers[number - 1]!.promise);
  const endpoint = post.endpoint();
  post.emit("d-1");
  await post.settled();
  post.world.write(() => endDeliveries(post.world, endpoint.id, "off"));
  expect(post.delivery()).toMatchObject({ state: "dead", attempts: 1 });
  post.world.write(() => redeliver(post.world, post.delivery()));
  await post.settled();
  answers[0]!.resolve({ ok: true, status: 200 });
  await post.settled();
  // The first answer of 200 is lost; the second attempt is still running.
  expect(post.delivery()).toMatchObject({ state: "sending", attempts: 1 });
  answers[1]!.resolve({ ok: false, status: 500 });
  await post.deliverer.idle();
  expect(post.delivery()).toMatchObject({ state: "due", attempts: 2 });
  expect(post.attempts().map(({ number, status }) => [number, status])).toEqual([
    [1, 200],
    [2, 500],
  ]);
});

test("a delivery is claimed once, however many workers reach for it (R-132)", async () => {
  const post = aPost();
  post.endpoint();
  post.emit("d-1");
  const competitors = [post.competitor(), post.competitor()];
  await post.settled();
  for (const competitor of competitors) competitor.start("1");
  await Promise.all([...competitors, post.deliverer].map((one) => one.idle()));
  expect(post.sent).toHaveLength(1);
  expect(post.attempts()).toMatchObject([{ number: 1, status: 200 }]);
});

test("R-132 a worker that never comes back loses the lease: its attempt counts, another follows on the ladder, and what it brings later changes nothing", async () => {
  const lost = Promise.withResolvers<Answer>();
  const post = aPost((_sent, number) => (number === 1 ? lost.promise : { ok: false, status: 503 }));
  post.endpoint();
  post.emit("d-1");
  await post.settled();
  expect(post.delivery()).toMatchObject({ state: "sending", attempts: 0 });
  expect(post.wall.waiting).toEqual([15_000]);
  post.wall.ring();
  await post.deliverer.idle();
  expect(post.delivery()).toMatchObject({ state: "due", attempts: 1 });
  expect(post.attempts()).toMatchObject([{ number: 1, status: null, error: expect.stringMatching(/^unknown: /) }]);
  await post.travel(10_000);
  expect(post.delivery()).toMatchObject({ state: "due", attempts: 2 });
  lost.resolve({ ok: true, status: 200 });
  await post.settled();
  expect(post.delivery()).toMatchObject({ state: "due", attempts: 2 });
  expect(post.attempts().map(({ status }) => status)).toEqual([null, 503]);
});

/** Three deliveries, workers that come and go, and receivers that answer on demand. */
async function aLifeOfWorkers() {
  const open: { id: string; resolve: (answer: Answer) => void }[] = [];
  const twice: string[] = [];
  const post = aPost(({ id }) => {
    if (open.some((one) => one.id === id)) twice.push(id);
    const { promise, resolve } = Promise.withResolvers<Answer>();
    open.push({ id, resolve });
    return promise;
  });
  post.endpoint();
  for (const resource of ["d-1", "d-2", "d-3"]) post.emit(resource);
  await post.settled();
  let worker = post.deliverer;
  const actions = {
    start() {
      for (const id of ["1", "2", "3"]) worker.start(id);
    },
    answer: () => open.shift()?.resolve({ ok: true, status: 200 }),
    refuse: () => open.shift()?.resolve({ ok: false, status: 500 }),
    /** The process is gone; its rows remain, and its answers are lost. */
    crash() {
      worker.abandon();
      open.length = 0;
      worker = post.competitor();
      recover({ world: post.world, log: silentLog });
    },
    travel() {
      post.world.clock.moveTo(post.world.clock.now() + 10_000);
      for (const { ref } of upcoming(post.world.db, 10)) if (post.isDue(ref)) worker.start(ref);
    },
  };
  return { post, actions, twice };
}

test("R-132 whatever the order of workers, crashes and answers, no delivery ever has two running attempts", async () => {
  const anAct = fc.constantFrom("start", "answer", "refuse", "crash", "travel");
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { maxLength: 30 }), async (story) => {
      const { post, actions, twice } = await aLifeOfWorkers();
      for (const action of story) {
        actions[action]();
        await nextTurn();
      }
      expect(twice).toEqual([]);
      // What was sent and not settled is at most the one attempt under way.
      for (const id of [1, 2, 3]) expect([0, 1]).toContain(post.attempts(id).length - post.delivery(id).attempts);
    }),
    { numRuns: 40 },
  );
});

test("a delivery that waits for capacity while the world is quiesced has no job, and gets one again after a restart (R-110, I-43)", async () => {
  const { promise: hanging, resolve: answer } = Promise.withResolvers<Answer>();
  const post = aPost(() => hanging);
  post.endpoint();
  for (let number = 1; number <= 51; number += 1) post.emit(`d-${number}`);
  await post.settled();
  post.deliverer.hold();
  answer({ ok: true, status: 200 });
  await post.deliverer.idle();
  // What a snapshot holds now: fifty delivered, one due that nothing is planned for.
  expect([post.sent.length, post.delivery(51).state, upcoming(post.world.db, 10)]).toEqual([50, "due", []]);
  recover({ world: post.world, log: silentLog });
  expect(upcoming(post.world.db, 10)).toMatchObject([{ job: "deliver", ref: "51" }]);
});

test("a delivery to an endpoint that was switched off meanwhile is dead and never sent (I-36)", async () => {
  const post = aPost(() => ({ ok: false, status: 500 }));
  const endpoint = post.endpoint();
  post.emit("d-1");
  await post.travel(0);
  updateEndpoint(post.world.db, { ...endpoint, active: 0 });
  await post.travel(60_000);
  expect(post.sent).toHaveLength(1);
  expect(post.delivery()).toMatchObject({ state: "dead", attempts: 1 });
});

test("jumping and crawling send the same attempts at the same times", async () => {
  const run = async (steps: number[]) => {
    const post = aPost((_sent, number) => ({ ok: number % 3 === 0 }));
    post.endpoint();
    for (const resource of ["d-1", "d-1", "d-2"]) post.emit(resource);
    for (const step of steps) await post.travel(step);
    return post.sent.map(({ id, at }) => [id, at]);
  };
  expect(await run(Array.from({ length: 100 }, () => 7_000))).toEqual(await run([700_000]));
});

test("R-113 R-114 the deliveries of an event are created in the commit of the change, before any reaction: endpoints of that moment get it, later ones do not, and a rolled-back change delivers nothing", async () => {
  const post = aPost();
  const early = post.endpoint("http://127.0.0.1:1/early");
  expect(() =>
    post.world.write(() => {
      emit(post.world, { tenantId: post.world.tenant.id, type: "deposit.new", resourceId: "undone", record: {} });
      throw new RangeError("undone");
    }),
  ).toThrow("undone");
  post.emit("d-1");
  const stand = post.world.db.all(
    "select d.endpoint_id, e.resource_id from delivery d join event e on e.sequence = d.event_sequence",
  );
  expect(stand).toEqual([{ endpoint_id: early.id, resource_id: "d-1" }]);
  post.endpoint("http://127.0.0.1:1/late");
  await post.travel(0);
  expect(post.sent.map(({ url, body }) => [url, JSON.parse(body).type])).toEqual([[early.url, "deposit.new"]]);
});
