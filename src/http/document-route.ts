// Serves an OpenAPI document as JSON, with the address of this sandbox as its server.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { OpenApiDocument } from "../spec/document.ts";

/** Answers GET or HEAD of a document; `baseUrl` becomes its only server. */
export function sendDocument(
  document: OpenApiDocument,
  baseUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const served = { ...document, servers: [{ url: baseUrl, description: "This sandbox" }] };
  const bytes = Buffer.from(JSON.stringify(served), "utf8");
  response.writeHead(200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": bytes.length,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}
