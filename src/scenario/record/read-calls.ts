// Read calls of the control API in a recording: kept only if a later call uses a value that only their response contained.
import type { Entry, RecordedRequest } from "./entry.ts";
import { tokensIn } from "./tokens.ts";

/** True for a GET of the control API, which pages poll. */
export function isReadCall({ surface, method }: Pick<RecordedRequest, "surface" | "method">): boolean {
  return surface === "/admin" && method === "GET";
}

/** The entries without read calls whose values no later call uses. */
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
    const sources = sent.filter((token) => !known.has(token)).map((token) => shownBy.get(token));
    for (const source of sources) if (source !== undefined) needed.add(source);
    for (const token of [...sent, ...tokensIn(answer)]) known.add(token);
  };
  for (const entry of requests) {
    if (isReadCall(entry)) show(entry);
    else use(entry);
  }
  return entries.filter((entry) => entry.kind !== "request" || !isReadCall(entry) || needed.has(entry));
}
