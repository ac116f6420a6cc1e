// Checks the Host and Origin headers before every route, so that foreign web pages cannot call the sandbox.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { BlockList, isIP, isIPv4 } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

const AUTHORITY = /^(\[[0-9a-f:.]+\]|[^:[\]@/?#\s]+)(?::\d{1,5})?$/i;
const SINGLE_LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;
const ORIGIN = /^https?:\/\/([^/?#\s]+)$/i;
/** Wallets call a chain from such an origin; a browser never sends it for a page. */
const EXTENSION = /^(?:chrome|moz|safari-web)-extension:\/\/[^/?#\s]+$/i;
/** The JSON-RPC server, mounted by Express in any case. */
const RPC_PATH = /^\/rpc(?=[/?]|$)/i;
/** Browsers resolve these to this machine without asking anybody (RFC 6761). */
const LOCAL_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+localhost$/;
/** How a container names its host; `.internal` is reserved, so nobody else can own the name. */
const DOCKER_HOST = "host.docker.internal";

/**
 * Why a request or WebSocket upgrade with these headers is refused, in words that say what to do, or null when it may
 * pass. `allowHosts` are the names of `--allow-host`; `isRpc` also lets browser extensions in.
 */
export function refusalOf(
  headers: Pick<IncomingHttpHeaders, "host" | "origin">,
  allowHosts: readonly string[],
  { isRpc }: { isRpc: boolean } = { isRpc: false },
): string | null {
  const host = hostOf(headers.host ?? "");
  if (host === undefined || !(isIP(host) !== 0 || SINGLE_LABEL.test(host) || isOurs(host, allowHosts))) {
    return `the Host header names ${quoted(headers.host)}: call the sandbox by an IP address or as localhost, or start it with --allow-host ${host ?? "NAME"}`;
  }
  if (headers.origin === undefined) return null;
  if (isRpc && EXTENSION.test(headers.origin)) return null;
  const origin = hostOf(ORIGIN.exec(headers.origin)?.[1] ?? "");
  if (origin !== undefined && isOurs(origin, allowHosts)) return null;
  return `the Origin header names ${quoted(headers.origin)}: serve the page from localhost, or start the sandbox with --allow-host ${origin ?? "NAME"}`;
}

/** The same for a request: it has one Host header, and the host of a target in absolute form is checked too. */
export function refusalOfRequest(
  { headers, rawHeaders, url = "" }: Pick<IncomingMessage, "headers" | "rawHeaders" | "url">,
  allowHosts: readonly string[],
  { isRpc } = { isRpc: isOfRpc(url) },
): string | null {
  if (hasTwoHosts(rawHeaders)) return "there is more than one Host header: send one";
  const authority = ABSOLUTE.exec(url)?.[1];
  return (
    (authority === undefined ? null : refusalOf({ host: authority }, allowHosts)) ??
    refusalOf(headers, allowHosts, { isRpc })
  );
}

/** `rawHeaders` holds names and values in turn; of those that Node sorts by name only the first Host is left. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** True for a target of the JSON-RPC server, in absolute form too. */
function isOfRpc(url = ""): boolean {
  return RPC_PATH.test(url.replace(ABSOLUTE, ""));
}

/** A request that the guard answered: why, and with what. */
export type GuardRefusal = {
  request: IncomingMessage;
  status: 400 | 403;
  detail: string;
  headers: Readonly<Record<string, string | number>>;
  text: string;
};

/** How refusals are answered. It is asked only for refused requests, so that others are not counted here. */
export type GuardAnswers = {
  /** Further headers. */
  headersOf(request: IncomingMessage): Readonly<Record<string, string>>;
  /** The words of the error for a client that is no node's. */
  textOf(request: IncomingMessage, error: { status: number; text: string }): string;
  /** Told of each refusal. */
  refused(refusal: GuardRefusal): void;
};

/** Refuses with 403 in the envelope, or 400 where the target makes no sense, before any other handler runs. */
export function createGuard(
  allowHosts: readonly string[],
  { headersOf, textOf, refused }: GuardAnswers,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  const usual = new Set<string>();
  return (request, response, next) => {
    const refusal = isUsual(request, usual) ? null : refusalOfRequest(request, allowHosts);
    if (refusal === null) {
      rememberHost(request, usual);
      next();
      return;
    }
    // For every answer: a browser must not guess its type. Whoever answers a request that passes says so too.
    response.setHeader("X-Content-Type-Options", "nosniff");
    const [code, error]: [400 | 403, string] = isMalformed(request.url)
      ? [400, "Invalid request"]
      : [403, `Forbidden: ${refusal}`];
    const body = JSON.stringify(
      isOfRpc(request.url) && code === 403
        ? rpcError(error)
        : { success: false, code, error: textOf(request, { status: code, text: error }) },
    );
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      ...headersOf(request),
    };
    response.writeHead(code, headers);
    response.end(request.method === "HEAD" ? undefined : body);
    refused({ request, status: code, detail: refusal, headers, text: body });
  };
}

/** Hosts that are remembered; a client has one or two. */
const MAX_HOSTS = 32;

/** A request of a program with a host that has passed: only the host decides about one without an origin and with a path as its target. */
function isUsual({ headers, rawHeaders, url = "" }: IncomingMessage, usual: ReadonlySet<string>): boolean {
  const { host = "", origin } = headers;
  return origin === undefined && usual.has(host) && url.startsWith("/") && !hasTwoHosts(rawHeaders);
}

/** The host of a request that has passed. */
function rememberHost({ headers: { host = "" } }: IncomingMessage, usual: Set<string>): void {
  if (usual.has(host)) return;
  if (usual.size >= MAX_HOSTS) usual.clear();
  usual.add(host);
}

/** What a JSON-RPC client can read. */
function rpcError(message: string): object {
  return { jsonrpc: "2.0", id: null, error: { code: -32_600, message } };
}

/** A target in absolute form that is no URL names no host at all, so it is malformed and not forbidden. */
function isMalformed(url = ""): boolean {
  return ABSOLUTE.test(url) && !URL.canParse(url);
}

/** The lower-case name of an authority without port and brackets; undefined when it is malformed. */
function hostOf(authority: string): string | undefined {
  const name = AUTHORITY.exec(authority)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  if (name.startsWith("[")) return isIP(name.slice(1, -1)) === 6 ? name.slice(1, -1) : undefined;
  return name === "localhost." ? "localhost" : name;
}

/** True for names of this machine and those of `--allow-host`. */
function isOurs(host: string, allowHosts: readonly string[]): boolean {
  return isLoopback(host) || isListed(host, allowHosts);
}

function isLoopback(host: string): boolean {
  if (isIP(host) === 0) return host === "localhost" || LOCAL_NAME.test(host) || host === DOCKER_HOST;
  return LOOPBACK.check(host, isIPv4(host) ? "ipv4" : "ipv6");
}

function isListed(host: string, allowHosts: readonly string[]): boolean {
  return allowHosts.some((allowed) => allowed.toLowerCase() === host);
}

/** A header as it may be repeated in an error: printable, quoted and cut. */
function quoted(header: string | undefined): string {
  if (header === undefined) return "nothing";
  return JSON.stringify(header.replace(/[^\x20-\x7e]/g, "?").slice(0, 120));
}
