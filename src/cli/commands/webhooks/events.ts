// `events`: prints the webhook events of a sandbox in order; with --follow also new ones as they happen.

import type { AdminClient } from "../../admin-client.ts";
import { type ClientCall, clientCommand, count } from "../../command.ts";
import { type EventRecord, eventsOf, followEvents } from "../../follow-events.ts";
import type { Query } from "../../http-client.ts";
import { EVENT_TYPES } from "../../names.gen.ts";
import { CommandError, jsonLine } from "../../process-io.ts";
import { eventHeading, eventLine } from "./event-line.ts";

type EventsOptions = {
  follow?: true;
  fromNow?: true;
  type?: string;
  resourceId?: string;
  tenantId?: string;
  /** Print events after this sequence number. */
  after?: number;
  /** Stop after this many. */
  limit?: number;
  json?: true;
};

/** Events per request. */
const PAGE = 100;

export const eventsCommand = clientCommand<EventsOptions>({
  name: "events",
  about: "print the webhook events in order, one line each; --json has the bodies",
  options: [
    { flags: "-f, --follow", about: "also print new events as they happen, until Ctrl+C" },
    { flags: "--from-now", about: "skip past events (with --follow)" },
    { flags: "--type <TYPE>", about: "only this type, for example deposit.confirmed", suggests: () => EVENT_TYPES },
    { flags: "--resource-id <ID>", about: "only about this record" },
    { flags: "--tenant-id <ID>", about: "only of this tenant" },
    { flags: "--after <SEQUENCE>", about: "only events after this sequence number", read: count(0) },
    { flags: "--limit <N>", about: "stop after this many", read: count(1) },
  ],
  examples: ["events --follow --type deposit.confirmed", "events --follow --from-now"],
  run: events,
});

/** Prints all events, and with `follow` new ones without end. */
async function events({ client, options, io }: ClientCall<EventsOptions>): Promise<number> {
  const { type, resourceId, tenantId, limit = Number.POSITIVE_INFINITY } = options;
  requireFollow(options);
  const filter = { type, resource_id: resourceId, tenant_id: tenantId };
  let last: EventRecord | null = null;
  let printed = 0;

  const print = (event: EventRecord): void => {
    if (!options.json && printed === 0) io.out(eventHeading(io));
    io.out(options.json ? jsonLine(event) : eventLine(io, event));
    printed += 1;
  };

  const max = options.fromNow ? Number.POSITIVE_INFINITY : limit;
  for await (const event of pastEvents(client, { filter, after: options.after ?? 0, limit: max })) {
    last = event;
    if (!options.fromNow) print(event);
  }
  if (!options.follow || printed >= limit) return 0;
  const after = last === null ? (options.after ?? 0) : Number((last as EventRecord)["sequence"]);
  for await (const item of followEvents(client, filter, last, after)) {
    if ("event" in item) print(item.event);
    else io.err("the world was reset or restored: following its new events now\n");
    if (printed >= limit) break;
  }
  return 0;
}

/** @throws CommandError */
function requireFollow({ fromNow, follow }: EventsOptions): void {
  if (fromNow && !follow) throw new CommandError("--from-now needs --follow: without it nothing would be printed", 2);
}

type Past = { filter: Query; after: number; limit: number };

/** At most `limit` events after a sequence number, page by page. */
async function* pastEvents(client: AdminClient, { filter, after, limit }: Past): AsyncGenerator<EventRecord> {
  let [at, left] = [after, limit];
  while (left > 0) {
    const page = eventsOf(await client.get("/admin/events", { ...filter, after: at, limit: Math.min(PAGE, left) }));
    if (page.length === 0) return;
    yield* page;
    at = Number(page.at(-1)?.["sequence"]);
    left -= page.length;
  }
}
