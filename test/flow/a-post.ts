// Deliveries without network: the real deliverer and the real loop; receivers are a function.
import type { Chains } from "../../src/chains/chain.ts";
import { Readings } from "../../src/contract/readings/readings.ts";
import { plannedAt } from "../../src/domain/agenda.ts";
import type { DeliveryAttemptRow, DeliveryRow } from "../../src/domain/delivery/delivery.ts";
import { attemptsOfDelivery, deliveryById } from "../../src/domain/delivery/store.ts";
import { type EventType, emit, nextUnprocessed } from "../../src/domain/outbox.ts";
import { registerEndpoint } from "../../src/domain/webhook-endpoint/register.ts";
import { Deliverer } from "../../src/flow/deliveries/deliver.ts";
import type { FlowDependencies, SendWebhook } from "../../src/flow/dependencies.ts";
import { Loop } from "../../src/flow/loop/loop.ts";
import { advance } from "../../src/flow/loop/time-travel.ts";
import { processEvents } from "../../src/flow/outbox-processor.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { aWorld } from "../support/worlds/a-world.ts";
import { FakeWall } from "./a-loop.ts";

export type Sent = Parameters<SendWebhook>[0];
export type Answer = Partial<Awaited<ReturnType<SendWebhook>>>;

/** A world with endpoints, the real deliverer and the real loop; `answer` is the receiver. */
export function aPost(
  answer: (sent: Sent, number: number) => Answer | Promise<Answer> = () => ({ ok: true, status: 200 }),
  readings: Readings = new Readings(),
) {
  const wall = new FakeWall();
  const world = aWorld({ wallNow: wall.now });
  const start = world.clock.now();
  const sent: (Sent & { at: number })[] = [];
  const parts: FlowDependencies = {
    world,
    wall,
    chains: { all: [] } as unknown as Chains,
    environment: "sandbox",
    log: silentLog,
    accountAt: () => {
      throw new RangeError("no accounts here");
    },
    eventBody: ({ id, type }) => ({ body: JSON.stringify({ id, type }), sent: null }),
    addedEventBody: ({ id, type }) => ({ body: JSON.stringify({ id, type }), sent: null }),
    readings,
    async sendWebhook(webhook) {
      sent.push({ ...webhook, at: world.clock.now() - start });
      const result = await answer(webhook, sent.length);
      return { ok: false, status: null, durationMs: 1.4, error: "", response: "", headers: {}, ...result };
    },
  };
  const deliverer = new Deliverer(parts);
  const loop = new Loop({
    world,
    wall,
    log: silentLog,
    nextBlock: () => undefined,
    mineBlock: async () => ({ what: "block", empty: false }),
    hasEvents: () => nextUnprocessed(world.db) !== undefined,
    processEvents: () => processEvents(parts),
    runJob: async ({ ref }) => deliverer.start(ref),
  });
  return {
    world,
    sent,
    deliverer,
    loop,
    wall,
    isDue: (ref: string) => (plannedAt(world.db, "deliver", ref) ?? Number.POSITIVE_INFINITY) <= world.clock.now(),
    endpoint: (url = "http://127.0.0.1:1/a") =>
      world.write(() => registerEndpoint(world, { tenantId: world.tenant.id, url, eventTypes: ["*"] })),
    emit: (resourceId: string, type: EventType = "deposit.new") =>
      world.write(() => emit(world, { tenantId: world.tenant.id, type, resourceId, record: { id: resourceId } })),
    travel: (byMs: number) => loop.exclusive(() => advance({ world, loop, deliverer }, world.clock.now() + byMs)),
    settled: () => loop.settled(),
    /** A second deliverer on the same world, which must never happen in production. */
    competitor: () => new Deliverer(parts),
    about: (eventId: string): string | undefined =>
      world.db.get<{ resource_id: string }>("select resource_id from event where id = :eventId", { eventId })
        ?.resource_id,
    delivery: (id = 1): DeliveryRow => deliveryById(world.db, id)!,
    attempts: (id = 1): DeliveryAttemptRow[] => attemptsOfDelivery(world.db, id),
  };
}
