// Types of a scenario, as `spec/scenario.schema.json` defines them: a title and a list of steps.
import type { ActionValues } from "./app-under-test.ts";

export type Scenario = {
  title: string;
  about: string;
  options?: ScenarioOptions;
  /** How a hunt came to this story; the runner does not read it. Present: a step whose owner, wallet or name is missing does nothing. */
  hunt?: Record<string, unknown>;
  steps: Step[];
};

/** What a scenario needs at its start; its clock is always frozen. */
export type ScenarioOptions = {
  seed?: number;
  mining?: "instant" | "interval" | "manual";
  tier?: "standard" | "pro" | "enterprise";
  rate_limit?: number;
  /** The adapter of the user's app (`spec/hunt.schema.json`): the story plays on the default tenant, whose endpoint is the app. */
  app?: Record<string, unknown>;
};

/** Name → path of the value in the response. */
export type Save = Record<string, string>;

export type CallStep = {
  title: string;
  call: string;
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | string[]>;
  headers?: Record<string, string>;
  as?: string;
  body?: unknown;
  status: number | "lost";
  answer?: unknown;
  answer_headers?: Record<string, unknown>;
  save?: Save;
};
export type PayStep = {
  title: string;
  pay: { network: string; asset?: string; amount?: string; from?: string; legs?: Leg[] } & Recipient;
  save?: Save;
};
/** Exactly one of them, for a payment without legs and for each leg. */
type Recipient = { to?: string; owner?: string };
/** A transfer in one transaction with others. */
export type Leg = { asset?: string; amount: string } & Recipient;
/** An action of the app's adapter. Without `status` any answer is right, also none. */
export type ActStep = {
  title: string;
  act: { name: string } & ActionValues;
  status?: number | "lost";
  answer?: unknown;
  save?: Save;
};
export type RestartStep = { title: string; restart: Record<string, never> };
/** Steps that begin at once, or each so much real time (`apart`) behind the one before; what they save is there after all of them. */
export type TogetherStep = { title: string; together: Step[]; apart?: string };

/** The last delivery of this type, about this owner or record, again. */
export type ReplayStep = { title: string; replay: { type: string; owner?: string; resource_id?: string } };
export type TravelStep = { title: string; travel: { by?: string; to?: string; until_idle?: string } };
export type MineStep = { title: string; mine: { network: string; blocks?: number } };
export type ReorgStep = {
  title: string;
  reorg: { network: string; depth: number; transactions?: "keep" | "drop" | "delay"; force?: boolean };
};
export type FaultStep = {
  title: string;
  fault: {
    gate: string;
    effect: string;
    match?: Record<string, string | number>;
    after?: number;
    times?: number | null;
    params?: Record<string, string | number>;
  };
  save?: Save;
};
export type HealStep = { title: string; heal: string };
export type ReceiverStep = { title: string; receiver: { answers: number | "hang up" } };
export type Balance = { network: string; asset: string; address: string; amount: unknown };
export type ExpectStep = {
  title: string;
  expect: {
    events?: unknown[];
    webhooks?: unknown[];
    deliveries?: unknown[];
    balances?: Balance[];
    books?: ExpectedBooks[];
    /** Rules of the hunt by their names, such as `B-03`: none of them is broken. */
    rules?: string[];
  };
};
/** The sum that the app's books hold of an owner; without network or asset, over all of them. */
export type ExpectedBooks = { owner: string; network?: string; asset?: string; amount: unknown };

export type Step =
  | CallStep
  | PayStep
  | TravelStep
  | MineStep
  | ReorgStep
  | FaultStep
  | HealStep
  | ReceiverStep
  | ActStep
  | RestartStep
  | TogetherStep
  | ReplayStep
  | ExpectStep;

/** The kinds of step: each step has exactly one of these members. */
export const STEP_KINDS = [
  ...(["call", "pay", "travel", "mine", "reorg", "fault", "heal", "replay", "together", "receiver"] as const),
  ...(["act", "restart", "expect"] as const),
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** The kinds of step whose member a value has; a valid step has exactly one. */
export function kindsOf(step: object): StepKind[] {
  return STEP_KINDS.filter((kind) => Object.hasOwn(step, kind));
}

/** The kind of a valid step. */
export function kindOf(step: Step): StepKind {
  return kindsOf(step)[0] ?? "expect";
}
