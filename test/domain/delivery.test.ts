// Deliveries: who gets one, the ladder of retries on the virtual clock, and the order within a group (H-81, R-113, R-129).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { upcoming } from "../../src/domain/agenda.ts";
import { type DeliveryRow, MAX_ATTEMPTS } from "../../src/domain/delivery/delivery.ts";
import { retryDelayMs } from "../../src/domain/delivery/retry-schedule.ts";
import { deliveryById } from "../../src/domain/delivery/store.ts";
import { endDeliveries, moveDelivery, settleDelivery } from "../../src/domain/delivery/transitions.ts";
import { type EventRow, type EventType, emit, eventBySequence } from "../../src/domain/outbox.ts";
import { type EndpointInput, registerEndpoint } from "../../src/domain/webhook-endpoint/register.ts";
import { activeEndpoints, markEndpointDeleted, updateEndpoint } from "../../src/domain/webhook-endpoint/store.ts";
import { type AWorld, aTenant, aWorld } from "../support/worlds/a-world.ts";

function anEndpoint(world: AWorld, facts: Partial<EndpointInput> = {}) {
  const order = { tenantId: world.tenant.id, url: "http://127.0.0.1:1/hooks", eventTypes: ["*"], ...facts };
  return world.write(() => registerEndpoint(world, order));
}

function anEvent(world: AWorld, facts: { type?: EventType; group?: string; tenantId?: string } = {}): EventRow {
  const { type = "deposit.new", group = "d-1", tenantId = world.tenant.id } = facts;
  return world.write(() => {
    emit(world, { tenantId, type, resourceId: group, record: {} });
    const { last } = world.db.get<{ last: number }>("select max(sequence) as last from event")!;
    return eventBySequence(world.db, last)!;
  });
}

const deliveries = (world: AWorld) => world.db.all<DeliveryRow>("select * from delivery order by id");

/** When each planned attempt is due, by delivery. */
function plan(world: AWorld): Record<string, number> {
  const jobs = upcoming(world.db, 1_000).filter(({ job }) => job === "deliver");
  return Object.fromEntries(jobs.map(({ ref, due_at }) => [ref, due_at - world.clock.now()]));
}

/** One attempt, as the sender makes it; the planned job is done with. */
function attempt(world: AWorld, id: number, ok: boolean): DeliveryRow {
  return world.write(() => {
    moveDelivery(world, deliveryById(world.db, id)!, "send");
    world.db.run("delete from agenda where job = 'deliver' and ref = :ref", { ref: String(id) });
    return settleDelivery(world, id, ok);
  });
}

describe("an event goes to", () => {
  test("every active endpoint of its tenant that subscribed to its type or to everything (S-473…S-475, R-141)", () => {
    const world = aWorld();
    const other = world.write(() => aTenant(world, "other").tenant);
    const all = anEndpoint(world);
    const exact = anEndpoint(world, { eventTypes: ["deposit.confirmed", "deposit.new"] });
    anEndpoint(world, { eventTypes: ["deposit.confirmed"] });
    anEndpoint(world, { eventTypes: [] });
    anEndpoint(world, { active: false });
    anEndpoint(world, { tenantId: other.id });
    anEvent(world);
    expect(deliveries(world).map(({ endpoint_id }) => endpoint_id)).toEqual([all.id, exact.id]);
  });

  test("no delivery and nothing planned without a subscribed endpoint", () => {
    const world = aWorld();
    anEvent(world);
    expect([deliveries(world), plan(world)]).toEqual([[], {}]);
  });

  test("an endpoint that was switched on again, and not to a deleted one", () => {
    const world = aWorld();
    const endpoint = anEndpoint(world, { active: false });
    updateEndpoint(world.db, { ...endpoint, active: 1 });
    markEndpointDeleted(world.db, anEndpoint(world).id, world.clock.now());
    anEvent(world);
    expect(deliveries(world).map(({ endpoint_id }) => endpoint_id)).toEqual([endpoint.id]);
    expect(activeEndpoints(world.db, world.tenant.id)).toHaveLength(1);
  });
});

describe("the ladder", () => {
  test("is 10, 20, 40, 80 and 160 seconds after a failed attempt, and the sixth failure is the last (S-509…S-518)", () => {
    const world = aWorld();
    anEndpoint(world);
    anEvent(world);
    const waits: number[] = [plan(world)["1"]!];
    for (let number = 1; number <= 5; number += 1) {
      expect(attempt(world, 1, false)).toMatchObject({ state: "due", attempts: number });
      const wait = plan(world)["1"]!;
      waits.push(wait);
      world.clock.moveTo(world.clock.now() + wait);
    }
    expect(waits).toEqual([0, 10_000, 20_000, 40_000, 80_000, 160_000]);
    expect(attempt(world, 1, false)).toMatchObject({ state: "dead", attempts: 6, next_attempt_at: null });
    expect(plan(world)).toEqual({});
    expect(MAX_ATTEMPTS).toBe(6);
  });

  test("starts at the end of the failed attempt, not at its beginning (R-122)", () => {
    const world = aWorld();
    anEndpoint(world);
    anEvent(world);
    world.write(() => moveDelivery(world, deliveryById(world.db, 1)!, "send"));
    world.clock.moveTo(world.clock.now() + 9_000);
    world.write(() => settleDelivery(world, 1, false));
    expect(deliveryById(world.db, 1)?.next_attempt_at).toBe(world.clock.now() + 10_000);
  });

  test("ends with the first 2xx, also at the last attempt (S-519)", () => {
    for (let successful = 1; successful <= 6; successful += 1) {
      const world = aWorld();
      anEndpoint(world);
      anEvent(world);
      for (let number = 1; number < successful; number += 1) attempt(world, 1, false);
      expect(attempt(world, 1, true)).toMatchObject({
        state: "delivered",
        attempts: successful,
        next_attempt_at: null,
      });
      expect(plan(world)).toEqual({});
    }
  });

  test("never waits longer than ten minutes, and never a random while (S-511, R-122)", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 20].map(retryDelayMs)).toEqual([
      10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000, 600_000,
    ]);
  });
});

