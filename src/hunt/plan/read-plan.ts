// Reads the plan of a kept story: another version may have written it, or a person changed it.
import { isObject } from "../../kernel/is-object.ts";
import { isApart } from "../../scenario/apart.ts";
import type { HuntStep, StepKind } from "./step.ts";

type Kind = "text" | "whole" | "texts" | "steps";
type Members = Readonly<Record<string, Kind>>;

const PLACE: Members = { network: "text", asset: "text" };

/** The members that each step needs. */
const NEEDS: { readonly [Name in StepKind]: Members } = {
  open: { owner: "text", network: "text" },
  pay: { owner: "text", ...PLACE },
  fund: { amount: "text", ...PLACE },
  withdraw: { owner: "text", id: "text", amount: "text", ...PLACE },
  uda: { owner: "text", network: "text" },
  reject: { id: "text" },
  retry: { owner: "text" },
  reconcile: {},
  restart: {},
  fault: { gate: "text", effect: "text" },
  heal: {},
  travel: { by: "text" },
  settle: {},
  mining: { network: "text", mode: "text" },
  mine: { network: "text", blocks: "whole" },
  reorg: { network: "text", depth: "whole", transactions: "text" },
  replay: { type: "text" },
  rotate: {},
  pause: PLACE,
  unpause: PLACE,
  together: { steps: "steps" },
};

/** The steps, or what does not fit: "step 3: there is no step fly". */
export function readPlan(value: unknown): readonly HuntStep[] | string {
  if (!Array.isArray(value) || value.length === 0) return "it has no steps (hunt.plan)";
  for (const [index, step] of value.entries()) {
    const fault = faultOf(step);
    if (fault !== null) return `step ${index + 1}: ${fault}`;
  }
  return value as HuntStep[];
}

function faultOf(step: unknown): string | null {
  if (!isObject(step)) return "is no step";
  const { do: kind } = step;
  if (typeof kind !== "string" || !Object.hasOwn(NEEDS, kind)) return `there is no step ${String(kind)}`;
  const needs: Members = NEEDS[kind as StepKind];
  const [missing] = Object.entries(needs).filter(([name, type]) => !fits(step[name], type));
  if (missing !== undefined) return `${kind} needs ${missing[0]}`;
  if (kind === "pay" && !fits(step["amount"], "text") && !fits(step["legs"], "texts"))
    return "pay needs amount or legs";
  if (kind === "fault" && step["of"] !== undefined && !isSubject(step["of"]))
    return "fault.of needs owner or withdrawal";
  if (kind !== "together") return null;
  if (step["apart"] !== undefined && (typeof step["apart"] !== "string" || !isApart(step["apart"])))
    return "together.apart needs a duration of at most one second";
  const inner = readPlan(step["steps"]);
  return typeof inner === "string" ? `together: ${inner}` : null;
}

function isSubject(of: unknown): boolean {
  return isObject(of) && (typeof of["owner"] === "string" || typeof of["withdrawal"] === "string");
}

function fits(value: unknown, kind: Kind): boolean {
  if (kind === "text") return typeof value === "string";
  if (kind === "whole") return Number.isSafeInteger(value) && Number(value) >= 0;
  return Array.isArray(value) && (kind === "steps" || value.every((one) => typeof one === "string"));
}
