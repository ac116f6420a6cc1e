// What a trouble is, what an app can do, and the steps that many troubles share (U-21).
import { effectAt } from "../../../faults/catalogue.ts";
import { unitOf } from "../../judge/units.ts";
import type { HuntStep, Place } from "../step.ts";

export const FAMILIES = ["webhook", "api", "chain", "payout", "value", "several", "settlement", "app"] as const;
export type Family = (typeof FAMILIES)[number];

/** Where in the base plan its steps stand: around the first payment, or around the withdrawal or universal address that follows. */
export type Moment = "open" | "pay" | "withdraw" | "uda";

export type Trouble = {
  readonly name: string;
  readonly family: Family;
  readonly at: Moment;
  /** Troubles of a group are alike: the first of each group come first. By default a family is one group. */
  readonly group?: string;
  /** Shows mistakes that another trouble shows more often: it is played when every other one was. */
  readonly later?: true;
  readonly before?: readonly HuntStep[];
  /** In the place of the payment or withdrawal itself. */
  readonly instead?: readonly HuntStep[];
  readonly after?: readonly HuntStep[];
  /** Two customers at the same moment: it shows what their requests or webhooks share. */
  readonly mixes?: true;
  /** Its outcome depends on the machine: it is played several times. */
  readonly races?: true;
};

/** What the hunt knows of the app, so that nothing is tried that it never does. */
export type Abilities = {
  readonly withdraw: boolean;
  readonly uda: boolean;
  readonly restart: boolean;
  readonly reconcile: boolean;
  /** Operations of the service that the app was seen to call, with the moment of the first call. */
  readonly operations: ReadonlyMap<string, Moment>;
  /** Where else they were called: names of contexts. */
  readonly contexts?: ReadonlyMap<string, readonly string[]>;
  /** Those of them that change nothing: whether they were carried out makes no difference. */
  readonly reads?: ReadonlySet<string>;
  /** Forced reorgs below confirmed deposits too. */
  readonly deep: boolean;
  /** Deposits with several legs in one transaction can be made. */
  readonly legs: boolean;
  /** Entries of the longest page that the app was seen to ask for, at most 120. */
  readonly pageSize: number;
  readonly usual: Place;
  /** Other places that the app accepts. */
  readonly others: readonly Place[];
  /** Those of them where it can be told to pay; by default all. */
  readonly payable?: readonly Place[];
};

/** The base: one owner, `a`, with one payment; its amount differs from every other amount of a world. */
export const BASE_AMOUNT = "25.5";
export const BEFORE_WITHDRAWAL = "100";
export const WITHDRAWN = "40";
/** What comes in at the universal deposit address of a world. */
export const UDA_AMOUNT = "18.5";

/** Parameters that an effect needs, with values that an app may well meet. */
export function paramsOf(
  gate: "webhook.delivery" | "chain.submit" | "routing.provider",
  effect: string,
): { params?: Record<string, string | number> } {
  const needs = effectAt(gate, effect)?.needs ?? [];
  if (needs.length === 0) return {};
  return { params: Object.fromEntries(needs.map((name) => [name, name === "status" ? 503 : "30s"])) };
}

/** A fault at the next webhook of this type. */
export function faultOf(type: string, effect: string): Extract<HuntStep, { do: "fault" }> {
  return { do: "fault", gate: "webhook.delivery", effect, match: { type }, ...paramsOf("webhook.delivery", effect) };
}

/** The only owner of most troubles is paid. */
export function payment(amount: string, place: Place): HuntStep {
  return { do: "pay", owner: "a", amount, ...place };
}

export function withdrawal(id: string, amount: string, place: Place, owner = "a"): HuntStep {
  return { do: "withdraw", owner, id, amount, ...place };
}

/** Steps that begin at the same moment. */
export function atOnce(...steps: HuntStep[]): HuntStep {
  return { do: "together", steps };
}

/** A place on another network, for an app that names none; one whose amounts have many digits, if that can be. */
export function placeOnAnotherNetwork({ network }: Pick<Place, "network">): Place {
  return { network: network === "bsc" ? "polygon" : "bsc", asset: "USDC" };
}

/** No webhook comes until all faults end. */
export const NO_WEBHOOKS: HuntStep = { do: "fault", gate: "webhook.delivery", effect: "drop", times: null };

/** Blocks come on request only. */
export function manual({ network }: Pick<Place, "network">): HuntStep {
  return { do: "mining", network, mode: "manual" };
}

export function blocks({ network }: Pick<Place, "network">, count: number): HuntStep {
  return { do: "mine", network, blocks: count };
}

/** Amounts of this place do not fit into a double. */
export function hasManyDigits({ network, asset }: Place): boolean {
  return (unitOf(network, asset)?.decimals ?? 0) > 8;
}
