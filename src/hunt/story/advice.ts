// Table: what an app does against a breach of each rule: the sentence that every output ends a finding with (U-60).
import type { RuleId } from "../judge/rule.ts";

export const ADVICE: Readonly<Record<RuleId, string>> = {
  "B-01": "credit a deposit to its own owner, network and asset, and only after its webhook was verified",
  "B-02":
    "credit each deposit once, when it is confirmed, with the amount and decimals of its record: its id is the key",
  "B-03": "make the id of the deposit the key of the credit, and let the database refuse the second one",
  "B-04": "take a credit back when transaction.failed names its deposit, and ask the API which state holds",
  "B-05":
    "count deposits by their ids (one transaction may carry several), answer a webhook with 2xx once its work is written down, and look up what no webhook told",
  "B-06": "calculate with integers in the smallest unit of the token, never with floating-point numbers",
  "B-07": "repeat an order under the same reference_id: the service pays it once",
  "B-08": "check the free amount and reserve it in one transaction of your database",
  "B-09": "take the state of a payout from the API, not from one answer: 409 and a lost answer are no failure",
  "B-10": "look up withdrawals that stay pending: a payout that expires has no webhook",
  "B-11": "credit a universal deposit address by its completed settlements, each once",
  "B-12": "verify signature and time over the raw bytes before anything else is done with a webhook",
  "B-13":
    "answer genuine webhooks with 2xx, also of types that you do not use, about addresses that are no customer's, and while a secret is rotated",
  "B-14": "repeat an order under the same reference_id: 409 means that the first one was accepted",
  "B-15": "catch what a request makes your process throw; its last lines stand in the story",
  "B-16": "answer webhooks at once and do slow work afterwards, once it is written down that it is to be done",
  "B-17":
    "give a customer a wallet on each network that you accept, and requests of different bodies keys of their own",
  "B-18":
    "take from a balance what was paid out and what is on its way, once, in the asset and network of the order; give back what failed or was refused",
};
