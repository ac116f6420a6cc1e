// `show`: what happened to a record, event, delivery or request, and what it waits for, as a timeline in the terminal.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import type { AdminClient } from "../../admin-client.ts";
import { type ClientCall, clientCommand } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { type Column, type Paint, painter, print, table, wrapped } from "../../output.ts";
import { CommandError, type ProcessIo } from "../../process-io.ts";
import { requestText } from "../requests/request-text.ts";
import { type FoundRow, find, foundTable } from "./search.ts";

type ShowOptions = { json?: true };
type Item = Record<string, unknown>;

/** Candidates that are looked at. */
const CANDIDATES = 50;

export const showCommand = clientCommand<ShowOptions>({
  name: "show",
  about: "show the timeline of a record, event, delivery or request: what happened, and what it waits for",
  args: [{ name: "id", about: "its id or the start of one; also a hash, an owner or a reference", required: true }],
  examples: ["show 019b76da-a800", "show order-1", "show req_000000000042"],
  exits: { 1: "nothing has this id, several have it, or no sandbox answers" },
  run: show,
});

async function show({ client, args: [id = ""], options, io }: ClientCall<ShowOptions>): Promise<number> {
  const { page, rows } = await find(client, id, CANDIDATES);
  const chosen = await oneStory(client, rows);
  if (rows.length === 0) throw new CommandError(foundTable(io, page, rows).trimEnd());
  if (chosen === undefined) {
    print(io, options.json, page, () => `several begin so, show one of them:\n${foundTable(io, page, rows)}`);
    return 1;
  }
  const path = String(chosen["path"]);
  if (!path.startsWith("/admin/")) {
    return print(io, options.json, chosen, () => `${text(chosen["title"])}: ${client.origin}${path}\n`);
  }
  const answer = await client.get(path);
  return print(io, options.json, answer, () => answerText(io, chosen, answer));
}

/** The only candidate; of several the first, if all others belong to its story. */
async function oneStory(client: AdminClient, rows: readonly FoundRow[]): Promise<FoundRow | undefined> {
  const [first, ...others] = rows;
  if (first === undefined || others.length === 0) return first;
  const told = String(first["path"]);
  if (!told.startsWith("/admin/records/")) return undefined;
  const record = await client.get(told.replace(/\/timeline$/, ""));
  const related = recordsOf(isObject(record) ? record["related"] : undefined).map((one) => one["id"]);
  return others.every((other) => related.includes(other["id"])) ? first : undefined;
}

function answerText(io: ProcessIo, chosen: FoundRow, answer: unknown): string {
  if (!isObject(answer)) return "";
  if (chosen["kind"] === "request") return requestText(io, answer);
  const heading = [chosen["kind"], chosen["id"], chosen["state"] ?? ""].map(text).join(" ").trimEnd();
  const paint = painter(io);
  const items = recordsOf(answer["items"]);
  const older = answer["truncated"] === true ? "older items are left out\n" : "";
  const title = `${paint.bold(heading)}\n${wrapped(io, text(chosen["title"]))}\n`;
  return `${title}\n${older}${table(io, COLUMNS, items, "nothing is known of it")}${heldBackText(io, answer, paint)}`;
}

const COLUMNS: readonly Column<Item>[] = [
  { head: "TIME", cell: ({ at }) => String(at).slice(0, 23).replace("T", " ") },
  { head: "LANE", cell: ({ lane }) => lane, paint: paintLane },
  { head: "WHAT", cell: whatOf, shrinks: true },
];

/** Deliveries of a test event have no title. */
function whatOf({ title, type, state, detail }: Item): string {
  const words = title ?? [type, state].join(" ");
  return detail === null || detail === undefined ? String(words) : `${words} (${String(detail)})`;
}

function paintLane(cell: string, lane: string, paint: Paint): string {
  if (lane === "fault") return paint.bad(cell);
  return lane === "plan" ? paint.dim(cell) : cell;
}

/** Each reason with the call that helps. */
function heldBackText(io: ProcessIo, answer: Record<string, unknown>, paint: Paint): string {
  const reasons = recordsOf(answer["held_back"]);
  if (reasons.length === 0) return "";
  const lines = reasons.map(({ message }) => `${wrapped(io, `  ${text(message)}`)}\n`);
  return `\n${paint.bold("held back")}\n${lines.join("")}`;
}

function text(value: unknown): string {
  return escapeControl(String(value ?? ""));
}
