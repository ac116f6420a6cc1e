// One POST to a receiver: its status line decides the outcome; time and bytes are limited (R-123…R-128).
import { type ClientRequest, type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { type Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { Timer, WallClock } from "../kernel/wall-clock.ts";
import { describeFailure } from "./failure.ts";

/** Bytes of an answer that are read before the connection is closed. */
export const MAX_READ_BYTES = 64 * 1024;
/** Bytes of an answer that are stored. */
export const MAX_KEPT_BYTES = 1024;

const MAX_RETRY_AFTER_LENGTH = 64;

/** The outcome of one attempt. `response` is shown by the control API only. */
export type AttemptOutcome = {
  ok: boolean;
  /** The status of the final answer; null when none came. */
  status: number | null;
  /** Wall time from start to decision, whole milliseconds. */
  durationMs: number;
  /** The time limit ended the attempt. Not to be read off `durationMs`: a timer may fire a moment early. */
  timedOut: boolean;
  /** Why there is no usable answer, one line; null when the status says it all. */
  error: string | null;
  /** The first KiB (or `answerBytes`) of the body received by then; null without an answer. */
  response: string | null;
  /** The answer's `Retry-After`, cut to 64 characters; null without one. */
  retryAfter: string | null;
};

export type PostDependencies = {
  wall: WallClock;
  timeoutMs: number;
  agents: { http: HttpAgent; https: HttpsAgent };
  /** Throws when a literal address is refused; else gives a DNS look-up that checks resolved addresses. */
  guard: (hostname: string, port: number) => LookupFunction;
  request: WebhookRequest;
};

/** The request of one attempt. Make `headers` with `webhookHeaders`. */
export type WebhookRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** A text leaves in one piece with the head. */
  body: Uint8Array | string;
  /** Default POST; a probe of the battery for receivers is a GET. */
  method?: "POST" | "GET";
  /** Waits for the whole answer and keeps this many bytes of it; default: the first KiB, and a success waits for none. */
  answerBytes?: number;
  /** Closes the connection when the request is written, before an answer is read (W-19). */
  hangUp?: true;
};

export class Post {
  /** Resolves when the attempt is decided. Never rejects. */
  readonly outcome: Promise<AttemptOutcome>;
  /** Resolves when the request is over, the ignored rest of the body included. Never rejects. */
  readonly ended: Promise<void>;
  readonly #dependencies: PostDependencies;
  readonly #startedAt: number;
  readonly #deadline: Timer;
  readonly #kept: Buffer;
  #keptBytes = 0;
  #readBytes = 0;
  #status: number | null = null;
  #retryAfter: string | null = null;
  #call: ClientRequest | null = null;
  #decided = false;
  #timedOut = false;
  #decide: (outcome: AttemptOutcome) => void = () => {};
  #end: () => void = () => {};

  constructor(dependencies: PostDependencies) {
    this.#dependencies = dependencies;
    this.#startedAt = dependencies.wall.monotonic();
    this.#kept = Buffer.alloc(dependencies.request.answerBytes ?? MAX_KEPT_BYTES);
    this.outcome = new Promise((decide) => (this.#decide = decide));
    this.ended = new Promise((end) => (this.#end = end));
    this.#deadline = dependencies.wall.after(dependencies.timeoutMs, () => {
      this.#timedOut = true;
      this.#cut(`no answer within ${dependencies.timeoutMs} ms`);
    });
  }

  start(): void {
    if (this.#decided) return;
    try {
      this.#post();
    } catch (error) {
      this.#cut(describeFailure(error));
    }
  }

  abort(): void {
    this.#cut("the sandbox was stopped before an answer came");
  }

  #post(): void {
    const { guard, agents, request } = this.#dependencies;
    const url = new URL(request.url);
    const secure = url.protocol === "https:";
    const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
    const call = (secure ? httpsRequest : httpRequest)(url, {
      method: request.method ?? "POST",
      agent: secure ? agents.https : agents.http,
      lookup: guard(url.hostname, port),
      headers: { ...request.headers, "content-length": Buffer.byteLength(request.body) },
    });
    this.#call = call;
    call.on("response", (answer) => this.#read(answer));
    // 101 is no success, and the connection is no longer HTTP.
    call.on("upgrade", (answer, socket) => {
      this.#status = answer.statusCode ?? null;
      socket.destroy();
      this.#cut("the receiver wants to switch protocols");
    });
    call.on("error", (error) => this.#cut(describeFailure(error)));
    call.on("close", () => this.#cut("the receiver hung up without an answer"));
    if (request.hangUp) call.on("finish", () => this.#cut("the connection was cut on purpose"));
    call.end(request.body);
  }

  /** Called with the status line, which decides the attempt; the body is only stored for diagnosis. */
  #read(answer: IncomingMessage): void {
    this.#status = answer.statusCode ?? null;
    this.#retryAfter = answer.headers["retry-after"]?.slice(0, MAX_RETRY_AFTER_LENGTH) ?? null;
    answer.on("data", (bytes: Buffer) => {
      this.#readBytes += bytes.length;
      this.#keptBytes += bytes.copy(this.#kept, this.#keptBytes);
      // The first KiB of a failure is waited for: it often names the reason.
      if (this.#keptBytes === this.#kept.length) this.#settle(null);
      if (this.#readBytes > Math.max(MAX_READ_BYTES, this.#kept.length)) this.#cut(null);
    });
    answer.on("end", () => this.#settle(null));
    answer.on("error", () => this.#settle(null));
    // By then the bytes that came with the status line are read; a success waits for no more.
    const waits = this.#dependencies.request.answerBytes !== undefined;
    if (this.#succeeded() && !waits) this.#dependencies.wall.soon(() => this.#settle(null));
  }

  /** Decides, closes the connection if the request is not over, and releases everything. */
  #cut(error: string | null): void {
    this.#settle(error);
    this.#deadline.cancel();
    const call = this.#call;
    this.#call = null;
    if (call !== null && !call.destroyed) call.destroy();
    this.#end();
  }

  #settle(error: string | null): void {
    if (this.#decided) return;
    this.#decided = true;
    const { wall } = this.#dependencies;
    const answered = this.#status !== null;
    this.#decide({
      ok: this.#succeeded(),
      status: this.#status,
      durationMs: Math.max(0, Math.round(wall.monotonic() - this.#startedAt)),
      timedOut: this.#timedOut && !answered,
      error: answered ? this.#remark() : error,
      response: answered ? keptText(this.#kept.subarray(0, this.#keptBytes), this.#kept.length) : null,
      retryAfter: this.#retryAfter,
    });
  }

  #succeeded(): boolean {
    return this.#status !== null && this.#status >= 200 && this.#status <= 299;
  }

  #remark(): string | null {
    if (this.#status === 101) return "the receiver wants to switch protocols";
    if (this.#status !== null && this.#status >= 300 && this.#status <= 399) return "redirects are not followed";
    return null;
  }
}

/** Text of at most `most` bytes in UTF-8; bytes that are no text become U+FFFD, a character cut in two is left out. */
function keptText(bytes: Uint8Array, most: number): string {
  const text = new TextDecoder().decode(bytes, { stream: true });
  const encoded = Buffer.from(text);
  if (encoded.byteLength <= most) return text;
  return new TextDecoder().decode(encoded.subarray(0, most), { stream: true });
}
