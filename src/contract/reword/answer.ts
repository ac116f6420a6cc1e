// Changes of a whole answer: where its record stands, and the names in lists.
import { exactJson } from "../../kernel/exact-json.ts";
import { isObject } from "../../kernel/is-object.ts";
import type { OpenApiDocument } from "../../spec/document.ts";
import type { Operation } from "../../spec/operations.ts";
import { READINGS } from "../readings/table.ts";
import type { Rewording } from "./rewording.ts";
import { answerNode } from "./schema-node.ts";
import { type Members, rewordObject } from "./walk.ts";

const HOISTED = new Set<string>(READINGS.record.operations);
const ARRAY_NAMES: Readonly<Record<string, string>> = { listUdas: "udas", listUdaSettlements: "settlements" };

/** The text of an answer as the choices write it; numbers keep their digits. @param text that was checked against the document */
export function rewordAnswer(
  document: OpenApiDocument,
  { operation, status, text }: { operation: Operation; status: number; text: string },
  rewording: Rewording,
): string {
  const body = exactJson(text) as Members;
  const emptied = withoutDepositAddresses(body, operation, rewording);
  const answer = rewordObject(emptied, answerNode(document, operation, status), rewording, false);
  return JSON.stringify(withRecord(withArrayName(answer, operation, rewording), operation, rewording));
}

/** The UDA list with empty lists of deposit entries. */
function withoutDepositAddresses(body: Members, { id }: Operation, rewording: Rewording): Members {
  const { data } = body;
  if (rewording.choices.uda_deposit_addresses !== "empty" || id !== "listUdas" || !isObject(data)) return body;
  // Strict mode may have left members out.
  const { items: udas = [] } = data as { items?: (Members & { deposit_addresses?: unknown[] })[] };
  if (udas.length === 0) return body;
  const items = udas.map((uda) => {
    if (uda.deposit_addresses === undefined) return uda;
    if (uda.deposit_addresses.length > 0) rewording.met("uda_deposit_addresses");
    return { ...uda, deposit_addresses: [] };
  });
  return { ...body, data: { ...data, items } };
}

function withArrayName(answer: Members, { id }: Operation, rewording: Rewording): Members {
  const name = ARRAY_NAMES[id];
  const { data } = answer;
  if (rewording.choices.list_array !== "named" || name === undefined || !isObject(data) || !("items" in data))
    return answer;
  rewording.met("list_array");
  const members = Object.entries(data).map(([member, value]) => [member === "items" ? name : member, value]);
  return { ...answer, data: Object.fromEntries(members) };
}

/** The record under `data` or at the top level. */
function withRecord(answer: Members, { id }: Operation, rewording: Rewording): Members {
  const { record = "data" } = rewording.choices;
  const { data, ...envelope } = answer;
  if (record === "data" || !HOISTED.has(id) || !isObject(data)) return answer;
  if (record === "alternate" && rewording.turn("record", id) % 2 === 0) return answer;
  rewording.met("record");
  return { ...envelope, ...data };
}
