// Snapshot operations: take, list, restore, delete; and export the world as a file.
import { isoTime } from "../../kernel/clock.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { StoredSnapshot } from "../../storage/snapshot-store.ts";
import { inWorldOf } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";
import { statusView } from "./world.ts";

export function snapshotView({ id, name, takenAt, size }: StoredSnapshot): components["schemas"]["Snapshot"] {
  return { id, name, time: isoTime(takenAt), bytes: size };
}

export const snapshotHandlers: Pick<
  AdminHandlers,
  "createSnapshot" | "listSnapshots" | "restoreSnapshot" | "deleteSnapshot" | "exportSnapshot" | "exportWorld"
> = {
  createSnapshot: async ({ worlds, flow }, { body }) => snapshotView(await worlds.snapshot(flow, body?.name)),
  listSnapshots: ({ worlds }) => ({ items: worlds.list().map(snapshotView) }),
  restoreSnapshot: async (dependencies, { path }) =>
    statusView(inWorldOf(await dependencies.worlds.restore(path.id), dependencies)),
  deleteSnapshot: ({ worlds }, { path }) => {
    worlds.remove(path.id);
    return null;
  },
  exportSnapshot: async ({ worlds, flow }, { path }) =>
    (await worlds.export(flow, path.id)) as components["schemas"]["WorldFile"],
  exportWorld: async ({ worlds, flow }) => (await worlds.export(flow)) as components["schemas"]["WorldFile"],
};
