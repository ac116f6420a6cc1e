// Types of a scenario, as `spec/scenario.schema.json` defines them: a title and a list of steps.

export type Scenario = {
  title: string;
  about: string;
  options?: ScenarioOptions;
  steps: Step[];
};

/** What a scenario needs at its start; its clock is always frozen. */
export type ScenarioOptions = {
  seed?: number;
  mining?: "instant" | "interval" | "manual";
  tier?: "standard" | "pro" | "enterprise";
  rate_limit?: number;
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
  pay: { network: string; asset: string; amount: string; to: string; from?: string };
  save?: Save;
};
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
  expect: { events?: unknown[]; webhooks?: unknown[]; deliveries?: unknown[]; balances?: Balance[] };
};

export type Step =
  | CallStep
  | PayStep
  | TravelStep
  | MineStep
  | ReorgStep
  | FaultStep
  | HealStep
  | ReceiverStep
  | ExpectStep;

/** The kinds of step: each step has exactly one of these members. */
export const STEP_KINDS = ["call", "pay", "travel", "mine", "reorg", "fault", "heal", "receiver", "expect"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** The kinds of step whose member a value has; a valid step has exactly one. */
export function kindsOf(step: object): StepKind[] {
  return STEP_KINDS.filter((kind) => Object.hasOwn(step, kind));
}

/** The kind of a valid step. */
export function kindOf(step: Step): StepKind {
  return kindsOf(step)[0] ?? "expect";
}
