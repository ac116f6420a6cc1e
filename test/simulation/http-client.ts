// The HTTP client of the simulation: keep-alive connections, JSON with exact amounts, and batched JSON-RPC.
import { Agent, type IncomingHttpHeaders, request } from "node:http";

/** `text` is the body as received; `json` has `raw` and `amount` as strings of digits, so that no amount is rounded. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; json: any; data: any };

/** The sandbox refuses a batch of more than a thousand calls; a far jump with blocks at intervals asks for more. */
const CALLS_OF_A_BATCH = 500;

type Call = { method: string; params: unknown[] };
type ExactReviver = (key: string, value: unknown, context: { source: string }) => unknown;

const MONEY = new Set(["raw", "amount"]);
const keepDigits: ExactReviver = (key, value, { source }) =>
  typeof value === "number" && MONEY.has(key) ? source : value;

/** Parses JSON; numbers named `raw` and `amount` become strings with all their digits. */
export function parseExactJson(text: string): any {
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
}

export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 16 });

  /** Undefined = the connection closed without a response: the request may or may not have been executed. */
  ask(url: string, method: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer | undefined> {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const own = bytes === undefined ? {} : { "content-type": "application/json", "content-length": bytes.length };
    return new Promise((resolve, reject) => {
      const sent = request(url, { agent: this.#agent, method, headers: { ...own, ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => resolve(undefined));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          try {
            const json = parseExactJson(text);
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json, data: json.data });
          } catch {
            reject(new Error(`${method} ${url} answered ${response.statusCode} and no JSON: ${text.slice(0, 200)}`));
          }
        });
      });
      sent.on("error", () => resolve(undefined));
      sent.end(bytes);
    });
  }

  /** The results in the order of the calls; a call that was refused gives undefined. */
  async rpc(url: string, calls: readonly Call[]): Promise<any[]> {
    if (calls.length === 0) return [];
    const body = calls
      .slice(0, CALLS_OF_A_BATCH)
      .map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
    const answer = await this.ask(url, "POST", body);
    if (!Array.isArray(answer?.json))
      throw new Error(`no answer to ${calls[0]?.method}: ${answer?.text.slice(0, 200) ?? "the connection was closed"}`);
    const results: any[] = Array.from({ length: body.length });
    for (const { id, result } of answer.json) results[id] = result;
    return [...results, ...(await this.rpc(url, calls.slice(CALLS_OF_A_BATCH)))];
  }

  close(): void {
    this.#agent.destroy();
  }
}
