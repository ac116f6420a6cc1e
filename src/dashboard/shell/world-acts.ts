// Acts on the whole world that several places offer.
import { client, type Schemas } from "../api/client.ts";
import { visibleText } from "../components/plain-text.tsx";
import { timeWords } from "../components/time-text.tsx";
import { act, ask, type More } from "./acts.ts";
import { statusNow } from "./status.ts";

/** ` of all 3 tenants` where there are several; an act on the world is everybody's (D-08). */
export function whoseWords(status: Schemas["Status"] | undefined): string {
  const tenants = status?.tenants.length ?? 1;
  return tenants > 1 ? ` of all ${tenants} tenants` : "";
}

/** Asks, then begins the world anew. */
export function askReset(status: Schemas["Status"] | undefined): void {
  ask({
    title: "Reset the world?",
    lost: `All records, events and blocks${whoseWords(status)} are lost; the world begins anew as it started.`,
    yes: "Reset",
    keep: "reset",
    run: (more) => act("The world begins anew", () => client.POST("/reset", { body: {} }), more),
  });
}

/** Asks, then restores a snapshot. */
export function askRestore({ id, name, time }: Schemas["Snapshot"]): void {
  ask({
    title: `Restore ${visibleText(name)}?`,
    lost: `All that happened after it${whoseWords(statusNow())} is lost: records, events, blocks, tenants, faults and requests. The clock returns to ${timeWords(time)} UTC.`,
    yes: "Restore",
    keep: "restore",
    run: (more) =>
      act(
        "The snapshot is restored",
        () => client.POST("/snapshots/{id}/restore", { params: { path: { id } }, body: {} }),
        more,
      ),
  });
}

/** The offer to undo an act by the snapshot that was kept before it, which asks as well (D-08); nothing without one. */
export function undoBy(kept: Schemas["Snapshot"] | undefined): More {
  return kept === undefined ? {} : { offer: { words: "Undo…", run: () => askRestore(kept) } };
}
