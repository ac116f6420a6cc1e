// The port of the app, apart from all that hunts: the command line reads it before the hunt is loaded.
import type { Adapter } from "./adapter.ts";

/** The port that the adapter's URLs name; 0 without one. */
export function portOf({ webhook = "" }: Adapter): number {
  return Number(URL.parse(webhook)?.port ?? 0);
}
