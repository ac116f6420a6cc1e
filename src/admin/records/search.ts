// Search over everything that a person can have in hand: an id, a hash, an address, an owner, a reference, a name, or a number.
import type { KeptRequest } from "../../contract/requests/kept-request.ts";
import { redactTarget } from "../../contract/requests/redact.ts";
import { deliveryById } from "../../domain/delivery/store.ts";
import { type FoundRecord, recordById } from "../../domain/record/family.ts";
import { RECORD_KINDS } from "../../domain/record/kinds.ts";
import {
  blocksByHash,
  eventsByStart,
  type FoundBlock,
  type FoundEvent,
  foundEvent,
  recordsByStart,
  tenantsByName,
} from "../../domain/record/search-store.ts";
import { canonicalBlock } from "../../domain/record/timeline-store.ts";
import { tenantById } from "../../domain/tenant/store.ts";
import type { TenantRow } from "../../domain/tenant/tenant.ts";
import type { World } from "../../domain/world.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";
import { stateOf, titleOf } from "./record-title.ts";

type Found = components["schemas"]["SearchItem"];

const USUAL_LIMIT = 20;
/** Rows of one text that are looked at. */
const MAX_OF_TEXT = 200;

export const searchHandlers: Pick<AdminHandlers, "search"> = {
  search: (dependencies, { query: { q, limit = USUAL_LIMIT } }) => {
    const { items, more } = found(dependencies, q.trim());
    return { items: items.slice(0, limit), truncated: more || items.length > limit };
  },
};

/** What has exactly this id, and where that is nothing, what begins with the text. */
function found(dependencies: AdminDependencies, q: string): { items: Found[]; more: boolean } {
  if (q === "") return { items: [], more: false };
  const exact = exactly(dependencies, q);
  if (exact.length > 0) return { items: exact, more: false };
  const { world } = dependencies.flow;
  const { db, catalogue } = world;
  const records = RECORD_KINDS.map((kind) => recordsByStart(db, kind, q, MAX_OF_TEXT));
  const hash = q.toLowerCase();
  const blocks = /^0x[0-9a-f]{4,}$/.test(hash)
    ? catalogue.networks.flatMap(({ symbol }) => blocksByHash(db, symbol, hash, MAX_OF_TEXT))
    : [];
  return {
    items: [
      ...records.flatMap(({ found: rows }) => rows.map((row) => recordFound(world, row))),
      ...tenantsByName(db, q, MAX_OF_TEXT).map(tenantFound),
      ...eventsByStart(db, q.toLowerCase(), MAX_OF_TEXT).map(eventFound),
      ...blocks.map(blockFound),
      ...requestsByStart(dependencies, q),
    ],
    more: records.some(({ more }) => more),
  };
}

function exactly(dependencies: AdminDependencies, q: string): Found[] {
  const { world } = dependencies.flow;
  if (/^[0-9]{1,15}$/.test(q)) return byNumber(world, Number(q));
  const record = recordById(world.db, q.toLowerCase());
  if (record !== undefined) return [recordFound(world, record)];
  const tenant = tenantById(world.db, q.toLowerCase());
  if (tenant !== undefined) return [tenantFound(tenant)];
  const request = dependencies.contract.requests.find(q);
  return request === undefined ? [] : [requestFound(dependencies, request)];
}

/** An event, a delivery, and the block with this number on each network. */
function byNumber({ db, catalogue }: World, number: number): Found[] {
  const event = foundEvent(db, number);
  const delivery = deliveryById(db, number);
  const carried = delivery === undefined ? undefined : foundEvent(db, delivery.event_sequence);
  const blocks = catalogue.networks.flatMap(({ symbol }) => canonicalBlock(db, symbol, number) ?? []);
  return [
    ...(event === undefined ? [] : [eventFound(event)]),
    ...(delivery === undefined || carried === undefined
      ? []
      : [{ ...eventFound(carried), kind: "delivery" as const, id: String(number), state: delivery.state }]),
    ...blocks.map(blockFound),
  ];
}

const NONE = { state: null, tenant_id: null, network: null } as const;

function recordFound(world: World, record: FoundRecord): Found {
  const { kind, row } = record;
  return {
    ...{ kind, id: row.id, title: titleOf(world, record), state: stateOf(record), tenant_id: row.tenant_id },
    network: "network" in row ? row.network : null,
    path: `/admin/records/${row.id}/timeline`,
  };
}

function tenantFound({ id, name }: TenantRow): Found {
  return { ...NONE, kind: "tenant", id, title: name, tenant_id: id, path: "/admin/tenants" };
}

/** An event stands in the timeline of what it is about; a test event is about nothing, and has its deliveries only. */
function eventFound({ sequence, id, type, tenant_id, resource_id, test }: FoundEvent): Found {
  const path = test === 1 ? `/admin/deliveries?event_id=${id}` : `/admin/records/${resource_id}/timeline`;
  return { ...NONE, kind: "event", id: String(sequence), title: `${type} about ${resource_id}`, tenant_id, path };
}

function blockFound({ network, height, hash, state }: FoundBlock): Found {
  const removed = state === "orphaned";
  return {
    ...{ kind: "block", id: hash, title: `block ${height} of ${network}${removed ? ", removed by a reorg" : ""}` },
    ...{ state: removed ? "orphaned" : "canonical", tenant_id: null, network },
    path: `/explorer/${network}/block/${removed ? hash : height}`,
  };
}

function requestsByStart(dependencies: AdminDependencies, q: string): Found[] {
  if (!/^req_[0-9]{3,}$/.test(q)) return [];
  const { rows } = dependencies.contract.requests.list({}, Number.POSITIVE_INFINITY);
  return rows.filter(({ requestId }) => requestId.startsWith(q)).map((row) => requestFound(dependencies, row));
}

function requestFound({ contract }: AdminDependencies, row: KeptRequest): Found {
  const { requestId: id, method, target, status, tenantId } = row;
  return {
    ...{ ...NONE, kind: "request", id, title: `${method} ${redactTarget(target, contract.requests.secrets)}` },
    ...{ state: status === null ? "cut" : String(status), tenant_id: tenantId, path: `/admin/requests/${id}` },
  };
}
