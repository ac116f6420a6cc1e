// The timeline of a record: requests, states, chains, events, webhooks, faults and plans on one virtual time axis.

import type { KeptRequest } from "../../contract/requests/kept-request.ts";
import { redactTarget } from "../../contract/requests/redact.ts";
import { textsOf } from "../../contract/requests/request-log.ts";
import type { AttemptRow } from "../../domain/attempt/attempt.ts";
import { type FoundRecord, familyOf } from "../../domain/record/family.ts";
import { attemptsOfSubjects } from "../../domain/record/timeline-store.ts";
import { delegationRef } from "../../domain/uda/delegation.ts";
import { delegationsOf } from "../../domain/uda/store.ts";
import type { World } from "../../domain/world.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { components } from "../../spec/admin.gen.ts";
import { blockersOf } from "../blockers.ts";
import type { AdminDependencies } from "../dependencies.ts";
import { agendaMarks } from "./agenda-marks.ts";
import { gasMarks } from "./gas-marks.ts";
import { blockMarks, type Mark, moveMarks, webhookMarks } from "./timeline-items.ts";

type Timeline = components["schemas"]["Timeline"];
type HeldBack = components["schemas"]["HeldBack"];

/** Items of an answer. */
export const MAX_ITEMS = 1_000;
/** The order of what happened at one instant, causes first: among equals that of the sources. */
const RANKS = { request: 0, chain: 1, state: 2, event: 3, webhook: 4, read: 5, plan: 6 } as const;

/** Everything that is known about a record, oldest first; at most 1,000 items, the newest of them. */
export function timelineOf(dependencies: AdminDependencies, record: FoundRecord): Timeline {
  const { world } = dependencies.flow;
  const family = familyOf(world.db, record);
  const subjects = family.flatMap((member) => subjectsOf(world, member));
  const attempts = attemptsOfSubjects(world.db, subjects, MAX_ITEMS);
  const webhooks = webhookMarks(world, family);
  const deliveries = webhooks.flatMap(({ delivery_id }) => (delivery_id === undefined ? [] : [String(delivery_id)]));
  const refs = [...new Set([...subjects, ...attempts.map(({ id }) => String(id)), ...deliveries])];
  const moves = moveMarks(world, family, attempts);
  const instants = moves.flatMap(({ at, lane }) => (lane === "state" ? [at] : [])).toSorted();
  const happened = [
    ...requestMarks(dependencies, family, instants),
    ...(record.kind === "gas_station" ? gasMarks(world, record.row) : []),
    ...blockMarks(world, placesOf(family, attempts)),
    ...moves,
    ...webhooks,
  ];
  const items = inOrder([...happened, ...agendaMarks(world, refs)]);
  return {
    items: items.slice(-MAX_ITEMS),
    held_back: heldBack(dependencies, family, new Set([...refs, ...attempts.map(({ hash }) => hash)])),
    truncated: items.length > MAX_ITEMS,
  };
}

function inOrder(marks: readonly Mark[]): Mark[] {
  const sorted = marks.toSorted((a, b) => a.at.localeCompare(b.at) || rankOf(a) - rankOf(b));
  const early = new Map(sorted.filter(({ what }) => what === "block").map((block) => [placeOf(block), block]));
  const mined = new Set(sorted.filter(({ what }) => what === "attempt-mined").map(placeOf));
  // The block of one of our own transactions stands where that was mined.
  return sorted.flatMap((mark) => {
    if (mark.what === "block" && mined.has(placeOf(mark))) return [];
    const block = mark.what === "attempt-mined" ? early.get(placeOf(mark)) : undefined;
    if (block === undefined || !early.delete(placeOf(mark))) return [mark];
    return [block, mark];
  });
}

/** A transaction at an instant. */
function placeOf({ at, network, tx_id: hash }: Mark): string {
  return `${at} ${network} ${hash}`;
}

/** A fault stands with the request or the delivery that met it, and our own transactions among the changes of state. */
function rankOf({ lane, delivery_id, ref, title }: Mark): number {
  if (lane === "fault") return delivery_id === undefined ? RANKS.request : RANKS.webhook;
  if (lane === "request" && title.startsWith("GET ")) return RANKS.read;
  return lane === "chain" && ref.kind === "attempt" ? RANKS.state : RANKS[lane];
}

