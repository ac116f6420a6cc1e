// Snapshots of the whole world: taking, listing, going back to one, forgetting it; and the world as a file.
import { isoTime } from "../../kernel/clock.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { KeptSnapshot } from "../../storage/snapshot-store.ts";
import { inWorldOf } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";
import { statusView } from "./world.ts";

export function snapshotView({ id, name, takenAt, size }: KeptSnapshot): components["schemas"]["Snapshot"] {
  return { id, name, time: isoTime(takenAt), bytes: size };
}

export const snapshotHandlers: Pick<
  AdminHandlers,
  "createSnapshot" | "listSnapshots" | "restoreSnapshot" | "deleteSnapshot" | "exportWorld"
> = {
  createSnapshot: async ({ timelines, flow }, { body }) => snapshotView(await timelines.snapshot(flow, body?.name)),
  listSnapshots: ({ timelines }) => ({ items: timelines.list().map(snapshotView) }),
  restoreSnapshot: async (parts, { path }) => statusView(inWorldOf(await parts.timelines.restore(path.id), parts)),
  deleteSnapshot: ({ timelines }, { path }) => {
    timelines.remove(path.id);
    return null;
  },
  exportWorld: async ({ timelines, flow }) => (await timelines.export(flow)) as components["schemas"]["WorldFile"],
};
