// Routes beside the two APIs: the page at `/`, the explorer, the API reference, asset icons, the texts for agents.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AdminDependencies } from "../admin/dependencies.ts";
import type { Target } from "../http/request-context.ts";
import { serveReads } from "../http/request-target.ts";
import { serveExplorer } from "./explorer/serve-explorer.ts";
import { serveIcon } from "./icons/serve-icon.ts";
import { serveDocs } from "./reference/serve-reference.ts";
import { serveTexts } from "./texts/serve-texts.ts";

/** A middleware: answers GET and HEAD of these routes; every other request goes to the next one. */
export function createWebRoutes(
  dependencies: AdminDependencies,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  return serveReads((target, request, response) => serveRead(dependencies, target, request, response));
}

/** Answers and returns true; false for any other path. */
function serveRead(
  dependencies: AdminDependencies,
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { path } = target;
  if (path === "/" || path === "/ui" || path.startsWith("/ui/")) {
    // Loaded at the first visit: a sandbox of a test suite shows no page.
    void import("./home/serve-page.ts").then(({ servePage }) => servePage(dependencies.log, path, request, response));
    return true;
  }
  if (path === "/explorer" || path.startsWith("/explorer/")) {
    serveExplorer(dependencies, target, request, response);
    return true;
  }
  if (path.startsWith("/docs") && serveDocs(path, request, response)) return true;
  if (path.startsWith("/llms") && serveTexts(path, request, response)) return true;
  const ticker = /^\/assets\/([^/]+)\.png$/.exec(path)?.[1];
  return ticker !== undefined && serveIcon(dependencies.flow.world.catalogue, ticker, request, response);
}
