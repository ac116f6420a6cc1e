// What a step did, for the story: the webhooks and the requests of the app that followed from it, with their virtual time.
import { parseTime } from "../../kernel/clock.ts";
import { control } from "../../scenario/http-client.ts";
import { callsAfter, deliveriesAfter } from "../judge/truth.ts";
import type { HuntStep } from "../plan/step.ts";
import type { StoryEvent } from "../report.ts";
import { callText, deliveryText, inRuns, stepText } from "./story-lines.ts";
import type { World } from "./world.ts";

/** From here on the story is told: requests of worlds before are no part of it. */
export async function beginTrace({ setting: { host, cursors } }: World): Promise<void> {
  const { items } = await control(host, "GET", "/requests?surface=v1&limit=1");
  cursors.request = (items as { sequence: number }[])[0]?.sequence ?? cursors.request;
}

/** Keeps what a step did, for the story. */
export async function trace(world: World, step: HuntStep, asked: string | null): Promise<void> {
  const { host, cursors } = world.setting;
  const calls = await callsAfter(host, cursors.request);
  cursors.request = calls.at(-1)?.sequence ?? cursors.request;
  const told = new Map(world.deliveries.map((one) => [one.id, one.attempts.length]));
  world.deliveries = await deliveriesAfter(host, cursors.delivery);
  const fresh = world.deliveries.filter(({ id, attempts }) => attempts.length > (told.get(id) ?? 0));
  const [webhooks, requests] = [inRuns(fresh, deliveryText), inRuns(calls, callText)];
  const happened = [...webhooks, ...requests].map((one) => one.text);
  const text = stepText(step, (owner) => world.nameOf(owner));
  world.lines.push({ step, text, asked: asked === "idle" ? "nothing to do" : asked, happened });
  const index = world.lines.length - 1;
  const { now } = await control(host, "GET", "/clock");
  const at = parseTime(String(now)) ?? 0;
  world.events.push(
    { lane: laneOf(step), at, step: index, text, isWrong: false },
    ...webhooks.map(({ text: line, one }) => event("webhook", { at, index, text: line }, one.state === "dead")),
    ...requests.map(({ text: line, one }) => event("service", { at, index, text: line }, (one.status ?? 0) >= 400)),
  );
}

function event(
  lane: StoryEvent["lane"],
  { at, index, text }: { at: number; index: number; text: string },
  isWrong: boolean,
): StoryEvent {
  return { lane, at, step: index, text, isWrong };
}

function laneOf({ do: kind }: HuntStep): "app" | "service" | "chain" | "webhook" {
  if (["open", "withdraw", "uda", "reconcile", "restart"].includes(kind)) return "app";
  if (["pay", "fund", "mine", "mining", "reorg", "pause", "unpause"].includes(kind)) return "chain";
  return kind === "replay" || kind === "rotate" ? "webhook" : "service";
}
