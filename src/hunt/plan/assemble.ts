// Makes a plan of troubles: the base (open, pay, perhaps withdraw) with the steps of each trouble at its moment.
import type { HuntPlan, HuntStep, Place } from "./step.ts";
import {
  BASE_AMOUNT,
  BEFORE_WITHDRAWAL,
  type Moment,
  type Trouble,
  UDA_AMOUNT,
  WITHDRAWN,
} from "./troubles/trouble.ts";

const MOMENTS: readonly Moment[] = ["open", "pay", "withdraw", "uda"];

/** The plain plan, without any trouble. */
export function plainPlan(usual: Place): HuntPlan {
  return assemble([], usual);
}

/** The plan of one trouble, or of several in one world. What stands in the place of the payment comes from the first that replaces it. */
export function assemble(troubles: readonly Trouble[], usual: Place): HuntPlan {
  const moments = new Set<Moment>(["open", "pay", ...troubles.map(({ at }) => at)]);
  const steps = MOMENTS.filter((moment) => moments.has(moment)).flatMap((moment) => {
    const here = troubles.filter(({ at }) => at === moment);
    const instead = here.find((one) => one.instead !== undefined)?.instead;
    return [
      ...(moment === "withdraw" ? [SETTLE] : []),
      ...here.flatMap(({ before = [] }) => before),
      ...(instead ?? base(moment, moments.has("withdraw"), usual)),
      ...here.flatMap(({ after = [] }) => after),
    ];
  });
  return { troubles: troubles.map(({ name }) => name), steps };
}

const SETTLE: HuntStep = { do: "settle" };

/** A withdrawal without any trouble, until it is paid. */
export function plainWithdrawal(usual: Place): HuntStep[] {
  return [...assemble([{ name: "withdraw", family: "app", at: "withdraw" }], usual).steps, SETTLE];
}

function base(moment: Moment, isWithdrawn: boolean, usual: Place): HuntStep[] {
  switch (moment) {
    case "open":
      return [{ do: "open", owner: "a", network: usual.network }];
    case "pay":
      return [{ do: "pay", owner: "a", amount: isWithdrawn ? BEFORE_WITHDRAWAL : BASE_AMOUNT, ...usual }];
    case "withdraw":
      return [{ do: "withdraw", owner: "a", id: "w1", amount: WITHDRAWN, ...usual }];
    case "uda":
      return [
        { do: "uda", owner: "u", network: usual.network },
        { do: "pay", owner: "u", amount: UDA_AMOUNT, ...usual },
      ];
  }
}
