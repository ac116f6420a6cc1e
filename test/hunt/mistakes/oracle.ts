// Table: what is taken from the judge, and the mistake that is lost with it: a hunter that cannot fail proves nothing (U-82). Rules of one
// family are taken together, since each of them sees what the others of it see.
import type { RuleId } from "../../../src/hunt/judge/rule.ts";
import type { AHunt, Example } from "../a-hunt.ts";

export type Bluntness = {
  readonly name: string;
  readonly example?: Example;
  readonly mistake: string;
  /** The trouble that shows it. */
  readonly trouble: string;
  readonly blunt: { readonly rulesOff?: readonly RuleId[] } & Pick<AHunt, "adapter" | "blunt">;
  /** What is called a mistake is none under this trouble: the whole judge passes it, and the blunt one accuses it. */
  readonly isRight?: true;
};

/** The last orders of a world see these mistakes too, in the money that is left. */
const AFTERWARDS: readonly RuleId[] = ["B-08", "B-18"];

const off = (...rulesOff: RuleId[]) => ({ rulesOff });

export const ORACLE: readonly Bluntness[] = [
  {
    ...{ name: "credits may be too high", mistake: "no-dedupe", trouble: "webhook deposit.confirmed duplicate" },
    blunt: off("B-01", "B-02", "B-03", "B-04"),
  },
  {
    ...{
      name: "credits may be missing",
      mistake: "dedupe-by-transaction",
      trouble: "value two legs of one transaction",
    },
    blunt: off("B-05"),
  },
  { name: "amounts may be rounded", mistake: "float-sums", trouble: "value tenths", blunt: off("B-06") },
  {
    ...{ name: "a target may get more than ordered", mistake: "withdrawal-not-idempotent" },
    ...{ trouble: "payout ordered twice in a row", blunt: off("B-07", ...AFTERWARDS) },
  },
  {
    ...{ name: "an owner may be paid more than was credited", example: "books-python", mistake: "python-no-debit" },
    ...{ trouble: "payout two in a row of more than there is", blunt: off("B-08") },
  },
  {
    ...{ name: "books may disagree about a payout", mistake: "queued-is-failed", trouble: "payout stuck" },
    blunt: off("B-09", ...AFTERWARDS),
  },
  {
    ...{ name: "withdrawals may stay open", mistake: "failed-never-given-back", trouble: "payout revert" },
    blunt: off("B-10"),
  },
  {
    ...{ name: "settlements are not judged", mistake: "uda-credited-twice", trouble: "settlement plain" },
    blunt: off("B-11"),
  },
  {
    ...{ name: "forged webhooks may be believed", mistake: "signature-unchecked" },
    ...{ trouble: "webhook deposit.confirmed wrong-secret", blunt: off("B-12") },
  },
  {
    ...{ name: "genuine webhooks may be refused", mistake: "body-serialised-again" },
    ...{ trouble: "webhook deposit.confirmed always respelled", blunt: off("B-13") },
  },
  {
    ...{ name: "a payment may be made again", mistake: "new-reference", trouble: "api createPayout answer lost" },
    blunt: off("B-07", "B-09", "B-14", ...AFTERWARDS),
  },
  {
    ...{ name: "the app may die", mistake: "dies-of-a-bad-body", trouble: "webhook deposit.confirmed truncate" },
    blunt: off("B-15"),
  },
  {
    ...{ name: "customers may be turned away", mistake: "idempotency-key-shared" },
    ...{ trouble: "value on a second network", blunt: off("B-17") },
  },
  {
    ...{ name: "money may be kept from its owner", mistake: "debits-what-it-refuses" },
    ...{ trouble: "payout of more than there is", blunt: off("B-18") },
  },
  {
    ...{
      name: "what is seen counts as confirmed",
      mistake: "credit-on-new",
      trouble: "chain reorg keep at the first block",
    },
    blunt: { adapter: { credit_at: "seen" } },
  },
  {
    ...{ name: "the truth is what the service lists to the app's key", mistake: "credit-on-new" },
    ...{ trouble: "chain reorg keep at the first block", blunt: { blunt: { truth: "service" } } },
  },
  {
    ...{ name: "books are read once at rest", mistake: "queued-in-memory", isRight: true },
    ...{ trouble: "webhook deposit.confirmed duplicate", blunt: { blunt: { readOnce: true } } },
  },
];

/** Found with its whole judge, and lost without a part of it; or the reverse. Resolves with what is wrong, or null. */
export async function isSharp(
  { example, mistake, trouble, blunt, isRight }: Bluntness,
  hunt: (options: AHunt) => Promise<{ readonly findings: readonly object[]; readonly hindrance: string | null }>,
): Promise<string | null> {
  const options = { ...(example && { example }), mistake, only: [trouble] };
  const whole = await hunt(options);
  const blunted = await hunt({ ...options, ...blunt });
  if (isRight) {
    if (whole.findings.length > 0 || whole.hindrance !== null) return `${mistake} is accused under ${trouble}`;
    // Without trouble it is accused too, and then nothing can be judged.
    return blunted.findings.length > 0 || blunted.hindrance !== null ? null : `${mistake} passes all the same`;
  }
  if (whole.findings.length === 0) return `${mistake} is not found: ${whole.hindrance ?? "nothing differs"}`;
  if (blunted.hindrance !== null) return `the blunt hunt could not judge: ${blunted.hindrance}`;
  return blunted.findings.length === 0 ? null : `${mistake} is found all the same`;
}
