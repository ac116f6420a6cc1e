// The step `expect`: compares events, received webhooks, deliveries and on-chain balances with the expectation.
import { required } from "../../kernel/assert.ts";
import { amountOf, assetOn, balanceData } from "../assets.ts";
import { rpc } from "../http-client.ts";
import { type Difference, differences, isObject } from "../match.ts";
import { pages } from "../pages.ts";
import { replaced } from "../references.ts";
import type { RunContext, StepResult } from "../run-context.ts";
import type { Balance, ExpectStep } from "../scenario.ts";
import { bookDifferences } from "./books.ts";

type Event = { sequence: number; id: string; type: string };

export async function performExpect(context: RunContext, step: ExpectStep): Promise<StepResult> {
  const { events, webhooks, deliveries, balances, books, rules } = replaced(step.expect, context.names);
  const found: Difference[] = [];
  if (events !== undefined) found.push(...differences(events, await newEvents(context), "events"));
  if (webhooks !== undefined) found.push(...differences(webhooks, await newWebhooks(context), "webhooks"));
  if (deliveries !== undefined) found.push(...differences(deliveries, await allDeliveries(context), "deliveries"));
  for (const [index, balance] of (balances ?? []).entries()) {
    found.push(...differences(balance.amount, await heldBy(context, balance), `balances[${index}].amount`));
  }
  if (rules !== undefined) found.push(...(await brokenRules(context, rules)));
  for (const [index, expected] of (books ?? []).entries())
    found.push(...(await bookDifferences(context, expected, `books[${index}].amount`)));
  return { differences: found };
}

/** Rules come before books: judging them brings the app to rest. */
async function brokenRules({ app }: RunContext, rules: readonly string[]): Promise<Difference[]> {
  const breaches = await required(app, "the app of a story about its rules").judge(rules);
  return breaches.map((seen) => ({ at: "rules", expected: `nothing that breaks ${rules.join(", ")}`, seen }));
}

async function newEvents(context: RunContext): Promise<Event[]> {
  const events = await eventsAfter(context, context.eventsSeen);
  context.eventsSeen = events.at(-1)?.sequence ?? context.eventsSeen;
  return events;
}

async function eventsAfter({ host, tenantId }: RunContext, after: number): Promise<Event[]> {
  const found = (await pages(host, `/events?tenant_id=${encodeURIComponent(tenantId)}`, after)) as Event[];
  return found;
}

/** Sorted by step, and within a step by event, because concurrent deliveries arrive in any order. */
async function newWebhooks(context: RunContext): Promise<unknown[]> {
  const sequences = new Map((await eventsAfter(context, 0)).map(({ id, sequence }) => [id, sequence]));
  const sequenceOf = (id: string): number => sequences.get(id) ?? Number.MAX_SAFE_INTEGER;
  const receiver = required(context.receiver, "the receiver of a story without an app");
  const fresh = receiver.received.slice(context.webhooksSeen).map((one, index) => ({
    ...one,
    step: context.arrivals[context.webhooksSeen + index] ?? Number.MAX_SAFE_INTEGER,
  }));
  context.webhooksSeen = receiver.received.length;
  return fresh
    .toSorted((a, b) => a.step - b.step || sequenceOf(a.id) - sequenceOf(b.id))
    .map(({ id, type, envelope, verified, duplicate, answered }) => ({
      ...(isObject(envelope) ? envelope : {}),
      ...{ id, type, verified, duplicate, answered },
    }));
}

async function allDeliveries(context: RunContext): Promise<unknown[]> {
  const events = new Map((await eventsAfter(context, 0)).map((event) => [event.id, event]));
  const found = await pages(context.host, `/deliveries?endpoint_id=${encodeURIComponent(context.endpointId)}`, 0);
  return (found as { event_id: string }[])
    .map((delivery) => ({ ...delivery, type: events.get(delivery.event_id)?.type ?? "" }))
    .toSorted((a, b) => (events.get(a.event_id)?.sequence ?? 0) - (events.get(b.event_id)?.sequence ?? 0));
}

async function heldBy({ host }: RunContext, { network, asset, address }: Balance): Promise<string> {
  const known = assetOn(network, asset);
  const held =
    known.contract === null
      ? await rpc(host, known.network, "eth_getBalance", [address, "latest"])
      : await rpc(host, known.network, "eth_call", [{ to: known.contract, data: balanceData(address) }, "latest"]);
  return amountOf(BigInt(String(held)), known.decimals);
}
