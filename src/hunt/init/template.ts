// Turns a request that was seen into one that can be made again for another customer: its values become places such as `${owner}`.
import type { Action } from "../adapter.ts";
import { compare, type Decimal, decimalOf } from "../judge/decimal.ts";
import { parsedOrNull } from "./service-calls.ts";
import { carried, type WatchedRequest } from "./watched-request.ts";

/** A value that the request may hold. `whole`: only where a part of the URL or a member is nothing else. */
export type Known = { readonly place: string; readonly text: string; readonly whole: boolean };

/** An amount, in every form in which an app may be told it. */
export type KnownAmount = { readonly text: string; readonly decimals: number };

/** `cookies`: those that the app had set its customer, as `name=value`. Each customer has its own, so none of them stands in a template. */
export type Values = {
  readonly known: readonly Known[];
  readonly amount?: KnownAmount;
  readonly cookies?: ReadonlySet<string>;
};

/** Members and headers that name a request, so that a repetition is seen: they must differ from one to the next. */
const NAMES_A_REQUEST = /^(id|.*[_-]id|.*Id|ref|reference.*|key|nonce|x-request-id|idempotency-?key)$/i;
/** Headers of a browser or of curl, which mean nothing to the app's logic. */
const PLAIN_HEADER =
  /^(host|connection|content-length|user-agent|accept|accept-.*|origin|referer|sec-.*|cache-control|pragma|dnt|upgrade-insecure-requests|if-.*|priority|transfer-encoding)$/;
const JSON_TYPE = /^application\/([\w.+-]*\+)?json\b/;

export type Template = {
  readonly action: Pick<Action, "method" | "url" | "headers" | "body">;
  /** The places that stand in it; `session` for a cookie that the app set. */
  readonly places: ReadonlySet<string>;
};

/** The request with its values as places. `isFresh`: further members that name a request get `${id}`. */
export function templateOf(exchange: WatchedRequest, appOrigin: string, values: Values, isFresh = false): Template {
  const places = new Set<string>();
  const fill = new Filler(values, isFresh, places);
  const { method, target, headers, requestBody } = exchange;
  const type = headers["content-type"] ?? "";
  const body = requestBody === null ? undefined : bodyOf(requestBody, type, fill);
  const kept = headersOf(withoutSession(headers, values, places), typeof body === "string", fill);
  return {
    places,
    action: {
      ...(isMethod(method) && method !== "POST" ? { method } : {}),
      url: `${appOrigin}${fill.url(target)}`,
      ...(Object.keys(kept).length === 0 ? {} : { headers: kept }),
      ...(body === undefined ? {} : { body }),
    },
  };
}

/** The headers without the cookies that the app set; others are kept as they are. */
function withoutSession(
  headers: WatchedRequest["headers"],
  { cookies = new Set() }: Values,
  places: Set<string>,
): WatchedRequest["headers"] {
  const { cookie, ...others } = headers;
  if (cookie === undefined) return headers;
  const all = carried({ headers });
  const own = all.filter((pair) => !cookies.has(pair));
  if (own.length < all.length) places.add("session");
  return own.length === 0 ? others : { ...others, cookie: own.join("; ") };
}

function isMethod(method: string): method is NonNullable<Action["method"]> {
  return ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(method);
}

function bodyOf(text: string, type: string, fill: Filler): unknown {
  const parsed = parsedOrNull(text);
  if (parsed !== null && (JSON_TYPE.test(type) || typeof parsed === "object")) return fill.json(parsed, "");
  return /^[^=&\s]+=/.test(text) ? fill.form(text) : text;
}

function headersOf(headers: WatchedRequest["headers"], isText: boolean, fill: Filler): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !PLAIN_HEADER.test(name) && name !== "content-type");
  const filled = kept.map(([name, value]): [string, string] => [name, fill.header(name, value)]);
  const type = headers["content-type"];
  return Object.fromEntries(isText && type !== undefined ? [["content-type", type], ...filled] : filled);
}

