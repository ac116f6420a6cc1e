// Follows the event log: by the sandbox's event stream, resumed after an interruption, or by long polling where there is no stream.
import { isObject } from "../kernel/is-object.ts";
import type { AdminClient } from "./admin-client.ts";
import { AdminError, parseExact, type Query, recordsOf, withQuery } from "./http-client.ts";
import { CommandError } from "./process-io.ts";
import { sseMessages } from "./sse-parser.ts";

export type EventRecord = Record<string, unknown>;

/** An event, or a restart of the world (reset, restore): from then on sequence numbers start again. */
type Followed = { event: EventRecord } | { restarted: true };

/** Duration of one long poll; the next follows at once, so this only limits how late a reset is noticed. */
const WAIT = "20s";

/** After this many streams in a row that end without a message, following fails. */
const MAX_EMPTY_STREAMS = 3;

/** Events after the sequence number `after`, without end. Throws like the client. */
export async function* followEvents(
  client: AdminClient,
  filter: Query,
  last: EventRecord | null,
  after: number,
): AsyncGenerator<Followed> {
  let [at, empty] = [after, 0];
  while (empty < MAX_EMPTY_STREAMS) {
    const body = await streamOf(client, filter, at);
    if (body === undefined) return yield* pollEvents(client, filter, last, at);
    empty += 1;
    for await (const { sequence, ...item } of readStream(body)) {
      [at, empty] = [sequence, 0];
      yield item;
    }
  }
  throw new CommandError(
    `the event stream of ${client.origin} ends as soon as it begins: is there a proxy in between?`,
  );
}

/** The items of a stream until it ends or breaks. The caller then opens it again, which fails if the sandbox is gone. */
async function* readStream(body: ReadableStream<Uint8Array>): AsyncGenerator<Followed & { sequence: number }> {
  try {
    for await (const { id, event, data } of sseMessages(body)) {
      const record = parseExact(data);
      if (!isObject(record)) continue;
      const sequence = Number(id === "" ? record["sequence"] : id);
      yield event === "restart" ? { restarted: true, sequence } : { event: record, sequence };
    }
  } catch {
    return;
  }
}

/** The open stream, or undefined if the sandbox has none. */
async function streamOf(client: AdminClient, filter: Query, after: number) {
  const answer = await client.open(withQuery("/admin/events/stream", { ...filter, after }), {
    accept: "text/event-stream",
  });
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream");
  if (answer.status === 200 && isStream && answer.body !== null) return answer.body;
  await answer.body?.cancel();
  return undefined;
}

async function* pollEvents(
  client: AdminClient,
  filter: Query,
  last: EventRecord | null,
  after: number,
): AsyncGenerator<Followed> {
  let [at, seen] = [after, last];
  for (;;) {
    const event = await nextEvent(client, { ...filter, after: at });
    if (event !== null) {
      [at, seen] = [Number(event["sequence"]), event];
      yield { event };
    } else if (seen !== null && !(await stillExists(client, seen, filter))) {
      [at, seen] = [0, null];
      yield { restarted: true };
    }
  }
}

async function nextEvent(client: AdminClient, query: Query): Promise<EventRecord | null> {
  try {
    const event = await client.get("/admin/events/wait", { ...query, timeout: WAIT });
    return isObject(event) ? event : null;
  } catch (error) {
    if (error instanceof AdminError && error.status === 408) return null;
    throw error;
  }
}

async function stillExists(client: AdminClient, event: EventRecord, filter: Query): Promise<boolean> {
  const before = Number(event["sequence"]) - 1;
  const [found] = eventsOf(await client.get("/admin/events", { ...filter, after: before, limit: 1 }));
  return found?.["id"] === event["id"];
}

/** The events of a page. */
export function eventsOf(page: unknown): EventRecord[] {
  return recordsOf(isObject(page) ? page["items"] : undefined);
}
