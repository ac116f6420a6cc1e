// A step that looks: at events, at what the receiver got, at deliveries, and at balances on the chains.
import { amountOf, assetOn, balanceData } from "../assets.ts";
import { control, rpc } from "../http-client.ts";
import { type Difference, differences, isObject } from "../match.ts";
import { replaced } from "../references.ts";
import type { RunContext, StepResult } from "../run-context.ts";
import type { Balance, ExpectStep } from "../scenario.ts";

type Event = { sequence: number; id: string; type: string };

/** How many events or deliveries one answer holds. */
const PAGE = 1_000;

export async function performExpect(story: RunContext, step: ExpectStep): Promise<StepResult> {
  const { events, webhooks, deliveries, balances } = replaced(step.expect, story.names);
  const found: Difference[] = [];
  if (events !== undefined) found.push(...differences(events, await newEvents(story), "events"));
  if (webhooks !== undefined) found.push(...differences(webhooks, await newWebhooks(story), "webhooks"));
  if (deliveries !== undefined) found.push(...differences(deliveries, await allDeliveries(story), "deliveries"));
  for (const [index, balance] of (balances ?? []).entries()) {
    found.push(...differences(balance.amount, await heldBy(story, balance), `balances[${index}].amount`));
  }
  return { differences: found };
}

async function newEvents(story: RunContext): Promise<Event[]> {
  const events = await eventsAfter(story, story.eventsSeen);
  story.eventsSeen = events.at(-1)?.sequence ?? story.eventsSeen;
  return events;
}

async function eventsAfter({ host, tenantId }: RunContext, after: number): Promise<Event[]> {
  const found = (await pages(host, `/events?tenant_id=${encodeURIComponent(tenantId)}`, after)) as Event[];
  return found;
}

/** Step by step; within a step in the order of the events, because what goes out at once may come in in any order. */
async function newWebhooks(story: RunContext): Promise<unknown[]> {
  const order = new Map((await eventsAfter(story, 0)).map(({ id, sequence }) => [id, sequence]));
  const sequenceOf = (id: string): number => order.get(id) ?? Number.MAX_SAFE_INTEGER;
  const fresh = story.receiver.received.slice(story.webhooksSeen).map((one, index) => ({
    ...one,
    step: story.arrivals[story.webhooksSeen + index] ?? Number.MAX_SAFE_INTEGER,
  }));
  story.webhooksSeen = story.receiver.received.length;
  return fresh
    .toSorted((a, b) => a.step - b.step || sequenceOf(a.id) - sequenceOf(b.id))
    .map(({ id, type, envelope, verified, duplicate, answered }) => ({
      ...(isObject(envelope) ? envelope : {}),
      ...{ id, type, verified, duplicate, answered },
    }));
}

async function allDeliveries(story: RunContext): Promise<unknown[]> {
  const events = new Map((await eventsAfter(story, 0)).map((event) => [event.id, event]));
  const found = await pages(story.host, `/deliveries?endpoint_id=${encodeURIComponent(story.endpointId)}`, 0);
  return (found as { event_id: string }[])
    .map((delivery) => ({ ...delivery, type: events.get(delivery.event_id)?.type ?? "" }))
    .toSorted((a, b) => (events.get(a.event_id)?.sequence ?? 0) - (events.get(b.event_id)?.sequence ?? 0));
}

async function pages(host: RunContext["host"], path: string, after: number): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let cursor = after; ; ) {
    const { items, next_after: next } = await control(host, "GET", `${path}&after=${cursor}&limit=${PAGE}`);
    all.push(...(items as unknown[]));
    if ((items as unknown[]).length < PAGE) return all;
    cursor = Number(next);
  }
}

async function heldBy({ host }: RunContext, { network, asset, address }: Balance): Promise<string> {
  const known = assetOn(network, asset);
  const held =
    known.contract === null
      ? await rpc(host, known.network, "eth_getBalance", [address, "latest"])
      : await rpc(host, known.network, "eth_call", [{ to: known.contract, data: balanceData(address) }, "latest"]);
  return amountOf(BigInt(String(held)), known.decimals);
}
