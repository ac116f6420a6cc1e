// Table: the rules of the hunt: what they are called, when they are judged, how serious a breach is, and which breaches are one failure (§9, U-40).

/** `always`: at each look after a step; `rest`: when nothing more will come. */
type Row = { readonly title: string; readonly when: "always" | "rest"; readonly family: string };

export const RULES = {
  "B-01": { title: "credited out of nothing", when: "always", family: "too much" },
  "B-02": { title: "credited above the chain", when: "always", family: "too much" },
  "B-03": { title: "credited twice", when: "always", family: "too much" },
  "B-04": { title: "not taken back", when: "rest", family: "too much" },
  "B-05": { title: "missing", when: "rest", family: "too little" },
  "B-06": { title: "rounded", when: "rest", family: "rounded" },
  "B-07": { title: "paid twice", when: "always", family: "paid twice" },
  "B-08": { title: "overdrawn", when: "always", family: "overdrawn" },
  "B-09": { title: "books and chain disagree about a payout", when: "rest", family: "payout state" },
  "B-10": { title: "never settled", when: "rest", family: "never settled" },
  "B-11": { title: "settlement credited wrongly", when: "rest", family: "settlement" },
  "B-12": { title: "believed a forged webhook", when: "always", family: "believed" },
  "B-13": { title: "refused a genuine webhook", when: "rest", family: "refused" },
  "B-14": { title: "paid again under a new reference", when: "always", family: "repeated payment" },
  "B-15": { title: "the app died", when: "always", family: "died" },
  "B-16": { title: "slow to answer webhooks", when: "rest", family: "slow" },
  "B-17": { title: "turned a customer away", when: "rest", family: "turned away" },
  "B-18": { title: "money cannot be withdrawn", when: "rest", family: "kept" },
} as const satisfies Record<string, Row>;

export type RuleId = keyof typeof RULES;
export const RULE_IDS = Object.keys(RULES) as RuleId[];

/** Breaches of one family are one and the same failure while a story shrinks. */
export function familyOf(rule: RuleId): string {
  return RULES[rule].family;
}
