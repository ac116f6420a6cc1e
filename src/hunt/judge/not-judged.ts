// Rules that a hunt could not judge: the adapter does not give what they need, or too little was seen (U-50).
import type { App } from "../app/app.ts";
import type { RuleId } from "./rule.ts";
import { type Answers, slownessNotJudged } from "./slowness.ts";

/** `usualPayouts`: how many payouts of its own the app makes for a deposit. */
export function rulesNotJudged(
  app: Pick<App, "hasBooks" | "can">,
  answers: Answers,
  usualPayouts = 0,
): { rule: RuleId; why: string }[] {
  const of = (rules: readonly RuleId[], why: string) => rules.map((rule) => ({ rule, why }));
  const few = slownessNotJudged(answers);
  return [
    ...(app.hasBooks ? [] : of(["B-01", "B-02", "B-03", "B-04", "B-05", "B-06"], "there are no books: give --books")),
    ...(app.can("withdraw") || usualPayouts > 0
      ? []
      : of(["B-07"], "the adapter has no action withdraw, and your app never paid")),
    ...(app.can("withdraw") ? [] : of(["B-08", "B-09", "B-10", "B-18"], "the adapter has no action withdraw")),
    ...(app.can("uda") ? [] : of(["B-11"], "the adapter has no action uda")),
    ...(app.can("open") ? [] : of(["B-17"], "the adapter has no action open")),
    ...(few === null ? [] : of(["B-16"], few)),
  ];
}
