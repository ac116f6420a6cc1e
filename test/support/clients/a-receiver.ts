// A webhook receiver: records every request and responds as the test says.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** `json` is undefined if the body is not JSON, for example truncated. */
export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string; json: any };

/** A status, or a function that writes any response, or none. */
export type Answer = number | ((response: ServerResponse) => void);

/** The response, by the number of the request, from 1. */
type Answers = (number: number, received: Received) => Answer;

/** Responds with 200 by default, and is closed with the test. */
export async function aReceiver(answer: Answers = () => 200) {
  const { end, ...receiver } = await openReceiver(answer);
  onTestFinished(end);
  return receiver;
}

/** The same for several tests of a file: the caller calls `end`. */
export async function openReceiver(answer: Answers = () => 200) {
  const received: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const { method = "", url: path = "", headers } = request;
      const one: Received = { method, path, headers, body, json: jsonOf(body) };
      received.push(one);
      const reply = answer(received.length, one);
      if (typeof reply === "function") reply(response);
      else {
        response.statusCode = reply;
        response.end();
      }
      for (const waiter of waiting.splice(0)) {
        if (received.length >= waiter.count) waiter.resolve();
        else waiting.push(waiter);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return {
    end,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    types: (): string[] => received.map(({ json }) => json.type),
    /** Resolves when `count` requests have arrived in total. */
    until(count: number): Promise<void> {
      if (received.length >= count) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ count, resolve }));
    },
  };
}

function jsonOf(body: string): any {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
