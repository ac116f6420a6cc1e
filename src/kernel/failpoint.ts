// Failpoints: named places at which the process may be ended on purpose, to prove that the next start recovers.

/** Between which two writes each stands is told by its name. */
export const FAILPOINTS = [
  "payout.before_insert",
  "wallet.after_pool_take",
  "event.after_insert",
  "attempt.after_sign",
  "attempt.after_commit_before_send",
  "attempt.after_send_before_mark",
  "block.after_intent",
  "block.after_engine",
  "delivery.after_attempt_row",
  "delivery.after_response",
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

let armed: { name: string; left: number; die: () => void } | undefined;

/**
 * Arms one for this process, as `NAME` or `NAME:N` (the N-th time it is passed); `die` must not return.
 * @throws Error for a name that does not exist, or a count that is none
 */
export function armFailpoint(order: string, die: () => void): void {
  const [name = "", count = "1"] = order.split(":");
  const known: readonly string[] = FAILPOINTS;
  if (!known.includes(name)) throw new Error(`there is no failpoint ${name}; there are ${FAILPOINTS.join(", ")}`);
  if (!/^[1-9]\d{0,5}$/.test(count)) throw new Error(`a failpoint counts from 1: ${order}`);
  armed = { name, left: Number(count), die };
}

/** Passes a failpoint: nothing happens unless it is armed and its turn has come. */
export function failpoint(name: Failpoint): void {
  if (armed === undefined || armed.name !== name) return;
  armed.left -= 1;
  if (armed.left === 0) armed.die();
}
