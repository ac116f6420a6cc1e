// Requests to the app: in bounded time, of bounded length, and never to a place that it redirects to (U-70).
import type { WallClock } from "../../kernel/wall-clock.ts";

/** Bytes of an answer that are read. */
export const MAX_ANSWER_BYTES = 8 * 1_048_576;
export const REQUEST_TIMEOUT_MS = 15_000;

export type AppRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly timeoutMs?: number;
};

/** `cookies`: the values of the headers `Set-Cookie`. */
export type AppReply = { readonly status: number; readonly text: string; readonly cookies: readonly string[] };

/** The answer, or why there is none, as text. */
export async function request(
  { method, url, headers = {}, body, timeoutMs = REQUEST_TIMEOUT_MS }: AppRequest,
  wall: WallClock,
): Promise<AppReply | string> {
  const stop = new AbortController();
  const timer = wall.after(timeoutMs, () => stop.abort(), { unref: true });
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const type = body === undefined ? {} : { "content-type": "application/json" };
  try {
    const response = await fetch(url, {
      method,
      headers: { ...type, ...headers },
      redirect: "manual",
      signal: stop.signal,
      ...sent,
    });
    return { status: response.status, text: await bounded(response), cookies: response.headers.getSetCookie() };
  } catch (error) {
    return stop.signal.aborted ? `no answer within ${timeoutMs / 1_000} s` : reasonOf(error);
  } finally {
    timer.cancel();
  }
}

async function bounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error("the answer is longer than 8 MiB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: unknown } | undefined;
  return typeof cause?.code === "string" ? cause.code : error.message;
}
