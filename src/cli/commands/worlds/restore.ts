// `restore`: puts the world back to a snapshot.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { clientCommand } from "../../command.ts";
import { print } from "../../output.ts";
import { SNAPSHOT_ARGUMENT, snapshotId } from "./snapshot-list.ts";

export const restoreCommand = clientCommand<{ json?: true }>({
  name: "restore",
  about: "go back to a snapshot, as often as you like",
  args: [SNAPSHOT_ARGUMENT],
  examples: ["restore paid"],
  async run({ client, args: [wanted = ""], options, io }) {
    const id = await snapshotId(client, wanted);
    const done = await client.post(`/admin/snapshots/${encodeURIComponent(id)}/restore`);
    return print(io, options.json, done, () => `the world is as it was at the snapshot ${escapeControl(wanted)}\n`);
  },
});
