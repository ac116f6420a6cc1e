// Table: the members of a `report.json` that joining and writing it again read, as a JSON Schema; a file from elsewhere may hold anything.
import { RULE_IDS } from "../judge/rule.ts";

const text = { type: "string" };
const whole = { type: "integer", minimum: 0 };
const orNull = (type: string) => ({ type: [type, "null"] });
const list = (items: object) => ({ type: "array", items });
const object = (properties: Readonly<Record<string, object>>) => ({
  ...{ type: "object", properties, required: Object.keys(properties) },
});
const rule = { enum: RULE_IDS };
const level = { enum: ["error", "warning"] };
const rate = object({ failed: whole, of: whole });
const phase = { enum: ["plain", "singles", "pairs", "swarm"] };

const story = object({
  lines: list(object({ text, asked: orNull("string"), happened: list(text) })),
  events: list(
    object({
      ...{ lane: { enum: ["app", "service", "chain", "webhook", "books"] }, at: { type: "number" } },
      ...{ step: orNull("integer"), text, isWrong: { type: "boolean" } },
    }),
  ),
  differences: list(
    object({ owner: text, network: orNull("string"), asset: orNull("string"), credited: text, held: text }),
  ),
});

const finding = object({
  ...{ number: { type: "integer", minimum: 1, maximum: 10_000 }, rule, seen_as: rule, level, title: text, what: text },
  ...{ phase, troubles: list(text), world: whole, after_ms: { type: "number" }, drawn_steps: whole, story, rate },
  ...{ steps: list(object({ do: text })), unstable: { type: "boolean" }, worlds: whole },
  certificate: object({
    ...{ kind: { enum: ["smallest", "minimal", "not proven"] }, without: list(rate), why: orNull("string") },
  }),
});

export const REPORT_SCHEMA = object({
  ...{ kind: { const: "hunt" }, version: { const: 1 }, sandbox_version: text, seed: whole, shard: orNull("string") },
  asked: object({ worlds: orNull("integer"), phases: list(text), adapter: text, plans: orNull("string") }),
  ...{ findings: list(finding), further_worlds: whole },
  worlds: object({ plain: whole, singles: whole, pairs: whole, swarm: whole }),
  not_judged: list(object({ why: text, worlds: whole })),
  troubles: list(object({ name: text, worlds: whole, failed: whole })),
  met: { type: "object", additionalProperties: whole },
  answers: object({ count: whole, slow: whole }),
  ...{ never_met: list(text), left_out: list(text), rules_not_judged: list(object({ rule, why: text })) },
  ...{ guesses: list(text), seconds: { type: "number", minimum: 0 }, ended: text, complete: { type: "boolean" } },
  hindrance: orNull("string"),
});
