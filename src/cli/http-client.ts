// HTTP client for a running sandbox: calls, their envelopes, and every failure as one line with the next step.

import { OWN_CLIENT_HEADER } from "../contract/observation.ts";
import { escapeControl } from "../kernel/escape-control.ts";
import { exactJson } from "../kernel/exact-json.ts";
import { isObject } from "../kernel/is-object.ts";
import { withCommandHints } from "./command-hints.ts";
import { CommandError } from "./process-io.ts";

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Calls one sandbox at one origin with fixed headers. Redirects are not followed: a token goes to one host only. */
export type HttpClient = {
  origin: string;
  /** The envelope of a success. @throws AdminError for an error envelope, CommandError when no sandbox answers */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** The answer as it came, whatever its status. @throws CommandError when no sandbox answers */
  send(method: string, path: string, body?: unknown): Promise<SentReply>;
  /** The response with its body unread. @throws CommandError when no sandbox answers */
  open(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
};

type SentReply = { status: number; text: string; header(name: string): string | undefined };

export type HttpClientOptions = {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The next step after a 401. */
  keyHint: string;
  signal?: AbortSignal | undefined;
};

/** The sandbox answered with an error envelope. */
export class AdminError extends CommandError {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Address of the sandbox when neither option nor variable names one. */
export const DEFAULT_URL = "http://127.0.0.1:4010";

/** @throws CommandError (code 2) when `url` is no http(s) URL */
export function httpClient({ url, headers, keyHint, signal }: HttpClientOptions): HttpClient {
  const origin = originOf(url);
  const all = { "content-type": "application/json", [OWN_CLIENT_HEADER]: "cli", ...headers };

  async function reach(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${origin}${path}`, { ...init, redirect: "manual", signal: signal ?? null });
    } catch (error) {
      throw unreachable(origin, error);
    }
  }

  async function send(method: string, path: string, body?: unknown): Promise<SentReply> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await reach(path, { method, headers: all, ...sent });
    const text = await answer.text().catch((error: unknown) => {
      throw unreachable(origin, error);
    });
    return { status: answer.status, text, header: (name) => answer.headers.get(name) ?? undefined };
  }

  return {
    origin,
    send,
    async call(method, path, body) {
      const { status, text } = await send(method, path, body);
      return envelopeOf({ origin, keyHint }, status, text);
    },
    open: (path, more = {}) => reach(path, { headers: { ...all, ...more } }),
  };
}

/** `path` with the defined members of `query`. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, String(value)]],
  );
  const search = new URLSearchParams(given).toString();
  return search === "" ? path : `${path}?${search}`;
}

function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new CommandError(`--url must be the address of a sandbox such as ${DEFAULT_URL}`, 2);
  }
  return parsed.origin;
}

/** No sandbox answers: what a command was to judge cannot be judged. */
export class NoSandbox extends CommandError {}

function unreachable(origin: string, error: unknown): NoSandbox {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const code = cause !== undefined && "code" in cause ? ` (${String(cause.code)})` : "";
  const start = 'start one with "cpsandbox start", or name another with --url';
  return new NoSandbox(`no sandbox answers at ${origin}${code}: ${start}`);
}

function envelopeOf(from: { origin: string; keyHint: string }, status: number, text: string): Record<string, unknown> {
  const envelope = parseExact(text);
  if (!isObject(envelope) || typeof envelope["success"] !== "boolean") {
    throw new CommandError(`what answers at ${from.origin} (status ${status}) is not a sandbox: check --url`);
  }
  if (envelope["success"] && status >= 200 && status <= 299) return envelope;
  const { error, details } = envelope;
  const more =
    details === undefined || details === null || isContainedIn(String(error ?? ""), details)
      ? ""
      : `: ${inWords(details)}`;
  const hint = status === 401 ? ` (${from.keyHint})` : "";
  throw new AdminError(
    status,
    escapeControl(`the sandbox answered ${status} ${withCommandHints(String(error ?? ""))}${more}${hint}`),
  );
}

/** Whether the error text already contains every value of the details, which then are not repeated. */
function isContainedIn(text: string, details: unknown): boolean {
  if (typeof details === "object" && details !== null)
    return Object.values(details).every((one) => isContainedIn(text, one));
  return text.includes(String(details));
}

/** Entries of a list that are printed. */
const MAX_ENTRIES = 10;

/** Details as text instead of JSON: `known: base, bsc; depth: 3`. Records in a list are in brackets. */
function inWords(details: unknown): string {
  if (Array.isArray(details)) {
    const shown = details.slice(0, MAX_ENTRIES).map((one) => (isObject(one) ? `(${inWords(one)})` : inWords(one)));
    const more = details.length > MAX_ENTRIES ? [`and ${details.length - MAX_ENTRIES} more`] : [];
    return [...shown, ...more].join(", ") || "none";
  }
  if (!isObject(details)) return String(details);
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${inWords(value)}`)
    .join("; ");
}

/** Parses JSON without losing digits of numbers; undefined when the text is no JSON. */
export function parseExact(text: string): unknown {
  try {
    return exactJson(text);
  } catch {
    return undefined;
  }
}

/** The objects in a list; an empty list for anything that is no list. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
