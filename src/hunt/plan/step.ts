// The steps of a plan: what a world does, with its values, so that leaving one out changes no other (U-20).

/** An owner of a world by its letter: `a` becomes `h1-7-a` in world 7 of run 1. */
export type Owner = string;

export type Place = { readonly network: string; readonly asset: string };

/** Whom a fault is meant for: an owner by its letter, or a withdrawal by its id. */
export type FaultOf = { readonly owner: Owner } | { readonly withdrawal: string };

export type HuntStep =
  /** The owner gets a wallet: by the app's action `open`, or by the hunt itself. */
  | { readonly do: "open"; readonly owner: Owner; readonly network: string }
  /** A payment to the owner's wallet. `legs`: amounts of one transaction; without it there is one, `amount`. */
  | ({ readonly do: "pay"; readonly owner: Owner; readonly amount: string; readonly legs?: readonly string[] } & Place)
  /** The vault that the app pays from gets money: a deposit of the tenant that is no customer's. */
  | ({ readonly do: "fund"; readonly amount: string } & Place)
  /** The app's action `withdraw`; `id` names the order within the world. */
  | ({ readonly do: "withdraw"; readonly owner: Owner; readonly id: string; readonly amount: string } & Place)
  /** The app's action `uda`. */
  | { readonly do: "uda"; readonly owner: Owner; readonly network: string }
  /** The operator rejects the payout of this withdrawal while it waits. */
  | { readonly do: "reject"; readonly id: string }
  /** The last settlement of this owner that failed is run again, as the support of the service does. */
  | { readonly do: "retry"; readonly owner: Owner }
  /** The app's job that repairs its books. */
  | { readonly do: "reconcile" }
  /** The app is killed and started again. */
  | { readonly do: "restart" }
  | {
      readonly do: "fault";
      readonly gate: string;
      readonly effect: string;
      readonly match?: Readonly<Record<string, string | number>>;
      readonly after?: number;
      readonly times?: number | null;
      readonly params?: Readonly<Record<string, string | number>>;
      /** Only what concerns this owner, or the payout of this withdrawal: other owners of the world do not meet it. */
      readonly of?: FaultOf;
    }
  /** Every fault of the world ends. */
  | { readonly do: "heal" }
  | { readonly do: "travel"; readonly by: string }
  /** Until nothing is planned within an hour. */
  | { readonly do: "settle" }
  | { readonly do: "mining"; readonly network: string; readonly mode: "instant" | "interval" | "manual" }
  | { readonly do: "mine"; readonly network: string; readonly blocks: number }
  | {
      readonly do: "reorg";
      readonly network: string;
      readonly depth: number;
      readonly transactions: "keep" | "drop" | "delay";
      readonly force?: boolean;
    }
  /** The last delivery of this type in this world is sent again. */
  | { readonly do: "replay"; readonly type: string }
  /** The webhook secret is rotated, once in a world; the old one stays valid for `ROTATION`, and the header holds both signatures. */
  | { readonly do: "rotate" }
  | ({ readonly do: "pause" | "unpause" } & Place)
  /** Steps that begin at once; with `apart`, such as `150ms`, each so much real time behind the one before, whether that has ended or not. */
  | { readonly do: "together"; readonly steps: readonly HuntStep[]; readonly apart?: string };

/** Longer than any world travels: an app that knows the old secret alone is right as long as it holds. */
export const ROTATION = "30d";

export type StepKind = HuntStep["do"];

/** A plan, and the names of the troubles that it was made of. */
export type HuntPlan = { readonly troubles: readonly string[]; readonly steps: readonly HuntStep[] };

/** Whole digits of the most that a payer of the sandbox can pay many times. */
const PAYABLE_DIGITS = 6;

/** Payments that no payer of the sandbox has the money for are minted to the wallet. */
export function isMinted({ amount, legs }: { readonly amount: string; readonly legs?: readonly string[] }): boolean {
  return legs === undefined && (amount.split(".")[0] ?? "").length > PAYABLE_DIGITS;
}

/** Whether a step or one inside of it is of this kind. */
export function has(steps: readonly HuntStep[], kind: StepKind): boolean {
  return steps.some((step) => step.do === kind || (step.do === "together" && has(step.steps, kind)));
}

/** Every step, those of `together` one by one. */
export function flat(steps: readonly HuntStep[]): HuntStep[] {
  return steps.flatMap((step) => (step.do === "together" ? flat(step.steps) : [step]));
}
