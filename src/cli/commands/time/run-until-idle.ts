// `run-until-idle`: runs every job that is due, and with --advance those that are planned for later.
import { isObject } from "../../../kernel/is-object.ts";
import { pluralize } from "../../../kernel/pluralize.ts";
import { clientCommand, durationOf } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { print } from "../../output.ts";
import { countsText, jobTable, wrappedLine } from "./clock-text.ts";

type IdleOptions = { advance?: true; limit?: string; json?: true };

export const runUntilIdleCommand = clientCommand<IdleOptions>({
  name: "run-until-idle",
  about: "run everything that is due now, so that a test need not wait for it",
  options: [
    { flags: "--advance", about: "also advance the clock from one planned job to the next until none is left" },
    { flags: "--limit <DURATION>", about: "how far to advance at most (default: 1h)" },
  ],
  examples: ["run-until-idle --advance --limit 2d"],
  async run({ client, options, io }) {
    const { json, advance, limit } = options;
    const body = { advance, limit: limit === undefined ? undefined : durationOf(limit) };
    const done = await client.post("/admin/run-until-idle", body);
    return print(io, json, done, () => {
      if (!isObject(done)) return "";
      const pending = recordsOf(done["pending"]);
      const steps = Number(done["steps"]);
      const head = `${pluralize(steps, "thing was", "things were")} done, ${pending.length} planned for later`;
      const later = pending.length === 0 ? "" : jobTable(io, pending);
      return `${wrappedLine(io, head)}${wrappedLine(io, countsText(done["summary"]))}${later}`;
    });
  },
});
