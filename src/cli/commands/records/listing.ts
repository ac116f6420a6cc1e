// What `wallets`, `payouts` and `settlements` share: a list of the service, read with a tenant's API key, as a table.
import { isObject } from "../../../kernel/is-object.ts";
import { type ClientCall, type ClientCommand, clientCommand } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { DEFAULT_LIMIT, limitOption } from "../../limit-option.ts";
import { type Column, print, table } from "../../output.ts";
import { CommandError } from "../../process-io.ts";

export type Row = Record<string, unknown>;
export type Service = { get(path: string, query?: Query): Promise<Row> };
type Query = Readonly<Record<string, string | number | undefined>>;
type ListOptions = { apiKey?: string; limit?: number; json?: true };
/** Rows, newest first, and how many records there are in all. */
type Found = { rows: Row[]; total: number };

/** Rows of one page of the service. */
const MOST = 100;

const KEY = { flags: "--api-key <KEY>", about: "API key of the tenant (SANDBOX_API_KEY)" };

type Listing<More> = {
  name: string;
  about: string;
  option: { flags: string; about: string };
  columns: readonly Column<Row>[];
  find(service: Service, options: More, limit: number): Promise<Found>;
};

/** A command that lists records of one tenant. */
export function listing<More extends object>({ name, about, option, columns, find }: Listing<More>): ClientCommand {
  return clientCommand<ListOptions & More>({
    name,
    about,
    options: [option, limitOption(MOST), KEY],
    examples: [`${name} --api-key sk_sandbox_…`, `SANDBOX_API_KEY=sk_sandbox_… ${name} --limit 5 --json`],
    async run({ client, options, io }: ClientCall<ListOptions & More>) {
      const key = options.apiKey ?? (io.environment["SANDBOX_API_KEY"] || undefined);
      if (key === undefined) {
        throw new CommandError("whose? Give the tenant's key with --api-key or SANDBOX_API_KEY (start prints it)", 2);
      }
      const limit = options.limit ?? DEFAULT_LIMIT;
      const { rows, total } = await find(client.service(key), options, limit);
      return print(io, options.json, { items: rows, total }, () => {
        const more = total > rows.length ? `and ${total - rows.length} more (--limit shows up to ${MOST})\n` : "";
        return table(io, columns, rows, `no ${name}`) + more;
      });
    },
  });
}

/** The first page of a list in style B (`page`, `limit`). */
export async function pageOf(service: Service, path: string, query: Query): Promise<Found> {
  const { data, pagination } = await service.get(path, query);
  const rows = recordsOf(data);
  return { rows, total: Number(isObject(pagination) ? pagination["total_items"] : rows.length) };
}

/** A list in style A (`items` below `data`). */
export async function itemsOf(service: Service, path: string, query: Query): Promise<Row[]> {
  const { data } = await service.get(path, query);
  return recordsOf(isObject(data) ? data["items"] : undefined);
}
