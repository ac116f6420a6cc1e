// `events`: prints the webhook events of a sandbox in order, and with --follow goes on as they happen.
import { type AdminClient, AdminError, isRecord } from "./admin-client.ts";
import { type ClientCall, clientCommand, count } from "./command.ts";
import { jsonLine, plain } from "./io.ts";

type EventsOptions = {
  follow?: true;
  type?: string;
  resourceId?: string;
  tenantId?: string;
  /** Print what comes after this sequence number. */
  after?: number;
  /** Stop after this many. */
  limit?: number;
  json?: true;
};

/** How many are asked for at once. */
const PAGE = 100;
/** How long one wait may last; the next follows at once, so this only bounds how late a reset is noticed. */
const WAIT = "20s";

export const eventsCommand = clientCommand<EventsOptions>({
  name: "events",
  about: "print the webhook events in order",
  options: [
    { flags: "-f, --follow", about: "go on printing as they happen, until Ctrl+C" },
    { flags: "--type <TYPE>", about: "only this type, as deposit.confirmed" },
    { flags: "--resource-id <ID>", about: "only about this record" },
    { flags: "--tenant-id <ID>", about: "only of this tenant" },
    { flags: "--after <SEQUENCE>", about: "only what comes after this sequence number", read: count(0) },
    { flags: "--limit <N>", about: "stop after this many", read: count(1) },
  ],
  examples: ["events --follow --type deposit.confirmed"],
  run: events,
});

/** Prints until the end (or for ever with `follow`). */
async function events({ client, options, io }: ClientCall<EventsOptions>): Promise<number> {
  const { type, resourceId, tenantId, limit = Number.POSITIVE_INFINITY } = options;
  const filter = { type, resource_id: resourceId, tenant_id: tenantId };
  let after = options.after ?? 0;
  let last: Record<string, unknown> | null = null;
  let printed = 0;

  const print = (event: Record<string, unknown>): void => {
    io.out(options.json ? jsonLine(event) : line(event));
    after = Number(event["sequence"]);
    last = event;
    printed += 1;
  };

  while (printed < limit) {
    const page = eventsOf(
      await client.get("/admin/events", { ...filter, after, limit: Math.min(PAGE, limit - printed) }),
    );
    for (const event of page) print(event);
    if (page.length > 0) continue;
    if (!options.follow) break;
    const next = await nextEvent(client, { ...filter, after });
    if (next !== null) print(next);
    else if (last !== null && !(await isStillThere(client, last, filter))) {
      // Reset, restore and import start another timeline, in which sequences begin anew.
      io.err("the world was started anew: following from its beginning\n");
      [after, last] = [0, null];
    }
  }
  return 0;
}

type Query = Readonly<Record<string, string | number | undefined>>;

async function nextEvent(client: AdminClient, query: Query): Promise<Record<string, unknown> | null> {
  try {
    const event = await client.get("/admin/events/wait", { ...query, timeout: WAIT });
    return isRecord(event) ? event : null;
  } catch (error) {
    if (error instanceof AdminError && error.status === 408) return null;
    throw error;
  }
}

async function isStillThere(client: AdminClient, event: Record<string, unknown>, filter: Query): Promise<boolean> {
  const before = Number(event["sequence"]) - 1;
  const [found] = eventsOf(await client.get("/admin/events", { ...filter, after: before, limit: 1 }));
  return found?.["id"] === event["id"];
}

function eventsOf(page: unknown): Record<string, unknown>[] {
  const items = isRecord(page) ? page["items"] : undefined;
  return Array.isArray(items) ? items.filter(isRecord) : [];
}

function line({ sequence, time, type, resource_id, payload }: Record<string, unknown>): string {
  const facts = plain(`${sequence}  ${time}  ${type}  ${resource_id ?? ""}`);
  return `${facts}  ${plain(JSON.stringify(payload) ?? "")}\n`;
}
