// Table: the invariants checked while the sandbox runs, with the numbers of the reliability requirements.

/** `always`: after every step. `quiet`: when no job is due and nothing is pending. */
export type When = "always" | "quiet";

type Row = { readonly when: When; readonly statement: string };

export const INVARIANTS = {
  "I-01": {
    when: "always",
    statement: "the balances of all holders of a token are its supply, which only mints and burns change",
  },
  "I-02": {
    when: "always",
    statement: "the native coin of all accounts is what block 0 and journaled grants gave, less the burnt base fees",
  },
  "I-03": {
    when: "quiet",
    statement: "a settled source amount left its address whole: the provider's share and the platform's fee",
  },
  "I-04": {
    when: "always",
    statement: "the blocks that were read in are one chain linked by parents, and the engine has the same hashes",
  },
  "I-05": { when: "always", statement: "every mined transaction of one of our keys is an attempt in the books" },
  "I-06": { when: "always", statement: "the mined nonces of a sender have no gap, each is that of one attempt" },
  "I-07": { when: "always", statement: "the movements of all watched addresses add up to their balances on the chain" },
  "I-08": { when: "always", statement: "what is reserved at an address is never more than what is confirmed there" },
  "I-09": { when: "always", statement: "open reservations are the payments that are not final, one to one" },
  "I-10": { when: "quiet", statement: "the movements of an address add up to its balance on the chain" },
  "I-11": { when: "always", statement: "a movement that was written never changes" },
  "I-12": { when: "always", statement: "a balance the API shows is the sum of the confirmed movements" },
  "I-13": {
    when: "quiet",
    statement: "every movement of value into an address is a deposit, and every deposit such a movement",
  },
  "I-14": { when: "always", statement: "no two deposits that count are the same leg of a transaction" },
  "I-15": { when: "always", statement: "a deposit is confirmed exactly when its block stands deep enough" },
  "I-16": {
    when: "always",
    statement: "an orphaned deposit counts in no balance and was never announced as confirmed",
  },
  "I-17": {
    when: "quiet",
    statement: "deposits less what was settled, paid and burnt for gas are the balances of all addresses",
  },
  "I-18": {
    when: "always",
    statement: "the raw and the amount in every event payload are equal, digit by digit",
  },
  "I-19": { when: "always", statement: "a payout is paid at most once" },
  "I-20": { when: "quiet", statement: "a payout is confirmed exactly when it was paid: token, receiver and amount" },
  "I-21": { when: "always", statement: "a payout that failed or expired was not paid and cannot be any more" },
  "I-22": { when: "always", statement: "what was acknowledged exists for ever: no record is missing" },
  "I-23": { when: "always", statement: "states move along their tables only, and are what their history ends in" },
  "I-24": {
    when: "always",
    statement: "the tx_id of a payout is one of its attempts, and the mined one once there is one",
  },
  "I-25": { when: "quiet", statement: "a confirmed deposit that a deposit address settles has one settlement" },
  "I-26": { when: "always", statement: "a settlement is filled at most once" },
  "I-27": {
    when: "quiet",
    statement:
      "a settlement is completed exactly when its destination was paid; when it failed, its source amount is still there",
  },
  "I-28": { when: "always", statement: "a settlement never pays out and keeps more than came in" },
  "I-29": { when: "always", statement: "no settlement begins from a move of the platform itself" },
  "I-30": {
    when: "always",
    statement: "every change that has an event type has its event, and every event its change",
  },
  "I-31": { when: "quiet", statement: "a delivery is delivered with a 2xx, or dead after six attempts" },
  "I-32": { when: "always", statement: "the id and the body of an event never change" },
  "I-33": {
    when: "always",
    statement: "every attempt carries the signature of its bytes under the secret of its endpoint",
  },
  "I-34": { when: "always", statement: "no attempt of a delivery comes before its time on the ladder" },
  "I-35": { when: "always", statement: "the times of events never decrease" },
  "I-36": { when: "always", statement: "nothing goes to an endpoint that is deleted or does not listen" },
  "I-39": {
    when: "always",
    statement: "neither virtual time nor block times go back, and no chain is ahead of the clock",
  },
  "I-40": { when: "always", statement: "what belongs together belongs to one tenant" },
  "I-43": { when: "quiet", statement: "everything that is not final has planned work" },
} as const satisfies Record<string, Row>;

export type InvariantId = keyof typeof INVARIANTS;

/** A broken invariant; `what` names the two values that differ. */
export type Breach = { id: InvariantId; what: string };

/** A difference that is not a breach, with the reason. */
export type Exemption = { id: InvariantId; what: string; reason: string };

export type Findings = { breaches: Breach[]; exemptions: Exemption[] };

/** At most `max` breaches of each invariant. */
export function someOfEach(breaches: readonly Breach[], max: number): Breach[] {
  const counts = new Map<InvariantId, number>();
  return breaches.filter(({ id }) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count <= max;
  });
}

export const FORCED_REORG =
  "a forced reorg took its transaction out of the chain; records stay as announced until it is mined again (R-016)";
export const CHANGED_RECEIPT =
  "a forced reorg changed the receipt of its transaction; the record stays as announced, an incident names both (R-016)";
export const JOURNALED_GRANT = "native coin was given out of nothing, as a journaled act (R-025)";
