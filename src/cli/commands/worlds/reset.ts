// `reset`: starts the world over from its beginning.
import { clientCommand } from "../../command.ts";
import { print } from "../../output.ts";

export const resetCommand = clientCommand<{ json?: true }>({
  name: "reset",
  about: "start the world over: same seed, same ids",
  examples: ["reset"],
  async run({ client, options, io }) {
    const status = await client.post("/admin/reset");
    return print(io, options.json, status, () => "the world is as it was at its start\n");
  },
});
