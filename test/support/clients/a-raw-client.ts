// A client below HTTP: writes raw bytes on its own connection and reads the responses.
import { connect, type Socket } from "node:net";

/** One response. `body` is its JSON, undefined if it is not JSON. */
export type RawReply = { status: number; headers: Headers; text: string; body: any };

export function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Connects, writes the parts, and reads until the server closes: every response in order. */
export async function rawReplies(url: string, ...parts: (string | Buffer)[]): Promise<RawReply[]> {
  return repliesIn(await rawText(url, ...parts));
}

/** The same for bytes with one response. */
export async function rawReply(url: string, ...parts: (string | Buffer)[]): Promise<RawReply> {
  const text = await rawText(url, ...parts);
  const [reply, ...more] = repliesIn(text);
  if (reply === undefined || more.length > 0)
    throw new Error(`not one answer: ${JSON.stringify(text.slice(0, 2_000))}`);
  return reply;
}

async function rawText(url: string, ...parts: (string | Buffer)[]): Promise<string> {
  const { socket, ended } = aRawSocket(url);
  for (const part of parts) socket.write(part);
  return await ended;
}

/** A connection that a test writes to step by step. `ended` resolves with all received data once it is closed. */
export function aRawSocket(url: string): { socket: Socket; ended: Promise<string>; received(): string } {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(portOf(url), "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => (received += chunk));
  // A reset connection has ended too; data received before counts.
  socket.on("error", () => {});
  socket.on("close", () => resolve(received));
  return { socket, ended: promise, received: () => received };
}

/** A request head: request line, headers, empty line. `Connection: close` unless a header sets it. */
export function head(line: string, headers: readonly string[] = ["Host: localhost"]): string {
  const closing = headers.some((header) => /^connection:/i.test(header)) ? [] : ["Connection: close"];
  return `${[line, ...headers, ...closing].join("\r\n")}\r\n\r\n`;
}

/** Splits the data of a connection into responses; interim ones (100) have no body. */
export function repliesIn(text: string): RawReply[] {
  const replies: RawReply[] = [];
  let rest = Buffer.from(text, "utf8");
  while (rest.length > 0) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) throw new Error(`no HTTP answer: ${rest.toString("utf8").slice(0, 200)}`);
    const [line = "", ...lines] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const headers = new Headers(
      lines.map((each): [string, string] => [each.split(":")[0] ?? "", each.replace(/^[^:]*: ?/, "")]),
    );
    const status = Number(line.split(" ")[1]);
    const length = Number(headers.get("content-length") ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length).toString("utf8");
    replies.push({ status, headers, text: body, body: jsonOf(body) });
    rest = rest.subarray(end + 4 + length);
  }
  return replies;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