/** By what attempts and jobs name the record: its id, for a deposit address also each of its delegations. */
function subjectsOf({ db }: World, { kind, row }: FoundRecord): string[] {
  if (kind !== "uda") return [row.id];
  return [row.id, ...delegationsOf(db, row.id).map(({ uda_id, network }) => delegationRef(uda_id, network))];
}

/** Where the transactions of the records and of their attempts are. */
function placesOf(family: readonly FoundRecord[], attempts: readonly AttemptRow[]) {
  const places = family.flatMap((member) => {
    if (member.kind !== "deposit" && member.kind !== "transaction") return [];
    const { network, tx_hash, block_height } = member.row;
    return [{ network, txHash: tx_hash, height: block_height }];
  });
  return [
    ...places,
    ...attempts.map(({ network, hash, block_height }) => ({ network, txHash: hash, height: block_height })),
  ];
}

/** Requests that name one of the records, oldest first, without the looking of this API itself. */
function requestMarks(
  { contract }: AdminDependencies,
  family: readonly FoundRecord[],
  instants: readonly string[],
): Mark[] {
  const { requests } = contract;
  const ids = family.map(({ row }) => row.id);
  const { rows } = requests.list({}, Number.POSITIVE_INFINITY);
  return rows
    .filter((row) => !(row.surface === "admin" && row.method === "GET"))
    .filter((row) => textsOf(row).some((text) => ids.some((id) => text.includes(id))))
    .slice(0, MAX_ITEMS)
    .toReversed()
    .flatMap((row) => {
      const at = instantOf(row, instants);
      return [requestMark(row, at, requests.secrets), ...faultMarks(row, at)];
    });
}

/**
 * The log knows when a request ended; what it changed while it ran has it as its cause, so it stands at the first of these instants. One without
 * a virtual time came before there was a world; the wall time of its end takes its place.
 */
function instantOf({ clock, at, durationMs, method }: KeptRequest, instants: readonly string[]): string {
  const end = isoTime(clock ?? at);
  if (clock === null || method === "GET") return end;
  const begin = isoTime(Math.floor(clock - durationMs));
  return instants.find((instant) => instant >= begin && instant <= end) ?? end;
}

function requestMark(row: KeptRequest, at: string, secrets: readonly string[]): Mark {
  const answer = row.status === null ? `connection closed (${row.cut ?? "no answer"})` : String(row.status);
  return {
    ...{ at, lane: "request", what: row.operationId ?? row.method, request_id: row.requestId },
    title: `${row.method} ${redactTarget(row.target, secrets)} → ${answer}`,
    ...{ ref: { kind: "request", id: row.requestId }, detail: row.refusal?.detail ?? null },
  };
}

function faultMarks(row: KeptRequest, at: string): Mark[] {
  return row.faults.map(({ id, effect }) => ({
    ...{ at, lane: "fault" as const, what: effect, title: `fault ${id}: ${effect}` },
    ...{ request_id: row.requestId, fault_id: id, ref: { kind: "fault", id }, detail: null },
  }));
}

/** States in which a record waits for something, of any kind. */
const OPEN: ReadonlySet<string> = new Set([
  ...["seen", "queued", "processing", "created", "prepared", "signed", "broadcasted", "routing", "retrying"],
  ...["pending", "sent"],
]);

/** The reasons that name a record, an attempt, a delivery or a hash of it; and of a network where one of the records is open. */
function heldBack(
  dependencies: AdminDependencies,
  family: readonly FoundRecord[],
  refs: ReadonlySet<string>,
): HeldBack[] {
  const open = family.flatMap(({ row }) => {
    const state = "state" in row ? row.state : "status" in row ? row.status : "";
    return "network" in row && OPEN.has(state) ? [row.network] : [];
  });
  return blockersOf(dependencies).filter(({ reason, ref = "", network = "" }) =>
    ref === "" || reason === "halted-chain" ? open.includes(network) : ref.split(", ").some((one) => refs.has(one)),
  );
}
