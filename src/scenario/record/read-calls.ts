// Looks at the control surface: they stay only where something that was done names what no other answer had shown before.
import type { Entry, RecordedRequest } from "./entry.ts";
import { tokensIn } from "./tokens.ts";

/** True for a request that only reads, and of the control surface, where pages ask again and again. */
export function isReadCall({ surface, method }: Pick<RecordedRequest, "surface" | "method">): boolean {
  return surface === "/admin" && method === "GET";
}

/** The entries without looks that nothing needs. */
export function withoutIdleReads(entries: readonly Entry[]): Entry[] {
  const requests = entries.filter((entry) => entry.kind === "request");
  const known = new Set<string>();
  const shownBy = new Map<string, RecordedRequest>();
  const needed = new Set<Entry>();
  const show = (entry: RecordedRequest): void => {
    const fresh = tokensIn(entry.answer).filter((token) => !known.has(token) && !shownBy.has(token));
    for (const token of fresh) shownBy.set(token, entry);
  };
  const use = ({ path, search, body, answer }: RecordedRequest): void => {
    const sent = tokensIn([path, search, body]);
    const looks = sent.filter((token) => !known.has(token)).map((token) => shownBy.get(token));
    for (const look of looks) if (look !== undefined) needed.add(look);
    for (const token of [...sent, ...tokensIn(answer)]) known.add(token);
  };
  for (const entry of requests) {
    if (isReadCall(entry)) show(entry);
    else use(entry);
  }
  return entries.filter((entry) => entry.kind !== "request" || !isReadCall(entry) || needed.has(entry));
}
