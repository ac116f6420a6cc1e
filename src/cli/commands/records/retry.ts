// `retry`: runs a failed settlement again.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { clientCommand } from "../../command.ts";
import { print } from "../../output.ts";

export const retryCommand = clientCommand<{ json?: true }>({
  name: "retry",
  about: "run a failed settlement again",
  args: [{ name: "settlement", about: "its id", required: true }],
  examples: ["retry 019b7601-7800-7000-8000-00000000002a"],
  async run({ client, args: [id = ""], options, io }) {
    const begun = await client.post(`/admin/settlements/${encodeURIComponent(id)}/retry`);
    return print(io, options.json, begun, () => `a new run of settlement ${escapeControl(id)} has begun\n`);
  },
});
