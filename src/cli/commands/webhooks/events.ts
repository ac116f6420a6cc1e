// `events`: prints the webhook events of a sandbox in order; with --follow also new ones as they happen.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { type ClientCall, clientCommand, count } from "../../command.ts";
import { type EventRecord, eventsOf, followEvents } from "../../follow-events.ts";
import { jsonLine } from "../../process-io.ts";

type EventsOptions = {
  follow?: true;
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
  about: "print the webhook events in order",
  options: [
    { flags: "-f, --follow", about: "also print new events as they happen, until Ctrl+C" },
    { flags: "--type <TYPE>", about: "only this type, for example deposit.confirmed" },
    { flags: "--resource-id <ID>", about: "only about this record" },
    { flags: "--tenant-id <ID>", about: "only of this tenant" },
    { flags: "--after <SEQUENCE>", about: "only events after this sequence number", read: count(0) },
    { flags: "--limit <N>", about: "stop after this many", read: count(1) },
  ],
  examples: ["events --follow --type deposit.confirmed"],
  run: events,
});

/** Prints all events, and with `follow` new ones without end. */
async function events({ client, options, io }: ClientCall<EventsOptions>): Promise<number> {
  const { type, resourceId, tenantId, limit = Number.POSITIVE_INFINITY } = options;
  const filter = { type, resource_id: resourceId, tenant_id: tenantId };
  let after = options.after ?? 0;
  let last: EventRecord | null = null;
  let printed = 0;

  const print = (event: EventRecord): void => {
    io.out(options.json ? jsonLine(event) : line(event));
    after = Number(event["sequence"]);
    last = event;
    printed += 1;
  };

  for (let page: EventRecord[] = [{}]; page.length > 0 && printed < limit; ) {
    page = eventsOf(await client.get("/admin/events", { ...filter, after, limit: Math.min(PAGE, limit - printed) }));
    for (const event of page) print(event);
  }
  if (!options.follow || printed >= limit) return 0;
  for await (const item of followEvents(client, filter, last, after)) {
    if ("event" in item) print(item.event);
    else io.err("the world was reset or restored: following its new events now\n");
    if (printed >= limit) break;
  }
  return 0;
}

function line({ sequence, time, type, resource_id, payload }: EventRecord): string {
  const head = escapeControl(`${sequence}  ${time}  ${type}  ${resource_id ?? ""}`);
  return `${head}  ${escapeControl(JSON.stringify(payload) ?? "")}\n`;
}
