// `clock`: shows the virtual time and what is due next.
import { clientCommand } from "../../command.ts";
import { print } from "../../output.ts";
import { clockText } from "./clock-text.ts";

export const clockCommand = clientCommand<{ json?: true }>({
  name: "clock",
  about: "show the virtual time and what is due next",
  examples: ["clock"],
  async run({ client, options, io }) {
    const clock = await client.get("/admin/clock");
    return print(io, options.json, clock, () => clockText(io, clock));
  },
});
