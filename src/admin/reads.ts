// What a browser or a watcher may GET beside the control API: pages, explorer, pictures, the API reference, health, numbers.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Target } from "../http/exchange.ts";
import { serveDocs } from "./docs/serve-docs.ts";
import { serveExplorer } from "./explorer/serve-explorer.ts";
import { serveIcon } from "./icons/serve-icon.ts";
import { serveHealth, serveMetrics, servePage } from "./pages.ts";
import type { AdminParts } from "./parts.ts";

type Serve = (parts: AdminParts, request: IncomingMessage, response: ServerResponse) => void;

const PAGES: ReadonlyMap<string, Serve> = new Map([
  ["/", servePage],
  ["/healthz", serveHealth],
  ["/metrics", serveMetrics],
]);

/** Answers a GET or HEAD and says true; false for a path that is served elsewhere or nowhere. */
export function serveRead(
  parts: AdminParts,
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { path } = target;
  const page = PAGES.get(path);
  if (page !== undefined) {
    page(parts, request, response);
    return true;
  }
  if (path === "/explorer" || path.startsWith("/explorer/")) {
    serveExplorer(parts, target, request, response);
    return true;
  }
  if (path.startsWith("/docs") && serveDocs(path, request, response)) return true;
  const ticker = /^\/assets\/([^/]+)\.png$/.exec(path)?.[1];
  return ticker !== undefined && serveIcon(parts.flow.world.catalogue, ticker, request, response);
}
