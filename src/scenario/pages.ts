// Reads the lists of the control API that have a cursor.
import { control, type Host } from "./http-client.ts";

/** Records per response. */
const PAGE = 1_000;

/** All records of a list after a cursor; `path` has a query. @throws HostFault */
export async function pages(host: Host, path: string, after: number): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let cursor = after; ; ) {
    const { items, next_after: next } = await control(host, "GET", `${path}&after=${cursor}&limit=${PAGE}`);
    all.push(...(items as unknown[]));
    if ((items as unknown[]).length < PAGE) return all;
    cursor = Number(next);
  }
}
