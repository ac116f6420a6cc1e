// Table: what coding agents get wrong most often when they integrate with the service, for llms.txt and the skill (G-10, G-11).

/** How a webhook is verified, in four lines. */
export function signatureRule(): readonly string[] {
  return [
    "Headers: `webhook-id`, `webhook-timestamp` (seconds), `webhook-signature` (hex; two of them, with a blank between, while a secret is rotated).",
    "Signed is `webhook-timestamp`, a dot, and the raw body: HMAC-SHA256, the key is the whole secret, `whsec_` included.",
    "Compare in constant time, and refuse a timestamp more than 300 s away from now: answer 401.",
    "Answer 2xx at once and work later. Anything else is a failed attempt; after six the delivery is dead.",
  ];
}

/** Ten traps, each in one or two sentences. */
export function traps(): readonly string[] {
  return [
    "Verify the raw bytes, before any JSON parser: a body that was parsed and written again has another signature.",
    "The signature is hex, not base64, and the id is not part of what is signed.",
    "Any webhook may come twice, late or in another order. Keep `webhook-id` under a unique key, in the transaction that books the credit.",
    "Credit on `deposit.confirmed`, never on `deposit.new`: a reorg can remove what is not confirmed.",
    "`network_id` is not the chain id: BNB Smart Chain is `9006` and has chain id 56. Use `network_symbol`.",
    "The same token has another address on each network, and other decimals: USDC has 6, on BNB Smart Chain 18.",
    "Amounts are text or base units (`raw`): use big integers. JSON numbers may be larger than a double holds.",
    "409 for a payout means accepted before: look its `reference_id` up. After a lost answer, repeat under the same one, never under a new one.",
    "Statuses, event types and members may grow: ignore what you do not know, with 2xx.",
    "Tests never sleep: use a frozen clock, `advance`, and `run-until-idle`.",
  ];
}
