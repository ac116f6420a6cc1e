// Observations for tests of rules and counts, and a sandbox whose client makes its calls by fetch.
import type { Observation } from "../../src/contract/observation.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsOf } from "../../src/spec/operations.ts";

let arrived = 0;

/** A finished request of the tenant `t1`, one second after the one before; `facts` replace what is usual. */
export function observation(operationId: string | null, facts: Partial<Observation> = {}): Observation {
  arrived += 1;
  const operation = operationId === null ? undefined : operationsOf(serviceDocument).get(operationId);
  const path = operation?.path ?? "/nowhere";
  const search = facts.search ?? "";
  return {
    ...{ surface: "v1", requestId: `req_${String(arrived).padStart(12, "0")}`, at: arrived * 1_000, clock: 0 },
    ...{ durationMs: 1, method: (operation?.method ?? "get").toUpperCase(), path, search },
    target: `/v1${path}${search === "" ? "" : `?${search}`}`,
    ...{ operationId, operation, tenantId: "t1", keyId: "k1", ownClient: null, requestHeaders: {} },
    ...{ requestText: undefined, requestBody: undefined, status: 200, replyHeaders: {}, replyText: "{}" },
    ...{ cut: null, refusal: null, faults: [], injected: false, replayed: false, ignored: [] },
    ...facts,
  };
}
