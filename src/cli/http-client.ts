// HTTP to a running sandbox: one call, its envelope, and every mishap as one line with the next step.

import { escapeControl } from "../kernel/escape-control.ts";
import { exactJson } from "../kernel/exact-json.ts";
import { isObject } from "../kernel/is-object.ts";
import { withCommandHints } from "./command-hints.ts";
import { CommandError } from "./process-io.ts";

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Calls one sandbox at one origin with fixed headers. Redirects are not followed: a token goes to one host only. */
export type HttpClient = {
  origin: string;
  /** The whole envelope of a success. @throws AdminError for an error envelope, CommandError when there is no sandbox */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** The answer as it comes, its body unread. @throws CommandError when there is no sandbox */
  open(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
};

export type HttpClientOptions = {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** What to do about a 401. */
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

/** Where a sandbox is expected when nothing else is said. */
export const DEFAULT_URL = "http://127.0.0.1:4010";

/** @throws CommandError (code 2) when `url` is no http(s) URL */
export function httpClient({ url, headers, keyHint, signal }: HttpClientOptions): HttpClient {
  const origin = originOf(url);
  const all = { "content-type": "application/json", ...headers };

  async function reach(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${origin}${path}`, { ...init, redirect: "manual", signal: signal ?? null });
    } catch (error) {
      throw unreachable(origin, error);
    }
  }

  return {
    origin,
    async call(method, path, body) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await reach(path, { method, headers: all, ...sent });
      const text = await answer.text().catch((error: unknown) => {
        throw unreachable(origin, error);
      });
      return envelopeOf({ origin, keyHint }, answer.status, text);
    },
    open: (path, more = {}) => reach(path, { headers: { ...all, ...more } }),
  };
}

/** `path` with what of `query` is given. */
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

function unreachable(origin: string, error: unknown): CommandError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const code = cause !== undefined && "code" in cause ? ` (${String(cause.code)})` : "";
  const start = 'start one with "crypto-payment-sandbox start", or name another with --url';
  return new CommandError(`no sandbox answers at ${origin}${code}: ${start}`);
}

function envelopeOf(from: { origin: string; keyHint: string }, status: number, text: string): Record<string, unknown> {
  const envelope = parseExact(text);
  if (!isObject(envelope) || typeof envelope["success"] !== "boolean") {
    throw new CommandError(`what answers at ${from.origin} (status ${status}) is no sandbox: check --url`);
  }
  if (envelope["success"] && status >= 200 && status <= 299) return envelope;
  const { error, details } = envelope;
  const more =
    details === undefined || details === null || isToldIn(String(error ?? ""), details) ? "" : `: ${inWords(details)}`;
  const hint = status === 401 ? ` (${from.keyHint})` : "";
  throw new AdminError(
    status,
    escapeControl(`the sandbox answered ${status} ${withCommandHints(String(error ?? ""))}${more}${hint}`),
  );
}

/** Whether a text has every value of its details already: nobody wants to read them twice. */
function isToldIn(text: string, details: unknown): boolean {
  if (typeof details === "object" && details !== null)
    return Object.values(details).every((one) => isToldIn(text, one));
  return text.includes(String(details));
}

/** So many entries of a list are told. */
const MOST_TOLD = 10;

/** Details without the marks of JSON: `known: base, bsc; depth: 3`. Records in a list stand in brackets. */
function inWords(details: unknown): string {
  if (Array.isArray(details)) {
    const told = details.slice(0, MOST_TOLD).map((one) => (isObject(one) ? `(${inWords(one)})` : inWords(one)));
    const more = details.length > MOST_TOLD ? [`and ${details.length - MOST_TOLD} more`] : [];
    return [...told, ...more].join(", ") || "none";
  }
  if (!isObject(details)) return String(details);
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${inWords(value)}`)
    .join("; ");
}

/** What a text holds, with every digit of its amounts; undefined when it is no JSON. */
export function parseExact(text: string): unknown {
  try {
    return exactJson(text);
  } catch {
    return undefined;
  }
}

/** The objects of a list, whatever else is in it; of no list, none. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
