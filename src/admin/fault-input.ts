// Validates a new fault against the catalogue and the world, so that a typing error never results in a fault that cannot fire.
import { ATTEMPT_PURPOSES } from "../domain/attempt/attempt.ts";
import { MAX_ATTEMPTS } from "../domain/delivery/delivery.ts";
import { EVENT_TYPES } from "../domain/outbox.ts";
import { PROVIDERS, SCENARIOS } from "../domain/quote/quote.ts";
import { listTenants } from "../domain/tenant/store.ts";
import { listEndpoints } from "../domain/webhook-endpoint/store.ts";
import type { World } from "../domain/world.ts";
import { effectAt, GATES, type Gate, isGate, type Param } from "../faults/catalogue.ts";
import { durationMs } from "../kernel/duration.ts";
import { Problem } from "../kernel/problem.ts";
import { serviceDocument } from "../spec/document.ts";
import { operationsOf } from "../spec/operations.ts";
import type { AdminRequest } from "./handler.ts";
import { networkOfBody } from "./resolve-names.ts";

const MAX_DELAY_MS = 86_400_000;
const MAX_MESSAGE_LENGTH = 200;
const services = operationsOf(serviceDocument);

export type FaultInput = AdminRequest<"createFault">["body"];
type Params = Record<string, number | string>;

/** A gate and one of its effects. @throws Problem invalidRequest with the choice in `details` */
export function gateAndEffect({ gate, effect }: FaultInput): { gate: Gate; effect: string } {
  if (!isGate(gate)) throw unknown("gate", gate, Object.keys(GATES));
  if (effectAt(gate, effect) === undefined)
    throw unknown(`effect of ${gate}`, effect, Object.keys(GATES[gate].effects));
  return { gate, effect };
}

/** Where the values of `match` are looked up. */
export type Known = Pick<World, "db" | "catalogue"> & { rpcMethods: readonly string[] };

/** Every key is one of the gate's, every value names something that exists. @throws Problem invalidRequest */
export function matchOf(world: Known, gate: Gate, given: Record<string, string | number>): Record<string, string> {
  const keys: readonly string[] = GATES[gate].match;
  const match: Record<string, string> = {};
  for (const [key, raw] of Object.entries(given)) {
    if (!keys.includes(key)) throw unknown(`match of ${gate}`, key, keys);
    const named = NETWORK_KEYS.has(key) ? networkOfBody(world, raw).symbol : String(raw);
    const known = knownValues(world, key);
    const value = known === undefined ? named : known.find((one) => one.toLowerCase() === named.toLowerCase());
    if (value === undefined) throw unknown(`match.${key}`, named, known ?? []);
    match[key] = value;
  }
  return match;
}

const NETWORK_KEYS = new Set(["network", "from", "to"]);

/** The values a key may have; undefined where a value may belong to something that does not exist yet. */
function knownValues({ db, catalogue, rpcMethods }: Known, key: string): readonly string[] | undefined {
  switch (key) {
    case "operation_id":
      return [...services.keys()];
    case "tenant_id":
      return listTenants(db).map(({ id }) => id);
    case "provider":
      return PROVIDERS;
    case "scenario":
      return SCENARIOS;
    case "asset":
      return [...new Set(catalogue.networks.flatMap(({ assets }) => assets.map(({ symbol }) => symbol)))];
    case "type":
      return EVENT_TYPES;
    case "endpoint_id":
      return listTenants(db).flatMap(({ id }) => listEndpoints(db, id).map((endpoint) => endpoint.id));
    case "attempt":
      return Array.from({ length: MAX_ATTEMPTS }, (_, index) => String(index + 1));
    case "purpose":
      return ATTEMPT_PURPOSES;
    case "method":
      return rpcMethods;
    case "resource_id":
    case "owner":
    case "to_address":
      return undefined;
    default:
      return catalogue.networks.map(({ symbol }) => symbol);
  }
}

/** The parameters of the effect, delays in milliseconds. @throws Problem invalidRequest for anything else */
export function paramsOf(gate: Gate, effect: string, given: Record<string, unknown>, match: Params): Params {
  const { needs = [], may = [], most = MAX_DELAY_MS } = effectAt(gate, effect) ?? {};
  const known: readonly Param[] = [...needs, ...may];
  const stray = Object.keys(given).find((name) => !(known as readonly string[]).includes(name));
  if (stray !== undefined) throw unknown(`params of ${effect}`, stray, known);
  const params: Params = {};
  for (const name of known) {
    const value = given[name];
    if (value === undefined) {
      if (!needs.includes(name)) continue;
      throw new Problem("invalidRequest", `params.${name} is missing: ${effect} needs it`, { details: { known } });
    }
    params[name] = name === "by" ? delayOf(value, most) : paramOf(gate, name, value, match);
  }
  return params;
}

function delayOf(value: unknown, mostMs: number): number {
  return durationMs("params.by", typeof value === "number" || typeof value === "string" ? value : "", mostMs);
}

function paramOf(gate: Gate, name: Exclude<Param, "by">, value: unknown, match: Params): number | string {
  switch (name) {
    case "status":
      return gate === "api.request" ? serviceStatus(value, match["operation_id"]) : receiverStatus(value);
    case "code":
      if (Number.isSafeInteger(value)) return value as number;
      throw new Problem("invalidRequest", "params.code: use the integer code of a JSON-RPC error, such as -32000");
    case "message":
      if (typeof value === "string" && value.length > 0 && value.length <= MAX_MESSAGE_LENGTH) return value;
      throw new Problem("invalidRequest", `params.message: use a text of 1 to ${MAX_MESSAGE_LENGTH} characters`);
  }
}

/** An error status of the document, of the named operation where there is one. */
function serviceStatus(value: unknown, operationId: unknown): number {
  const operations = [...services.values()].filter(({ id }) => operationId === undefined || id === operationId);
  const known = [...new Set(operations.flatMap(({ statuses }) => statuses))]
    .filter((status) => status >= 400)
    .toSorted((a, b) => a - b);
  if (known.some((status) => status === value)) return value as number;
  throw unknown("params.status", value, known);
}

function receiverStatus(value: unknown): number {
  if (Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599) return value as number;
  throw new Problem("invalidRequest", "params.status: use an HTTP status from 200 to 599");
}

function unknown(what: string, value: unknown, known: readonly (string | number)[]): Problem {
  const choice = known.length === 0 ? "there is none to choose" : `use one of ${known.join(", ")}`;
  return new Problem("invalidRequest", `${what}: there is no ${JSON.stringify(value)}: ${choice}`, {
    details: { known },
  });
}
