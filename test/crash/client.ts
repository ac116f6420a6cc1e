// A client of the sandbox that knows nothing but HTTP: every call ends with an answer, or without one when the server died.
import { setTimeout as wait } from "node:timers/promises";
import type { Ready } from "./process.ts";

export type Answer = { status: number; data: any; headers: Headers; text: string };

export type Client = {
  ready: Ready;
  /** Undefined = no answer: the request may or may not have been carried out. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer | undefined>;
  /** Like `ask`, for checks: anything but 200 or 201 throws. */
  must(method: string, path: string, body?: unknown): Promise<any>;
};

export function clientOf(ready: Ready): Client {
  const ask: Client["ask"] = async (method, path, body, headers = {}) => {
    try {
      const response = await fetch(`${ready.url}${path}`, {
        method,
        headers: { "x-api-key": ready.api_key, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, data: JSON.parse(text).data, headers: response.headers, text };
    } catch {
      // Without a listener the next try comes a moment later.
      await wait(5);
      return undefined;
    }
  };
  return {
    ready,
    ask,
    async must(method, path, body) {
      const answer = await ask(method, path, body);
      if (answer === undefined) throw new Error(`${method} ${path}: no answer`);
      if (answer.status > 201) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
      return answer.data;
    },
  };
}
