// The body of a test webhook: valid for its event type by the document, with values that no record has.
import type { EventRow, EventType } from "../domain/outbox.ts";
import { isoTime } from "../kernel/clock.ts";
import { type OpenApiDocument, resolve, type Schema, serviceDocument } from "../spec/document.ts";
import { envelopeTime } from "./event.ts";

/** The resource id of test events: no record of the sandbox has it. */
export const TEST_RESOURCE = "00000000-0000-7000-8000-000000000000";

/** Sample values by name of the schema. */
const BY_SCHEMA: Readonly<Record<string, unknown>> = {
  Id: TEST_RESOURCE,
  Text: "test",
  EvmAddress: `0x${"0".repeat(40)}`,
  EvmAddressOrEmpty: `0x${"0".repeat(40)}`,
  Hash: `0x${"0".repeat(64)}`,
  HashOrEmpty: `0x${"0".repeat(64)}`,
  Link: "http://localhost/",
  LinkOrEmpty: "",
  Usd: "0.00",
  TransactionType: "payout",
};

/** Sample values by name of the member, where a receiver may look something up. */
const BY_MEMBER: Readonly<Record<string, string>> = {
  network_id: "60",
  network_symbol: "ethereum",
  symbol: "USDC",
  asset: "USD Coin",
};

/** The envelope's exact text: real id, type and time, a payload of zeros. */
export function testEventText(event: Pick<EventRow, "id" | "type" | "time" | "micros">): string {
  const time = envelopeTime(event.time, event.micros);
  const { id, type } = event;
  return JSON.stringify({ id, version: "1", type, time, payload: samplePayload(serviceDocument, type, event.time) });
}

function samplePayload(document: OpenApiDocument, type: EventType, time: number): unknown {
  const body = document.webhooks?.[type]?.["post"]?.requestBody?.content?.["application/json"]?.schema ?? {};
  const payload = resolve(document, body).properties?.["payload"] ?? {};
  return sample(document, payload, { member: "payload", type, time });
}

type Place = { member: string; type: EventType; time: number };

function sample(document: OpenApiDocument, reference: Schema, place: Place): unknown {
  const name = reference.$ref?.split("/").at(-1) ?? "";
  const schema = resolve(document, reference);
  const types = [schema.type ?? "object"].flat();
  if (types.includes("string") && BY_MEMBER[place.member] !== undefined) return BY_MEMBER[place.member];
  if (BY_SCHEMA[name] !== undefined) return BY_SCHEMA[name];
  // The state that the event reports, where the record has one.
  const state = place.type.slice(place.type.lastIndexOf(".") + 1);
  if (schema.enum !== undefined) return schema.enum.includes(state) ? state : schema.enum.at(-1);
  if (types.includes("object")) return sampleObject(document, schema, place);
  if (types.includes("array")) return [];
  if (types.includes("string")) return schema.format === "date-time" ? isoTime(place.time) : sampleText(schema);
  if (types.includes("boolean")) return false;
  return schema.minimum ?? 0;
}

function sampleText({ format }: Schema): string {
  return format === "uuid" ? TEST_RESOURCE : "0";
}

function sampleObject(document: OpenApiDocument, schema: Schema, place: Place): object {
  const parts = [schema, ...(schema.allOf ?? []).map((part) => resolve(document, part))];
  const members = parts.flatMap(({ properties = {} }) => Object.entries(properties));
  return Object.fromEntries(members.map(([member, one]) => [member, sample(document, one, { ...place, member })]));
}
