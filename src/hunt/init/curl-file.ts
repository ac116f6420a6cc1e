// The file of `--curl`: curl command lines, or requests such as `POST /orders {"id": "7"}`, one a line, played in their order (U-03).
import { CurlFault, linesOf } from "./curl-words.ts";

export type CurlRequest = {
  /** The line of the file, from 1. */
  readonly line: number;
  readonly method: string;
  /** Path with query; the origin is that of the proxy. `${2/id}`: what is at `/id` in the answer to the second request. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

const MAX_BYTES = 1_048_576;
const MAX_REQUESTS = 200;

/** The requests of a file. @throws CurlFault */
export function readCurlFile(text: string): CurlRequest[] {
  if (text.length > MAX_BYTES) throw new CurlFault("it is longer than 1 MiB");
  const requests = linesOf(text).map(({ line, words }) => {
    try {
      return words[0] === "curl" ? fromCurl(words.slice(1), line) : fromRequest(words, line);
    } catch (error) {
      throw error instanceof CurlFault ? new CurlFault(`line ${line}: ${error.message}`) : error;
    }
  });
  if (requests.length === 0) throw new CurlFault("it holds no request: write one curl command a line");
  if (requests.length > MAX_REQUESTS) throw new CurlFault(`it holds more than ${MAX_REQUESTS} requests`);
  return requests;
}

function fromRequest([method = "", target = "", body]: readonly string[], line: number): CurlRequest {
  if (!/^[A-Z]{3,7}$/.test(method) || target === "")
    throw new CurlFault('it is neither a curl command nor a request such as POST /orders {"id": "7"}');
  const headers = body === undefined ? {} : typeOf(body);
  return { line, method, target: targetOf(target), headers, body: body ?? null };
}

function typeOf(body: string): Record<string, string> {
  return { "content-type": /^\s*[[{]/.test(body) ? "application/json" : FORM };
}

/** Options of curl that take a value and change nothing here. */
const IGNORED_WITH_VALUE = new Set([
  "-o",
  "--output",
  "-m",
  "--max-time",
  "--connect-timeout",
  "--retry",
  "-w",
  "--write-out",
  "-A",
  "--user-agent",
]);
const IGNORED =
  /^(-[sSvifLkgN#]+|--(silent|show-error|verbose|include|fail|fail-with-body|location|insecure|compressed|globoff|no-buffer|http1\.1|no-progress-meter))$/;

const DATA = new Set(["-d", "--data", "--data-raw", "--data-ascii", "--data-binary"]);
const FORM = "application/x-www-form-urlencoded";

class Line {
  method: string | undefined;
  target: string | undefined;
  headers: Record<string, string> = {};
  data: string[] = [];
  isGet = false;

  /** Takes an option; true if `value` belongs to it. */
  take(name: string, value: string): boolean {
    if (DATA.has(name)) return this.#data(value);
    switch (name) {
      case "-X":
      case "--request":
        this.method = value;
        return true;
      case "-H":
      case "--header":
        this.headers[value.slice(0, Math.max(0, value.indexOf(":"))).toLowerCase()] = value
          .slice(value.indexOf(":") + 1)
          .trim();
        return true;
      case "--json":
        this.headers["content-type"] = "application/json";
        return this.#data(value);
      case "--data-urlencode": {
        const [, key = "", text = ""] = /^(?:([^=]*)=)?(.*)$/s.exec(value) ?? [];
        return this.#data(`${key}${key === "" ? "" : "="}${encodeURIComponent(text)}`);
      }
      case "-u":
      case "--user":
        this.headers["authorization"] = `Basic ${Buffer.from(value).toString("base64")}`;
        return true;
      case "-b":
      case "--cookie":
        this.headers["cookie"] = value;
        return true;
      case "--url":
        this.target = value;
        return true;
      case "-G":
      case "--get":
        this.isGet = true;
        return false;
      case "-I":
      case "--head":
        this.method = "HEAD";
        return false;
      default:
        if (IGNORED_WITH_VALUE.has(name)) return true;
        if (IGNORED.test(name)) return false;
        throw new CurlFault(`curl's ${name} is not known here: write the request with -X, -H and -d`);
    }
  }

  request(line: number): CurlRequest {
    if (this.target === undefined) throw new CurlFault("it has no URL");
    const body = this.data.length === 0 ? null : this.data.join("&");
    const target = targetOf(this.target);
    if (this.isGet && body !== null) {
      const query = `${target.includes("?") ? "&" : "?"}${body}`;
      return { line, method: "GET", target: `${target}${query}`, headers: this.headers, body: null };
    }
    const headers = body === null ? this.headers : { "content-type": FORM, ...this.headers };
    return { line, method: this.method ?? (body === null ? "GET" : "POST"), target, headers, body };
  }

  #data(value: string): true {
    if (value.startsWith("@")) throw new CurlFault("-d @FILE is not read: put the body into the line");
    this.data.push(value);
    return true;
  }
}

function fromCurl(words: readonly string[], line: number): CurlRequest {
  const found = new Line();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!word.startsWith("-")) {
      found.target = word;
      continue;
    }
    const [, name = word, joined] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? /^(-[XHdub])(.+)$/s.exec(word) ?? [];
    if (found.take(name, joined ?? words[at + 1] ?? "") && joined === undefined) at += 1;
  }
  return found.request(line);
}

/** Path and query of a URL, or of what has no scheme. */
function targetOf(text: string): string {
  const rest = text.startsWith("/") ? text : text.replace(/^(https?:\/\/)?[^/?]*/i, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}
