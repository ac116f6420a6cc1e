// Walks finished JSON beside its schema and writes each value as the choices of readings say.
import { isExactNumber } from "../../kernel/exact-json.ts";
import { isObject } from "../../kernel/is-object.ts";
import { changed, type Rewording } from "./rewording.ts";
import { isAmount, OMITTED, type Place, rewordNull, rewordNumber, rewordText } from "./scalar.ts";
import { type SchemaNode, UNKNOWN } from "./schema-node.ts";

export type Members = Record<string, unknown>;

/** A member that no document names. */
const NEW_MEMBER = ["x_added_later", "ignore what you do not know"] as const;

const LONG_NAMES: Readonly<Record<string, string>> = {
  source: "source_leg",
  destination: "destination_leg",
  fees: "fee_breakdown",
  routing: "route",
};

/** The members of an object as the choices write them. `isPayload`: within the payload of a webhook. */
export function rewordObject(members: Members, node: SchemaNode, rewording: Rewording, isPayload: boolean): Members {
  const long = rewording.choices.nested_names === "long" && node.names.includes("SettlementFields");
  const result: [string, unknown][] = [];
  for (const [member, value] of Object.entries(members)) {
    const place = { node: node.members.get(member) ?? UNKNOWN, member, within: node };
    const written = rewordValue(value, place, rewording, isPayload);
    if (written === OMITTED) continue;
    const name = long ? (LONG_NAMES[member] ?? member) : member;
    result.push([changed(rewording, "nested_names", member, name), written]);
  }
  if (rewording.choices.extra_members === "some") {
    result.push([...NEW_MEMBER]);
    rewording.met("extra_members");
  }
  return Object.fromEntries(result);
}

/** One value as the choices write it, or `OMITTED`. */
function rewordValue(value: unknown, place: Place, rewording: Rewording, isPayload: boolean): unknown {
  if (value === null) return rewordNull(place, rewording);
  if (typeof value === "string") {
    if (isPayload && rewording.choices.webhook_amounts === "number" && isAmount(place)) {
      rewording.met("webhook_amounts");
      return rewordNumber(value, rewording);
    }
    return rewordText(value, place, rewording);
  }
  if (typeof value === "boolean") return value;
  if (typeof value === "number" || isExactNumber(value))
    return isAmount(place) ? rewordNumber(JSON.stringify(value), rewording) : value;
  if (Array.isArray(value)) {
    const items = { ...place, node: place.node.items ?? UNKNOWN };
    return value.map((item) => rewordValue(item, items, rewording, isPayload));
  }
  return isObject(value) ? rewordObject(value, place.node, rewording, isPayload) : value;
}
