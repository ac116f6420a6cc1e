// The adapter: how the hunt starts the user's app, asks it to do something and reads its books (U-01).
import { shellQuoted } from "../kernel/shell.ts";

export type Action = {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly command?: string;
  /** Requests of the same customer before it, such as signing up; the cookies that they set go along. */
  readonly first?: readonly Action[];
  readonly address?: string;
  readonly addresses?: string;
  /** Where the answer says what the app calls the owner, if it chooses that name itself. */
  readonly owner?: string;
  /** True: the service knows the owner under another name. */
  readonly own_names?: boolean;
};

export type ActionName = "open" | "withdraw" | "uda" | "reconcile";

/** Members whose names no guess would find. */
export type BookNames = Partial<
  Record<"amount" | "raw" | "decimals" | "asset" | "network" | "deposit_id" | "tx_id" | "id" | "state", string>
>;

export type BooksSource = {
  readonly url?: string;
  readonly command?: string;
  readonly credits?: string;
  readonly sums?: string;
  readonly total?: string;
  readonly balance?: string;
  readonly withdrawals?: string;
  readonly network?: string;
  readonly asset?: string;
  /** Amounts are whole numbers with so many digits behind the point: 2 for cents. */
  readonly decimals?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly names?: BookNames;
};

export type Adapter = {
  readonly app?: string;
  readonly app_url?: string;
  readonly ready?: string;
  readonly webhook?: string;
  readonly reset?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly keeps?: boolean;
  readonly accepts?: readonly { readonly network: string; readonly asset: string }[];
  readonly credit_at?: "confirmed" | "seen";
  readonly settlement?: "destination" | "source";
  readonly books?: BooksSource;
  readonly actions?: Readonly<Partial<Record<ActionName, Action>>>;
};

/** Where the app takes money, as the service names it: what the adapter accepts, or the place that its books are in, or USDC on base. */
export function acceptsOf({ accepts = [], books }: Adapter): { network: string; asset: string }[] {
  if (accepts.length > 0)
    return accepts.map(({ network, asset }) => ({ network: network.toLowerCase(), asset: asset.toUpperCase() }));
  return [{ network: books?.network?.toLowerCase() ?? "base", asset: books?.asset?.toUpperCase() ?? "USDC" }];
}

/** Every URL that the adapter names: the hunt talks to no other (U-70). Values in `${…}` do not change the host. */
export function urlsOf({ app_url, ready, webhook, books, actions = {} }: Adapter): string[] {
  const asked = Object.values(actions).flatMap((action) => [action, ...(action.first ?? [])]);
  const urls = [app_url, ready, webhook, books?.url, ...asked.map(({ url }) => url)];
  return urls.filter((url) => url !== undefined);
}

/** The adapter with another port in each URL that has the port of `webhook`, for an app that listens on PORT. */
export function atPort(adapter: Adapter, port: number): Adapter {
  const from = adapter.webhook === undefined ? "" : new URL(adapter.webhook).port;
  if (from === "") return adapter;
  const text = JSON.stringify(adapter).replaceAll(
    new RegExp(`(//(?:127\\.0\\.0\\.1|localhost|\\[::1\\])):${from}\\b`, "g"),
    `$1:${port}`,
  );
  return JSON.parse(text) as Adapter;
}

/** A URL with its values, each percent-encoded. */
export function filledUrl(url: string, values: Readonly<Record<string, string>>): string {
  return url.replaceAll(PLACE, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}

/** A text or JSON value with its values. */
export function filled(value: unknown, values: Readonly<Record<string, string>>): unknown {
  const [, name] = typeof value === "string" ? (NUMBER.exec(value) ?? []) : [];
  if (name !== undefined && /^\d+(\.\d+)?$/.test(values[name] ?? "")) return JSON.rawJSON(values[name] ?? "");
  if (typeof value === "string") return value.replaceAll(PLACE, (_, name: string) => values[name] ?? "");
  if (Array.isArray(value)) return value.map((one) => filled(one, values));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, values)]));
}

/**
 * A command with its values in the quotes of the shell: a value is one word, whatever is in it.
 */
export function filledCommand(command: string, values: Readonly<Record<string, string>>): string {
  return command.replaceAll(PLACE, (_, name: string) => shellQuoted(values[name] ?? ""));
}

export const PLACE = /\$\{([a-z_]+)(?::number)?\}/g;
/** A member of a body that is a number, with all its digits. */
const NUMBER = /^\$\{([a-z_]+):number\}$/;
