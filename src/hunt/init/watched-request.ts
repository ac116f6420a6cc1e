// What passed through the proxy of `hunt init`: one request of a customer, the app's answer, and what the app asked the service meanwhile.

/** A request of the app to the service that opened or paid something, with its bodies as parsed JSON. */
export type ServiceCall = {
  readonly sequence: number;
  readonly operation: string;
  readonly status: number;
  readonly request: unknown;
  /** `data` of the answer, or the answer itself. */
  readonly reply: unknown;
};

export type WatchedRequest = {
  /** 1, 2, … in the order of begins. */
  readonly number: number;
  readonly method: string;
  /** Path with query, as it was sent. */
  readonly target: string;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null: there was none, or it was too long to be kept. */
  readonly requestBody: string | null;
  readonly status: number;
  readonly replyBody: string | null;
  /** The cookies that the answer set, as `name=value`. */
  readonly cookies: readonly string[];
};

/** A place in a request or answer that holds one value. */
export type Scalar = { readonly at: string; readonly name: string; readonly text: string; readonly isNumber: boolean };

/** Values of one document that are looked at. */
const MAX_SCALARS = 5_000;

/** Every text and number of parsed JSON with its JSON pointer. */
export function scalarsOf(root: unknown, at = "", name = "", found: Scalar[] = []): Scalar[] {
  if (found.length >= MAX_SCALARS) return found;
  if (typeof root === "string" || typeof root === "number" || isRaw(root))
    found.push({
      at,
      name,
      text: typeof root === "string" ? root : JSON.stringify(root),
      isNumber: typeof root !== "string",
    });
  else if (typeof root === "object" && root !== null)
    for (const [key, value] of Object.entries(root)) scalarsOf(value, `${at}/${escaped(key)}`, key, found);
  return found;
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isRaw(value: unknown): boolean {
  return JSON.isRawJSON(value);
}

/** `name=value` of each cookie that a request carried. */
export function carried({ headers }: Pick<WatchedRequest, "headers">): string[] {
  return (headers["cookie"] ?? "").split(";").flatMap((one) => one.trim() || []);
}
