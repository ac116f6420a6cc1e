// Events as they happen: from the sandbox's stream, picked up again after an interruption; by asking where there is no stream.
import { isObject } from "../kernel/is-object.ts";
import type { AdminClient } from "./admin-client.ts";
import { AdminError, parseExact, type Query, recordsOf, withQuery } from "./http-client.ts";
import { CommandError } from "./process-io.ts";
import { sseMessages } from "./sse-parser.ts";

export type EventRecord = Record<string, unknown>;

/** An event, or the news that the world was started anew: from there on, sequences begin again. */
type Followed = { event: EventRecord } | { restarted: true };

/** How long one question may last; the next follows at once, so this only bounds how late a reset is noticed. */
const WAIT = "20s";

/** How often a stream may end without a single message before that is told. */
const EMPTY_STREAMS = 3;

/** What happens after the sequence `after`, without an end. Throws as the client does. */
export async function* followEvents(
  client: AdminClient,
  filter: Query,
  last: EventRecord | null,
  after: number,
): AsyncGenerator<Followed> {
  let [at, empty] = [after, 0];
  while (empty < EMPTY_STREAMS) {
    const body = await streamOf(client, filter, at);
    if (body === undefined) return yield* askForEvents(client, filter, last, at);
    empty += 1;
    for await (const { sequence, ...news } of newsOf(body)) {
      [at, empty] = [sequence, 0];
      yield news;
    }
  }
  throw new CommandError(`the event stream of ${client.origin} ends as soon as it begins: is something in between?`);
}

/** What a stream tells until it ends or breaks; it is opened again then, which tells whether anybody answers. */
async function* newsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Followed & { sequence: number }> {
  try {
    for await (const { id, event, data } of sseMessages(body)) {
      const told = parseExact(data);
      if (!isObject(told)) continue;
      const sequence = Number(id === "" ? told["sequence"] : id);
      yield event === "restart" ? { restarted: true, sequence } : { event: told, sequence };
    }
  } catch {
    return;
  }
}

/** The open stream, or undefined where the sandbox has none. */
async function streamOf(client: AdminClient, filter: Query, after: number) {
  const answer = await client.open(withQuery("/admin/events/stream", { ...filter, after }), {
    accept: "text/event-stream",
  });
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream");
  if (answer.status === 200 && isStream && answer.body !== null) return answer.body;
  await answer.body?.cancel();
  return undefined;
}

async function* askForEvents(
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
    } else if (seen !== null && !(await isStillThere(client, seen, filter))) {
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

async function isStillThere(client: AdminClient, event: EventRecord, filter: Query): Promise<boolean> {
  const before = Number(event["sequence"]) - 1;
  const [found] = eventsOf(await client.get("/admin/events", { ...filter, after: before, limit: 1 }));
  return found?.["id"] === event["id"];
}

/** The events of a page. */
export function eventsOf(page: unknown): EventRecord[] {
  return recordsOf(isObject(page) ? page["items"] : undefined);
}
