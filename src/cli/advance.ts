// `advance`: moves the virtual clock forward and does everything that falls due on the way.
import { type AdminClient, isRecord } from "./admin-client.ts";
import { CommandError, type Io, jsonLine, plain } from "./io.ts";

export type AdvanceOptions = { to?: string; json?: true };

/** How many of the things done are listed for a person; `--json` has all. */
const LISTED = 20;

/** `by` is a duration such as `10m`, or milliseconds in plain digits. */
export async function advance(
  client: AdminClient,
  by: string | undefined,
  options: AdvanceOptions,
  io: Io,
): Promise<number> {
  if ((by === undefined) === (options.to === undefined)) {
    throw new CommandError(
      'say how far: a duration such as 10m, or --to TIME, one of the two: see "crypto-payment-sandbox advance --help"',
      2,
    );
  }
  const body = by === undefined ? { to: options.to } : { by: /^[0-9]{1,15}$/.test(by) ? Number(by) : by };
  const moved = await client.post("/admin/clock/advance", body);
  io.out(options.json ? jsonLine(moved) : story(moved));
  return 0;
}

function story(moved: unknown): string {
  if (!isRecord(moved)) return "";
  const ran = (Array.isArray(moved["ran"]) ? moved["ran"] : []).filter(isRecord);
  const head = `the clock moved from ${moved["from"]} to ${moved["to"]}; ${ran.length === 1 ? "1 thing was" : `${ran.length} things were`} done`;
  const steps = ran.slice(0, LISTED).map(({ at, what, ref }) => `  ${at}  ${what}${ref ? `  ${ref}` : ""}`);
  const more = ran.length > LISTED ? [`  and ${ran.length - LISTED} more (--json lists all)`] : [];
  return [head, ...steps, ...more].map((line) => `${plain(line)}\n`).join("");
}
