// What a hunt was asked for, as it stands in its report: shards of one hunt were asked for the same (§4).
import { hash } from "node:crypto";
import type { Adapter } from "../adapter.ts";
import type { HuntOptions } from "../options.ts";
import type { Trouble } from "../plan/troubles/trouble.ts";
import type { Asked } from "../report.ts";

/** @param troubles those that plans are drawn from; null before they are known */
export function askedOf({ adapter, phases, maxWorlds }: HuntOptions, troubles: readonly Trouble[] | null): Asked {
  return {
    worlds: Number.isFinite(maxWorlds) ? maxWorlds : null,
    ...{ phases, adapter: adapterDigest(adapter) },
    plans: troubles === null ? null : digest(troubles),
  };
}

/** Of all that decides how the app is judged. The ports of this machine do not: each shard may have others. */
function adapterDigest(adapter: Adapter): string {
  const text = JSON.stringify(sorted(adapter));
  return digest(text.replaceAll(/(\/\/(?:127\.0\.0\.1|localhost|\[::1\])):\d+/g, "$1"));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]));
}

function digest(value: unknown): string {
  return hash("sha256", JSON.stringify(value)).slice(0, 16);
}
