// Table of fault injection: the gates, the facts a fault can match on, and the effects of each. Read by code, admin API and docs.

/** An effect: a description, and the `params` it needs or may take. `most`: the longest `by` in ms, where it is not a day. */
export type EffectRow = { about: string; needs?: readonly Param[]; may?: readonly Param[]; most?: number };

/** A gate: what passes through it, the facts a fault can match on, and the effects possible there. */
type GateRow = { about: string; match: readonly string[]; effects: Readonly<Record<string, EffectRow>> };

/** `status`: an HTTP status; `by`: a duration; `code` and `message`: of a JSON-RPC error. */
export type Param = "status" | "by" | "code" | "message";

export const GATES = {
  "api.request": {
    about:
      "a request of the service, after authentication and before its body is looked at (behind the checks of path, query and body " +
      "when a fault asks for an owner or a target)",
    match: ["operation_id", "tenant_id", "owner", "to_address"],
    effects: {
      status: {
        about: "an error status of the specification, in its own envelope; nothing is done",
        needs: ["status"],
      },
      delay: {
        about:
          "looked at later (wall time): until then nothing is done, and whoever asks for what it makes finds nothing",
        needs: ["by"],
      },
      close: { about: "the connection is closed without an answer; nothing is done" },
      "after-commit-close": { about: "the request is carried out and committed, its answer is lost" },
    },
  },
  "webhook.delivery": {
    about: "one attempt of a webhook delivery, before it is signed and sent",
    match: ["type", "endpoint_id", "resource_id", "attempt", "tenant_id", "owner", "to_address"],
    effects: {
      status: { about: "as if the receiver had answered with this status; nothing is sent", needs: ["status"] },
      "answer-lost": {
        about:
          "sent, and the receiver does its work; its answer is thrown away and counts as a time-out, without waiting for it in real time",
      },
      timeout: { about: "as if the receiver had not answered in time; nothing is sent and no real time passes" },
      drop: { about: "not sent: a failed attempt" },
      delay: { about: "sent later (virtual time); later events of the same resource wait for it", needs: ["by"] },
      duplicate: { about: "sent twice in a row with the same webhook-id and body; the first answer counts" },
      "at-once": {
        about:
          "sent on two connections with the same webhook-id, body and signature, the second at the same moment or `by` later (real " +
          "time, at most 10 s); the answer that comes first counts, and the attempt ends with the second",
        may: ["by"],
        most: 10_000,
      },
      reorder: {
        about: "sent after the endpoint's next delivery, by default at most ten minutes later (virtual time)",
        may: ["by"],
      },
      "wrong-secret": { about: "signed with another secret" },
      unsigned: { about: "sent without the header `webhook-signature`" },
      "stale-timestamp": { about: "validly signed, with a timestamp ten minutes old" },
      truncate: { about: "signed in full, then the body is cut in the middle" },
      respelled: {
        about:
          "the same JSON in other bytes, validly signed: blanks between members, every `/` and every letter beyond ASCII escaped; " +
          "a receiver that verifies what it parsed and wrote again refuses it",
      },
    },
  },
  "rpc.request": {
    about: "one JSON-RPC call of a client at /rpc/{network}, a batch's calls one by one",
    match: ["network", "method"],
    effects: {
      error: { about: "answered with this JSON-RPC error; nothing is done", needs: ["code", "message"] },
      delay: { about: "done at once and answered later (wall time); a batch is answered together", needs: ["by"] },
      close: { about: "the connection is closed without an answer; nothing is done (calls of a batch before it are)" },
    },
  },
  "chain.submit": {
    about: "a transaction of the platform on its way to its chain: when it is written, and with each send of it",
    match: ["network", "purpose", "tenant_id", "to_address"],
    effects: {
      revert: { about: "mined, and reverted; native coin goes to a contract that refuses it" },
      "out-of-gas": { about: "mined, and failed with all of its gas used up" },
      "no-gas-money": { about: "refused: the sender cannot pay the gas; it gets a refill and goes out then" },
      stuck: { about: "accepted, and stays in the pool: no block takes its fee until it is replaced after a minute" },
      drop: { about: "accepted, and falls out of the pool; the same bytes are sent again after a minute" },
      "nonce-too-low": { about: "refused as if its nonce were used, although nothing was mined; it is tried again" },
      unavailable: { about: "no answer: whether the node has it is unknown; the same bytes are sent again" },
    },
  },
  "chain.mine": {
    about: "a block of a network that is due, or asked for by the admin API or a client",
    match: ["network"],
    effects: {
      skip: {
        about:
          "the block is mined without transactions, which stay in the pool; the next try is a block time later (with `times` null: " +
          "when the fault is deleted, or a block is asked for)",
      },
      halt: {
        about:
          "the block is not mined; the next try is a block time later (with `times` null: when the fault is deleted; blocks that " +
          "are asked for until then do not come either)",
      },
    },
  },
  "routing.provider": {
    about: "a provider asked for a quote or for the route of a settlement (from and to are network symbols)",
    match: ["provider", "scenario", "from", "to", "asset", "tenant_id"],
    effects: {
      "no-quote": { about: "the provider offers nothing; another one is asked" },
      refuse: { about: "the provider refuses the route; it is tried again" },
      fail: { about: "the route fails after it began" },
      slow: { about: "the route takes longer (virtual time, a minute by default)", may: ["by"] },
      "empty-stock": { about: "the provider's solver has nothing to pay out" },
    },
  },
  "price.feed": {
    about:
      "the feed being asked for the price of an asset: for a quote's USD members, a payout, or the worth of a new deposit",
    match: ["asset", "tenant_id"],
    effects: {
      unavailable: {
        about:
          "there is no price: a quote comes without USD members, a payout by USD amount is refused (500, nothing stored), a value in USD is 0.00; routes continue, their providers set the price",
      },
    },
  },
} as const satisfies Record<string, GateRow>;

export type Gate = keyof typeof GATES;
export type EffectOf<G extends Gate> = keyof (typeof GATES)[G]["effects"] & string;

/** The facts of one passage through a gate: a value for every key the gate can match on. */
export type GateFacts<G extends Gate> = Readonly<Record<(typeof GATES)[G]["match"][number], string>>;

/** The effect's row at a gate, or undefined where there is no such effect. */
export function effectAt(gate: Gate, effect: string): EffectRow | undefined {
  const effects: Readonly<Record<string, EffectRow>> = GATES[gate].effects;
  return Object.hasOwn(effects, effect) ? effects[effect] : undefined;
}

/** Every gate × effect, in the table's order. */
export function allEffects(): { gate: Gate; effect: string; row: EffectRow }[] {
  return (Object.keys(GATES) as Gate[]).flatMap((gate) =>
    Object.entries<EffectRow>(GATES[gate].effects).map(([effect, row]) => ({ gate, effect, row })),
  );
}

export function isGate(text: string): text is Gate {
  return Object.hasOwn(GATES, text);
}
