// The stage that answers GET /admin/events/stream: its answer is no JSON document and has no end of its own.

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
  // A proxy that collects the answer before it hands it on would hold every event back.
  "X-Accel-Buffering": "no",
};

export function serveStreams(parts: AdminDependencies): Stage {
  return (exchange) => {
    if (exchange.operation?.id !== STREAM) return;
    const wanted = required(exchange.input, "a checked request").query as WantedEvents;
    const after = lastEventId(exchange) ?? wanted.after ?? 0;
    const { response, replyHeaders, method } = exchange;
    const head = (): void => void response.writeHead(200, { ...replyHeaders, ...HEADERS });
    if (method === "HEAD") {
      head();
      response.end();
    } else parts.subscribers.streams.open(response, sourceOf(parts, wanted), after, head);
    exchange.reply = { status: 200, text: "", headers: {} };
  };
}

/** A browser that reconnects sends the last id it saw to the same address, so it goes before `after`. */
function lastEventId({ requestHeaders }: RequestContext): number | undefined {
  const text = requestHeaders["last-event-id"];
  if (text === undefined || text === "") return undefined;
  if (typeof text === "string" && /^\d{1,15}$/.test(text)) return Number(text);
  throw new Problem("invalidRequest", "Last-Event-ID is the id of an event of this stream: a whole number");
}

function sourceOf(parts: AdminDependencies, wanted: WantedEvents): StreamSource {
  // While a reset is under way there is no world to read.
  return {
    read(after, limit) {
      if (!parts.isReady()) return [];
      const rows = listEvents(parts.flow.world.db, eventQuery({ ...wanted, after }, limit));
      return rows.map((row) => ({ sequence: row.sequence, data: JSON.stringify(eventView(row)) }));
    },
    newest: () => (parts.isReady() ? newestAnnounced(parts.flow.world.db) : 0),
  };
}
