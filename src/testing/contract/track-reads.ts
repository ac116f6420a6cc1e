// Notes which members of answers and webhooks the app reads, for `touched` in the contract report: an upper bound, since logging and copying read all.
import { sandboxVariable } from "../start.ts";
import type { WebhookEvent } from "../webhook-event.ts";
import { noting, ReadStore } from "./member-reads.ts";
import type { ReadsReporter } from "./report-reads.ts";
import { contractOf, type SandboxAddress, type SandboxContract } from "./sandbox-contract.ts";

/** What was read of the answers of one call: `GET /v1/vault` and JSON pointers in which `*` stands for any entry of a list. */
export type Reads = { method: string; path: string; pointers: string[] };
/** The same of the webhooks of one type. */
export type WebhookReads = { type: string; pointers: string[] };

export type TrackedFetch = typeof fetch & {
  /** The JSON of a webhook, which reads what is read of it. `body`: as received, or parsed already. @throws SyntaxError for text that is no JSON */
  webhook<T = WebhookEvent>(body: string | Uint8Array | T): T;
  /** What was read of answers so far, by call. */
  reads(): Reads[];
  /** What was read of webhooks so far, by type. */
  webhookReads(): WebhookReads[];
  /** Resolves when the sandbox knows what was read so far; `sandbox.contract.report()` waits for it anyway. It never rejects. */
  flush(): Promise<void>;
  /** Forgets what was read. */
  forget(): void;
};

export type TrackReadsOptions = {
  /**
   * The sandbox whose contract report shows what was read: one of this library, or the address of a running one. Default: the one of
   * SANDBOX_URL (and SANDBOX_ADMIN_TOKEN), which `exec` and `contract run` set; without it nothing leaves the process.
   */
  sandbox?: { contract: SandboxContract } | SandboxAddress;
};

/** A path without what differs from record to record. */
const VARIABLE = /^(?:0x[0-9a-f]+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]+)$/i;

/**
 * A `fetch` whose JSON reads what is read of it: by name, by destructuring, in loops, and (all of it) by spreading, `Object.keys` with a
 * look at each, `JSON.stringify` and deep equality. What is never noted was never read; what is noted may only have been copied.
 * Answers compare as plain values, and lists are lists; `structuredClone` takes none of them. The contract report of the sandbox shows
 * what was read as `touched`; calls of other servers are not told to it.
 */
export function trackReads(original: typeof fetch = fetch, { sandbox }: TrackReadsOptions = {}): TrackedFetch {
  const calls = new ReadStore();
  const webhooks = new ReadStore();
  const reporter = reporterOf(sandbox);
  const tracked = async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const response = await original(input, init);
    const request = typeof input === "object" && "method" in input ? input : undefined;
    const method = (init?.method ?? request?.method ?? "GET").toUpperCase();
    const url = request?.url ?? String(input);
    const source = { method, url: new URL(url, "http://localhost").pathname.split("/").map(formOf).join("/") };
    const isReported = reporter?.answers(url) === true;
    return withJson(response, (pointer) => {
      const key = `${method} ${source.url}`;
      calls.add(key, source, pointer);
      if (isReported) reporter.note(key, { method, url }, pointer);
    });
  };
  const webhook = (body: unknown): unknown => {
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
    // An object is copied: what the app holds of it stays as it is.
    const event: unknown = JSON.parse(typeof text === "string" ? text : JSON.stringify(text));
    const source = { eventType: typeOf(event) };
    return noting(event, "", (pointer) => {
      webhooks.add(source.eventType, source, pointer);
      reporter?.note(`webhook ${source.eventType}`, source, pointer);
    });
  };
  return Object.assign(tracked as typeof fetch, {
    webhook: webhook as TrackedFetch["webhook"],
    reads: () =>
      calls.all.flatMap(({ source, pointers }) =>
        "url" in source ? [{ method: source.method, path: source.url, pointers: [...pointers].toSorted() }] : [],
      ),
    webhookReads: () =>
      webhooks.all.flatMap(({ source, pointers }) =>
        "eventType" in source ? [{ type: source.eventType, pointers: [...pointers].toSorted() }] : [],
      ),
    flush: async () => reporter?.flush(),
    forget: () => {
      calls.clear();
      webhooks.clear();
    },
  });
}

function reporterOf(sandbox: TrackReadsOptions["sandbox"]): ReadsReporter | undefined {
  const target = sandbox ?? sandboxVariable();
  if (target === undefined) return undefined;
  return ("contract" in target ? target.contract : contractOf(target)).reporter();
}

function formOf(segment: string): string {
  return VARIABLE.test(segment) ? "*" : segment;
}

function typeOf(event: unknown): string {
  const type = typeof event === "object" && event !== null && "type" in event ? event.type : undefined;
  return typeof type === "string" ? type : "";
}

/** The same response with another `json`; copies of it have it too. */
function withJson(response: Response, note: (pointer: string) => void): Response {
  const copy = response.clone.bind(response);
  return Object.defineProperties(response, {
    json: { value: async () => noting(JSON.parse(await response.text()), "", note), configurable: true },
    clone: { value: () => withJson(copy(), note), configurable: true },
  });
}
