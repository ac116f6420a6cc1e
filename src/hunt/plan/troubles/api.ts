// Troubles of the app's own requests.
import type { HuntStep } from "../step.ts";
import { type Context, furtherContexts, plainContext } from "./context.ts";
import type { Abilities, Moment, Trouble } from "./trouble.ts";

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
