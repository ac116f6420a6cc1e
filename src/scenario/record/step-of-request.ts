// Converts a recorded request to the most specific step: a payment, time travel, mining, a fault, or a plain call.
import { required } from "../../kernel/assert.ts";
import { parseTime } from "../../kernel/clock.ts";
import { isObject } from "../match.ts";
import type { CallStep, PayStep, Step } from "../scenario.ts";
import type { RecordedRequest } from "./entry.ts";
import type { Variables } from "./variables.ts";

type Body = Record<string, unknown>;

const reference = (name: string): string => `\${${name}}`;
const RECEIVER_URL = reference("receiver_url");
const RECEIVER_SECRET = reference("receiver_secret");

/** Undefined for a request that needs no step. */
export function stepOfRequest(
  entry: RecordedRequest,
  variables: Variables,
  world: { apiKey: string },
): Step | undefined {
  const done = typeof entry.status === "number" && entry.status < 300;
  const special = done && entry.surface === "/admin" ? SPECIAL[entry.operation ?? ""] : undefined;
  const step = special?.(entry, variables, isObject(entry.body) ? entry.body : {});
  return step === undefined ? callOf(entry, variables, world.apiKey) : step === "nothing" ? undefined : step;
}

type Special = (entry: RecordedRequest, variables: Variables, body: Body) => Step | "nothing" | undefined;

/** Operations of the control API that have their own kind of step. */
const SPECIAL: Readonly<Record<string, Special>> = {
  advanceClock: ({ answer }) => {
    const { from, to } = dataOf(answer);
    return { title: "time passes", travel: { by: `${timeMs(to) - timeMs(from)}ms` } };
  },
  runUntilIdle: (_entry, _variables, { advance, limit = "1h" }) =>
    advance === true
      ? {
          title: "all planned work is done",
          travel: { until_idle: typeof limit === "number" ? `${limit}ms` : String(limit) },
        }
      : "nothing",
  mineBlocks: ({ path }, _variables, { blocks = 1 }) => ({
    title: `mine ${String(blocks)} on ${networkOf(path)}`,
    mine: { network: networkOf(path), blocks: Number(blocks) },
  }),
  createDeposit: ({ answer, at }, variables, body) => {
    const { network, asset, amount } = body as Record<"network" | "asset" | "amount", string>;
    const data = dataOf(answer);
    if (body["legs"] !== undefined) return payOfLegs(body, data, variables, at);
    const pay = variables.request({ network: String(network), asset, amount, to: String(data["to_address"]) }, at);
    const { save, learn } = variables.answer({ tx_id: data["tx_id"] }, "tx");
    learn();
    return { title: `pay ${amount} ${asset} on ${network}`, pay, save };
  },
  createFault: ({ at, answer }, variables, body) => {
    // A fault step would limit it to the scenario's tenant or endpoint; this fault applies to all.
    const match = isObject(body["match"]) ? body["match"] : {};
    if (body["gate"] === "api.request" && match["tenant_id"] === undefined) return undefined;
    if (body["gate"] === "webhook.delivery" && match["endpoint_id"] === undefined) return undefined;
    const fault = variables.request(body, at) as { gate: string; effect: string };
    const { save, learn } = variables.answer({ data: { id: dataOf(answer)["id"] } }, "fault");
    learn();
    return { title: `${fault.gate}: ${fault.effect}`, fault, save };
  },
  // The last one of its kind: ids of deliveries are others in another world.
  redeliverDelivery: ({ answer, at }, variables) => {
    const { type, resource_id: resource, body } = dataOf(answer);
    const known = variables.request(String(resource), at);
    const owner = ownerIn(body);
    const whose = known.startsWith("${") ? { resource_id: known } : owner === "" ? {} : { owner };
    return { title: `${String(type)} comes again`, replay: { type: String(type), ...whose } };
  },
  deleteFault: ({ path, at }, variables) => ({ title: "remove the fault", heal: variables.request(lastOf(path), at) }),
};

