// `wallets`, `payouts` and `settlements`: the service's own lists as tables, with a tenant's key.
import { isObject } from "../../../kernel/is-object.ts";
import { type ClientCall, type ClientCommand, clientCommand, count } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { type Column, paintState, print, table } from "../../output.ts";
import { CommandError } from "../../process-io.ts";

type Row = Record<string, unknown>;
type ListOptions = { apiKey?: string; limit?: number; json?: true };
type Service = { get(path: string, query?: Readonly<Record<string, string | number | undefined>>): Promise<Row> };
/** Rows, newest first, and how many there are in all. */
type Found = { rows: Row[]; total: number };

const USUAL_LIMIT = 20;
const MOST = 100;
const shrinks = true as const;
const right = true as const;

const KEY = { flags: "--api-key <KEY>", about: "of the tenant whose records they are (SANDBOX_API_KEY)" };
const LIMIT = {
  flags: "--limit <N>",
  about: `how many at most (default: ${USUAL_LIMIT}, most: ${MOST})`,
  read: limitOf,
};

export const walletsCommand = listing<{ owner?: string }>({
  name: "wallets",
  about: "list assigned wallets, newest first",
  option: { flags: "--owner <OWNER>", about: "only of this owner" },
  columns: [
    { head: "ADDRESS", cell: ({ address }) => address },
    { head: "NETWORK", cell: (row) => row["network_symbol"] },
    { head: "NETWORK ID", cell: (row) => row["network_id"], right },
    { head: "ID", cell: ({ id }) => id, shrinks },
  ],
  find: (service, { owner }, limit) => pageOf(service, "/wallets", { owner, limit }),
});

export const payoutsCommand = listing<{ status?: string }>({
  name: "payouts",
  about: "list payouts, newest first",
  option: { flags: "--status <STATUS>", about: "only in this status, as queued" },
  columns: [
    { head: "STATUS", cell: ({ status }) => status, paint: paintState },
    { head: "AMOUNT", cell: ({ amount }) => amount, right },
    { head: "ASSET", cell: ({ asset }) => asset },
    { head: "NETWORK", cell: (row) => row["network_symbol"] },
    { head: "TO", cell: (row) => row["to_address"], shrinks },
    { head: "REFERENCE", cell: (row) => row["reference_id"], shrinks },
    { head: "TRANSACTION", cell: (row) => row["tx_id"], shrinks },
    { head: "ERROR", cell: ({ error }) => error, shrinks },
  ],
  find: (service, { status }, limit) => pageOf(service, "/transfer/payout", { status, limit }),
});

export const settlementsCommand = listing<{ uda?: string }>({
  name: "settlements",
  about: "list settlements, newest first",
  option: { flags: "--uda <ID>", about: "only of this UDA" },
  columns: [
    { head: "STATUS", cell: ({ status }) => status, paint: paintState },
    { head: "FROM", cell: ({ source }) => legOf(source) },
    { head: "TO", cell: ({ destination }) => legOf(destination) },
    { head: "PROVIDER", cell: ({ routing }) => (isObject(routing) ? routing["provider"] : "") },
    { head: "CREATED", cell: (row) => row["created_at"], shrinks },
    { head: "ID", cell: ({ id }) => id },
    { head: "ERROR", cell: ({ error }) => error, shrinks },
  ],
  async find(service, { uda }, limit) {
    const udas = uda === undefined ? await udasOf(service) : [uda];
    const lists = await Promise.all(
      udas.map((id) => itemsOf(service, `/uda/${encodeURIComponent(id)}/settlements`, { limit })),
    );
    const all = lists.flat().toSorted((a, b) => String(b["created_at"]).localeCompare(String(a["created_at"])));
    return { rows: all.slice(0, limit), total: all.length };
  },
});

type Listing<More> = {
  name: string;
  about: string;
  option: { flags: string; about: string };
  columns: readonly Column<Row>[];
  find(service: Service, options: More, limit: number): Promise<Found>;
};

function listing<More extends object>({ name, about, option, columns, find }: Listing<More>): ClientCommand {
  return clientCommand<ListOptions & More>({
    name,
    about,
    options: [option, LIMIT, KEY],
    examples: [`${name} --api-key sk_sandbox_…`, `SANDBOX_API_KEY=sk_sandbox_… ${name} --limit 5 --json`],
    async run({ client, options, io }: ClientCall<ListOptions & More>) {
      const key = options.apiKey ?? (io.environment["SANDBOX_API_KEY"] || undefined);
      if (key === undefined) {
        throw new CommandError("whose? Give the tenant's key with --api-key or SANDBOX_API_KEY (start prints it)", 2);
      }
      const limit = options.limit ?? USUAL_LIMIT;
      const { rows, total } = await find(client.service(key), options, limit);
      return print(io, options.json, { items: rows, total }, () => {
        const more = total > rows.length ? `and ${total - rows.length} more (--limit shows up to ${MOST})\n` : "";
        return table(io, columns, rows, `no ${name}`) + more;
      });
    },
  });
}

/** The first page of a list in style B (`page`, `limit`). */
async function pageOf(service: Service, path: string, query: Parameters<Service["get"]>[1]): Promise<Found> {
  const { data, pagination } = await service.get(path, query);
  const rows = recordsOf(data);
  return { rows, total: Number(isObject(pagination) ? pagination["total_items"] : rows.length) };
}

/** A list in style A (`items` below `data`). */
async function itemsOf(service: Service, path: string, query: Parameters<Service["get"]>[1]): Promise<Row[]> {
  const { data } = await service.get(path, query);
  return recordsOf(isObject(data) ? data["items"] : undefined);
}

async function udasOf(service: Service): Promise<string[]> {
  return (await itemsOf(service, "/uda", { limit: 200 })).map(({ id }) => String(id));
}

function legOf(leg: unknown): string {
  return isObject(leg) ? `${leg["asset_symbol"]} on ${leg["network_name"]}` : "";
}

function limitOf(text: string): number {
  return Math.min(count(1)(text), MOST);
}
