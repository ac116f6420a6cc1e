// The emulated service as an Express application: /v1 and its stages, other version segments, everything in the envelope.
import express, { type Express } from "express";
import { depositFields } from "../domain/deposit/fields.ts";
import { gasStationFields } from "../domain/gas-station/fields.ts";
import { PAYOUT_FIELDS } from "../domain/payout/fields.ts";
import type { Environment } from "../domain/tenant/tenant.ts";
import { transactionFields } from "../domain/transaction/fields.ts";
import { assignedWalletFields, walletFields } from "../domain/wallet/fields.ts";
import type { World } from "../domain/world.ts";
import { type Instrument, noInstrument } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import type { View } from "../present/view.ts";
import { serviceDocument } from "../spec/document.ts";
import { type OperationId, operationsOf } from "../spec/operations.ts";
import { validatorsOf } from "../spec/validators.ts";
import { sendDocument } from "./document-route.ts";
import type { Lists } from "./handler.ts";
import { handlers } from "./operations/handlers.ts";
import { createPipeline, type Pipeline } from "./pipeline.ts";
import { serviceErrorBody } from "./problem-reply.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { RequestContext, Stage } from "./request-context.ts";
import { suggestInService } from "./route-suggestion.ts";
import { Router } from "./router.ts";
import { apiFault } from "./stages/api-fault.ts";
import { readBody } from "./stages/body.ts";
import { demandKey, identifyCaller } from "./stages/caller.ts";
import { checkRequest } from "./stages/check-request.ts";
import { priceFault } from "./stages/price-fault.ts";
import { limitRate } from "./stages/rate-limit.ts";
import { findOperation, refuseVersion } from "./stages/route.ts";
import { type AnyHandler, runHandler } from "./stages/run-handler.ts";

/** `world` is looked up with every request: after a reset it is another one. */
export type ServiceDependencies = {
  readonly world: World;
  readonly view: View;
  readonly environment: Environment;
  readonly limiter: RateLimiter;
  readonly wall: WallClock;
  readonly log: Log;
  nextRequestId(): string;
  /** Resolves when the work due now is done; called after every writing operation (a running clock need not wait). */
  settled(): Promise<void>;
  readonly instrument?: Instrument;
  readonly observe?: (exchange: RequestContext) => void;
};

const VERSION = /^\/(v[0-9][^/]*)(\/.*)?$/;

/**
 * Serves `/v1/…` and `/openapi.json` and refuses every other version segment; any other path goes on to whoever is
 * mounted next.
 */
export function createServiceApp(parts: ServiceDependencies): Express {
  const [service, otherVersions] = pipelinesOf(parts);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.use((request, response, next) => {
    const [path = "", search = ""] = splitTarget(request.url);
    const match = VERSION.exec(path);
    if (match !== null) {
      const pipeline = match[1] === "v1" ? service : otherVersions;
      void pipeline(request, response, { path: match[2] ?? "/", search });
    } else if (path === "/openapi.json" && (request.method === "GET" || request.method === "HEAD")) {
      sendDocument(serviceDocument, `${parts.view.origin}/v1`, request, response);
    } else next();
  });
  return app;
}

/** The order of checks of K-13. */
function pipelinesOf(parts: ServiceDependencies): [Pipeline, Pipeline] {
  const operations = operationsOf<OperationId>(serviceDocument);
  const validators = validatorsOf(serviceDocument);
  const { catalogue } = parts.view;
  const { instrument = noInstrument } = parts;
  const lists: Lists = {
    deposits: depositFields(catalogue),
    wallets: walletFields(catalogue),
    assignedWallets: assignedWalletFields(catalogue),
    payouts: PAYOUT_FIELDS,
    transactions: transactionFields(catalogue),
    gasStations: gasStationFields(catalogue),
  };
  const perform = {
    get world() {
      return parts.world;
    },
    view: parts.view,
    lists,
    // Each handler's own types are checked in the table; the pipeline calls them all alike.
    handlers: handlers as unknown as Readonly<Record<string, AnyHandler>>,
    validators,
    settled: () => parts.settled(),
    note: instrument,
  };
  const counted: Stage[] = [identifyCaller(parts), limitRate(parts.limiter)];
  const stages: Stage[] = [
    ...counted,
    findOperation(new Router(serviceDocument, operations), suggestInService),
    demandKey(parts.environment),
    apiFault(parts),
    readBody,
    checkRequest(serviceDocument, validators),
    priceFault(parts),
    runHandler(perform),
  ];
  const common = {
    log: parts.log,
    nextRequestId: () => parts.nextRequestId(),
    errorBody: serviceErrorBody,
    instrumented: { surface: "v1" as const, wall: parts.wall, note: instrument },
    ...(parts.observe === undefined ? {} : { observe: parts.observe }),
  };
  return [createPipeline({ ...common, stages }), createPipeline({ ...common, stages: [...counted, refuseVersion] })];
}

/** True for a request target below /v1 or another version segment. */
export function isOfService(url: string): boolean {
  return VERSION.test(splitTarget(url)[0]);
}

/** Path and query text of a request target, still encoded; a proxy's absolute form loses its origin. */
export function splitTarget(url: string): [string, string] {
  const local = url.replace(/^https?:\/\/[^/?#]*/i, "");
  const mark = local.indexOf("?");
  return mark < 0 ? [local, ""] : [local.slice(0, mark), local.slice(mark + 1)];
}
