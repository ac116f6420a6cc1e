// `deliveries`: lists webhook deliveries, newest first, or shows one with each of its attempts.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { type ClientCall, clientCommand } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { DEFAULT_LIMIT, limitOption, OLDER_ONES } from "../../limit-option.ts";
import { type Column, painter, print, table, wrapped } from "../../output.ts";
import { CommandError, type ProcessIo } from "../../process-io.ts";
import { DELIVERY_COLUMNS, type DeliveryFilters, deliveryFilter, deliveryOptions } from "./delivery-options.ts";

type DeliveriesOptions = DeliveryFilters & { json?: true };
type Row = Record<string, unknown>;

export const deliveriesCommand = clientCommand<DeliveriesOptions>({
  name: "deliveries",
  about: "list webhook deliveries, newest first, or show one with its attempts and whether they verify",
  args: [{ name: "id", about: "number of one delivery" }],
  options: [...deliveryOptions(["due", "sending", "delivered", "dead"]), limitOption()],
  examples: ["deliveries --state dead", "deliveries 12", "deliveries --type deposit.confirmed --json"],
  run: deliveries,
});

async function deliveries({ client, args: [id], options, io }: ClientCall<DeliveriesOptions>): Promise<number> {
  if (id !== undefined) {
    const filters = Object.values(deliveryFilter(options)).some((value) => value !== undefined);
    if (filters || options.limit !== undefined) throw new CommandError("filters do not go with an ID", 2);
    const found = await client.get(`/admin/deliveries/${encodeURIComponent(id)}`);
    return print(io, options.json, found, () => deliveryText(io, isObject(found) ? found : {}));
  }
  const { limit = DEFAULT_LIMIT } = options;
  const page = await client.get("/admin/deliveries", { ...deliveryFilter(options), order: "newest", limit });
  const rows = recordsOf(isObject(page) ? page["items"] : undefined);
  const older = isObject(page) && page["next_before"] !== null;
  const more = older ? OLDER_ONES : "";
  return print(io, options.json, page, () => table(io, DELIVERY_COLUMNS, rows, "no deliveries") + more);
}

const ATTEMPTS: readonly Column<Row>[] = [
  { head: "TRY", cell: ({ number }) => number, right: true },
  { head: "TIME", cell: ({ at }) => String(at).slice(0, 19).replace("T", " ") },
  { head: "STATUS", cell: ({ status }) => status },
  { head: "MS", cell: (row) => row["duration_ms"], right: true },
  { head: "SIGNATURE", cell: ({ verification }) => signatureOf(verification) },
  { head: "FAULT", cell: ({ fault }) => fault },
  { head: "ANSWER", cell: ({ error, response }) => error || response, shrinks: true },
];

function signatureOf(verification: unknown): string {
  if (!isObject(verification)) return "";
  return verification["ok"] === true ? `valid, ${String(verification["signed_by"])}` : String(verification["reason"]);
}

function deliveryText(io: ProcessIo, row: Row): string {
  const text = (value: unknown): string => escapeControl(String(value ?? ""));
  const paint = painter(io);
  const heading = paint.bold(`delivery ${text(row["id"])} ${text(row["state"])}`);
  const next = row["next_attempt_at"] === null ? "" : `next attempt at ${text(row["next_attempt_at"])}\n`;
  const reason = row["reason"] === null ? "" : `${wrapped(io, text(row["reason"]))}\n`;
  const about = wrapped(io, `${text(row["type"])} about ${text(row["resource_id"])} to ${text(row["url"])}`);
  const body = row["body"] === null ? "" : `\n${paint.bold("body")}\n${text(row["body"])}\n`;
  return `${heading}\n${about}\n${next}${reason}\n${table(io, ATTEMPTS, recordsOf(row["attempts"]), "no attempt yet")}${body}`;
}
