// The troubles that a hunt tries: steps before, instead of and after a payment or a withdrawal (U-21), made from the catalogue of gates.
import { apiTroubles, payoutAnswers } from "./troubles/api.ts";
import { appTroubles } from "./troubles/app.ts";
import { chainTroubles } from "./troubles/chain.ts";
import { ownPayoutTroubles, payoutTroubles } from "./troubles/payout.ts";
import { settlementTroubles } from "./troubles/settlement.ts";
import { severalTroubles } from "./troubles/several.ts";
import type { Abilities, Moment, Trouble } from "./troubles/trouble.ts";
import { valueTroubles } from "./troubles/value.ts";
import { webhookTroubles } from "./troubles/webhook.ts";

/** Every trouble that an app with these abilities can meet. */
export function troublesOf(abilities: Abilities): Trouble[] {
  return [
    ...webhookTroubles(abilities),
    ...apiTroubles(abilities),
    ...payoutAnswers(abilities),
    ...chainTroubles(abilities),
    ...valueTroubles(abilities),
    ...severalTroubles(abilities),
    ...appTroubles(abilities),
    ...(abilities.withdraw ? payoutTroubles(abilities) : []),
    ...(!abilities.withdraw && abilities.operations.has("createPayout") ? ownPayoutTroubles(abilities) : []),
    ...(abilities.uda ? settlementTroubles(abilities) : []),
  ];
}

/** The names of all troubles, as an app that can do everything meets them; those of requests stand for one operation. */
export function troubleNames(): string[] {
  const usual = { network: "base", asset: "USDC" };
  const operations = new Map<string, Moment>([["createPayout", "withdraw"]]);
  const can = { withdraw: true, uda: true, restart: true, reconcile: true, deep: true, legs: true };
  return troublesOf({ ...can, operations, usual, others: [{ network: "bsc", asset: "USDC" }], pageSize: 5 }).map(
    ({ name }) => name,
  );
}
