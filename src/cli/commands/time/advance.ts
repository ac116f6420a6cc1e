// `advance`: moves the virtual clock forward and runs every job that falls due on the way.

import { parseTime } from "../../../kernel/clock.ts";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { pluralize } from "../../../kernel/pluralize.ts";
import { type ClientCall, clientCommand, count, durationOf } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { CommandError, jsonLine, type ProcessIo } from "../../process-io.ts";
import { countsText, jobTable, wrappedLine } from "./clock-text.ts";

type AdvanceOptions = { to?: string; next?: number; json?: true };

/** Jobs listed for a person; `--json` has all. */
const MAX_LISTED = 20;

export const advanceCommand = clientCommand<AdvanceOptions>({
  name: "advance",
  about: "move the virtual clock forward and run what falls due on the way",
  args: [{ name: "duration", about: "for example 90s, 10m, 3d, or milliseconds" }],
  options: [
    { flags: "--to <TIME>", about: "advance to this time, for example 2026-03-01T12:00:00Z" },
    { flags: "--next <N>", about: "advance to the Nth time at which work is planned, 1 to 100", read: count(1) },
  ],
  examples: ["advance 10m", "advance --next 1"],
  run: advance,
});

async function advance({ client, args: [by], options, io }: ClientCall<AdvanceOptions>): Promise<number> {
  const { to, next } = options;
  if ([by, to, next].filter((one) => one !== undefined).length !== 1) {
    throw new CommandError(
      'say how far, with either a duration such as 10m, --to TIME or --next N: see "cpsandbox advance --help"',
      2,
    );
  }
  if (to !== undefined && parseTime(to) === null) {
    const example = "one with an offset such as 2026-03-01T12:00:00Z";
    throw new CommandError(
      escapeControl(`"${to}" is not a time: write ${example}, or a duration such as 10m without --to`),
      2,
    );
  }
  const moved = await client.post("/admin/clock/advance", {
    ...(by === undefined ? {} : { by: durationOf(by) }),
    ...(to === undefined ? {} : { to }),
    ...(next === undefined ? {} : { next }),
  });
  io.out(options.json ? jsonLine(moved) : summary(io, moved));
  return 0;
}

function summary(io: ProcessIo, moved: unknown): string {
  if (!isObject(moved)) return "";
  const ran = recordsOf(moved["ran"]);
  const head = `the clock moved from ${moved["from"]} to ${moved["to"]}`;
  const more = ran.length > MAX_LISTED ? [`and ${ran.length - MAX_LISTED} more steps (--json lists all)`] : [];
  const steps = ran.slice(0, MAX_LISTED);
  const counts = countsText(moved["summary"]);
  const happened = `${pluralize(ran.length, "step")}${counts === "" ? "" : `: ${counts}`}`;
  return [
    wrappedLine(io, head),
    wrappedLine(io, ran.length === 0 ? "nothing happened on the way" : happened),
    steps.length === 0 ? "" : jobTable(io, steps),
    ...more.map((line) => wrappedLine(io, line)),
  ].join("");
}
