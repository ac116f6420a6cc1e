// A recorded request as the step that says it best: a payment, a journey, a block, a fault, or the call it was.
import { required } from "../../kernel/assert.ts";
import { parseTime } from "../../kernel/clock.ts";
import { isObject } from "../match.ts";
import type { CallStep, Step } from "../scenario.ts";
import type { RecordedRequest } from "./entry.ts";
import type { Variables } from "./variables.ts";

type Body = Record<string, unknown>;

const reference = (name: string): string => `\${${name}}`;
const RECEIVER_URL = reference("receiver_url");
const RECEIVER_SECRET = reference("receiver_secret");

/** Undefined for what a story does not need. */
export function stepOfRequest(entry: RecordedRequest, namer: Variables, world: { apiKey: string }): Step | undefined {
  const done = typeof entry.status === "number" && entry.status < 300;
  const special = done && entry.surface === "/admin" ? SPECIAL[entry.operation ?? ""] : undefined;
  const step = special?.(entry, namer, isObject(entry.body) ? entry.body : {});
  return step === undefined ? callOf(entry, namer, world.apiKey) : step === "nothing" ? undefined : step;
}

type Special = (entry: RecordedRequest, namer: Variables, body: Body) => Step | "nothing" | undefined;

/** Calls of the control surface that have a step of their own. */
const SPECIAL: Readonly<Record<string, Special>> = {
  advanceClock: ({ answer }) => {
    const { from, to } = dataOf(answer);
    return { title: "time passes", travel: { by: `${instant(to) - instant(from)}ms` } };
  },
  runUntilIdle: (_entry, _namer, { advance, limit = "1h" }) =>
    advance === true
      ? {
          title: "all that is planned is done",
          travel: { until_idle: typeof limit === "number" ? `${limit}ms` : String(limit) },
        }
      : "nothing",
  mineBlocks: ({ path }, _namer, { blocks = 1 }) => ({
    title: `mine ${String(blocks)} on ${networkOf(path)}`,
    mine: { network: networkOf(path), blocks: Number(blocks) },
  }),
  createDeposit: ({ answer, at }, namer, body) => {
    const { network, asset, amount } = body as Record<"network" | "asset" | "amount", string>;
    const data = dataOf(answer);
    const pay = namer.request({ network: String(network), asset, amount, to: String(data["to_address"]) }, at);
    const { save, learn } = namer.answer({ tx_id: data["tx_id"] }, "tx");
    learn();
    return { title: `pay ${amount} ${asset} on ${network}`, pay, save };
  },
  createFault: ({ at, answer }, namer, body) => {
    // A step would narrow it to the story's own tenant or endpoint, where this one was meant for all.
    const match = isObject(body["match"]) ? body["match"] : {};
    if (body["gate"] === "api.request" && match["tenant_id"] === undefined) return undefined;
    if (body["gate"] === "webhook.delivery" && match["endpoint_id"] === undefined) return undefined;
    const fault = namer.request(body, at) as { gate: string; effect: string };
    const { save, learn } = namer.answer({ data: { id: dataOf(answer)["id"] } }, "fault");
    learn();
    return { title: `${fault.gate}: ${fault.effect}`, fault, save };
  },
  deleteFault: ({ path, at }, namer) => ({ title: "the fault is taken away", heal: namer.request(lastOf(path), at) }),
};

function callOf(entry: RecordedRequest, namer: Variables, ownKey: string): CallStep {
  const { surface, method, path, search, operation, at, status, answer, transactionId, idempotencyKey } = entry;
  const target = namer.request(`${surface}${path}${search === "" ? "" : `?${search}`}`, at);
  const body = bodyOf(entry, namer);
  const as = surface === "/v1" ? namer.caller(entry.apiKey, ownKey) : undefined;
  const { expected, save, learn } = namer.answer(answer, nounOf(operation));
  const header = namer.answer({ headers: { "x-transaction-id": transactionId } }, "transaction");
  learn();
  header.learn();
  const all = { ...save, ...(transactionId === undefined ? {} : header.save) };
  // What the control surface answers (heads, hashes, counts) is of its own world: only what it names is kept.
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

/** The story's own receiver stands for every webhook endpoint. */
function bodyOf({ operation, body, at, method }: RecordedRequest, namer: Variables): unknown {
  if (method === "GET" || body === undefined) return undefined;
  const sent = namer.request(body, at);
  const isEndpoint = /^(create|update)WebhookEndpoint$/.test(operation ?? "") && isObject(sent);
  if (!isEndpoint) return sent;
  const own = operation === "createWebhookEndpoint" ? { secret: RECEIVER_SECRET } : {};
  return { ...sent, ...("url" in sent ? { url: RECEIVER_URL } : {}), ...own };
}

function dataOf(answer: unknown): Body {
  const data = isObject(answer) ? answer["data"] : undefined;
  return isObject(data) ? data : {};
}

function instant(text: unknown): number {
  return required(parseTime(String(text)), "a time of the sandbox", { text });
}

/** `/networks/base/mine` is about base. */
function networkOf(path: string): string {
  return decodeURIComponent(path.split("/")[2] ?? "");
}

function lastOf(path: string): string {
  return decodeURIComponent(path.split("/").at(-1) ?? "");
}

/** `listUdaSettlements` is about a settlement. */
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
