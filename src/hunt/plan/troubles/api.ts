// Troubles of the app's own requests.
import type { HuntStep } from "../step.ts";
import { type Context, furtherContexts, plainContext } from "./context.ts";
import { type Abilities, type Moment, type Trouble, WITHDRAWN, withdrawal } from "./trouble.ts";

type Answer = { readonly what: string; readonly fault: Pick<Extract<HuntStep, { do: "fault" }>, "effect" | "params"> };

const LOST: Answer = { what: "answer lost", fault: { effect: "after-commit-close" } };
const TOO_MANY: Answer = { what: "429", fault: { effect: "status", params: { status: 429 } } };
const BROKEN: Answer = { what: "500", fault: { effect: "status", params: { status: 500 } } };
const CLOSED: Answer = { what: "close", fault: { effect: "close" } };

/** How often in a row, since apps repeat requests: what tells most comes first. The others are played when everything else was. */
const OF_WRITES: readonly (readonly [Answer, number])[] = [
  ...([
    [LOST, 1],
    [LOST, 4],
    [BROKEN, 4],
    [TOO_MANY, 1],
    [CLOSED, 1],
  ] as const),
  ...([
    [BROKEN, 1],
    [TOO_MANY, 4],
    [CLOSED, 4],
    [LOST, 2],
    [BROKEN, 2],
    [TOO_MANY, 2],
    [CLOSED, 2],
  ] as const),
];
/** The answer of a request that changes nothing is as good as never given when it is lost. */
const OF_READS: readonly (readonly [Answer, number])[] = [
  ...([
    [BROKEN, 4],
    [TOO_MANY, 1],
    [CLOSED, 1],
  ] as const),
  ...([
    [CLOSED, 4],
    [BROKEN, 1],
    [TOO_MANY, 4],
    [BROKEN, 2],
    [CLOSED, 2],
    [TOO_MANY, 2],
  ] as const),
];
const FIRST_WRITES = 5;
const FIRST_READS = 2;
/** Several webhooks or records lead to the same call there, and each of them is to fail with all its repetitions. */
const ELSEWHERE: readonly (readonly [Answer, number])[] = [
  [TOO_MANY, 4],
  [BROKEN, 8],
  [BROKEN, 4],
  [CLOSED, 1],
];
const FIRST_ELSEWHERE = 2;

/**
 * Answers of the service at each operation that the app was seen to call, wherever it calls it: once, twice and four times in a row; writing
 * ones first.
 */
export function apiTroubles(abilities: Abilities): Trouble[] {
  const { operations, reads } = abilities;
  const isRead = (operation_id: string): boolean => reads?.has(operation_id) === true;
  const sorted = [...operations].toSorted(([a], [b]) => Number(isRead(a)) - Number(isRead(b)));
  return sorted.flatMap(([operation_id, at]) =>
    contextsOf(abilities, operation_id, at).flatMap((context) => {
      const isElsewhere = context.name !== "";
      const [answers, first] = isElsewhere
        ? [ELSEWHERE, FIRST_ELSEWHERE]
        : isRead(operation_id)
          ? [OF_READS, FIRST_READS]
          : [OF_WRITES, FIRST_WRITES];
      const counted = answers.map((answer, index) => ({
        ...troubleOf(operation_id, answer, context),
        ...(index < first ? {} : { later: true as const }),
      }));
      return isElsewhere ? counted : [...counted, slowOf(operation_id, context)];
    }),
  );
}

/**
 * What the service answers to an order of a payout in several steps: a refusal gives the money back only if nothing was paid, and an error that
 * follows a lost answer says nothing of what became of the order.
 */
export function payoutAnswers({ operations, usual }: Abilities): Trouble[] {
  const at = operations.get("createPayout");
  if (at !== "withdraw") return [];
  const match = { operation_id: "createPayout" };
  const fault = (effect: string, more: object = {}): HuntStep => ({
    ...{ do: "fault", gate: "api.request", effect, match },
    ...more,
  });
  const status = (code: number, more: object = {}): HuntStep => fault("status", { params: { status: code }, ...more });
  const lost = fault("after-commit-close");
  const fails: HuntStep = { do: "fault", gate: "chain.submit", effect: "revert" };
  const settle: HuntStep = { do: "settle" };
  const again: HuntStep[] = [settle, withdrawal("w2", WITHDRAWN, usual), settle];
  const row = (what: string, before: readonly HuntStep[], after: readonly HuntStep[] = [settle]): Trouble => ({
    ...{ name: `api createPayout ${what}`, family: "api", at, group: "orders of payouts", before, after },
  });
  return [
    row("refused", [status(400)]),
    row("answer lost, then 500 3 times", [lost, status(500, { after: 1, times: 3 })]),
    row("answer lost, then refused", [lost, status(400, { after: 1 })]),
    row("answer lost 4 times, and the payout fails", [fails, fault("after-commit-close", { times: 4 })]),
    row("500, then refused", [status(500), status(400, { after: 1 })]),
    { ...row("refused, and ordered anew", [status(400)], again), later: true },
  ];
}

function slowOf(operation_id: string, { at, around }: Context): Trouble {
  const match = { operation_id };
  const slow: HuntStep = { do: "fault", gate: "api.request", effect: "delay", match, params: { by: "200ms" } };
  return {
    name: `api ${operation_id} slow`,
    family: "api",
    at,
    group: `${operation_id} `,
    later: true,
    ...around(slow),
  };
}

/** Where an operation is called; the first of them is where it was seen first. */
function contextsOf(abilities: Abilities, operation_id: string, at: Moment): Context[] {
  const names = abilities.contexts?.get(operation_id) ?? [""];
  const further = furtherContexts(abilities);
  return names.flatMap((name) => (name === "" ? [plainContext(at)] : further.filter((one) => one.name === name)));
}

function troubleOf(
  operation_id: string,
  [{ what, fault }, times]: readonly [Answer, number],
  context: Context,
): Trouble {
  return {
    ...{ family: "api", at: context.at, group: `${operation_id} ${context.name}` },
    name: `${nameOf(operation_id, context)} ${what}${times === 1 ? "" : ` ${times} times`}`,
    ...context.around({ do: "fault", gate: "api.request", match: { operation_id }, times, ...fault }),
  };
}

function nameOf(operation_id: string, { name }: Context): string {
  return `api ${operation_id}${name === "" ? "" : ` ${name}`}`;
}
