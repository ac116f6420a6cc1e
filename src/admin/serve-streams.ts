// The stage that answers GET /admin/events/stream with server-sent events instead of a JSON document.

import { listEvents, newestAnnounced } from "../domain/outbox.ts";
import type { RequestContext, Stage } from "../http/request-context.ts";
import { required } from "../kernel/assert.ts";
import { Problem } from "../kernel/problem.ts";
import type { AdminDependencies } from "./dependencies.ts";
import type { StreamSource } from "./event-streams.ts";
import type { StreamId } from "./handler.ts";
import { eventQuery, eventView, type WantedEvents } from "./operations/events.ts";

const STREAM: StreamId = "streamEvents";

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  // A buffering proxy would delay every event.
  "X-Accel-Buffering": "no",
};

export function serveStreams(dependencies: AdminDependencies): Stage {
  return (context) => {
    if (context.operation?.id !== STREAM) return;
    const wanted = required(context.input, "a checked request").query as WantedEvents;
    const after = lastEventId(context) ?? wanted.after ?? 0;
    const { response, replyHeaders, method } = context;
    const head = (): void => void response.writeHead(200, { ...replyHeaders, ...HEADERS });
    if (method === "HEAD") {
      head();
      response.end();
    } else dependencies.subscribers.streams.open(response, sourceOf(dependencies, wanted), after, head);
    context.reply = { status: 200, text: "", headers: {} };
  };
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
