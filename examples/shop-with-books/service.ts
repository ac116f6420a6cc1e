// Calls of the payment service. A call is repeated where that is safe; where its outcome stays unknown, `Unavailable` says so.
import { setTimeout as pause } from "node:timers/promises";
import { parseExact } from "./amounts.ts";

const ATTEMPTS = 4;

/** The service refused the request: it will not be fulfilled, and repeating it is useless. */
export class ServiceRefused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Nobody knows whether the request was fulfilled. Ask again later, with the same key or reference. */
export class Unavailable extends Error {}

// biome-ignore lint/suspicious/noExplicitAny: answers of the service are read member by member
type Json = any;

export class Service {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #pauseMs: number;

  /** @param pauseMs doubled before each repetition of a call */
  constructor(baseUrl: string, apiKey: string, pauseMs: number) {
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
    this.#pauseMs = pauseMs;
  }

  /** The whole answer, for lists with `pagination`. All calls of this shop are safe to repeat: they read, or carry a key or reference. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Json> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#send(method, path, body, headers);
      if (response?.ok) {
        const answer = await response.text().catch(() => undefined);
        if (answer !== undefined) return parseExact(answer);
      } else if (response !== undefined && response.status < 500 && response.status !== 429) {
        const { error } = (await response.json().catch(() => ({}))) as { error?: string };
        throw new ServiceRefused(response.status, error ?? `${method} ${path} was answered with ${response.status}`);
      }
      if (attempt === ATTEMPTS || response?.status === 429)
        throw new Unavailable(`${method} ${path}: ${response?.status ?? "no answer"}`);
      await pause(this.#pauseMs * 2 ** attempt);
    }
  }

  /** The record of an answer. It may be nested under `data`, or stand at the top level. */
  async record(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Json> {
    const answer = await this.call(method, path, body, headers);
    return answer.data ?? answer;
  }

  #send(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Response | undefined> {
    return fetch(`${this.#baseUrl}${path}`, {
      method,
      headers: { "X-API-Key": this.#apiKey, "Content-Type": "application/json", ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined);
  }

  /** All records of a list with pages. */
  async *pages(path: string, limit: number): AsyncGenerator<Json> {
    for (let page = 1; ; page += 1) {
      const { data, pagination } = await this.call("GET", `${path}&limit=${limit}&page=${page}`);
      yield* data;
      if (!pagination.has_next) return;
    }
  }
}
