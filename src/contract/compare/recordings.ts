// Recordings of the team's own: HAR files of answers, and files with a webhook as it was received (C-62).
import { parseTime } from "../../kernel/clock.ts";
import { isObject } from "../../kernel/is-object.ts";
import type { OpenApiDocument } from "../../spec/document.ts";
import { belowVersion, operationAt } from "./match-operation.ts";
import type { Recorded } from "./recorded.ts";

/** Why a recording cannot be read, in words for the user. */
export class RecordingFault extends Error {
  override readonly name = "RecordingFault";
}

/** Characters of one recording, and of one body in it. */
export const MAX_RECORDING_LENGTH = 67_108_864;
const MAX_BODY_LENGTH = 4_194_304;

/**
 * The answers of the service in a HAR file, one after the other, so that not all of them are in memory beside each other. Requests
 * to other places, and answers without a JSON body, are passed over.
 * @throws RecordingFault for a text that is no HAR
 */
export function* answersInHar(document: OpenApiDocument, text: string): Generator<Recorded> {
  const entries = entriesOf(text);
  for (const entry of entries) {
    const recorded = isObject(entry) ? recordedIn(document, entry) : undefined;
    if (recorded !== undefined) yield recorded;
  }
}

function entriesOf(text: string): unknown[] {
  demandShort(text);
  const har = jsonOf(text.replace(/^\uFEFF/, ""));
  const log = isObject(har) ? har["log"] : undefined;
  const entries = isObject(log) ? log["entries"] : undefined;
  if (!Array.isArray(entries))
    throw new RecordingFault(
      'is no HAR: it has no "log" with "entries"; save the network panel of a browser or proxy as HAR',
    );
  return entries;
}

function recordedIn(document: OpenApiDocument, { request, response, startedDateTime }: Record<string, unknown>) {
  if (!isObject(request) || !isObject(response)) return undefined;
  const target = belowVersion(String(request["url"] ?? ""));
  const operation = target && operationAt(document, String(request["method"] ?? ""), target.path);
  const status = Number(response["status"]);
  const body = bodyOf(response["content"]);
  // Status 0: the request was blocked or lost.
  if (operation === undefined || body === undefined || !(status >= 100)) return undefined;
  const at = parseTime(String(startedDateTime ?? ""));
  return {
    subject: { kind: "reply", operation: operation.id, status },
    headers: headersOfList(response["headers"]),
    body,
    search: target?.search ?? "",
    ...(at === null ? {} : { at }),
  } satisfies Recorded;
}

function bodyOf(content: unknown): string | undefined {
  if (!isObject(content) || typeof content["text"] !== "string") return undefined;
  const { text, encoding } = content;
  if (text.length > MAX_BODY_LENGTH) return undefined;
  return encoding === "base64" ? Buffer.from(text, "base64").toString("utf8") : text;
}

/** Headers of a HAR: `[{name, value}]`. */
function headersOfList(list: unknown): Record<string, string> {
  const pairs = (Array.isArray(list) ? list : []).filter(isObject);
  return lowered(pairs.map(({ name, value }) => [String(name), String(value)]));
}

/**
 * A webhook as it was received: lines `name: value`, an empty line and the raw body; or a JSON object with `headers` and `body`.
 * @throws RecordingFault for a text that is neither
 */
export function webhookIn(document: OpenApiDocument, text: string): Recorded {
  demandShort(text);
  const { headers, body } = text.trimStart().startsWith("{") ? webhookOfJson(text) : webhookOfLines(text);
  const envelope = jsonOf(body);
  const type = isObject(envelope) ? envelope["type"] : undefined;
  if (typeof type !== "string")
    throw new RecordingFault("has a body that is no webhook: it is no JSON object with a type");
  // A type is a word of the service; anything else that stands there is not repeated.
  const isType = Object.hasOwn(document.webhooks ?? {}, type) || /^[a-z]{1,20}(?:\.[a-z_]{1,30}){1,4}$/.test(type);
  return { subject: { kind: "webhook", type: isType ? type : "unknown" }, headers, body };
}

type Received = Pick<Recorded, "headers" | "body">;

function webhookOfJson(text: string): Received {
  const file = jsonOf(text);
  if (!isObject(file)) throw new RecordingFault("is not JSON, although it begins like that");
  // The body alone: its headers were not kept.
  if (typeof file["type"] === "string" && "payload" in file) return { headers: {}, body: text };
  const { headers, body } = file;
  const list = isObject(headers) ? Object.entries(headers).map(([name, value]) => [name, String(value)] as const) : [];
  return { headers: lowered(list), body: typeof body === "string" ? body : JSON.stringify(body ?? null) };
}

function webhookOfLines(text: string): Received {
  const end = /\r?\n\r?\n/.exec(text);
  if (end === null)
    throw new RecordingFault(
      "has no empty line between headers and body: write the headers, an empty line, and the body as it came",
    );
  const lines = text.slice(0, end.index).split(/\r?\n/);
  // The first line may be that of the request: POST /hooks HTTP/1.1.
  const pairs = lines.flatMap((line) => {
    const at = line.indexOf(":");
    return at < 1 || /^[A-Z]+ \S+ HTTP/.test(line)
      ? []
      : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
  });
  return { headers: lowered(pairs), body: text.slice(end.index + end[0].length) };
}

function lowered(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function demandShort(text: string): void {
  if (text.length > MAX_RECORDING_LENGTH)
    throw new RecordingFault(`is larger than ${MAX_RECORDING_LENGTH} characters: record fewer requests`);
}
