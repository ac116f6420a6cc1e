// `search`: finds what has an id or begins with a text, of all tenants.
import { isObject } from "../../../kernel/is-object.ts";
import type { AdminClient } from "../../admin-client.ts";
import { clientCommand } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { DEFAULT_LIMIT, limitOption } from "../../limit-option.ts";
import { type Column, paintState, print, table } from "../../output.ts";
import type { ProcessIo } from "../../process-io.ts";

export type FoundRow = Record<string, unknown>;
type SearchOptions = { limit?: number; json?: true };

const COLUMNS: readonly Column<FoundRow>[] = [
  { head: "KIND", cell: ({ kind }) => kind },
  { head: "STATE", cell: ({ state }) => state, paint: paintState },
  { head: "WHAT", cell: ({ title }) => title, shrinks: true },
  { head: "ID", cell: ({ id }) => id },
];

/** @returns the answer as it came, and its items */
export async function find(
  client: AdminClient,
  q: string,
  limit: number,
): Promise<{ page: unknown; rows: FoundRow[] }> {
  const page = await client.get("/admin/search", { q, limit });
  return { page, rows: recordsOf(isObject(page) ? page["items"] : undefined) };
}

/** The candidates under headings, and whether there are more. */
export function foundTable(io: ProcessIo, page: unknown, rows: readonly FoundRow[]): string {
  const more = isObject(page) && page["truncated"] === true ? "and more: give more of the text, or --limit\n" : "";
  const none = "nothing has this id or begins with this text: give an id, hash, address, owner or reference";
  return table(io, COLUMNS, rows, none) + more;
}

export const searchCommand = clientCommand<SearchOptions>({
  name: "search",
  about: "find records, events, blocks and requests by an id, hash, address, owner or reference",
  args: [{ name: "text", about: "an id, or the start of one of these", required: true }],
  options: [limitOption()],
  examples: ["search alice", "search 0x1322", "search order-1 --json"],
  async run({ client, args: [text = ""], options, io }) {
    const { page, rows } = await find(client, text, options.limit ?? DEFAULT_LIMIT);
    return print(io, options.json, page, () => foundTable(io, page, rows));
  },
});
