// Speaks HTTP to the admin API of a running sandbox and turns every mishap into one line with the next step.
import { CommandError, plain } from "./io.ts";

export type AdminClient = {
  /** The `data` of the answer. Throws `AdminError` for an error envelope, `CommandError` when there is no sandbox. */
  get(path: string, query?: Readonly<Record<string, string | number | undefined>>): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
};

export type AdminAccess = { url: string; token: string | undefined; signal?: AbortSignal };

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

/** A client for the sandbox at `url` (an origin). Redirects are not followed: the admin token goes to one host only. */
export function adminClient({ url, token, signal }: AdminAccess): AdminClient {
  const origin = originOf(url);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (token !== undefined) headers["authorization"] = `Bearer ${token}`;

  async function call(path: string, init: RequestInit): Promise<unknown> {
    let status: number;
    let text: string;
    try {
      const answer = await fetch(`${origin}${path}`, { ...init, headers, redirect: "manual", signal: signal ?? null });
      status = answer.status;
      text = await answer.text();
    } catch (error) {
      throw unreachable(origin, error);
    }
    return dataOf(origin, status, text);
  }

  return {
    get(path, query = {}) {
      const given = Object.entries(query).flatMap(([key, value]): [string, string][] =>
        value === undefined ? [] : [[key, String(value)]],
      );
      const search = new URLSearchParams(given).toString();
      return call(search === "" ? path : `${path}?${search}`, { method: "GET" });
    },
    post: (path, body) => call(path, { method: "POST", body: JSON.stringify(body) }),
  };
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

function dataOf(origin: string, status: number, text: string): unknown {
  const envelope = parseExact(text);
  if (!isRecord(envelope) || typeof envelope["success"] !== "boolean") {
    throw new CommandError(`what answers at ${origin} (status ${status}) is no sandbox: check --url`);
  }
  if (envelope["success"] && status >= 200 && status <= 299) return envelope["data"];
  const { error, details } = envelope;
  const more =
    details === undefined || details === null
      ? ""
      : `: ${typeof details === "string" ? details : JSON.stringify(details)}`;
  const hint = status === 401 ? " (give it with --admin-token or SANDBOX_ADMIN_TOKEN)" : "";
  throw new AdminError(status, plain(`the sandbox answered ${status} ${String(error ?? "")}${more}${hint}`));
}

/** JSON in which a number that a double cannot hold keeps its digits: amounts are shown as they were sent. */
function parseExact(text: string): unknown {
  const keep = (_key: string, value: unknown, context: { source?: string } = {}): unknown => {
    const { source } = context;
    if (typeof value !== "number" || source === undefined || String(value) === source) return value;
    return (JSON as unknown as { rawJSON(digits: string): unknown }).rawJSON(source);
  };
  try {
    return JSON.parse(text, keep);
  } catch {
    return undefined;
  }
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
