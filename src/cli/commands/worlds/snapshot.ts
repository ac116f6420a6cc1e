// `snapshot`: creates, lists and deletes snapshots of the world.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { type CommandGroup, clientCommand } from "../../command.ts";
import { print, table } from "../../output.ts";
import { SNAPSHOT_ARGUMENT, snapshotId, snapshotsOf } from "./snapshot-list.ts";

type Json = { json?: true };
type Row = Record<string, unknown>;

const create = clientCommand<Json>({
  name: "create",
  about: "save the world as it is now",
  args: [{ name: "name", about: "a name for it" }],
  examples: ["snapshot create paid"],
  async run({ client, args: [name], options, io }) {
    const made = await client.post("/admin/snapshots", { name });
    const same =
      name === undefined
        ? 0
        : snapshotsOf(await client.get("/admin/snapshots")).filter((one) => one["name"] === name).length;
    return print(io, options.json, made, () => {
      if (!isObject(made)) return "";
      const lines = [`${made["id"]}  ${made["name"] ?? ""}`.trimEnd()];
      if (same > 1) lines.push(`${same} snapshots are called ${name} now: restore and delete take the id`);
      return lines.map((line) => `${escapeControl(line)}\n`).join("");
    });
  },
});

const list = clientCommand<Json>({
  name: "list",
  about: "list the snapshots",
  examples: ["snapshot list"],
  async run({ client, options, io }) {
    const found = await client.get("/admin/snapshots");
    const columns = [
      { head: "ID", cell: ({ id }: Row) => id },
      { head: "NAME", cell: ({ name }: Row) => name, shrinks: true as const },
      { head: "WORLD TIME", cell: ({ time }: Row) => time },
      { head: "BYTES", cell: ({ bytes }: Row) => bytes, right: true as const },
    ];
    return print(io, options.json, found, () => table(io, columns, snapshotsOf(found), "no snapshots"));
  },
});

const remove = clientCommand<Json>({
  name: "delete",
  about: "delete a snapshot",
  args: [SNAPSHOT_ARGUMENT],
  examples: ["snapshot delete paid"],
  async run({ client, args: [wanted = ""], options, io }) {
    const id = await snapshotId(client, wanted);
    const done = await client.delete(`/admin/snapshots/${encodeURIComponent(id)}`);
    return print(io, options.json, done, () => `deleted ${escapeControl(wanted)}\n`);
  },
});

export const snapshotCommand: CommandGroup = {
  kind: "group",
  name: "snapshot",
  about: "save the world and go back to it with restore",
  commands: [create, list, remove],
};
