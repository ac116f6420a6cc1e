// Which request of a customer made the app open a wallet, how it is made for another customer, and where that customer's books may be (U-03).
import { isObject } from "../../kernel/is-object.ts";
import type { Action } from "../adapter.ts";
import { causeOf, givenValues, type SeenCall } from "./cause.ts";
import { parsedOrNull } from "./service-calls.ts";
import { beginningsOf, setBefore } from "./session.ts";
import { type Known, type Template, templateOf } from "./template.ts";
import { type Scalar, scalarsOf, type WatchedRequest } from "./watched-request.ts";

/** How the app opens an owner, and what the owner of the traffic is called and paid at. */
export type DerivedOpen = {
  /** Others that may open it too, in the order in which they are tried: with requests before it that begin a session. */
  readonly further: readonly Action[];
  readonly call: SeenCall;
  readonly action: Action;
  readonly exchange: WatchedRequest;
  /** The name of the owner in the app, at the service, and the address. */
  readonly called: string;
  readonly owner: string;
  readonly address: string;
  readonly network: string;
};

/** Members by which a customer names itself; where the app chooses the name, they must still differ. */
const NAMES_A_CUSTOMER =
  /^(e-?mail|user(_?name)?|login|name|customer.*|account.*|phone|external_?id|ref(erence)?|order_?id|id)$/i;
const MIN_PART = 3;

/** The request that led to a wallet; null when none holds the owner or the address. */
export function deriveOpen(
  call: SeenCall,
  exchanges: readonly WatchedRequest[],
  appOrigin: string,
): DerivedOpen | null {
  const reply = isObject(call.reply) ? call.reply : {};
  const request = isObject(call.request) ? call.request : {};
  const owner = String(reply["owner"] ?? request["owner"] ?? "");
  const address = String(reply["address"] ?? "");
  const network = String(reply["network_symbol"] ?? request["network_symbol"] ?? "");
  if (owner === "" || address === "") return null;
  const exchange = causeOf(call, exchanges, [owner, address]);
  if (exchange === undefined) return null;
  const answer = scalarsOf(parsedOrNull(exchange.replyBody));
  const at = answer.find(({ text }) => text.toLowerCase() === address.toLowerCase())?.at;
  const named = nameIn(exchange, answer, owner, exchanges);
  const known: Known[] = [
    ...named.known,
    { place: "network", text: network, whole: true },
    { place: "asset", text: "USDC", whole: true },
  ];
  const begun = beginningsOf(exchange, exchanges);
  const { pointer, called } = named;
  const isNamedByApp = pointer !== undefined || (begun.length > 0 && named.known.length === 0);
  const cookies = new Set(exchanges.flatMap((one) => one.cookies));
  const templated = (one: WatchedRequest): Template["action"] => {
    const { action } = templateOf(one, appOrigin, { known, cookies }, true);
    return isNamedByApp ? withOwnNames(action) : action;
  };
  const action: Action = {
    ...templated(exchange),
    ...(at === undefined ? {} : { address: at }),
    ...namesOf({ pointer, isOther: isNamedByApp || called !== owner }),
  };
  const further = begun.map((list): Action => ({ ...action, first: list.map(templated) }));
  return { call, exchange, owner, address, network, called, action, further };
}

function namesOf({ pointer, isOther }: { pointer: string | undefined; isOther: boolean }): Partial<Action> {
  if (pointer !== undefined) return { owner: pointer };
  return isOther ? { own_names: true } : {};
}

type Naming = { called: string; known: Known[]; pointer?: string };

/** What the app calls the owner: a value of the request, or one of its own in the answer; rather one by which it was asked later. */
function nameIn(
  exchange: WatchedRequest,
  answer: readonly Scalar[],
  owner: string,
  exchanges: readonly WatchedRequest[],
): Naming {
  const later = exchanges.filter(({ number }) => number > exchange.number).flatMap(givenValues);
  const isUsed = ({ called }: Naming): boolean => later.includes(called);
  const begun = beginningsOf(exchange, exchanges).flat();
  const parts = [exchange, ...begun]
    .flatMap(givenValues)
    .filter((one) => one.length >= MIN_PART && owner.includes(one));
  const given = parts
    .toSorted((a, b) => b.length - a.length)
    .map((called): Naming => ({ called, known: [{ place: "owner", text: called, whole: false }] }));
  const own = answer
    .filter(({ name, text }) => text === owner || isWordOf(text, owner) || NAMES_A_CUSTOMER.test(name))
    .map(({ text, at }): Naming => ({ called: text, known: [], pointer: at }));
  const [first] = own.filter(({ called }) => called === owner || isWordOf(called, owner));
  return given.find(isUsed) ?? own.find(isUsed) ?? given[0] ?? first ?? { called: owner, known: [] };
}

function isWordOf(text: string, owner: string): boolean {
  return text !== "" && owner.split(/[^a-zA-Z0-9]+/).includes(text);
}

/** An app that names its owners itself is still told something of each customer, and may demand that it differs. */
function withOwnNames(action: Template["action"]): Template["action"] {
  const { body } = action;
  if (typeof body === "string")
    return {
      ...action,
      body: body.replaceAll(
        /([^&=]+)=([^&]*)/g,
        (_, name: string, value: string) => `${name}=${differing(name, value)}`,
      ),
    };
  if (!isObject(body)) return action;
  return {
    ...action,
    body: Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, typeof value === "string" ? differing(name, value) : value]),
    ),
  };
}

function differing(name: string, value: string): string {
  if (value.includes("${")) return value;
  if (/^[^@\s]+(@|%40)[^@\s]+$/.test(value)) return value.replace(/^.*?(?=@|%40)/, "${id}");
  return NAMES_A_CUSTOMER.test(name) ? "${id}" : value;
}

/** The URLs of GETs that may show what an owner has, with places; those that were asked after the opening first. */
export function bookUrls(
  exchanges: readonly WatchedRequest[],
  open: DerivedOpen,
  appOrigin: string,
): Template["action"][] {
  const known: Known[] = [
    { place: "owner", text: open.called, whole: false },
    { place: "address", text: open.address, whole: true },
  ];
  const seen = exchanges
    .filter(({ method, status, number }) => method === "GET" && status === 200 && number >= open.exchange.number)
    .map((one) => templateOf({ ...one, requestBody: null }, appOrigin, { known, cookies: setBefore(one, exchanges) }))
    .filter(({ places }) => places.size > 0)
    .map(({ action }) => action);
  // Many apps answer there with what they opened; it is tried as every other.
  const usual = `${open.action.url?.split("?")[0]}/\${owner}`;
  const all = [...seen.toReversed(), { method: "GET" as const, url: usual }];
  return all.filter(({ url }, index) => all.findIndex((one) => one.url === url) === index);
}
