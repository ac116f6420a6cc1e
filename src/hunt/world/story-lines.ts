// A step in the words of the user, and what followed from it: the webhooks that were sent and the requests of the app.
import type { AppCall, TrueDelivery } from "../judge/truth.ts";
import type { FaultOf, HuntStep } from "../plan/step.ts";

/** The step in one line. `name`: an owner's letter → its name. */
export function stepText(step: HuntStep, name: (owner: string) => string): string {
  switch (step.do) {
    case "open":
      return `${name(step.owner)} opens a wallet on ${step.network}`;
    case "pay":
      return `${name(step.owner)} is paid ${(step.legs ?? [step.amount]).join(" and ")} ${step.asset} on ${step.network}${step.legs === undefined ? "" : " in one transaction"}`;
    case "fund":
      return `the vault gets ${step.amount} ${step.asset} on ${step.network}`;
    case "withdraw":
      return `${name(step.owner)} withdraws ${step.amount} ${step.asset} on ${step.network} (${step.id})`;
    case "uda":
      return `${name(step.owner)} gets a universal deposit address on ${step.network}`;
    case "reconcile":
      return "your repair job runs";
    case "reject":
      return `the operator rejects the payout of ${step.id}`;
    case "restart":
      return "your app is killed and started again";
    case "retry":
      return `the service runs the failed settlement of ${name(step.owner)} again`;
    case "fault":
      return `${faultText(step)}${ofText(step.of, name)}`;
    case "heal":
      return "all faults end";
    case "travel":
      return `${step.by} pass`;
    case "settle":
      return "everything that is planned happens";
    case "mining":
      return `${step.network} mines ${step.mode === "manual" ? "on request only" : step.mode}`;
    case "mine":
      return `${step.blocks} ${step.blocks === 1 ? "block" : "blocks"} on ${step.network}`;
    case "reorg":
      return `a ${step.force ? "forced " : ""}reorg of ${step.depth} on ${step.network}, its transactions are ${REORG[step.transactions]}`;
    case "replay":
      return `the last ${step.type} is sent again`;
    case "rotate":
      return "the webhook secret is rotated; the old one holds on";
    case "pause":
      return `${step.asset} on ${step.network} is paused`;
    case "unpause":
      return `${step.asset} on ${step.network} is unpaused`;
    case "together":
      return `${step.apart === undefined ? "at once" : `${step.apart} apart`}: ${step.steps.map((one) => stepText(one, name)).join("; ")}`;
  }
}

const REORG = { keep: "kept", drop: "dropped", delay: "mined later" } as const;

const EFFECTS: Readonly<Record<string, string>> = {
  "webhook.delivery answer-lost": "your app's answer is lost",
  "webhook.delivery at-once": "it is sent twice at once",
  "webhook.delivery duplicate": "it is sent twice in a row",
  "webhook.delivery timeout": "it never arrives",
  "webhook.delivery drop": "it is not sent",
  "webhook.delivery delay": "it comes late",
  "webhook.delivery reorder": "it comes after the next one",
  "webhook.delivery wrong-secret": "it is signed with another secret",
  "webhook.delivery unsigned": "it has no signature",
  "webhook.delivery stale-timestamp": "it is ten minutes old",
  "webhook.delivery truncate": "its body is cut",
  "webhook.delivery respelled": "the same JSON, written otherwise",
  "webhook.delivery status": "it fails on its way",
  "api.request after-commit-close": "it is done, and its answer is lost",
  "api.request close": "the connection is closed",
  "api.request delay": "it arrives late",
};

/** Whom it is meant for, where it is not everybody. */
function ofText(of: FaultOf | undefined, name: (owner: string) => string): string {
  if (of === undefined) return "";
  return "owner" in of ? `, if it is about ${name(of.owner)}` : `, if it is about ${of.withdrawal}`;
}

function faultText({
  gate,
  effect,
  match = {},
  times = 1,
  after,
  params = {},
}: Extract<HuntStep, { do: "fault" }>): string {
  const subject = match["type"] ?? match["operation_id"] ?? match["purpose"] ?? match["network"] ?? gate;
  const attempt = match["attempt"] === undefined ? "" : ` (attempt ${match["attempt"]})`;
  const which =
    times === null ? `every ${subject}` : times === 1 ? `the next ${subject}` : `the next ${times} ${subject}`;
  const status = params["status"] === undefined ? "" : ` with ${params["status"]}`;
  const later = after ? ` after ${after}` : "";
  return `${which}${attempt}${later}: ${EFFECTS[`${gate} ${effect}`] ?? effect}${status}`;
}

/** What a delivery did: `deposit.confirmed → 503, 200`. */
export function deliveryText({ type, attempts, state }: TrueDelivery): string {
  const answers = attempts.map((one) => `${one.status ?? "no answer"}${one.fault === null ? "" : ` (${one.fault})`}`);
  const told = inRuns(answers, (one) => one).map(({ text }) => text);
  return `${type} → ${told.join(", ") || "not sent"}${state === "dead" ? ", dead" : ""}`;
}

/** `POST /v1/transfer/payout → 201`. */
export function callText({ method, path, status }: AppCall): string {
  return `${method} ${path} → ${status ?? "cut"}`;
}

/** Equal lines in a row are one, such as those of a repair job that looks at every customer: `GET /v1/deposits → 200, 107 times`. */
export function inRuns<One>(all: readonly One[], textOf: (one: One) => string): { text: string; one: One }[] {
  const runs: { text: string; one: One; times: number }[] = [];
  for (const one of all) {
    const text = textOf(one);
    const last = runs.at(-1);
    if (last?.text === text) last.times += 1;
    else runs.push({ text, one, times: 1 });
  }
  return runs.map(({ text, one, times }) => ({ text: times === 1 ? text : `${text}, ${times} times`, one }));
}
