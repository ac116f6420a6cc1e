// The request log: what arrived at the service, the control API and the nodes, and what was answered.
import type { Hint } from "../../contract/recorder/hints.ts";
import type { KeptBody } from "../../contract/requests/body-store.ts";
import type { KeptRequest } from "../../contract/requests/kept-request.ts";
import { redactBody, redactHeaders, redactTarget, redactText } from "../../contract/requests/redact.ts";
import { type RequestQuery, textsOf } from "../../contract/requests/request-log.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components, operations } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";
import { cursorsOf } from "../records/list-query.ts";

type RequestView = components["schemas"]["LoggedRequest"];
const DEFAULT_LIMIT = 100;
/** Ids of records in one row. */
const MAX_RECORD_IDS = 20;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

function requestView(row: KeptRequest, hints: readonly Hint[], secrets: readonly string[]): RequestView {
  const [path = "", ...query] = redactTarget(row.target, secrets).split("?");
  const { refusal, replyHeaders } = row;
  return {
    ...{ sequence: row.sequence, request_id: row.requestId, at: isoTime(row.at), clock: isoTimeOrNull(row.clock) },
    ...{ surface: row.surface, method: row.method, path, query: query.join("?"), operation_id: row.operationId },
    ...{ status: row.status, cut: row.cut, duration_ms: row.durationMs, tenant_id: row.tenantId, key_id: row.keyId },
    client: row.ownClient,
    refusal: refusal === null ? null : { code: refusal.code, detail: redactText(refusal.detail, secrets) },
    hints: hints.map(({ rule, text }) => ({ rule, text })),
    fault_ids: row.faults.map(({ id }) => id),
    record_ids: recordIdsOf(row),
    ...{ injected: row.injected, replayed: row.replayed },
    provenance: String(replyHeaders["X-Sandbox-Provenance"] ?? "") || null,
  };
}

/** Ids in path and bodies, those of tenant and key left out, each once. */
function recordIdsOf(row: KeptRequest): string[] {
  const found = new Set(textsOf(row).flatMap((text) => text.match(UUID) ?? []));
  return [...found].filter((id) => id !== row.tenantId && id !== row.keyId).slice(0, MAX_RECORD_IDS);
}

function fullView({ contract }: AdminDependencies, row: KeptRequest): components["schemas"]["FullRequest"] {
  const { secrets } = contract.requests;
  const bodyOf = ({ text, truncated, bytes }: KeptBody) => ({
    body: text === undefined ? null : redactBody(text, row.operationId, secrets),
    ...{ truncated, bytes },
  });
  return {
    ...requestView(row, contract.recorder.hintsOf(row.requestId), secrets),
    request: { headers: redactHeaders(row.requestHeaders, secrets), ...bodyOf(row.request) },
    response: { headers: redactHeaders(row.replyHeaders, secrets), ...bodyOf(row.reply) },
  };
}

type Wanted = NonNullable<operations["listRequests"]["parameters"]["query"]>;

function queryOf({ operation_id, tenant_id, fault, record_id, ...query }: Wanted): RequestQuery {
  return { ...query, operationId: operation_id, tenantId: tenant_id, faultId: fault, recordId: record_id };
}

export const requestHandlers: Pick<AdminHandlers, "listRequests" | "getRequest" | "clearRequests"> = {
  listRequests: ({ contract }, { query: { limit = DEFAULT_LIMIT, order = "newest", ...query } }) => {
    const { requests, recorder } = contract;
    const { rows, more } = requests.list({ ...queryOf(query), order }, limit);
    const next = more ? (rows.at(-1)?.sequence ?? null) : null;
    return {
      items: rows.map((row) => requestView(row, recorder.hintsOf(row.requestId), requests.secrets)),
      ...cursorsOf({ order }, next),
    };
  },
  getRequest: (dependencies, { path }) => {
    const row = dependencies.contract.requests.find(path.request_id);
    if (row !== undefined) return fullView(dependencies, row);
    const detail = `no request ${path.request_id} is kept: it fell out of the log, or never came; start --request-log N keeps more`;
    throw new Problem("resourceNotFound", detail);
  },
  clearRequests: ({ contract }, { query }) => ({ removed: contract.requests.clear(query.tenant_id) }),
};
