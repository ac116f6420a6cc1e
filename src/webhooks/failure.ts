// Describes a failed attempt in one short line that is safe to store and to show.

const MAX_LINE_LENGTH = 200;

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "the connection was reset before an answer came",
  EPIPE: "the connection was closed while we wrote",
  ENOTFOUND: "the name does not resolve",
  EAI_AGAIN: "the name does not resolve at the moment",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the connection timed out",
};

/** Anything thrown or emitted by the HTTP client → one line without control characters, at most 200 characters. */
export function describeFailure(thrown: unknown): string {
  const error = firstOf(thrown);
  const code = codeOf(error);
  if (code !== null && WORDS[code] !== undefined) return `${WORDS[code]} (${code})`;
  if (code?.startsWith("HPE_")) return `the answer is not HTTP (${code})`;
  const message = error instanceof Error ? error.message : typeof error === "string" ? error : "";
  const line = message
    .replace(/[^\x20-\x7e]+/g, " ")
    .trim()
    .slice(0, MAX_LINE_LENGTH - 40);
  return `${line || "the attempt failed"}${code === null ? "" : ` (${code})`}`;
}

/** When several addresses fail, Node throws one error whose own message says nothing. */
function firstOf(thrown: unknown): unknown {
  return thrown instanceof AggregateError && thrown.errors.length > 0 ? thrown.errors[0] : thrown;
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === "string" && /^[A-Z0-9_]{1,30}$/.test(code) ? code : null;
}
