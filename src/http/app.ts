// The emulated service: routes /v1 into its pipeline and refuses other version segments.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Observe } from "../contract/observation.ts";
import type { Readings } from "../contract/readings/readings.ts";
import type { Strictness } from "../contract/strict/strictness.ts";
import type { Wording } from "../contract/wording.ts";
import { depositFields } from "../domain/deposit/fields.ts";
import { gasStationFields } from "../domain/gas-station/fields.ts";
import { PAYOUT_FIELDS } from "../domain/payout/fields.ts";
import { keylessLimit } from "../domain/tenant/store.ts";
import type { Environment } from "../domain/tenant/tenant.ts";
import { transactionFields } from "../domain/transaction/fields.ts";
import { assignedWalletFields, walletFields } from "../domain/wallet/fields.ts";
import type { World } from "../domain/world.ts";
import { type Instrument, noInstrument } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import type { View } from "../present/view.ts";
import { servedDocument, serviceDocument } from "../spec/document.ts";
import { fillExamples } from "../spec/fill-examples.ts";
import { validatorsOf } from "../spec/validators.ts";
import { sendDocument } from "./document-route.ts";
import { exampleFacts } from "./example-facts.ts";
import type { Lists } from "./handler.ts";
import { observedAs } from "./observe.ts";
import { handlers } from "./operations/handlers.ts";
import { createPipeline, type Pipeline } from "./pipeline.ts";
import { markProvenance } from "./provenance.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { Stage } from "./request-context.ts";
import { isRead, splitTarget, versionOf } from "./request-target.ts";
import { suggestInService } from "./route-suggestion.ts";
import { mapValues } from "./router.ts";
import { apiFault, apiFaultOfOwner } from "./stages/api-fault.ts";
import { readBody } from "./stages/body.ts";
import { identifyCaller, refuseCaller } from "./stages/caller.ts";
import { checkRequest } from "./stages/check-request.ts";
import { errorsAsRead } from "./stages/error-readings.ts";
import { existingUda } from "./stages/existing-uda.ts";
import type { HeldRequests } from "./stages/held-requests.ts";
import { translateWords } from "./stages/other-words.ts";
import { priceFault } from "./stages/price-fault.ts";
import { limitRate } from "./stages/rate-limit.ts";
import { refuseOperation } from "./stages/refuse-operation.ts";
import { refuseVersion, routeRequests } from "./stages/route.ts";
import { type AnyHandler, type RunHandlerDependencies, runHandler } from "./stages/run-handler.ts";
import { warnOfUnknownNetworks } from "./stages/unknown-network.ts";

/** What the application needs. `world` is read with every request: after a reset it is another one. */
export type ServiceDependencies = {
  readonly world: World;
  readonly view: View;
  readonly environment: Environment;
  readonly limiter: RateLimiter;
  readonly wall: WallClock;
  readonly log: Log;
  /** How the specification is read where it leaves something open. */
  readonly readings: Readings;
  nextRequestId(): string;
  /** Resolves when the work due now is done; called after every writing operation (a running clock may resolve at once). */
  settled(): Promise<void>;
  /** Resolves when nothing is due, also with a running clock, or after a bounded time. */
  through?(): Promise<void>;
  /** True if the examples of the served document may name records: it is read without a key. */
  readonly showsRecords?: boolean;
  /** Is told of each request that a fault holds on its way. */
  readonly held?: HeldRequests;
  readonly instrument?: Instrument;
  /** False leaves the header X-Sandbox-Provenance out; by default it is sent. */
  readonly provenance?: boolean;
  /** Receives each finished request. */
  readonly observe?: Observe;
  /** What contract testing leaves out and writes otherwise; nothing by default. */
  readonly strictness?: Pick<Strictness, "refusal">;
  readonly wording?: Pick<Wording, "answer">;
};

