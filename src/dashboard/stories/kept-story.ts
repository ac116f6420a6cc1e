// Reads a kept story of a hunt: a scenario whose steps act through the user's app. Nothing of it is ever run from the page.
import { exactJson } from "../api/exact-json.ts";

/** One step; `kind` is the member that says what it does, `detail` what stands in it. `inner`: steps that begin together. */
export type StoryStep = { title: string; kind: string; detail: unknown; inner: readonly StoryStep[] };

/** `facts`: how the hunt came to it. */
export type KeptStory = {
  title: string;
  about: string;
  facts: readonly (readonly [name: string, value: unknown])[];
  steps: readonly StoryStep[];
};

type Json = Readonly<Record<string, unknown>>;

/** What a step can do, in the language of scenarios. */
const KINDS = [
  ...["act", "restart", "replay", "together", "pay", "call", "fault", "reorg", "mine", "travel", "receiver", "expect"],
];
/** Members of `hunt` that say how it was found; the plan says the same as the steps. */
const FACTS = ["rule", "phase", "seed", "sandbox_version", "rate"];

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The story in a text, or why there is none. */
export function readStory(text: string): KeptStory | string {
  let value: unknown;
  try {
    value = exactJson(text);
  } catch (error) {
    return `This is no JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (!isJson(value) || !Array.isArray(value["steps"]))
    return "A kept story is a JSON object with title, about and steps, such as hunt-1.json in the folder of --report.";
  const { hunt } = value;
  const facts = isJson(hunt)
    ? FACTS.flatMap((name) => (hunt[name] === undefined ? [] : [[name, hunt[name]] as const]))
    : [];
  return { title: textOf(value["title"]), about: textOf(value["about"]), facts, steps: stepsOf(value["steps"]) };
}

function stepsOf(steps: readonly unknown[]): StoryStep[] {
  return steps.filter(isJson).map((step) => {
    const kind = KINDS.find((one) => step[one] !== undefined) ?? "step";
    const together = step["together"];
    const { title, ...detail } = step;
    return { title: textOf(title), kind, detail, inner: Array.isArray(together) ? stepsOf(together) : [] };
  });
}
