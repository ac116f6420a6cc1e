// The request log as HAR 1.2, which browsers and HTTP tools open.
import { STATUS_CODES } from "node:http";
import { isoTime } from "../../kernel/clock.ts";
import type { KeptBody } from "./body-store.ts";
import type { KeptRequest } from "./kept-request.ts";
import { redactBody, redactHeaders, redactTarget } from "./redact.ts";

type NameValue = { name: string; value: string };

/** `origin`: where the sandbox is reached; `rows`: newest first, as the log gives them. Requests stand in the order of their arrival. */
export function harOf(
  rows: readonly KeptRequest[],
  { origin, version, secrets }: { origin: string; version: string; secrets: readonly string[] },
): object {
  const entries = rows.toSorted((a, b) => a.at - b.at || a.sequence - b.sequence);
  return {
    log: {
      version: "1.2",
      creator: { name: "crypto-payment-sandbox", version },
      entries: entries.map((row) => entryOf(row, origin, secrets)),
    },
  };
}

function entryOf(row: KeptRequest, origin: string, secrets: readonly string[]): object {
  const target = redactTarget(row.target, secrets);
  const url = `${origin}${target.startsWith("/") ? target : `/${target}`}`;
  return {
    startedDateTime: isoTime(row.at),
    time: row.durationMs,
    request: {
      method: row.method === "WS" ? "POST" : row.method,
      ...{ url, httpVersion: "HTTP/1.1", cookies: [], headers: redactHeaders(row.requestHeaders, secrets) },
      queryString: queryOf(target),
      ...(row.request.text === undefined ? {} : { postData: contentOf(row, row.request, secrets) }),
      ...{ headersSize: -1, bodySize: row.request.bytes },
    },
    response: {
      // HAR has 0 for an answer that never came.
      status: row.status ?? 0,
      statusText: row.status === null ? "" : (STATUS_CODES[row.status] ?? ""),
      ...{ httpVersion: "HTTP/1.1", cookies: [], headers: redactHeaders(row.replyHeaders, secrets) },
      content: { size: row.reply.bytes, ...contentOf(row, row.reply, secrets) },
      ...{ redirectURL: "", headersSize: -1, bodySize: row.reply.bytes },
    },
    cache: {},
    timings: { send: 0, wait: row.durationMs, receive: 0 },
    ...{ _request_id: row.requestId, _operation_id: row.operationId, _surface: row.surface, _cut: row.cut },
  };
}

function contentOf(
  { operationId }: KeptRequest,
  { text, truncated }: KeptBody,
  secrets: readonly string[],
): { mimeType: string; text: string; comment?: string } {
  const shown = text === undefined ? "" : redactBody(text, operationId, secrets);
  return { mimeType: "application/json", text: shown, ...(truncated ? { comment: "cut: the log keeps 16 KiB" } : {}) };
}

function queryOf(target: string): NameValue[] {
  const at = target.indexOf("?");
  return at < 0 ? [] : [...new URLSearchParams(target.slice(at + 1))].map(([name, value]) => ({ name, value }));
}
