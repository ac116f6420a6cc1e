// What a step did, for the story: the webhooks and the requests of the app that followed from it, with their virtual time.
import { parseTime } from "../../kernel/clock.ts";
import { control } from "../../scenario/http-client.ts";
import { callsAfter, deliveriesAfter } from "../judge/truth.ts";
import type { HuntStep } from "../plan/step.ts";
import { callText, deliveryText, stepText } from "./story-lines.ts";
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
  const happened = [...fresh.map(deliveryText), ...calls.map(callText)];
  const text = stepText(step, (owner) => world.nameOf(owner));
  world.lines.push({ step, text, asked: asked === "idle" ? "nothing to do" : asked, happened });
  const index = world.lines.length - 1;
  const { now } = await control(host, "GET", "/clock");
  const time = parseTime(String(now)) ?? 0;
  world.events.push({ lane: laneOf(step), at: time, step: index, text, isWrong: false });
  for (const one of fresh)
    world.events.push({
      lane: "webhook",
      at: time,
      step: index,
      text: deliveryText(one),
      isWrong: one.state === "dead",
    });
  for (const call of calls)
    world.events.push({
      lane: "service",
      at: time,
      step: index,
      text: callText(call),
      isWrong: (call.status ?? 0) >= 400,
    });
}

function laneOf({ do: kind }: HuntStep): "app" | "service" | "chain" | "webhook" {
  if (["open", "withdraw", "uda", "reconcile", "restart"].includes(kind)) return "app";
  if (["pay", "fund", "mine", "mining", "reorg", "pause", "unpause"].includes(kind)) return "chain";
  return kind === "replay" || kind === "rotate" ? "webhook" : "service";
}
