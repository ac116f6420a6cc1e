// Troubles of the app's own requests.
import type { HuntStep } from "../step.ts";
import type { Abilities, Trouble } from "./trouble.ts";

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

/** Answers of the service at each operation that the app was seen to call: once, twice and four times in a row; writing ones first. */
export function apiTroubles({ operations, reads }: Abilities): Trouble[] {
  const isRead = (operation_id: string): boolean => reads?.has(operation_id) === true;
  const sorted = [...operations].toSorted(([a], [b]) => Number(isRead(a)) - Number(isRead(b)));
  return sorted.flatMap(([operation_id, at]) => {
    const common = { family: "api", at, group: operation_id } as const;
    const match = { operation_id };
    const name = `api ${operation_id}`;
    const [answers, first] = isRead(operation_id) ? [OF_READS, FIRST_READS] : [OF_WRITES, FIRST_WRITES];
    const counted = answers.map(
      ([{ what, fault }, times], index): Trouble => ({
        ...{ ...common, name: `${name} ${what}${times === 1 ? "" : ` ${times} times`}` },
        ...(index < first ? {} : { later: true }),
        before: [{ do: "fault", gate: "api.request", match, times, ...fault }],
      }),
    );
    const slow: HuntStep = { do: "fault", gate: "api.request", effect: "delay", match, params: { by: "200ms" } };
    return [...counted, { ...common, name: `${name} slow`, later: true, before: [slow] }];
  });
}
