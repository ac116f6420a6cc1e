// Parses and validates a scenario; an error names the place of the mistake and what is allowed there.
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import schema from "../../spec/scenario.schema.json" with { type: "json" };
import { exactJson } from "../kernel/exact-json.ts";
import { isApart } from "./apart.ts";
import { appMistake } from "./check-app.ts";
import { isObject, MATCHERS } from "./match.ts";
import { GIVEN_NAMES, momentOf, usedNames } from "./references.ts";
import { targetOf } from "./requests.ts";
import { kindsOf, type PayStep, type Scenario, STEP_KINDS, type Step, type StepKind } from "./scenario.ts";

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
    checkOne(steps, step, at);
    // A step of a hunt may miss what it needs: then it does nothing.
    if (scenario.hunt === undefined) requireNames(step, at, known);
    for (const one of "together" in step ? step.together : [step])
      if ("save" in one) for (const name of Object.keys(one.save ?? {})) known.add(name);
  });
  const mistake = appMistake(scenario);
  if (mistake !== undefined) throw new ScenarioFault(mistake.at, mistake.problem);
  return scenario;
}

function checkOne(checks: Checks["steps"], step: Step, at: string): void {
  const kind = kindOfValue(step, at);
  // The steps inside come first, so that a mistake is named at its place.
  const inside: unknown = (step as { together?: unknown }).together;
  if (kind === "together" && Array.isArray(inside))
    inside.forEach((one, index) => {
      const place = `${at}/together/${index}`;
      const inner = kindOfValue(one, place);
      if (ALONE.has(inner)) throw new ScenarioFault(place, `${inner} cannot begin together with others`);
      checkOne(checks, one as Step, place);
    });
  requireValid(checks[kind], step, at);
  checkStep(step, at);
}

/** What is meant to be seen after other steps, or groups them. */
const ALONE: ReadonlySet<StepKind> = new Set(["together", "expect", "receiver"]);

function requireNames(step: Step, at: string, known: ReadonlySet<string>): void {
  for (const { name, at: place } of usedNames(step, at)) {
    if (known.has(name) || momentOf(name) !== undefined) continue;
    throw new ScenarioFault(place, `no earlier step saves ${JSON.stringify(name)}`, [...known]);
  }
}

/** Checks what the schema cannot express: the targets of calls, and matchers. */
function checkStep(step: Step, at: string): void {
  if ("call" in step) {
    const target = targetOf(step);
    if (typeof target === "string") throw new ScenarioFault(`${at}/call`, target);
    checkMatchers(step.answer, `${at}/answer`);
    checkMatchers(step.answer_headers, `${at}/answer_headers`);
  }
  if ("act" in step) checkMatchers(step.answer, `${at}/answer`);
  if ("together" in step && !isApart(step.apart))
    throw new ScenarioFault(`${at}/apart`, 'must be a duration of at most one second, such as "100ms"');
  if ("pay" in step) checkPay(step.pay, `${at}/pay`);
  if ("expect" in step) checkMatchers(step.expect, `${at}/expect`);
}

function checkPay(pay: PayStep["pay"], at: string): void {
  const { legs, from, asset } = pay;
  if (legs === undefined) checkTransfer(pay, at);
  for (const [index, leg] of (legs ?? []).entries()) {
    const stray = (["amount", "to", "owner"] as const).find((name) => pay[name] !== undefined);
    if (stray !== undefined) throw new ScenarioFault(`${at}/${stray}`, "stands in each of the legs");
    if (from !== undefined) throw new ScenarioFault(`${at}/from`, "pays one transfer: legs come from the sandbox");
    checkTransfer({ asset, ...leg }, `${at}/legs/${index}`);
  }
}

type Transfer = Partial<Record<"asset" | "amount" | "to" | "owner" | "from", string | undefined>>;

function checkTransfer({ asset, amount, to, owner, from }: Transfer, at: string): void {
  const missing = asset === undefined ? "asset" : amount === undefined ? "amount" : undefined;
  if (missing !== undefined) throw new ScenarioFault(at, `needs the member ${JSON.stringify(missing)}`);
  if ((to === undefined) === (owner === undefined)) throw new ScenarioFault(at, "needs either to or owner");
  if (owner !== undefined && from !== undefined)
    throw new ScenarioFault(`${at}/owner`, "is paid by the sandbox: leave from out, or name an address in to");
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
