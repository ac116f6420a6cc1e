// What a recorded answer says about the readings that no member shows: orders, statuses, headers, words. A fact is one of a fixed list (C-61).
import { parseHttpDate, parseTime } from "../../kernel/clock.ts";
import { isObject } from "../../kernel/is-object.ts";
import { PROBLEMS } from "../../kernel/problem.ts";
import { serviceDocument } from "../../spec/document.ts";
import { operationsOf } from "../../spec/operations.ts";
import type { Recorded } from "./recorded.ts";

/** A reading and its value, as a recorded answer shows it. */
export const FACTS = [
  ...["list_order=newest", "list_order=oldest", "out_of_range=refused", "out_of_range=clamped"],
  ...["rate_reset=epoch", "rate_reset=seconds-left", "retry_after=sent", "retry_after=absent"],
  ...["error_text=seen", "error_text=other", "quote_usd=omitted", "quote_usd=present"],
  ...["created_uda_status=201", "created_uda_status=200", "new_payout=queued", "new_payout=confirmed"],
  ...["uda_deposit_addresses=filled", "uda_deposit_addresses=empty"],
  ...["rejected_payout=expired", "rejected_payout=failed", "new_settlement=created", "new_settlement=routing"],
] as const;
export type Fact = (typeof FACTS)[number];

/** The facts of a recorded answer; `value` is its parsed body. */
export function factsOf(recorded: Recorded, value: unknown): Set<Fact> {
  const all = [...ofHeaders(recorded), ...ofError(recorded, value), ...ofStatus(recorded, value)];
  if (recorded.subject.kind === "reply")
    all.push(
      ...[ofLimit(recorded), ofOrder(recorded, value), ofQuote(recorded, value), ofUdas(recorded, value)].flat(),
    );
  return new Set(all);
}

/** Unix seconds from here on: a window of a rate limit is shorter than that. */
const FIRST_EPOCH = 1_000_000_000;
const MAX_WINDOW_S = 86_400;

function ofHeaders({ headers, subject }: Recorded): Fact[] {
  if (subject.kind === "webhook") return [];
  const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  const facts: Fact[] = [];
  if (reset >= FIRST_EPOCH) facts.push("rate_reset=epoch");
  else if (reset <= MAX_WINDOW_S) facts.push("rate_reset=seconds-left");
  if (subject.status === 429)
    facts.push(headers["retry-after"] === undefined ? "retry_after=absent" : "retry_after=sent");
  return facts;
}

const KNOWN_ERRORS: ReadonlySet<string> = new Set(Object.values(PROBLEMS).map(([, text]) => text));

function ofError({ subject }: Recorded, value: unknown): Fact[] {
  if (subject.kind === "webhook" || subject.status < 400 || !isObject(value)) return [];
  const { error } = value;
  if (typeof error !== "string") return [];
  return [KNOWN_ERRORS.has(error) ? "error_text=seen" : "error_text=other"];
}

/** A `limit` beyond the most of its operation. */
function ofLimit({ subject, search = "" }: Recorded): Fact[] {
  if (subject.kind === "webhook") return [];
  const most = operationsOf(serviceDocument)
    .get(subject.operation)
    ?.queryParameters.find(({ name }) => name === "limit")?.schema.maximum;
  const asked = Number(new URLSearchParams(search).get("limit") ?? 0);
  if (most === undefined || !(asked > most)) return [];
  if (subject.status === 400) return ["out_of_range=refused"];
  return subject.status === 200 ? ["out_of_range=clamped"] : [];
}

const LISTS_BY_TIME: readonly string[] = [
  ...[
    "listDeposits",
    "listUdas",
    "listUdaSettlements",
    "listSettlementsByReference",
    "listPayouts",
    "listTransactions",
  ],
];

