// Table: the failpoints, named places where a test can end the process to prove that the next start recovers.

/** `at` completes "the process ends …"; `after` is what the next start finds or does. */
type Place = { at: string; after: string };

export const FAILPOINTS = {
  "payout.before_insert": {
    at: "in the transaction of a payout's creation: its amount is reserved, its row is not written",
    after: "there is no payout, no reservation, and the reference is free",
  },
  "payout.after_commit_before_reply": {
    at: "when a payout is committed and its client has no answer yet",
    after: "the payout is paid; the client finds it by its reference",
  },
  "payout.after_claim": {
    at: "when a queued payment was assigned a nonce, before anything is signed",
    after: "the attempt is signed and sent",
  },
  "attempt.after_sign": {
    at: "when an attempt is signed, before its bytes are written",
    after: "the same unsigned transaction and nonce give the same bytes again",
  },
  "attempt.after_commit_before_send": {
    at: "when an attempt's bytes are written, before they are sent",
    after: "these bytes are sent",
  },
  "attempt.after_send_before_mark": {
    at: "when the node has an attempt's bytes, before that is written",
    after: "the same bytes are sent again, or are found in a block",
  },
  "attempt.after_replace": {
    at: "when the replacement of a stuck attempt is written, before it is signed",
    after: "the replacement is signed and sent; either may be mined",
  },
  "transaction.after_engine": {
    at: "when the engine has taken a transaction into its pool, before it is written",
    after: "it is in no pool: the platform sends its own again, a client sends again what got no answer",
  },
  "confirm.before_commit": {
    at: "in the transaction of a block, when something in it has reached its confirmations",
    after: "the block is indexed again and confirms the same",
  },
  "block.after_intent": {
    at: "when a block's inputs are written, before the engine mines",
    after: "the block is mined from its inputs",
  },
  "block.in_engine": {
    at: "while the engine mines a block whose inputs are written",
    after: "the block is mined from its inputs",
  },
  "block.after_engine": {
    at: "when the engine has mined a block of which nothing else is written",
    after: "the same inputs give the same block",
  },
  "block.mid_ingest": {
    at: "in the transaction of a block, after the first of its transactions",
    after: "the block is indexed again from its first transaction",
  },
  "block.before_done_commit": {
    at: "in the transaction of a block, when all that it causes is written",
    after: "the block is mined and indexed again",
  },
  "reorg.after_revert": {
    at: "when the inputs of another branch are written and the engine has gone back, before it mines",
    after: "the new branch is mined from its inputs",
  },
  "reorg.before_remine": {
    at: "before each block of another branch is mined",
    after: "the new branch is mined from its inputs, from its first block",
  },
  "reorg.mid_rollback": {
    at: "in the transaction of another branch, when its movements are orphaned and its attempts are not",
    after: "the new branch is indexed again",
  },
  "settle.after_create": {
    at: "in the transaction that confirms a deposit, when its settlement is inserted",
    after: "deposit and settlement come together, once",
  },
  "settle.after_dest_send": {
    at: "when the destination transfer of a settlement is sent, while its job is still on the agenda",
    after: "nothing is sent a second time",
  },
  "settle.before_terminal": {
    at: "in the transaction that completes a settlement, before its state changes",
    after: "the block is indexed again and completes it",
  },
  "settle.after_source": {
    at: "when the sweep of a settlement's source is sent, while its job is still on the agenda",
    after: "nothing is swept a second time",
  },
  "event.after_insert": {
    at: "in the transaction of a change, after its event is inserted",
    after: "neither the change nor its event is there",
  },
  "delivery.after_attempt_row": {
    at: "when an attempt at a delivery is written, before its request",
    after: "it counts as an attempt without an answer and is made again",
  },
  "delivery.after_response": {
    at: "when a receiver has answered, before that is written",
    after: "the receiver gets the same event a second time",
  },
  "delivery.before_dead": {
    at: "in the transaction that ends a delivery after its last attempt",
    after: "the attempt counts as one without an answer, and the delivery is dead",
  },
  "clock.mid_advance": {
    at: "during time travel, when the clock is at the next due job, before that job runs",
    after: "the clock is where it was last saved, and the due job runs",
  },
  "refill.after_send": {
    at: "when a refill of gas is sent, while its job is still on the agenda",
    after: "nothing is sent a second time",
  },
  "migrate.mid": {
    at: "in the transaction of a migration, before the version is raised",
    after: "the database has the old schema and is migrated again",
  },
  "backup.mid": {
    at: "when a backup, a snapshot or a new world is written beside its place, before it is moved there",
    after: "the file in that place is complete and unchanged",
  },
  "replay.mid": {
    at: "after a block of the journal was mined again at a start",
    after: "the replay begins again",
  },
  "shutdown.mid": {
    at: "in a clean stop, when no work runs any more and the database is still open",
    after: "the world goes on as after a clean stop",
  },
  "wallet.after_pool_take": {
    at: "in the transaction of a wallet, when its address is taken from the pool",
    after: "the address is in the pool",
  },
} as const satisfies Readonly<Record<string, Place>>;
export type Failpoint = keyof typeof FAILPOINTS;
export const FAILPOINT_NAMES = Object.keys(FAILPOINTS) as Failpoint[];

/** A failpoint and the time it is passed at which the process ends, from 1. */
export type FailpointInput = { name: Failpoint; count: number };

let armed: { name: Failpoint; left: number; die: () => void } | undefined;

/** Reads `NAME` or `NAME:N`; undefined for an unknown name or an invalid count. */
export function parseFailpoint(text: string): FailpointInput | undefined {
  const [word = "", count = "1", ...rest] = text.split(":");
  const name = FAILPOINT_NAMES.find((known) => known === word);
  if (name === undefined || rest.length > 0 || !/^[1-9]\d{0,5}$/.test(count)) return undefined;
  return { name, count: Number(count) };
}

/** Arms one failpoint for this process, replacing any other; null disarms. `die` must not return. */
export function armFailpoint(input: FailpointInput | null, die: () => void): void {
  armed = input === null ? undefined : { name: input.name, left: input.count, die };
}

/** Passes a failpoint: ends the process when it is armed and this is the armed pass. */
export function failpoint(name: Failpoint): void {
  if (armed === undefined || armed.name !== name) return;
  armed.left -= 1;
  if (armed.left === 0) armed.die();
}
