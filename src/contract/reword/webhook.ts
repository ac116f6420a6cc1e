// Changes of the body of a webhook: its payload may be slim, and each value may be written otherwise.
import { exactJson } from "../../kernel/exact-json.ts";
import { isObject } from "../../kernel/is-object.ts";
import type { OpenApiDocument } from "../../spec/document.ts";
import { READINGS } from "../readings/table.ts";
import type { Rewording } from "./rewording.ts";
import { webhookNode } from "./schema-node.ts";
import { type Members, rewordObject } from "./walk.ts";

/** What a slim payload holds; the record of `balance.updated` is named by its wallet. */
const SLIM = ["id", "wallet_id", "owner", "status"];
const CAN_BE_SLIM = new Set<string>(READINGS.webhook_payload.events);

/** The body of a webhook as the choices write it, with its id; numbers keep their digits. Its id, version, type and time stay. */
export function rewordWebhook(
  document: OpenApiDocument,
  type: string,
  body: string,
  rewording: Rewording,
): { id: string; text: string } {
  const envelope = exactJson(body) as Members;
  const node = webhookNode(document, type);
  const { id, payload } = envelope;
  const shown = isObject(payload) ? { payload: slim(withStatus(payload, type, rewording), type, rewording) } : {};
  const sent = rewordObject({ ...envelope, ...shown }, node, rewording, true);
  return { id: String(id), text: JSON.stringify(sent) };
}

/** The event of a new settlement says that it was created; under `new_settlement=routing` that it is routing (H-25). */
function withStatus(payload: Members, type: string, rewording: Rewording): Members {
  if (rewording.choices.new_settlement !== "routing" || type !== "uda.settlement.created") return payload;
  rewording.met("new_settlement");
  return { ...payload, status: "routing" };
}

function slim(payload: Members, type: string, rewording: Rewording): Members {
  if (rewording.choices.webhook_payload !== "slim" || !CAN_BE_SLIM.has(type)) return payload;
  rewording.met("webhook_payload");
  return Object.fromEntries(Object.entries(payload).filter(([member]) => SLIM.includes(member)));
}
