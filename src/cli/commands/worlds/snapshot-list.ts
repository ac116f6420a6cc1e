// The snapshots of a running sandbox, and the id of one that is given by name.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import type { AdminClient } from "../../admin-client.ts";
import { recordsOf } from "../../http-client.ts";
import { CommandError } from "../../process-io.ts";

export const SNAPSHOT_ARGUMENT = { name: "snapshot", about: "its id or name", required: true } as const;

/** The records of a page of snapshots. */
export function snapshotsOf(page: unknown): Record<string, unknown>[] {
  return recordsOf(isObject(page) ? page["items"] : undefined);
}

/** The id of a snapshot given by id or name. A text that is no name is passed on as an id: the sandbox refuses it. @throws CommandError */
export async function snapshotId(client: AdminClient, wanted: string): Promise<string> {
  const all = snapshotsOf(await client.get("/admin/snapshots"));
  if (all.some(({ id }) => id === wanted)) return wanted;
  const named = all.filter(({ name }) => name === wanted);
  if (named.length > 1) {
    const ids = named.map(({ id }) => id).join(", ");
    throw new CommandError(escapeControl(`${named.length} snapshots are called ${wanted}: name one by its id: ${ids}`));
  }
  return String(named[0]?.["id"] ?? wanted);
}
