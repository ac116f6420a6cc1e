// What a browser may GET beside the two APIs: the page at `/`, the explorer, the API reference, pictures of assets.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AdminDependencies } from "../admin/dependencies.ts";
import { splitTarget } from "../http/app.ts";
import type { Target } from "../http/request-context.ts";
import { serveExplorer } from "./explorer/serve-explorer.ts";
import { servePage } from "./home/serve-home.ts";
import { serveIcon } from "./icons/serve-icon.ts";
import { serveDocs } from "./reference/serve-reference.ts";

/** A middleware: answers a GET or HEAD of what a browser may ask for; everything else goes on to whoever is mounted next. */
export function createWebRoutes(
  parts: AdminDependencies,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  return (request, response, next) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const [path, search] = splitTarget(request.url ?? "");
    if (!isRead || !serveRead(parts, { path, search }, request, response)) next();
  };
}

/** Answers and says true; false for a path that is served elsewhere or nowhere. */
function serveRead(
  parts: AdminDependencies,
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { path } = target;
  if (path === "/") {
    servePage(parts, request, response);
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