class Filler {
  readonly #values: Values;
  readonly #isFresh: boolean;
  readonly #places: Set<string>;

  constructor(values: Values, isFresh: boolean, places: Set<string>) {
    this.#values = values;
    this.#isFresh = isFresh;
    this.#places = places;
  }

  /** Path and query: each part between separators is decoded, and compared as a whole. */
  url(target: string): string {
    const [path = "", ...query] = target.split("?");
    const parts = path.split("/").map((part) => this.#part(part, "", false));
    return [parts.join("/"), ...query.map((one) => this.#pairs(one, encodeURIComponent))].join("?");
  }

  form(text: string): string {
    return this.#pairs(text, (value) => value);
  }

  header(name: string, value: string): string {
    const found = this.#text(value, name);
    return found === value && this.#isFresh && NAMES_A_REQUEST.test(name) ? this.#placed("id") : found;
  }

  json(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.map((one) => this.json(one, name));
    if (typeof value === "string") return this.#text(value, name);
    if (typeof value === "number" || JSON.isRawJSON(value)) return this.#number(value, name);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.json(one, key)]));
  }

  #pairs(text: string, encode: (value: string) => string): string {
    return text
      .split("&")
      .map((pair) => {
        const at = pair.indexOf("=");
        const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
        return at < 0 ? pair : `${name}=${this.#part(value, decoded(name), encode !== encodeURIComponent)}`;
      })
      .join("&");
  }

  #part(raw: string, name: string, isForm: boolean): string {
    const text = decoded(isForm ? raw.replaceAll("+", " ") : raw);
    const found = this.#text(text, name);
    if (found === text) return raw;
    return isForm
      ? found
      : found
          .split(/(\$\{[a-z_]+\})/)
          .map((one) => (one.startsWith("${") ? one : encodeURIComponent(one)))
          .join("");
  }

  #text(text: string, name: string): string {
    for (const { place, text: known } of this.#values.known)
      if (text === known || (known.startsWith("0x") && text.toLowerCase() === known.toLowerCase()))
        return this.#placed(place);
    const amount = this.#amountPlace(text);
    if (amount !== null) return this.#placed(amount);
    for (const { place, text: known, whole } of this.#values.known)
      if (!whole && known.length >= 3 && text.includes(known)) return text.replaceAll(known, this.#placed(place));
    return this.#isFresh && name !== "" && NAMES_A_REQUEST.test(name) ? this.#placed("id") : text;
  }

  #number(value: unknown, name: string): unknown {
    const text = JSON.stringify(value);
    const place = this.#values.known.find(({ text: known }) => known === text)?.place ?? this.#amountPlace(text);
    if (place !== null) return this.#placed(place).replace("}", ":number}");
    return this.#isFresh && NAMES_A_REQUEST.test(name) ? this.#placed("id") : value;
  }

  #amountPlace(text: string): string | null {
    const { amount } = this.#values;
    if (amount === undefined) return null;
    const form = formOf(text, amount);
    return form === null ? null : ({ 0: "amount", 2: "amount_cents" }[form] ?? "amount_raw");
  }

  #placed(place: string): string {
    this.#places.add(place);
    return `\${${place}}`;
  }
}

/**
 * How many digits behind the point a whole number stands for, if the text is this amount: 0 for the amount itself, 2 for cents, or the
 * decimals of the asset. Null: it is another number, or none.
 */
export function formOf(text: string, { text: amount, decimals }: KnownAmount): number | null {
  const [found, wanted] = [decimalOf(text), decimalOf(amount)];
  if (found === null || wanted === null || wanted.units === 0n) return null;
  const scaled = (digits: number): Decimal => ({ units: found.units, scale: found.scale + digits });
  return [0, 2, decimals].find((digits) => compare(scaled(digits), wanted) === 0) ?? null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