describe("events about one resource (R-129)", () => {
  test("start one after another: the next when the first attempt of the one before has ended", () => {
    const world = aWorld();
    anEndpoint(world);
    for (const type of ["deposit.new", "deposit.confirmed"] as const) anEvent(world, { type });
    anEvent(world, { type: "uda.settlement.created", group: "d-1" });
    expect(plan(world)).toEqual({ 1: 0 });
    attempt(world, 1, true);
    expect(plan(world)).toEqual({ 2: 0 });
    attempt(world, 2, true);
    expect(plan(world)).toEqual({ 3: 0 });
  });

  test("do not wait for the retries of an earlier one: a failing event blocks no other", () => {
    const world = aWorld();
    anEndpoint(world);
    for (const type of ["deposit.new", "deposit.confirmed"] as const) anEvent(world, { type });
    attempt(world, 1, false);
    expect(plan(world)).toEqual({ 1: 10_000, 2: 0 });
    attempt(world, 1, false);
    expect(plan(world)).toEqual({ 1: 20_000, 2: 0 });
  });

  test("wait for each other at one endpoint only, and other resources not at all", () => {
    const world = aWorld();
    anEndpoint(world);
    anEndpoint(world);
    anEvent(world);
    anEvent(world, { group: "d-2" });
    anEvent(world, { type: "deposit.confirmed" });
    expect(plan(world)).toEqual({ 1: 0, 2: 0, 3: 0, 4: 0 });
    attempt(world, 2, true);
    expect(Object.keys(plan(world))).toEqual(["1", "3", "4", "6"]);
  });

  test("start at once when the earlier ones have been tried already", () => {
    const world = aWorld();
    anEndpoint(world);
    anEvent(world);
    attempt(world, 1, false);
    anEvent(world, { type: "deposit.confirmed" });
    expect(plan(world)).toEqual({ 1: 10_000, 2: 0 });
  });

  test("have their first attempts in event order, whatever fails (I-35)", () => {
    const anOutcome = fc.record({ ok: fc.boolean(), group: fc.constantFrom("d-1", "d-2") });
    fc.assert(
      fc.property(fc.array(anOutcome, { maxLength: 12 }), (events) => {
        const world = aWorld();
        anEndpoint(world);
        for (const { group } of events) anEvent(world, { group });
        const order = firstAttempts(world, (id) => events[id - 1]!.ok);
        for (const group of ["d-1", "d-2"]) {
          const expected = events.flatMap((event, index) => (event.group === group ? [index + 1] : []));
          expect(order.filter((id) => events[id - 1]!.group === group)).toEqual(expected);
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** Makes every attempt that is due now; answers the deliveries in the order of their first attempts. */
function firstAttempts(world: AWorld, answer: (id: number) => boolean): number[] {
  const order: number[] = [];
  for (;;) {
    const due = Object.entries(plan(world)).find(([, wait]) => wait <= 0)?.[0];
    if (due === undefined) return order;
    const id = Number(due);
    if (deliveryById(world.db, id)?.attempts === 0) order.push(id);
    attempt(world, id, answer(id));
  }
}

describe("when an endpoint goes (R-135)", () => {
  test("all its open deliveries die in the same transaction, other endpoints go on", () => {
    const world = aWorld();
    const [gone, stays] = [anEndpoint(world), anEndpoint(world)];
    anEvent(world);
    anEvent(world, { group: "d-2" });
    attempt(world, 1, false);
    attempt(world, 3, true);
    world.write(() => endDeliveries(world, gone.id, "gone"));
    expect(deliveries(world).map(({ endpoint_id, state }) => [endpoint_id === stays.id, state])).toEqual([
      [false, "dead"],
      [true, "due"],
      [false, "delivered"],
      [true, "due"],
    ]);
    expect(Object.keys(plan(world))).toEqual(["2", "4"]);
  });

  test("an attempt under way was made and counts; its end changes nothing any more", () => {
    const world = aWorld();
    const { id } = anEndpoint(world);
    anEvent(world);
    world.write(() => moveDelivery(world, deliveryById(world.db, 1)!, "send"));
    world.write(() => endDeliveries(world, id, "gone"));
    for (const ok of [true, false]) {
      expect(world.write(() => settleDelivery(world, 1, ok))).toMatchObject({ state: "dead", attempts: 1 });
    }
    expect(plan(world)).toEqual({});
  });
});

describe("a secret", () => {
  test("is minted with 24 bytes when none is given, another for each endpoint (R-120, H-78)", () => {
    const world = aWorld();
    const secrets = [anEndpoint(world), anEndpoint(world)].map(({ secret }) => secret);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[0-9a-f]{48}$/);
    expect(new Set(secrets).size).toBe(2);
  });

  test("that is given is used as it is", () => {
    expect(anEndpoint(aWorld(), { secret: "my own secret" }).secret).toBe("my own secret");
  });
});
