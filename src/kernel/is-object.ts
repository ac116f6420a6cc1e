// Telling a JSON object from everything else that JSON can hold.

/** True for a JSON object: no list, no null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
