// Counts of one tenant: calls by operation and status, members sent, events by type. Numbers and names only, and a bounded number of them.
import type { AnnouncedEvent, DeliverySeen } from "../delivery-seen.ts";
import type { Observation } from "../observation.ts";
import type { SentMember } from "../provenance/sent-members.ts";

/** Names that a client invents are counted too, so their number and length are bounded (C-10). */
export const MAX_MEMBER_NAMES = 200;
const MAX_NAME = 64;

export type StatusCount = { calls: number; injected: number };
export type MemberCount = { in: SentMember["in"]; name: string; sent: number };
/** How often requests in a row sent exactly these members: they are counted one by one when others come, or when somebody looks. */
type Run = { readonly sent: readonly SentMember[]; times: number };

export class OperationCount {
  calls = 0;
  /** By status; 0 stands for a connection that was closed. */
  readonly statuses = new Map<number, StatusCount>();
  readonly #members = new Map<string, MemberCount>();
  #run: Run = { sent: [], times: 0 };

  /** The members that were sent. */
  get members(): ReadonlyMap<string, MemberCount> {
    this.#endRun();
    return this.#members;
  }

  /** Counts the members of one request. Equal ones should be the same array. */
  sent(members: readonly SentMember[]): void {
    if (this.#run.sent === members) this.#run.times += 1;
    else {
      this.#endRun();
      this.#run = { sent: members, times: 1 };
    }
  }

  /** Adds what another one counted. */
  add(other: OperationCount): void {
    this.calls += other.calls;
    for (const [status, { calls, injected }] of other.statuses) {
      const counted = getOrMake(this.statuses, status, newStatus);
      counted.calls += calls;
      counted.injected += injected;
    }
    for (const { in: place, name, sent } of other.members.values()) addMember(this.#members, place, name, sent);
  }

  #endRun(): void {
    const { sent, times } = this.#run;
    if (times > 0) for (const { in: place, name } of sent) addMember(this.#members, place, name, times);
    this.#run.times = 0;
  }
}
/** `announced`: events; the others: attempts to deliver them. `faulted`: attempts that a fault touched, whatever came of them. */
export type EventCount = { announced: number; delivered: number; refused: number; faulted: number };

export class Counts {
  requests = 0;
  readonly operations = new Map<string, OperationCount>();
  readonly events = new Map<string, EventCount>();

  request({ operationId, operation, status, injected }: Observation, sent: readonly SentMember[]): void {
    this.requests += 1;
    if (operation === undefined || operationId === null) return;
    const counted = getOrMake(this.operations, operationId, newOperation);
    counted.calls += 1;
    const ofStatus = getOrMake(counted.statuses, status ?? 0, newStatus);
    ofStatus.calls += 1;
    if (injected) ofStatus.injected += 1;
    counted.sent(sent);
  }

  announced({ type }: AnnouncedEvent): void {
    getOrMake(this.events, type, newEvent).announced += 1;
  }

  delivery({ type, outcome, fault }: DeliverySeen): void {
    const counted = getOrMake(this.events, type, newEvent);
    if (outcome === "delivered") counted.delivered += 1;
    else if (outcome !== "faulted") counted.refused += 1;
    if (fault !== null) counted.faulted += 1;
  }

  /** Adds those of another tenant. */
  add(other: Counts): void {
    this.requests += other.requests;
    for (const [id, from] of other.operations) getOrMake(this.operations, id, newOperation).add(from);
    for (const [type, from] of other.events) {
      const into = getOrMake(this.events, type, newEvent);
      for (const name of ["announced", "delivered", "refused", "faulted"] as const) into[name] += from[name];
    }
  }
}

function addMember(members: Map<string, MemberCount>, place: SentMember["in"], name: string, sent: number): void {
  const short = name.length <= MAX_NAME ? name : name.slice(0, MAX_NAME).toWellFormed();
  const key = `${place} ${short}`;
  const known = members.get(key);
  if (known !== undefined) known.sent += sent;
  else if (members.size < MAX_MEMBER_NAMES) members.set(key, { in: place, name: short, sent });
}

const newOperation = (): OperationCount => new OperationCount();
const newStatus = (): StatusCount => ({ calls: 0, injected: 0 });
const newEvent = (): EventCount => ({ announced: 0, delivered: 0, refused: 0, faulted: 0 });

function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
