// `freeze`: stops the virtual clock.
import { clientCommand } from "../../command.ts";
import { print } from "../../output.ts";
import { clockText } from "./clock-text.ts";

export const freezeCommand = clientCommand<{ json?: true }>({
  name: "freeze",
  about: "stop the virtual clock; from then on it moves only when you advance it",
  examples: ["freeze"],
  async run({ client, options, io }) {
    const clock = await client.post("/admin/clock/freeze");
    return print(io, options.json, clock, () => clockText(io, clock));
  },
});