/** A middleware: answers what belongs to the service; every other request goes to the next one. */
export type Service = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Serves `/v1/…` and `/openapi.json` and refuses every other version segment; any other path goes on to the
 * next middleware.
 */
export function createService(dependencies: ServiceDependencies): Service {
  const { limiter, world } = dependencies;
  limiter.enter({ keylessLimit: keylessLimit(world.db), virtualNow: () => world.clock.now() });
  const lists = listsOf(dependencies.view.catalogue);
  const [service, otherVersions] = pipelinesOf(dependencies, lists);
  return (request, response, next) => {
    const [path, search] = splitTarget(request.url ?? "");
    const versioned = versionOf(path);
    if (versioned !== null) {
      const [version, below] = versioned;
      void (version === "v1" ? service : otherVersions)(request, response, { path: below, search });
    } else if (path === "/openapi.json" && isRead(request)) {
      const facts = dependencies.showsRecords === true ? exampleFacts(dependencies.world, lists) : {};
      sendDocument(fillExamples(servedDocument(), facts), `${dependencies.view.origin}/v1`, request, response);
    } else next();
  };
}

/** The pipelines of /v1 and of other versions; the stages are in the order of K-13. */
function pipelinesOf(dependencies: ServiceDependencies, lists: Lists): [Pipeline, Pipeline] {
  const validators = validatorsOf(serviceDocument);
  const { catalogue } = dependencies.view;
  const { instrument = noInstrument } = dependencies;
  const handlerDependencies = handlerDependenciesOf(dependencies, lists);
  const counted: Stage[] = [identifyCaller(dependencies), limitRate(dependencies.limiter, dependencies.readings)];
  const checks = [
    refuseOperation(dependencies.strictness),
    apiFault(dependencies),
    readBody,
    existingUda(serviceDocument, dependencies),
    checkRequest(serviceDocument, validators, dependencies.readings),
    apiFaultOfOwner(dependencies),
    translateWords(dependencies.readings, catalogue),
    warnOfUnknownNetworks(catalogue),
    priceFault(dependencies),
  ];
  const route = routeRequests({
    document: serviceDocument,
    handlers: mapValues(handlers, (handler) => [
      ...checks,
      // Each handler's own types are checked in the table; here all are called alike.
      runHandler(handlerDependencies, handler as unknown as AnyHandler),
    ]),
    suggest: suggestInService,
    security: {
      schemes: { ApiKey: ({ caller }) => caller !== undefined },
      unauthorized: refuseCaller(dependencies.environment),
    },
  });
  const common = {
    log: dependencies.log,
    nextRequestId: () => dependencies.nextRequestId(),
    ...errorsAsRead(dependencies.readings),
    complete: dependencies.provenance === false ? undefined : markProvenance,
    observed: observedAs("v1", {
      ...{ wall: dependencies.wall, note: instrument, observe: dependencies.observe },
      clock: () => dependencies.world.clock.peek(),
    }),
  };
  return [
    createPipeline({ ...common, stages: [...counted, route] }),
    createPipeline({ ...common, stages: [...counted, refuseVersion] }),
  ];
}

function handlerDependenciesOf(dependencies: ServiceDependencies, lists: Lists): RunHandlerDependencies {
  return {
    get world() {
      return dependencies.world;
    },
    view: dependencies.view,
    lists,
    readings: dependencies.readings,
    validators: validatorsOf(serviceDocument),
    settled: () => dependencies.settled(),
    through: async () => dependencies.through?.(),
    note: dependencies.instrument ?? noInstrument,
    wording: dependencies.wording,
  };
}

/** The filters and sort orders of each list. */
function listsOf(catalogue: View["catalogue"]): Lists {
  return {
    deposits: depositFields(catalogue),
    wallets: walletFields(catalogue),
    assignedWallets: assignedWalletFields(catalogue),
    payouts: PAYOUT_FIELDS,
    transactions: transactionFields(catalogue),
    gasStations: gasStationFields(catalogue),
  };
}
