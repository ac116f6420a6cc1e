// Jumps of the clock (D-40): each says what it did on the way, and the last one stays to be looked at.
import { client, type Schemas } from "../api/client.ts";
import { changes } from "../api/live.ts";
import { timeWords } from "../components/time-text.tsx";
import { act } from "./acts.ts";
import { createStore } from "./stores.ts";

type Summary = Schemas["TravelSummary"];

/** `ran`: what was done, in due order; undefined where the API tells how many alone. `world`: the timeline that it belongs to. */
export type Jump = {
  from: string | undefined;
  to: string;
  ran: readonly Schemas["Due"][] | undefined;
  steps: number;
  summary: Summary;
  world: number | undefined;
};

/** Of this page, whoever of it moved the clock. */
export const lastJump = createStore<Jump | undefined>(undefined);

const MORE = { place: { words: "What it did", path: "/ui/clock" } };

/** Exactly one of `by`, `to` and `next`, as the API has them. True when the clock was moved. */
export type Advance = { by: string } | { to: string } | { next: number };

export async function advance(done: string, body: Advance): Promise<boolean> {
  const reply = await act<Schemas["AdvanceReply"]>(
    ({ data }) => `${done}: ${summaryWords(data.summary, data.ran.length)}.`,
    () => client.POST("/clock/advance", { body }),
    MORE,
  );
  if (reply === undefined) return false;
  const { from, to, ran, summary } = reply.data;
  keep({ from, to, ran, steps: ran.length, summary });
  return true;
}

/** Does all that is planned within `limit`, such as `1h`. */
export async function runUntilIdle(limit: string): Promise<boolean> {
  const reply = await act<Schemas["RunUntilIdleReply"]>(
    ({ data: { clock, pending, steps, summary } }) =>
      `${pending.length === 0 ? "Nothing is planned any more" : `All work within ${limit} is done`}, it is ${timeWords(clock.now)}: ${summaryWords(summary, steps)}.`,
    () => client.POST("/run-until-idle", { body: { advance: true, limit } }),
    MORE,
  );
  if (reply === undefined) return false;
  const { clock, steps, summary } = reply.data;
  keep({ from: undefined, to: clock.now, ran: undefined, steps, summary });
  return true;
}

function keep(jump: Omit<Jump, "world">): void {
  lastJump.set({ ...jump, world: changes.snapshot().world });
}

/** Table: what happened on the way, for one and for several. */
const COUNTED: readonly (readonly [name: keyof Summary, one: string, several: string])[] = [
  ["blocks", "block", "blocks"],
  ["deposits_confirmed", "deposit confirmed", "deposits confirmed"],
  ["payouts_confirmed", "payout confirmed", "payouts confirmed"],
  ["payouts_failed", "payout failed", "payouts failed"],
  ["settlements_completed", "settlement completed", "settlements completed"],
  ["settlements_failed", "settlement failed", "settlements failed"],
  ["webhooks_delivered", "webhook delivered", "webhooks delivered"],
  ["webhook_attempts_failed", "attempt of a webhook failed", "attempts of webhooks failed"],
  ["webhooks_dead", "webhook dead", "webhooks dead"],
];

/** `3 blocks, 1 webhook delivered`. `steps`: of work that was done. */
export function summaryWords(summary: Summary, steps: number): string {
  const found = COUNTED.flatMap(([name, one, several]) =>
    summary[name] === 0 ? [] : [`${summary[name].toLocaleString("en-US")} ${summary[name] === 1 ? one : several}`],
  );
  if (found.length > 0) return found.join(", ");
  return steps === 0
    ? "nothing happened on the way"
    : `${steps} ${steps === 1 ? "step" : "steps"}, and nothing came of it yet`;
}