/** Several transfers in one transaction; each goes to the address that it went to. */
function payOfLegs(body: Body, data: Body, variables: Variables, at: number): PayStep {
  const { network, asset } = body as Record<"network" | "asset", string>;
  const recipients = data["to_addresses"] as string[];
  const legs = (body["legs"] as { asset?: string; amount: string }[]).map((leg, index) => ({
    ...(leg.asset === undefined ? {} : { asset: leg.asset }),
    ...{ amount: leg.amount, to: String(recipients[index]) },
  }));
  const pay = { network: String(network), ...(asset === undefined ? {} : { asset }), legs };
  const { save, learn } = variables.answer({ tx_id: data["tx_id"] }, "tx");
  learn();
  return { title: `pay ${legs.length} times on ${network}`, pay: variables.request(pay, at), save };
}

/** The owner in the body of a webhook; "" for none. */
function ownerIn(body: unknown): string {
  const envelope: unknown = typeof body === "string" ? JSON.parse(body) : null;
  const payload = isObject(envelope) ? envelope["payload"] : undefined;
  const owner = isObject(payload) ? payload["owner"] : undefined;
  return typeof owner === "string" ? owner : "";
}

function callOf(entry: RecordedRequest, variables: Variables, ownKey: string): CallStep {
  const { surface, method, path, search, operation, at, status, answer, transactionId, idempotencyKey } = entry;
  const target = variables.request(`${surface}${path}${search === "" ? "" : `?${search}`}`, at);
  const body = bodyOf(entry, variables);
  const as = surface === "/v1" ? variables.caller(entry.apiKey, ownKey) : undefined;
  const { expected, save, learn } = variables.answer(answer, nounOf(operation));
  const header = variables.answer({ headers: { "x-transaction-id": transactionId } }, "transaction");
  learn();
  header.learn();
  const all = { ...save, ...(transactionId === undefined ? {} : header.save) };
  // Responses of the control API (blocks, hashes, counts) differ in another world: only save values, expect none.
  const expects = surface === "/v1" && status !== "lost" && answer !== null;
  return {
    title: operation === undefined ? `${method} ${surface}${path}`.slice(0, 200) : wordsOf(operation),
    call: `${method} ${target}`,
    ...(as === undefined ? {} : { as }),
    ...(idempotencyKey === undefined ? {} : { headers: { "Idempotency-Key": idempotencyKey } }),
    ...(body === undefined ? {} : { body }),
    status,
    ...(expects ? { answer: expected } : {}),
    ...(Object.keys(all).length === 0 || status === "lost" ? {} : { save: all }),
  };
}

/** The request body, with the scenario's receiver in place of every webhook endpoint. */
function bodyOf({ operation, body, at, method }: RecordedRequest, variables: Variables): unknown {
  if (method === "GET" || body === undefined) return undefined;
  const sent = variables.request(body, at);
  const isEndpoint = /^(create|update)WebhookEndpoint$/.test(operation ?? "") && isObject(sent);
  if (!isEndpoint) return sent;
  const own = operation === "createWebhookEndpoint" ? { secret: RECEIVER_SECRET } : {};
  return { ...sent, ...("url" in sent ? { url: RECEIVER_URL } : {}), ...own };
}

function dataOf(answer: unknown): Body {
  const data = isObject(answer) ? answer["data"] : undefined;
  return isObject(data) ? data : {};
}

function timeMs(text: unknown): number {
  return required(parseTime(String(text)), "a time of the sandbox", { text });
}

/** `base` of `/networks/base/mine`. */
function networkOf(path: string): string {
  return decodeURIComponent(path.split("/")[2] ?? "");
}

function lastOf(path: string): string {
  return decodeURIComponent(path.split("/").at(-1) ?? "");
}

/** `settlement` of `listUdaSettlements`. */
function nounOf(operation: string | undefined): string {
  return (
    wordsOf(operation ?? "value")
      .split(" ")
      .at(-1)
      ?.replace(/s$/, "") ?? "value"
  );
}

/** `createWallet` → `create wallet`. */
function wordsOf(operation: string): string {
  return operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
