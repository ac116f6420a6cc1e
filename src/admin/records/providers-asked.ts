// The providers that a settlement asked, in rounds, with what each said, and those that were not asked (D-25).
import { providersOf } from "../../domain/quote/quote.ts";
import { answersOf, type ProviderAnswerRow } from "../../domain/settlement/provider-answer.ts";
import type { SettlementRow } from "../../domain/settlement/settlement.ts";
import { attemptLimit } from "../../domain/settlement/transitions.ts";
import type { World } from "../../domain/world.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { components } from "../../spec/admin.gen.ts";

type Mark = components["schemas"]["TimelineItem"];
type Asked = components["schemas"]["ProviderAnswer"];
type Numbered = ProviderAnswerRow & { run: number; round: number };

/** Answers of one settlement that are looked at. */
const MAX_ANSWERS = 200;

/** A retry begins a run: its first answer is attempt 0 again, and follows no acceptance. */
function numbered(settlement: Pick<SettlementRow, "scenario">, rows: readonly ProviderAnswerRow[]): Numbered[] {
  const size = providersOf(settlement.scenario).length;
  let run = 1;
  return rows.map((row, at) => {
    const before = rows[at - 1];
    const isFirst = row.attempt === 0 && row.answer !== "failed";
    if (before !== undefined && isFirst) run += 1;
    return { ...row, run, round: Math.floor(row.attempt / size) + 1 };
  });
}

/** What was said, oldest first, then who was not asked in the last run. */
export function providersAsked({ db }: World, settlement: SettlementRow): Asked[] {
  const rows = numbered(settlement, answersOf(db, settlement.id, MAX_ANSWERS));
  const last = rows.at(-1);
  const providers = providersOf(settlement.scenario);
  const next = last === undefined ? 0 : last.attempt + 1;
  const rest = Array.from({ length: Math.max(0, attemptLimit(settlement) - next) }, (_, at): Asked => {
    const attempt = next + at;
    const provider = providers[attempt % providers.length] ?? "";
    const round = Math.floor(attempt / providers.length) + 1;
    return { run: last?.run ?? 1, round, provider, answer: "not_asked", reason: null, at: null };
  });
  const said = rows.map(({ run, round, provider, answer, reason, at }): Asked => {
    return { run, round, provider, answer, reason: reason === "" ? null : reason, at: isoTime(at) };
  });
  return [...said, ...rest];
}

const WORDS: Readonly<Record<ProviderAnswerRow["answer"], string>> = {
  accepted: "accepts the route",
  refused: "refuses",
  failed: "fails after it accepted",
};

/** The same as marks of the timeline, each with the row of the history that it follows; `moves`: the rows of the settlement, oldest first. */
export function answerMarks(
  { db }: World,
  settlement: SettlementRow,
  moves: readonly { id: number }[],
): { mark: Mark; after: number }[] {
  return numbered(settlement, answersOf(db, settlement.id, MAX_ANSWERS)).map((row) => ({
    after: moves[row.moves_before - 1]?.id ?? 0,
    mark: {
      ...{ at: isoTime(row.at), lane: "state", what: `provider-${row.answer}` },
      title: `provider ${row.provider}, round ${row.round}${row.run === 1 ? "" : ` of run ${row.run}`}: ${WORDS[row.answer]}`,
      ...{ ref: { kind: "settlement", id: settlement.id }, detail: row.reason === "" ? null : row.reason },
    },
  }));
}
