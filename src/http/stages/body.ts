// Reads a request body: size first, then its type, then its JSON (K-13, K-14, R-189, R-200…R-202).
import type { IncomingMessage } from "node:http";
import { Problem } from "../../kernel/problem.ts";
import type { Schema } from "../../spec/document.ts";
import { jsonFault } from "../json-limits.ts";
import { ClientGone } from "../problem-reply.ts";
import type { RequestContext, Stage } from "../request-context.ts";

/** 100 KiB. */
export const MAX_BODY_BYTES = 102_400;

/** Leaves the parsed body in `rawBody`; an absent one stays undefined when the operation does not require it. */
export const readBody: Stage = async (context) => {
  const { request, operation } = context;
  if (operation?.body === undefined) return;
  const bytes = await bytesOf(context);
  const text = bytes.length > 0 ? bytes.toString("utf8") : "";
  if (text !== "") context.bodyText = text;
  const type = request.headers["content-type"];
  if (type !== undefined || bytes.length > 0) demandJson(type, request.headers["content-encoding"]);
  if (bytes.length === 0 && !operation.body.required) return;
  context.rawBody = parse(bytes, text, anyTextOf(operation.body.schema));
};

/** For a request that a fault answers or holds before its body is read: keeps the body as far as it is known, and never refuses. */
export async function keepBody(context: RequestContext): Promise<void> {
  if (context.operation?.body === undefined) return;
  const bytes = await bytesOf(context).catch(() => Buffer.alloc(0));
  if (bytes.length > 0) context.bodyText = bytes.toString("utf8");
}

/** Read once, however often it is asked for. */
function bytesOf(context: RequestContext): Promise<Buffer> {
  context.bodyBytes ??= bytesFrom(context.request);
  return context.bodyBytes;
}

async function bytesFrom(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) {
      chunks.length = 0;
      reject(tooLarge());
    } else chunks.push(chunk);
  });
  request.once("end", () => resolve(Buffer.concat(chunks)));
  request.once("close", () => reject(new ClientGone("the client disconnected while sending its body")));
  request.once("error", () => reject(new ClientGone("the client's connection broke")));
  return promise;
}

function tooLarge(): Problem {
  return new Problem("payloadTooLarge", `a body holds at most ${MAX_BODY_BYTES} bytes`);
}

function demandJson(type: string | undefined, encoding: string | undefined): void {
  const [name = "", ...parameters] = (type ?? "").split(";").map((part) => part.trim().toLowerCase());
  if (name !== "application/json") throw new Problem("unsupportedMediaType", "send Content-Type: application/json");
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  if (charset !== undefined && charset.replaceAll('"', "") !== "utf-8") {
    throw new Problem("unsupportedMediaType", "send the body as UTF-8");
  }
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new Problem("unsupportedMediaType", "send the body without Content-Encoding");
  }
}

/** Members whose texts may hold any character (`x-any-text` of the document). */
function anyTextOf({ properties = {} }: Schema): string[] {
  const members = Object.entries(properties).filter(([, member]) => member["x-any-text"] === true);
  return members.map(([name]) => name);
}

/** Bytes that are no UTF-8 are read as this character, and a text may begin with this mark: both are read once more, strictly. */
const UNSURE = /\uFFFD|^\uFEFF/;

/** `text`: the bytes as a text, whatever they are. */
function parse(bytes: Buffer, text: string, anyText: readonly string[]): unknown {
  let value: unknown;
  try {
    value = JSON.parse(UNSURE.test(text) ? new TextDecoder("utf-8", { fatal: true }).decode(bytes) : text);
  } catch {
    const what = bytes.length === 0 ? "the body is missing" : "the body is not JSON in UTF-8";
    throw new Problem("invalidRequest", what);
  }
  const fault = jsonFault(value, anyText);
  if (fault !== undefined) throw new Problem("invalidRequest", fault);
  return value;
}
