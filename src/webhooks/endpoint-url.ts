// Checks the URL of a webhook endpoint: at creation, at change and at a test send (R-139, H-78).

export const MAX_ENDPOINT_URL = 2048;

/** Ports of services that are not HTTP: a POST to one of them is an attack on it or a mistake. */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 79, 88, 109, 110, 111, 113, 119, 123, 135, 137,
  139, 143, 161, 179, 389, 427, 445, 465, 512, 513, 514, 515, 530, 548, 554, 587, 631, 636, 873, 989, 990, 993, 995,
  1433, 1521, 1723, 2049, 3306, 3389, 5060, 5061, 5432, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 11211,
  27017,
]);

/**
 * Why `url` cannot be an endpoint, in words that say what to change, or null when it can.
 * Plain `http` is allowed: receivers of a local tool live on the same machine (H-78).
 * Addresses are checked later, when connecting (`addressRefusal`).
 */
export function endpointUrlFault(url: string): string | null {
  if (url.length > MAX_ENDPOINT_URL) return `the URL is longer than ${MAX_ENDPOINT_URL} characters`;
  // The URL parser silently repairs these; what is stored must be what is called.
  if (/[^\x21-\x7e]|\\/.test(url))
    return "the URL holds a space, a control character, a backslash or a character outside ASCII: percent-encode it";
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url))
    return "the URL is not an absolute http:// or https:// address";
  if (url.includes("#")) return "the URL has a fragment (#): leave it out";
  const authority = url.slice(url.indexOf("//") + 2).split(/[/?]/, 1)[0] ?? "";
  if (authority.includes("@"))
    return "the URL carries credentials: leave them out, the signature identifies the sender";
  const { port, protocol } = new URL(url);
  const portNumber = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  if (REFUSED_PORTS.has(portNumber))
    return `port ${portNumber} belongs to a service that is not HTTP: use another port`;
  return null;
}
