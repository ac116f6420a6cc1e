// One snapshot before each act that throws something away (D-62): restoring it undoes the act. The last five of them are kept.
import { client, type Schemas } from "../api/client.ts";

/** The end of their names: a snapshot that somebody else called "before …" is never deleted for another one. */
const MARK = " (kept by the page)";
const MAX_KEPT = 5;
/** A name has at most 255 characters. */
const MAX_WHAT = 200;

/** True for a snapshot that the page made before an act. */
export function isKept(name: string): boolean {
  return name.endsWith(MARK);
}

/**
 * Keeps the world before an act, `what`: words such as `reset`. Returns the snapshot; undefined where the shelf is full or nothing
 * answers: then the act goes on without, and cannot be undone.
 */
export async function keepBefore(what: string): Promise<Schemas["Snapshot"] | undefined> {
  try {
    const made = await client.POST("/snapshots", { body: { name: `before ${what.slice(0, MAX_WHAT)}${MARK}` } });
    const { data } = await client.GET("/snapshots");
    const kept = (data?.data.items ?? []).filter(({ name }) => isKept(name));
    for (const { id } of kept.slice(0, -MAX_KEPT)) await client.DELETE("/snapshots/{id}", { params: { path: { id } } });
    return made.data?.data;
  } catch {
    // A sandbox that does not answer says so at the act itself.
    return undefined;
  }
}
