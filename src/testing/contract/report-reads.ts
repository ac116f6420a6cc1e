// Hands what was read to the contract report of a sandbox: in batches, and as well as it can, since no test may fail for it.
import { systemClock, type Timer } from "../../kernel/wall-clock.ts";
import type { Control } from "../control.ts";
import { type MemberReads, ReadStore } from "./member-reads.ts";

/** The sandbox that is told. Without `tenantId` what is read counts for every tenant. */
export type ReadsTarget = { readonly control: Control; readonly tenantId: string | undefined };

/** Wall ms after the first pointer until a batch is sent. */
const BATCH_MS = 200;
/** Entries of one request of the control API, and pointers of one entry. */
const MAX_ENTRIES = 100;
const MAX_POINTERS = 250;
/** Characters of pointers in one request, whose body holds 100 KB. */
const MAX_CHARACTERS = 60_000;

type Entry = { operation_id?: string; event_type?: string; pointers: string[] };

export class ReadsReporter {
  readonly #target: ReadsTarget;
  #pending = new ReadStore();
  #timer: Timer | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(target: ReadsTarget) {
    this.#target = target;
  }

  /** True for a call that this sandbox answers: what is read of another server is nothing for its report. */
  answers(url: string): boolean {
    const [own, other] = [new URL(this.#target.control.origin), URL.canParse(url) ? new URL(url) : undefined];
    return other !== undefined && other.port === own.port && hostOf(other) === hostOf(own);
  }

  /** Keeps a pointer for the next batch; the process does not end before it is sent. */
  note(key: string, source: MemberReads["source"], pointer: string): void {
    this.#pending.add(key, source, pointer);
    this.#timer ??= systemClock.after(BATCH_MS, () => void this.flush());
  }

  /** Sends what is waiting, and resolves when the sandbox has it. It never rejects: a sandbox that is gone is told nothing. */
  flush(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    const reads = this.#pending.all;
    if (reads.length === 0) return this.#sending;
    this.#pending = new ReadStore();
    this.#sending = this.#sending.then(() => this.#send(reads)).catch(() => {});
    return this.#sending;
  }

  async #send(reads: readonly MemberReads[]): Promise<void> {
    const { control, tenantId } = this.#target;
    const tenant = tenantId === undefined ? {} : { tenant_id: tenantId };
    for (const batch of batchesOf(await entriesOf(reads)))
      await control.post("/contract/reads", { ...tenant, reads: batch });
  }
}

/** All names of this machine are one. */
function hostOf({ hostname }: URL): string {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname) ? "loopback" : hostname;
}

/** The reads by operation and type; a call that is no operation of the service has none. The document is read only now: it is large. */
async function entriesOf(reads: readonly MemberReads[]): Promise<Entry[]> {
  const { belowVersion, operationAt } = await import("../../contract/compare/match-operation.ts");
  const { serviceDocument } = await import("../../spec/document.ts");
  return reads.flatMap(({ source, pointers }): Entry[] => {
    const lists = partsOf([...pointers], MAX_POINTERS);
    if ("eventType" in source)
      // Under the reading open_values there are types that nobody knows.
      return source.eventType in (serviceDocument.webhooks ?? {})
        ? lists.map((list) => ({ event_type: source.eventType, pointers: list }))
        : [];
    const below = belowVersion(source.url);
    const operation = below && operationAt(serviceDocument, source.method, below.path);
    return operation === undefined ? [] : lists.map((list) => ({ operation_id: operation.id, pointers: list }));
  });
}

function batchesOf(entries: readonly Entry[]): Entry[][] {
  const batches: Entry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const size = entry.pointers.reduce((sum, pointer) => sum + pointer.length + 3, 0);
    const last = batches.at(-1);
    if (last === undefined || last.length >= MAX_ENTRIES || size > room) {
      batches.push([entry]);
      room = MAX_CHARACTERS - size;
    } else {
      last.push(entry);
      room -= size;
    }
  }
  return batches;
}

function partsOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}
