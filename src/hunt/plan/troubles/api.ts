// Troubles of the app's own requests.
import type { HuntStep } from "../step.ts";
import type { Abilities, Trouble } from "./trouble.ts";

/** Answers of the service at each operation that the app was seen to call: once, twice and four times in a row. */
export function apiTroubles({ operations }: Abilities): Trouble[] {
  const answers: [string, Pick<Extract<HuntStep, { do: "fault" }>, "effect" | "params">][] = [
    ["answer lost", { effect: "after-commit-close" }],
    ["429", { effect: "status", params: { status: 429 } }],
    ["500", { effect: "status", params: { status: 500 } }],
    ["close", { effect: "close" }],
  ];
  return [...operations].flatMap(([operation_id, at]) => {
    const match = { operation_id };
    const name = `api ${operation_id}`;
    const counted = [1, 2, 4].flatMap((times) =>
      answers.map(
        ([what, fault]): Trouble => ({
          ...{ name: `${name} ${what}${times === 1 ? "" : ` ${times} times`}`, family: "api", at },
          before: [{ do: "fault", gate: "api.request", match, times, ...fault }],
        }),
      ),
    );
    const slow: HuntStep = { do: "fault", gate: "api.request", effect: "delay", match, params: { by: "200ms" } };
    return [...counted, { name: `${name} slow`, family: "api", at, before: [slow] }];
  });
}
