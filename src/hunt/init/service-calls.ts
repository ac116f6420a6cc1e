// What the app asked the service: read from the sandbox's own request log, with the bodies of calls that open or pay something (U-03).
import { exactJson } from "../../kernel/exact-json.ts";
import { isObject } from "../../kernel/is-object.ts";
import { control, type Host } from "../../scenario/http-client.ts";
import { callsAfter } from "../judge/truth.ts";
import type { ServiceCall } from "./watched-request.ts";

/** Operations by which an app opens something. */
export const OPENS = ["createWallet", "createUda"];
/** Operations by which an app pays somebody. */
export const PAYS = ["createPayout"];
/** Operations by which an app looks for what no webhook told. */
export const LOOKS = ["listDeposits", "listTransactions", "listPayouts"];
const WHOLE = new Set([...OPENS, ...PAYS]);

/** The calls of the app after a sequence number, oldest first. @throws HostFault */
export async function serviceCallsAfter(host: Host, after: number): Promise<ServiceCall[]> {
  const found: ServiceCall[] = [];
  for (const { sequence, operation_id, status, request_id } of await callsAfter(host, after)) {
    if (operation_id === null || status === null) continue;
    const whole = WHOLE.has(operation_id) ? await bodiesOf(host, request_id) : { request: null, reply: null };
    found.push({ sequence, operation: operation_id, status, ...whole });
  }
  return found;
}

async function bodiesOf(host: Host, id: string): Promise<{ request: unknown; reply: unknown }> {
  const { request, response } = await control(host, "GET", `/requests/${encodeURIComponent(id)}`);
  const answer = parsedOrNull((response as { body: string | null }).body);
  const data = isObject(answer) && answer["data"] !== undefined ? answer["data"] : answer;
  return { request: parsedOrNull((request as { body: string | null }).body), reply: data };
}

/** Parsed JSON with all digits; null for no text, and for a text that is no JSON. */
export function parsedOrNull(text: string | null): unknown {
  try {
    return text === null ? null : exactJson(text);
  } catch {
    return null;
  }
}
