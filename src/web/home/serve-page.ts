// Serves the page at `/`, everything below `/ui/`, and the page's files. The page is public, its data is not (D-81).
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { HTML_TYPE, sendFile } from "../../http/send-file.ts";
import type { Log } from "../../kernel/log.ts";
import { pageFolder } from "./page-folder.ts";
import { PAGE_POLICY } from "./page-policy.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

type BuiltPage = { html: Buffer; files: ReadonlyMap<string, Buffer> };

/** Of the whole process: the page depends on no world. Forgotten when it could not be built, so that the next visit tries again. */
let built: Promise<BuiltPage> | undefined;

const ASSETS = "/ui/assets/";

/** Answers a GET or HEAD of a path of the page; files keep their name only as long as their bytes, so browsers keep them. */
export async function servePage(
  log: Log,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = { "content-security-policy": PAGE_POLICY };
  const page = (status: number, body: string | Buffer): void =>
    sendFile(request, response, { status, type: HTML_TYPE, body, headers });
  try {
    built ??= readPage(log);
    const { html, files } = await built;
    if (!path.startsWith(ASSETS)) return page(200, html);
    const body = files.get(path.slice(ASSETS.length));
    const type = TYPES[extname(path)];
    if (body === undefined || type === undefined) return page(404, refusal("There is no such file of the page."));
    const kept = { ...headers, "cache-control": "public, max-age=31536000, immutable" };
    sendFile(request, response, { status: 200, type, body, headers: kept });
  } catch (error) {
    built = undefined;
    log.error({ error }, "the page at / could not be made");
    page(500, refusal("The page could not be made: the log of the sandbox says why."));
  }
}

async function readPage(log: Log): Promise<BuiltPage> {
  const folder = await pageFolder(log);
  const names = readdirSync(join(folder, "assets"));
  return {
    html: readFileSync(join(folder, "page.html")),
    files: new Map(names.map((name) => [name, readFileSync(join(folder, "assets", name))])),
  };
}

/** What works without the page. */
function refusal(why: string): string {
  return `<!doctype html><html lang="en"><title>Sandbox</title><p>${why}
<p><a href="/explorer">Explorer</a> · <a href="/docs">API reference</a> · <a href="/admin/status">status</a>
`;
}
