// A result document: what a contract command found, as sections of cases. Every output (JSON, JUnit, HTML, Markdown) is written from it.

/** What became of a case. `not_judged` is never counted as passed (C-01). */
export const CASE_RESULTS = ["fail", "warning", "note", "not_judged", "ok"] as const;
export type CaseResult = (typeof CASE_RESULTS)[number];

/** A fact behind a result. One of the kind `body` is a request's or a webhook's body: it is kept only if asked for (C-70). */
export type Evidence = { readonly label: string; readonly text: string; readonly kind?: "body" };

/** One reading, rule or case. Texts may hold foreign text: every writer escapes them. */
export type ResultCase = {
  /** Short and stable: `record=top-level`, `CF-07:createPayout`, `W-03`. */
  readonly name: string;
  readonly title?: string;
  readonly result: CaseResult;
  /** What the result is called here ("not met", "unstable"); by default the result in plain words. */
  readonly word?: string;
  /** Why it is so; of a case that was not judged it is the reason, and never missing. */
  readonly why?: string;
  readonly what_to_do?: string;
  readonly evidence?: readonly Evidence[];
  /** The decision of `spec/service-decisions.md` behind it, such as `H-35`. */
  readonly decision?: string;
  readonly seconds?: number;
};

export type ResultSection = {
  readonly title: string;
  readonly about?: string;
  /** True for what few readers need, such as the single runs: pages show it folded. */
  readonly isBackground?: true;
  readonly cases: readonly ResultCase[];
};

/** `command`: the value is a line of the shell. */
export type Fact = { readonly name: string; readonly value: string; readonly kind?: "command" };

export type ResultDocument = {
  readonly title: string;
  /** One sentence that says what came out. */
  readonly summary: string;
  readonly facts: readonly Fact[];
  readonly sections: readonly ResultSection[];
  /** What else the JSON holds: the command's own results, for programs. */
  readonly data?: Readonly<Record<string, unknown>>;
};

const WORDS: Readonly<Record<CaseResult, string>> = {
  fail: "FAIL",
  warning: "warning",
  note: "note",
  not_judged: "not judged",
  ok: "ok",
};

/** What the result of a case is called. */
export function wordOf({ word, result }: ResultCase): string {
  return word ?? WORDS[result];
}

/** How many cases have each result, in the order of `CASE_RESULTS`, those without any left out: there is no total score (C-01). */
export function countsOf(cases: readonly ResultCase[]): { result: CaseResult; word: string; count: number }[] {
  return CASE_RESULTS.map((result) => ({
    result,
    word: WORDS[result],
    count: cases.filter((one) => one.result === result).length,
  })).filter(({ count }) => count > 0);
}

/**
 * What a reader sees first: the worst of all results, without those of background. `not_judged` only when nothing was judged: what is
 * left open beside results is said in the summary.
 */
export function overallOf(sections: readonly ResultSection[]): CaseResult {
  const results = new Set(
    sections.filter(({ isBackground }) => !isBackground).flatMap(({ cases }) => cases.map(({ result }) => result)),
  );
  return (["fail", "warning", "note", "ok"] as const).find((one) => results.has(one)) ?? "not_judged";
}

/** More cases than these that need no attention are folded. */
const MAX_OPEN = 3;

/** The cases of a section as pages show them: `open` at once, each group of `folded` under its count. */
export function groupsOf({ cases, isBackground }: ResultSection): {
  open: readonly ResultCase[];
  folded: { word: string; cases: readonly ResultCase[] }[];
} {
  if (isBackground) return { open: [], folded: cases.length === 0 ? [] : [{ word: countsText(cases), cases }] };
  const groups = (["not_judged", "ok"] as const)
    .map((result) => ({ result, cases: cases.filter((one) => one.result === result) }))
    .filter((group) => group.cases.length > MAX_OPEN);
  const away = new Set(groups.flatMap((group) => group.cases));
  const folded = groups.map((group) => ({ word: `${group.cases.length} ${WORDS[group.result]}`, cases: group.cases }));
  return { open: cases.filter((one) => !away.has(one)), folded };
}

/** The counts in words: `1 FAIL · 3 ok`. */
export function countsText(cases: readonly ResultCase[]): string {
  const counts = countsOf(cases).map(({ count, word }) => `${count} ${word}`);
  return counts.length === 0 ? "no cases" : counts.join(" · ");
}
