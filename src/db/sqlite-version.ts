// Which SQLite is trusted with a world: older ones can lose data in WAL mode.

const OLDEST = [3, 51, 3];
const WITHDRAWN = "3.52.0";

/** True for the version of SQLite (`3.51.3`) that may be used: not older than that, and not the withdrawn 3.52.0. */
export function isTrusted(version: string): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(version) || version === WITHDRAWN) return false;
  const parts = version.split(".").map(Number);
  for (const [index, oldest] of OLDEST.entries()) {
    const part = parts[index] ?? 0;
    if (part !== oldest) return part > oldest;
  }
  return true;
}
