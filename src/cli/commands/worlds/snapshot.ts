// `snapshot`, `restore`, `reset` and `export`: whole worlds, kept, put back and taken elsewhere.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import type { AdminClient } from "../../admin-client.ts";
import { type CommandGroup, clientCommand } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { print, table } from "../../output.ts";
import { CommandError } from "../../process-io.ts";

type Json = { json?: true };
type Row = Record<string, unknown>;

const create = clientCommand<Json>({
  name: "create",
  about: "keep the whole world as it is now",
  args: [{ name: "name", about: "what to call it" }],
  examples: ["snapshot create paid"],
  async run({ client, args: [name], options, io }) {
    const made = await client.post("/admin/snapshots", { name });
    const same =
      name === undefined
        ? 0
        : itemsOf(await client.get("/admin/snapshots")).filter((one) => one["name"] === name).length;
    return print(io, options.json, made, () => {
      if (!isObject(made)) return "";
      const note = same > 1 ? `${same} snapshots are called ${name} now: restore and delete take the id\n` : "";
      return `${escapeControl(`${made["id"]}  ${made["name"] ?? ""}`.trimEnd())}\n${escapeControl(note.trimEnd())}${note === "" ? "" : "\n"}`;
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
    return print(io, options.json, found, () => table(io, columns, itemsOf(found), "no snapshots"));
  },
});

const remove = clientCommand<Json>({
  name: "delete",
  about: "forget a snapshot",
  args: [{ name: "snapshot", about: "its id or name", required: true }],
  examples: ["snapshot delete paid"],
  async run({ client, args: [wanted = ""], options, io }) {
    const id = await idOf(client, wanted);
    const done = await client.delete(`/admin/snapshots/${encodeURIComponent(id)}`);
    return print(io, options.json, done, () => `${escapeControl(wanted)} is gone\n`);
  },
});

export const snapshotCommand: CommandGroup = {
  kind: "group",
  name: "snapshot",
  about: "keep whole worlds",
  commands: [create, list, remove],
};

export const restoreCommand = clientCommand<Json>({
  name: "restore",
  about: "put a kept world back, as often as you like",
  args: [{ name: "snapshot", about: "its id or name", required: true }],
  examples: ["restore paid"],
  async run({ client, args: [wanted = ""], options, io }) {
    const id = await idOf(client, wanted);
    const done = await client.post(`/admin/snapshots/${encodeURIComponent(id)}/restore`);
    return print(io, options.json, done, () => `the world is as it was at the snapshot ${escapeControl(wanted)}\n`);
  },
});

export const resetCommand = clientCommand<Json>({
  name: "reset",
  about: "begin the first world again: same seed, same ids",
  examples: ["reset"],
  async run({ client, options, io }) {
    const status = await client.post("/admin/reset");
    return print(io, options.json, status, () => "the first world stands again\n");
  },
});

export const exportCommand = clientCommand<Json & { output?: string }>({
  name: "export",
  about: "write the whole world as one JSON file, for start --import",
  options: [{ flags: "-o, --output <FILE>", about: "where to (default: stdout)" }],
  examples: ["export --output world.json"],
  async run({ client, options: { output, json }, io }) {
    const world = await client.get("/admin/export");
    const text = `${JSON.stringify(world)}\n`;
    if (output === undefined) {
      io.out(text);
      return 0;
    }
    try {
      io.writeFile(output, text);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
      throw new CommandError(`${output} cannot be written${code}: check the path and its permissions`);
    }
    const facts = { file: output, bytes: Buffer.byteLength(text) };
    return print(
      io,
      json,
      facts,
      () =>
        `${escapeControl(output)}: ${facts.bytes} bytes; start --import ${escapeControl(output)} makes the same world\n`,
    );
  },
});

/** The id of a snapshot that is named by either; what no snapshot is called is taken for an id, the sandbox judges it. */
async function idOf(client: AdminClient, wanted: string): Promise<string> {
  const all = itemsOf(await client.get("/admin/snapshots"));
  if (all.some(({ id }) => id === wanted)) return wanted;
  const named = all.filter(({ name }) => name === wanted);
  if (named.length > 1) {
    const ids = named.map(({ id }) => id).join(", ");
    throw new CommandError(escapeControl(`${named.length} snapshots are called ${wanted}: name one by its id: ${ids}`));
  }
  return String(named[0]?.["id"] ?? wanted);
}

function itemsOf(page: unknown): Row[] {
  return recordsOf(isObject(page) ? page["items"] : undefined);
}
