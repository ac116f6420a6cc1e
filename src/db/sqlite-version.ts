// The accepted versions of SQLite: older ones can lose data in WAL mode.

const OLDEST = [3, 51, 3];
const WITHDRAWN = "3.52.0";

/** True from version 3.51.3 on, except the withdrawn 3.52.0. */
export function isTrusted(version: string): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(version) || version === WITHDRAWN) return false;
  const parts = version.split(".").map(Number);
  for (const [index, oldest] of OLDEST.entries()) {
    const part = parts[index] ?? 0;
    if (part !== oldest) return part > oldest;
  }
  return true;
}
