// `requests`: the request log of a sandbox, newest first, one of them in full, or as a HAR file.
import { isObject } from "../../../kernel/is-object.ts";
import { sleep, systemClock, type WallClock } from "../../../kernel/wall-clock.ts";
import { type ClientCall, type ClientCommand, clientCommand } from "../../command.ts";
import { type Query, recordsOf, withQuery } from "../../http-client.ts";
import { DEFAULT_LIMIT, limitOption, MAX_LIMIT } from "../../limit-option.ts";
import { print } from "../../output.ts";
import { CommandError, codeOf, jsonLine } from "../../process-io.ts";
import { type RequestRow, requestLine, requestTable, requestText } from "./request-text.ts";

type RequestsOptions = {
  surface?: string;
  operation?: string;
  status?: string;
  tenantId?: string;
  limit?: number;
  follow?: true;
  har?: string;
  clear?: true;
  json?: true;
};
type Call = ClientCall<RequestsOptions>;

/** Between two looks of `--follow`. */
const POLL_MS = 500;

/** The command; `--follow` waits on this clock. */
export function requestsCommand(wall: WallClock = systemClock): ClientCommand {
  return clientCommand<RequestsOptions>({
    name: "requests",
    about: "show the last requests, newest first, or one in full",
    args: [{ name: "id", about: "X-Request-Id of one request" }],
    options: [
      { flags: "--surface <SURFACE>", about: "only these", choices: ["v1", "admin", "rpc"] },
      { flags: "--operation <ID>", about: "only this operation, or this method of /rpc" },
      { flags: "--status <STATUS>", about: "only this status, such as 404, 4xx or cut" },
      { flags: "--tenant-id <ID>", about: "only of this tenant" },
      limitOption(),
      { flags: "-f, --follow", about: "also print new ones as they come, until Ctrl+C" },
      { flags: "--har <FILE>", about: "write what is kept as a HAR file" },
      { flags: "--clear", about: "forget them, with --tenant-id those of one tenant" },
    ],
    examples: [
      "requests --surface v1 --status 4xx",
      "requests req_000000000042",
      "requests --follow",
      "requests --har traffic.har",
    ],
    run: (call) => requests(call, wall),
  });
}

async function requests(call: Call, wall: WallClock): Promise<number> {
  const { client, args, options, io } = call;
  demandOneAct(call);
  if (args[0] !== undefined) {
    const found = await client.get(`/admin/requests/${encodeURIComponent(args[0])}`);
    return print(io, options.json, found, () => requestText(io, isObject(found) ? found : {}));
  }
  if (options.clear) return clear(call);
  if (options.har !== undefined) return writeHar(call, options.har);
  if (options.follow) return follow(call, wall);
  const { limit = DEFAULT_LIMIT } = options;
  const page = await client.get("/admin/requests", { ...filterOf(options), limit });
  return print(io, options.json, page, () => requestTable(io, rowsOf(page)));
}

/** @throws CommandError for options that exclude each other */
function demandOneAct({ args, options }: Call): void {
  const { surface, operation, status, limit, har, clear: clears, follow: follows } = options;
  const acts = [args[0] !== undefined, clears, har !== undefined, follows].filter((act) => act === true);
  if (acts.length > 1) throw new CommandError("give one of ID, --follow, --har and --clear", 2);
  const narrows = [surface, operation, status, limit].some((value) => value !== undefined);
  if (narrows && (args[0] !== undefined || clears))
    throw new CommandError("filters do not go with an ID or --clear", 2);
  if ((operation ?? status ?? limit) !== undefined && har !== undefined)
    throw new CommandError("--har takes --surface and --tenant-id only", 2);
}

function filterOf({ surface, operation, status, tenantId }: RequestsOptions): Query {
  return { surface, operation_id: operation, status, tenant_id: tenantId };
}

function rowsOf(page: unknown): RequestRow[] {
  return recordsOf(isObject(page) ? page["items"] : undefined);
}

async function clear({ client, options, io }: Call): Promise<number> {
  const done = await client.delete(withQuery("/admin/requests", { tenant_id: options.tenantId }));
  return print(io, options.json, done, () => `forgot ${isObject(done) ? done["removed"] : 0} requests\n`);
}

/** @throws CommandError when the sandbox refuses, or the file cannot be written */
async function writeHar({ client, options, io }: Call, file: string): Promise<number> {
  const { surface, tenantId } = options;
  const answer = await client.open(
    withQuery("/admin/requests/export", { surface, tenant_id: tenantId, format: "har" }),
  );
  const text = await answer.text();
  if (answer.status !== 200) throw new CommandError(`the sandbox answered ${answer.status}: ${text.slice(0, 200)}`);
  try {
    io.replaceFile(file, text);
  } catch (error) {
    throw new CommandError(`${file} cannot be written${codeOf(error)}: name a file in a folder that is there`);
  }
  const { log } = JSON.parse(text) as { log: { entries: unknown[] } };
  return print(
    io,
    options.json,
    { file, requests: log.entries.length },
    () => `${log.entries.length} requests are in ${file}\n`,
  );
}

/** Prints the last ones, oldest first, and then each that comes, until the signal ends it. */
async function follow({ client, options, io, signal }: Call, wall: WallClock): Promise<number> {
  const filter = filterOf(options);
  const { limit = DEFAULT_LIMIT } = options;
  let rows = rowsOf(await client.get("/admin/requests", { ...filter, limit }));
  let after = 0;
  let began = false;
  const show = (row: RequestRow): void => {
    if (options.json) io.out(jsonLine(row));
    else io.out(began ? requestLine(io, row) : requestTable(io, [row]));
    began = true;
  };
  for (;;) {
    for (const row of rows.toReversed()) {
      show(row);
      after = Number(row["sequence"]);
    }
    if (signal.aborted) return 0;
    await sleep(wall, POLL_MS);
    rows = await newRows(client, filter, after);
  }
}

/** All rows after a sequence number, newest first; of a burst the page of the newest is followed by older ones. */
async function newRows(client: Call["client"], filter: Query, after: number): Promise<RequestRow[]> {
  const rows: RequestRow[] = [];
  let before: unknown;
  do {
    const query = { ...filter, after, limit: MAX_LIMIT, ...(typeof before === "number" ? { before } : {}) };
    const page = await client.get("/admin/requests", query);
    rows.push(...rowsOf(page));
    before = isObject(page) ? page["next_before"] : null;
  } while (typeof before === "number");
  return rows;
}
