// The control API: the middleware stages of /admin, and its OpenAPI document.
import type { IncomingMessage, ServerResponse } from "node:http";
import { sendDocument } from "../http/document-route.ts";
import { type Observed, observedAs } from "../http/observe.ts";
import { createPipeline } from "../http/pipeline.ts";
import type { ErrorBody } from "../http/problem-reply.ts";
import type { Stage } from "../http/request-context.ts";
import { isRead, splitTarget } from "../http/request-target.ts";
import { suggestInAdmin } from "../http/route-suggestion.ts";
import { mapValues } from "../http/router.ts";
import { readBody } from "../http/stages/body.ts";
import { routeRequests } from "../http/stages/route.ts";
import { Problem } from "../kernel/problem.ts";
import adminJson from "../spec/admin.gen.json" with { type: "json" };
import type { OpenApiDocument } from "../spec/document.ts";
import { operationsOf } from "../spec/operations.ts";
import { validatorsOf } from "../spec/validators.ts";
import { bearerToken, isToken } from "./admin-token.ts";
import { bodyOfCall, serveBatch } from "./batch.ts";
import { checkRequest } from "./check-input.ts";
import type { AdminDependencies } from "./dependencies.ts";
import { adminHandlers } from "./handlers.ts";
import { enterWorld, runHandler } from "./run-handler.ts";
import { serveFile } from "./serve-files.ts";
import { serveStreams } from "./streams/serve-streams.ts";

/** The document of this surface, generated from `spec/admin.yaml`. */
export const adminDocument = adminJson as unknown as OpenApiDocument;

/** A middleware: answers `/admin/…`; every other request goes to the next one. */
export type Admin = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export function createAdmin(dependencies: AdminDependencies): Admin {
  const validators = validatorsOf(adminDocument);
  const { enter, dependenciesOf } = enterWorld(dependencies);
  const suggest = suggestInAdmin(adminDocument);
  const routed = (handlers: Readonly<Record<string, readonly Stage[]>>): Stage =>
    routeRequests({ document: adminDocument, handlers, suggest });
  const check = checkRequest(adminDocument, validators);
  const checks = [readBody, check];
  const run = runHandler(dependenciesOf, validators);
  const stagesInBatch = mapValues(ALL_OPERATIONS, () => [bodyOfCall, check, run]);
  const observed = observedAs("admin", {
    wall: dependencies.wall,
    clock: () => dependencies.flow.world.clock.peek(),
    note: dependencies.instrument,
    observe: dependencies.contract.observe,
  });
  const handlers = {
    ...mapValues(adminHandlers, () => [...checks, run]),
    runBatch: [...checks, batchOf(dependencies, observed, [enter, routed(stagesInBatch)])],
    streamEvents: [...checks, serveStreams("streamEvents", dependencies)],
    streamChanges: [...checks, serveStreams("streamChanges", dependencies)],
    exportRequests: [...checks, serveFile("exportRequests", dependenciesOf)],
    getContractReport: [...checks, serveFile("getContractReport", dependenciesOf)],
  };
  const pipeline = createPipeline({
    stages: [enter, demandToken(dependencies.adminToken), routed(handlers)],
    log: dependencies.log,
    nextRequestId: () => dependencies.nextRequestId(),
    errorBody: adminErrorBody,
    observed,
  });
  return (request, response, next) => {
    const [path, search] = splitTarget(request.url ?? "");
    const below = /^\/admin(\/.*)?$/.exec(path);
    if (path === "/admin/openapi.json" && isRead(request)) {
      sendDocument(adminDocument, `${dependencies.origin}/admin`, request, response);
    } else if (below !== null) void pipeline(request, response, { path: below[1] ?? "/", search });
    else next();
  };
}

/** By id, those included that a batch refuses. */
const ALL_OPERATIONS = Object.fromEntries(operationsOf(adminDocument));

function batchOf(dependencies: AdminDependencies, observed: Observed, stages: readonly Stage[]): Stage {
  const { log } = dependencies;
  const nextRequestId = (): string => dependencies.nextRequestId();
  return serveBatch({ stages, observed, log, nextRequestId, errorBody: adminErrorBody });
}

/** The message says what is wrong and what to do next; `details` lists the known values. */
export const adminErrorBody: ErrorBody = (problem) => ({
  success: false,
  code: problem.status,
  error: problem.detail === "" ? problem.text : `${problem.text}: ${problem.detail}`,
  ...(problem.details === undefined ? {} : { details: problem.details }),
});

/** An API key of a tenant is no admin token; without a configured token none is required. */
function demandToken(token: string | null): Stage {
  return ({ requestHeaders }) => {
    if (token === null || isToken(token, bearerToken(requestHeaders.authorization))) return;
    const headers = { "WWW-Authenticate": 'Bearer realm="admin"' };
    throw new Problem("missingOrInvalidAdminToken", "send Authorization: Bearer with the value of --admin-token", {
      headers,
    });
  };
}