/** The order of a list that was not sorted; none where all times are equal, or in no order. */
function ofOrder({ subject, search = "" }: Recorded, value: unknown): Fact[] {
  if (subject.kind === "webhook" || subject.status !== 200 || !LISTS_BY_TIME.includes(subject.operation)) return [];
  if (/(?:^|&)sort/.test(search)) return [];
  const times = (listIn(value) ?? []).map(timeOf);
  if (times.some((time) => time === null)) return [];
  const steps = times.slice(1).map((time, at) => Math.sign((time ?? 0) - (times[at] ?? 0)));
  const [up, down] = [steps.includes(1), steps.includes(-1)];
  if (up === down) return [];
  return [up ? "list_order=oldest" : "list_order=newest"];
}

/** The first list of records in an answer: `data`, or a member of it or of the envelope. */
function listIn(value: unknown): unknown[] | undefined {
  if (!isObject(value)) return undefined;
  const places = [
    value["data"],
    ...Object.values(isObject(value["data"]) ? value["data"] : {}),
    ...Object.values(value),
  ];
  return places.find((place): place is unknown[] => Array.isArray(place));
}

function timeOf(record: unknown): number | null {
  if (!isObject(record)) return null;
  const { time, created_at, timestamps } = record;
  const inside = isObject(timestamps) ? timestamps["created_at"] : undefined;
  const text = [time, created_at, inside].find((one) => typeof one === "string");
  return typeof text === "string" ? parseTime(text) : null;
}

function ofQuote({ subject }: Recorded, value: unknown): Fact[] {
  if (subject.kind === "webhook" || subject.operation !== "getQuote" || subject.status !== 200) return [];
  const record = recordIn(value);
  const from = isObject(record) ? record["from"] : undefined;
  if (!isObject(from)) return [];
  return [from["amount_usd"] === undefined ? "quote_usd=omitted" : "quote_usd=present"];
}

/** Whether UDAs in the list have deposit entries: an empty list alone would be no difference. */
function ofUdas({ subject }: Recorded, value: unknown): Fact[] {
  if (subject.kind === "webhook" || subject.operation !== "listUdas" || subject.status !== 200) return [];
  const lists = (listIn(value) ?? []).flatMap((uda) => {
    const entries = isObject(uda) ? uda["deposit_addresses"] : undefined;
    return Array.isArray(entries) ? [entries.length] : [];
  });
  if (lists.length === 0) return [];
  return [lists.some((length) => length > 0) ? "uda_deposit_addresses=filled" : "uda_deposit_addresses=empty"];
}

function recordIn(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  return isObject(value["data"]) ? value["data"] : isObject(value["payload"]) ? value["payload"] : value;
}

/** The word that a record has in the answer that makes it. */
const FIRST_STATUS: Readonly<Record<string, Readonly<Record<string, Fact>>>> = {
  createPayout: { queued: "new_payout=queued", confirmed: "new_payout=confirmed" },
  createPayoutByUsd: { queued: "new_payout=queued", confirmed: "new_payout=confirmed" },
  rejectPayout: { expired: "rejected_payout=expired", failed: "rejected_payout=failed" },
  "uda.settlement.created": { created: "new_settlement=created", routing: "new_settlement=routing" },
};

/** A record that is younger than this in the answer to its creation was made by it. Ms. */
const JUST_NOW_MS = 5_000;

function ofStatus(recorded: Recorded, value: unknown): Fact[] {
  const { subject } = recorded;
  const record = recordIn(value);
  if (!isObject(record)) return [];
  if (subject.kind === "reply" && subject.operation === "createUda")
    return ofCreatedUda(recorded, subject.status, record);
  const name = subject.kind === "webhook" ? subject.type : subject.status < 300 ? subject.operation : "";
  const word = String(record["status"] ?? "").toLowerCase();
  const fact = Object.hasOwn(FIRST_STATUS, name) ? FIRST_STATUS[name]?.[word] : undefined;
  return fact === undefined ? [] : [fact];
}

function ofCreatedUda({ headers, at }: Recorded, status: number, record: Record<string, unknown>): Fact[] {
  if (status === 201) return ["created_uda_status=201"];
  const answered = parseHttpDate(headers["date"] ?? "") ?? at ?? Number.NaN;
  const age = answered - (timeOf(record) ?? Number.NaN);
  return status === 200 && Math.abs(age) < JUST_NOW_MS ? ["created_uda_status=200"] : [];
}
