// The stage that answers the streams of /admin with server-sent events instead of a JSON document.

import { listEvents, newestAnnounced } from "../../domain/outbox.ts";
import type { RequestContext, Stage } from "../../http/request-context.ts";
import { required } from "../../kernel/assert.ts";
import { Problem } from "../../kernel/problem.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { StreamId } from "../handler.ts";
import { eventQuery, eventView, type WantedEvents } from "../operations/events.ts";
import type { StreamSource } from "./event-streams.ts";
import { TOPICS, type Topic } from "./topics.ts";

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  // A buffering proxy would delay every event.
  "X-Accel-Buffering": "no",
};

/** Opens the stream that a request asks for. @throws Problem for a request that cannot be met; `writeHead` was not called then */
type Open = (context: RequestContext, writeHead: () => void) => void;

export function serveStreams(id: StreamId, dependencies: AdminDependencies): Stage {
  const opens: Readonly<Record<StreamId, (context: RequestContext) => Open>> = {
    streamEvents: (context) => openEvents(dependencies, context),
    streamChanges: (context) => openChanges(dependencies, context),
  };
  return (context) => {
    const { response, replyHeaders, method } = context;
    const open = opens[id](context);
    const head = (): void => void response.writeHead(200, { ...replyHeaders, ...HEADERS });
    if (method === "HEAD") {
      head();
      response.end();
    } else open(context, head);
    context.reply = { status: 200, text: "", headers: {} };
  };
}

function openEvents(dependencies: AdminDependencies, context: RequestContext): Open {
  const wanted = queryOf<WantedEvents>(context);
  const after = lastEventId(context) ?? wanted.after ?? 0;
  return ({ response }, head) =>
    dependencies.subscribers.streams.open(response, sourceOf(dependencies, wanted), after, head);
}

function openChanges({ subscribers, version }: AdminDependencies, context: RequestContext): Open {
  const topics = topicsOf(queryOf<{ topics?: string }>(context).topics);
  return ({ response }, head) => subscribers.changes.open(response, { topics, version }, head);
}

function queryOf<Query>({ input }: RequestContext): Query {
  return required(input, "a checked request").query as Query;
}

/** @throws Problem invalidRequest for a name that is no topic */
function topicsOf(text: string | undefined): ReadonlySet<Topic> | undefined {
  if (text === undefined) return undefined;
  const names = text.split(",");
  const unknown = names.find((name) => !TOPICS.some((topic) => topic === name));
  if (unknown === undefined) return new Set(names as Topic[]);
  const details = { topics: [...TOPICS] };
  throw new Problem("invalidRequest", `topics: ${JSON.stringify(unknown)} is none: use ${TOPICS.join(", ")}`, {
    details,
  });
}

/** A browser that reconnects sends the last id it received to the same URL, so this header wins over `after`. */
function lastEventId({ requestHeaders }: RequestContext): number | undefined {
  const text = requestHeaders["last-event-id"];
  if (text === undefined || text === "") return undefined;
  if (typeof text === "string" && /^\d{1,15}$/.test(text)) return Number(text);
  throw new Problem("invalidRequest", "Last-Event-ID is the id of an event of this stream: a whole number");
}

function sourceOf(dependencies: AdminDependencies, wanted: WantedEvents): StreamSource {
  // During a reset there is no world to read.
  return {
    read(after, limit) {
      if (!dependencies.isReady()) return [];
      const rows = listEvents(dependencies.flow.world.db, eventQuery({ ...wanted, after }, limit));
      return rows.map((row) => ({ sequence: row.sequence, data: JSON.stringify(eventView(row)) }));
    },
    newest: () => (dependencies.isReady() ? newestAnnounced(dependencies.flow.world.db) : 0),
  };
}
