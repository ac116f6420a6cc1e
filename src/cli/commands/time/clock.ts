// `clock`, `freeze`, `resume` and `run-until-idle`: the virtual clock besides `advance`.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { pluralize } from "../../../kernel/pluralize.ts";
import { type ClientCommand, clientCommand, durationOf } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { print } from "../../output.ts";

type Json = { json?: true };

export const clockCommand = clientCommand<Json>({
  name: "clock",
  about: "say what time it is in the sandbox and what is due next",
  examples: ["clock"],
  async run({ client, options, io }) {
    const clock = await client.get("/admin/clock");
    return print(io, options.json, clock, () => clockText(clock));
  },
});

export const freezeCommand = switching("freeze", "stop the virtual clock; it then moves only when it is advanced");
export const resumeCommand = switching("resume", "let the virtual clock run on");

function switching(name: "freeze" | "resume", about: string): ClientCommand {
  return clientCommand<Json>({
    name,
    about,
    examples: [name],
    async run({ client, options, io }) {
      const clock = await client.post(`/admin/clock/${name}`);
      return print(io, options.json, clock, () => clockText(clock));
    },
  });
}

export const idleCommand = clientCommand<Json & { advance?: true; limit?: string }>({
  name: "run-until-idle",
  about: "do everything that is due, so that nothing has to be waited for",
  options: [
    { flags: "--advance", about: "also travel from one due thing to the next until nothing is planned" },
    { flags: "--limit <DURATION>", about: "how far to travel at most (default: 1h)" },
  ],
  examples: ["run-until-idle --advance --limit 2d"],
  async run({ client, options, io }) {
    const { json, advance, limit } = options;
    const body = { advance, limit: limit === undefined ? undefined : durationOf(limit) };
    const done = await client.post("/admin/run-until-idle", body);
    return print(io, json, done, () => {
      if (!isObject(done)) return "";
      const pending = recordsOf(done["pending"]);
      const rest = pending.map(dueLine);
      const head = `${pluralize(Number(done["steps"]), "thing was", "things were")} done, ${pending.length} planned for later`;
      return [head, ...rest].map((line) => `${escapeControl(line)}\n`).join("");
    });
  },
});

/** The clock and what it will bring, for a person. */
export function clockText(clock: unknown): string {
  if (!isObject(clock)) return "";
  const due = recordsOf(clock["next_due"]).map(dueLine);
  const head = `${clock["now"]}, ${clock["mode"]}${due.length === 0 ? ", nothing is planned" : "; next:"}`;
  return [head, ...due].map((line) => `${escapeControl(line)}\n`).join("");
}

function dueLine({ at, what, ref }: Record<string, unknown>): string {
  return `  ${at}  ${what}${ref ? `  ${ref}` : ""}`;
}
