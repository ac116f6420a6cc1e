// The cookies that the app sets its customers: each has a browser of its own, so a session that a sign-up began goes on in later requests.
import { BoundedMap } from "../../kernel/bounded-map.ts";

/** Customers whose cookies are kept: worlds end, and theirs are never asked for again. */
const MAX_CUSTOMERS = 1_000;

type Cookie = { readonly value: string; readonly path: string };

export class Cookies {
  /** By customer and host: cookies by name. */
  readonly #kept = new BoundedMap<string, Map<string, Cookie>>(MAX_CUSTOMERS);
  readonly #nowMs: () => number;

  /** @param nowMs ms since 1970, for cookies that have expired */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** The header of a customer's request: none without cookies, or where the request has its own. */
  headerFor(customer: string, url: string, given: Readonly<Record<string, string>> = {}): Record<string, string> {
    if (customer === "" || Object.keys(given).some((name) => name.toLowerCase() === "cookie")) return {};
    const { pathname } = new URL(url);
    const found = [...(this.#kept.get(keyOf(customer, url)) ?? [])].filter(([, { path }]) => isBelow(pathname, path));
    return found.length === 0 ? {} : { cookie: found.map(([name, { value }]) => `${name}=${value}`).join("; ") };
  }

  /** Keeps what an answer set. @param lines values of its headers `Set-Cookie` */
  take(customer: string, url: string, lines: readonly string[]): void {
    if (customer === "" || lines.length === 0) return;
    const own = this.#kept.getOrMake(keyOf(customer, url), () => new Map());
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split(";").map((one) => one.trim());
      const at = pair.indexOf("=");
      if (at < 1) continue;
      const of = new Map(attributes.map((one) => [nameOf(one), one.slice(one.indexOf("=") + 1)]));
      const name = pair.slice(0, at);
      if (this.#isOver(of)) own.delete(name);
      else own.set(name, { value: pair.slice(at + 1), path: pathOf(of.get("path"), url) });
    }
  }

  /** The app calls a customer something else from now on. */
  alsoCalled(customer: string, called: string, url: string): void {
    const own = this.#kept.get(keyOf(customer, url));
    if (own !== undefined && called !== "") this.#kept.set(keyOf(called, url), own);
  }

  #isOver(of: ReadonlyMap<string, string>): boolean {
    const age = of.get("max-age");
    if (age !== undefined) return Number(age) <= 0;
    const expires = of.get("expires");
    return expires !== undefined && (timeOf(expires) ?? Number.POSITIVE_INFINITY) <= this.#nowMs();
  }
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** ms since 1970 of a date such as `Thu, 01 Jan 1970 00:00:00 GMT`; undefined for any other text. */
function timeOf(text: string): number | undefined {
  const found = /(\d{1,2})[ -]([A-Za-z]{3})[ -](\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT/.exec(text);
  if (found === null) return undefined;
  const [day, year, hours, minutes, seconds] = [1, 3, 4, 5, 6].map((at) => Number(found[at]));
  const month = MONTHS.indexOf(found[2]?.toLowerCase() ?? "");
  return month === -1 ? undefined : Date.UTC(year ?? 0, month, day, hours, minutes, seconds);
}

/** `name=value` of a header `Set-Cookie`. */
export function pairOf(line: string): string {
  return (line.split(";")[0] ?? "").trim();
}

/** Ports do not tell cookies apart (RFC 6265, 8.5). */
function keyOf(customer: string, url: string): string {
  return `${new URL(url).hostname} ${customer}`;
}

function nameOf(attribute: string): string {
  const at = attribute.indexOf("=");
  return (at === -1 ? attribute : attribute.slice(0, at)).toLowerCase();
}

/** The folder of the request, where the answer names none (RFC 6265, 5.1.4). */
function pathOf(path: string | undefined, url: string): string {
  if (path?.startsWith("/")) return path;
  const { pathname } = new URL(url);
  return pathname.slice(0, Math.max(1, pathname.lastIndexOf("/")));
}

function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}
