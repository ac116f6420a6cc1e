// The page at `/`: which paths it takes, what a browser may do with it, and what works without a script (D-03, D-80, D-84).
import { expect, test } from "vitest";
import { sharedSandbox } from "../support/a-sandbox.ts";

const shared = sharedSandbox();
const ask = (path: string, method = "GET") => fetch(`${shared().url}${path}`, { method });

/** The files that the page names, such as `/ui/assets/index-….js`. */
async function filesOfPage(): Promise<string[]> {
  const html = await (await ask("/ui/inbox")).text();
  return [...html.matchAll(/(?:src|href)="(\/ui\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
}

test("/ and every address below /ui is the page, and its files are kept by browsers for ever", async () => {
  const [first, ...others] = await Promise.all(
    ["/", "/ui", "/ui/inbox?filter=state:dead", "/ui/events/12"].map((path) => ask(path)),
  );
  const html = await first!.text();
  for (const other of others) expect(await other.text()).toBe(html);
  expect(first!.headers.get("cache-control")).toBe("no-store");
  const files = await filesOfPage();
  expect(new Set(files.map((path) => /\.(js|css)$/.exec(path)?.[1]))).toEqual(new Set(["css", "js"]));
  for (const file of files) {
    const answer = await ask(file);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    expect(answer.headers.get("content-type")).toMatch(/^text\/(javascript|css); charset=utf-8$/);
  }
});

test("the page and each of its files carry the strict policy: no inline script or style, and no text that becomes markup (R-210)", async () => {
  for (const path of ["/", "/ui", ...(await filesOfPage()), "/ui/assets/nothing.js"]) {
    const { headers } = await ask(path);
    expect([path, headers.get("content-security-policy")]).toEqual([
      path,
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    ]);
    expect([headers.get("x-content-type-options"), headers.get("referrer-policy")]).toEqual(["nosniff", "no-referrer"]);
  }
  const html = await (await ask("/ui")).text();
  expect(html).not.toMatch(/<style| style=| on[a-z]+=|(src|href)="(https?:)?\/\//);
});

test("a file that the page does not have is not the page, and HEAD answers without a body", async () => {
  for (const path of ["/ui/assets/nothing.js", "/ui/assets/../../package.json", "/ui/assets/%2e%2e%2fpage.html"]) {
    const answer = await ask(path);
    const isOther = answer.status === 404;
    expect([path, isOther]).toEqual([path, true]);
  }
  const head = await ask("/ui", "HEAD");
  expect([head.status, await head.text(), Number(head.headers.get("content-length")) > 500]).toEqual([200, "", true]);
});

test("the place of the header is there before the script is", async () => {
  const html = await (await ask("/ui")).text();
  const [, until = ""] = /<div id="page">([\s\S]*?)<noscript>/.exec(html) ?? [];
  expect(until).toMatch(/<div class="[^"]*\bbg-card\b[^"]*">Sandbox<\/div>/);
});

test("without a script there are links to what works without one", async () => {
  const html = await (await ask("/ui")).text();
  const [, without = ""] = /<noscript>([\s\S]*)<\/noscript>/.exec(html) ?? [];
  for (const path of ["/explorer", "/docs", "/admin/status"]) {
    expect(without).toContain(`href="${path}"`);
    expect((await ask(path)).status).toBe(200);
  }
});

test("no other path is taken: a call without /v1 keeps its hint, and icons stay where they are", async () => {
  const lost = await ask("/wallets");
  expect([lost.status, JSON.stringify([...lost.headers])]).toEqual([404, expect.stringContaining("/v1/wallets")]);
  expect((await ask("/assets/USDC.png")).headers.get("content-type")).toBe("image/png");
  expect((await ask("/uix")).status).toBe(404);
});
