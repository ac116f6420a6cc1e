// The OpenAPI document itself, for generators and people: as it is promised, with the address it is served at.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { OpenApiDocument } from "../spec/document.ts";

/** Answers a GET of a document; `baseUrl` becomes its only server. */
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
