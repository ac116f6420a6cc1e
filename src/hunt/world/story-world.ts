// The world of a story that `run` plays: the steps belong to the runner, and the rules of the hunt judge what they did (U-20).
import type { Scenario, Step } from "../../scenario/scenario.ts";
import type { HuntStep } from "../plan/step.ts";
import { World } from "./world.ts";

/** A world whose owners, withdrawals and targets have the names that the story gives them. */
export class StoryWorld extends World {
  override givenName(owner: string): string {
    return owner;
  }
  override idOf(id: string): string {
    return id;
  }
}

/** What rules have to know of a story's steps: what was asked of the app, which faults there were, and what has to be taken back. */
export function stepsOf({ steps }: Pick<Scenario, "steps">): HuntStep[] {
  return steps.flatMap(asHuntSteps);
}

function asHuntSteps(step: Step): HuntStep[] {
  if ("together" in step) return [{ do: "together", steps: step.together.flatMap(asHuntSteps) }];
  if ("fault" in step) return [{ do: "fault", ...step.fault }];
  if ("restart" in step) return [{ do: "restart" }];
  if ("reorg" in step) return [{ do: "reorg", transactions: "drop", ...step.reorg }];
  if ("pay" in step) return [{ do: "pay", owner: "", amount: "", asset: "", network: step.pay.network }];
  if ("act" in step) return actOf(step.act.name, step.act.network ?? "");
  return "call" in step ? callOf(step) : [];
}

function actOf(name: string, network: string): HuntStep[] {
  if (name === "reconcile") return [{ do: "reconcile" }];
  return name === "open" ? [{ do: "open", owner: "", network }] : [];
}

function callOf({ call, path: { network = "", asset = "" } = {} }: Extract<Step, { call: string }>): HuntStep[] {
  if (call === "setMining") return [{ do: "mining", network, mode: "manual" }];
  if (call === "pauseToken") return [{ do: "pause", network, asset }];
  return call === "rotateWebhookSecret" ? [{ do: "rotate" }] : [];
}

/** Whether a hunt reads the books behind this step of a story: never before a restart, and behind the last one only if blocks have to come. */
export function isReadAfter({ changed }: World, step: Step, next: Step | undefined): boolean {
  const isLast = next === undefined || "expect" in next;
  if (isLast ? changed.mining.size === 0 : "restart" in next) return false;
  if ("act" in step) return step.act.name === "withdraw" || step.act.name === "reconcile";
  if ("call" in step) return READ_AFTER_CALLS.has(step.call);
  return READ_AFTER.some((kind) => kind in step);
}

const READ_AFTER = ["pay", "travel", "mine", "reorg", "replay", "together"] as const;
/** A payment that is minted, and the end of all faults. */
const READ_AFTER_CALLS: ReadonlySet<string> = new Set(["POST /admin/faucet", "DELETE /admin/faults"]);

/** Marks what the end of the world has to take back. */
export function markChanges({ changed }: World, steps: readonly HuntStep[]): void {
  for (const step of steps) {
    if (step.do === "mining") changed.mining.add(step.network);
    if (step.do === "pause") changed.paused.set(`${step.network} ${step.asset}`, step);
    if (step.do === "rotate") changed.rotated = true;
    if (step.do === "reorg" && step.force) changed.forced = true;
  }
}
