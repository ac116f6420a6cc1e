// The last handlers of the application: unknown paths, unreadable targets and uncaught errors.
import type { IncomingMessage, RequestListener } from "node:http";
import type { ErrorRequestHandler, RequestHandler } from "express";
import type { Readings } from "../contract/readings/readings.ts";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import type { Observed } from "./observe.ts";
import { createPipeline } from "./pipeline.ts";
import type { Stage } from "./request-context.ts";
import { splitTarget } from "./request-target.ts";
import { suggestAnywhere } from "./route-suggestion.ts";
import { earlyErrorBody } from "./stages/error-readings.ts";

export type FallbackDependencies = {
  readonly log: Log;
  readonly readings: Readings;
  nextRequestId(): string;
  readonly observed?: Observed;
};

/** 404 in the envelope for every path that no handler answered. */
export function unknownRoute(dependencies: FallbackDependencies): RequestHandler {
  const suggest = suggestAnywhere();
  const refuse: Stage = ({ target, method }) => {
    throw new Problem("routeNotFound", `nothing is served at this path; ${suggest(target.path, method)}`);
  };
  const pipeline = createPipeline({
    ...dependencies,
    errorBody: earlyErrorBody(dependencies.readings),
    stages: [refuse],
  });
  return (request, response) => {
    const [path, search] = splitTarget(request.url);
    void pipeline(request, response, { path, search });
  };
}

/** HTTP/1 with a path, `*` or a URL as target: what Express can parse. */
export function isReadable({ url = "", httpVersionMajor }: IncomingMessage): boolean {
  return httpVersionMajor === 1 && (url.startsWith("/") || url === "*" || URL.canParse(url));
}

/** 400 in the envelope for any other request target, which Express would answer with a page of its own. */
export function unreadableTarget(dependencies: FallbackDependencies): RequestListener {
  const pipeline = refusing(
    dependencies,
    new Problem("invalidRequest", "the request is no HTTP/1.1, or its target is neither a path nor a URL"),
  );
  return (request, response) => void pipeline(request, response, { path: "/", search: "" });
}

/** Answers an uncaught error: 400 for a request that Express could not read, 500 for everything else. */
export function uncaughtError(dependencies: FallbackDependencies): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const status = (error as { status?: unknown } | null)?.status;
    const unreadable = typeof status === "number" && status >= 400 && status < 500;
    const pipeline = refusing(
      dependencies,
      unreadable ? new Problem("invalidRequest", "the request cannot be read") : error,
    );
    void pipeline(request, response, { path: request.url, search: "" });
  };
}

function refusing(dependencies: FallbackDependencies, error: unknown): ReturnType<typeof createPipeline> {
  const refuse = (): never => {
    throw error;
  };
  return createPipeline({ ...dependencies, errorBody: earlyErrorBody(dependencies.readings), stages: [refuse] });
}
