// `resume`: lets the virtual clock run again.
import { clientCommand } from "../../command.ts";
import { print } from "../../output.ts";
import { clockText } from "./clock-text.ts";

export const resumeCommand = clientCommand<{ json?: true }>({
  name: "resume",
  about: "let the virtual clock run again",
  examples: ["resume"],
  async run({ client, options, io }) {
    const clock = await client.post("/admin/clock/resume");
    return print(io, options.json, clock, () => clockText(io, clock));
  },
});
