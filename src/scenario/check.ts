// Parses and validates a scenario; an error names the place of the mistake and what is allowed there.
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import schema from "../../spec/scenario.schema.json" with { type: "json" };
import { exactJson } from "../kernel/exact-json.ts";
import { isObject, MATCHERS } from "./match.ts";
import { GIVEN_NAMES, momentOf, usedNames } from "./references.ts";
import { targetOf } from "./requests.ts";
import { kindsOf, type Scenario, STEP_KINDS, type Step, type StepKind } from "./scenario.ts";

/** An invalid scenario. The message is one line: where, what is wrong, what is allowed. */
export class ScenarioFault extends Error {
  override readonly name = "ScenarioFault";
  /** Where, as a path such as `/steps/3/pay/amount`. */
  readonly at: string;
  /** The allowed values there, if they can be listed. */
  readonly allowed: readonly string[];

  constructor(at: string, problem: string, allowed: readonly string[] = []) {
    super(`${at || "/"}: ${problem}${allowed.length === 0 ? "" : `: allowed are ${allowed.join(", ")}`}`);
    this.at = at;
    this.allowed = allowed;
  }
}

/** Parses the text of a file without losing digits of numbers, and checks it. @throws ScenarioFault */
export function readScenario(text: string): Scenario {
  let value: unknown;
  try {
    value = exactJson(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new ScenarioFault("", `is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  return checkScenario(value);
}

/** The value as a scenario. @throws ScenarioFault for the first mistake */
export function checkScenario(value: unknown): Scenario {
  const { frame, steps } = checks();
  requireValid(frame, value, "");
  const scenario = value as Scenario;
  const known = new Set(GIVEN_NAMES);
  scenario.steps.forEach((step, index) => {
    const at = `/steps/${index}`;
    requireValid(steps[kindOfValue(step, at)], step, at);
    checkStep(step, at);
    for (const { name, at: place } of usedNames(step, at)) {
      if (!known.has(name) && momentOf(name) === undefined) {
        throw new ScenarioFault(place, `no earlier step saves ${JSON.stringify(name)}`, [...known]);
      }
    }
    if ("save" in step) for (const name of Object.keys(step.save ?? {})) known.add(name);
  });
  return scenario;
}

/** Checks what the schema cannot express: the targets of calls, and matchers. */
function checkStep(step: Step, at: string): void {
  if ("call" in step) {
    const target = targetOf(step);
    if (typeof target === "string") throw new ScenarioFault(`${at}/call`, target);
    checkMatchers(step.answer, `${at}/answer`);
    checkMatchers(step.answer_headers, `${at}/answer_headers`);
  }
  if ("expect" in step) checkMatchers(step.expect, `${at}/expect`);
}

function checkMatchers(value: unknown, at: string): void {
  for (const [index, one] of Array.isArray(value) ? value.entries() : []) checkMatchers(one, `${at}/${index}`);
  if (!isObject(value)) return;
  const names = Object.keys(value);
  const matcher = names.find((name) => name.startsWith("$"));
  if (matcher !== undefined) {
    if (MATCHERS[matcher] === undefined)
      throw new ScenarioFault(`${at}/${matcher}`, "is not a matcher", Object.keys(MATCHERS));
    if (names.length > 1) throw new ScenarioFault(at, `${matcher} must be the only member of its object`);
    if (matcher === "$matches" && !isRegExp(value[matcher]))
      throw new ScenarioFault(`${at}/$matches`, "is not a regular expression");
  }
  for (const [name, member] of Object.entries(value)) checkMatchers(member, `${at}/${name}`);
}

function isRegExp(value: unknown): boolean {
  try {
    return typeof value === "string" && new RegExp(value, "u") !== null;
  } catch {
    return false;
  }
}

function kindOfValue(step: unknown, at: string): StepKind {
  if (!isObject(step)) throw new ScenarioFault(at, "must be an object");
  const [kind, ...others] = kindsOf(step);
  if (kind === undefined) throw new ScenarioFault(at, "has no action: it needs one of these members", STEP_KINDS);
  if (others.length > 0)
    throw new ScenarioFault(at, `has several actions (${[kind, ...others].join(", ")}): make several steps`);
  return kind;
}

type Checks = { frame: ValidateFunction; steps: Readonly<Record<StepKind, ValidateFunction>> };
let compiled: Checks | undefined;

/** Validators for the frame and for each kind of step, so that a mistake is reported once and at its place. */
function checks(): Checks {
  if (compiled !== undefined) return compiled;
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
  ajv.addSchema(schema, "scenario");
  const { steps, ...properties } = schema.properties;
  const frame = {
    ...schema,
    properties: { ...properties, steps: { ...steps, items: {} } },
  };
  const kinds = STEP_KINDS.map((kind) => [kind, ajv.compile({ $ref: `scenario#/$defs/${kind}` })]);
  compiled = { frame: ajv.compile(frame), steps: Object.fromEntries(kinds) as Checks["steps"] };
  return compiled;
}

function requireValid(validate: ValidateFunction, value: unknown, at: string): void {
  if (validate(value)) return;
  const errors = validate.errors ?? [];
  // A misspelt member is also a missing one; the misspelt name is the better message.
  const [error] = [
    ...errors.filter(({ keyword }) => keyword === "additionalProperties" || keyword === "propertyNames"),
    ...errors.filter(({ keyword }) => keyword !== "oneOf"),
    ...errors,
  ];
  if (error !== undefined) throw faultOf(error, at);
}

function faultOf({ instancePath, keyword, params, message, parentSchema }: ErrorObject, at: string): ScenarioFault {
  const place = `${at}${instancePath}`;
  const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
  switch (keyword) {
    case "additionalProperties":
      return new ScenarioFault(`${place}/${params["additionalProperty"]}`, "is not known here", known);
    case "required":
      return new ScenarioFault(place, `needs the member ${JSON.stringify(params["missingProperty"])}`);
    case "enum":
      return new ScenarioFault(place, "must be one of these", (params["allowedValues"] as unknown[]).map(String));
    case "propertyNames":
      return new ScenarioFault(
        `${place}/${params["propertyName"]}`,
        "a name has small letters, digits and underscores",
      );
    default:
      return new ScenarioFault(place, message ?? keyword, keyword === "minProperties" ? known : []);
  }
}
