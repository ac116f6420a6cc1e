// A fake admin API: responds as the test says and records the calls.
import { createServer, type IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";
import { listen } from "../webhooks/a-receiver.ts";

type Call = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: unknown;
};
export type Answer = { status?: number; data?: unknown; raw?: string; hang?: true };

/** Starts a fake admin API; `answer` gives the response to each call. */
export async function anAdmin(answer: (call: Call, number: number) => Answer) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://x");
      const text = Buffer.concat(chunks).toString();
      const call = {
        method: request.method ?? "",
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: text === "" ? undefined : JSON.parse(text),
      };
      calls.push(call);
      const { status = 200, data, raw, hang } = answer(call, calls.length);
      if (hang) return;
      response.writeHead(status, { "content-type": "application/json", location: "http://127.0.0.1:9/" });
      response.end(raw ?? JSON.stringify({ success: true, message: "operation completed successfully", data }));
    });
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: await listen(server), calls };
}
