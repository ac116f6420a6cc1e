// The proxy of `hunt init` forwards whatever comes, keeps what passed within bounds, and says politely what it does not do (U-03).
import { request as ask, createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { MAX_KEPT_BYTES, openProxy, type Passage } from "../../../src/hunt/init/proxy.ts";
import type { WatchedRequest } from "../../../src/hunt/init/watched-request.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A proxy before an app; `app`: null for one that nobody answers at. */
async function aProxy(app: RequestListener): Promise<{ proxy: Passage; seen: WatchedRequest[]; origin: string }> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seen: WatchedRequest[] = [];
  const proxy = await openProxy(origin, (one) => void seen.push(one));
  closing.push(
    () => proxy.close(),
    () => {
      server.closeAllConnections();
      server.close();
    },
  );
  return { proxy, seen, origin };
}

const echo: RequestListener = async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url, headers } = request;
  response.end(
    JSON.stringify({
      method,
      url,
      host: headers.host,
      encoding: headers["accept-encoding"] ?? null,
      bytes: Buffer.concat(chunks).length,
    }),
  );
};

test("U-03 a request passes with its body, and both are kept", async () => {
  const { proxy, seen, origin } = await aProxy(echo);
  const response = await fetch(`${proxy.url}/orders?a=1`, {
    method: "POST",
    body: '{"id":"x"}',
    headers: { "X-Mine": "y" },
  });
  expect(await response.json()).toEqual({
    method: "POST",
    url: "/orders?a=1",
    host: new URL(origin).host,
    encoding: null,
    bytes: 10,
  });
  expect(seen).toMatchObject([
    {
      number: 1,
      method: "POST",
      target: "/orders?a=1",
      requestBody: '{"id":"x"}',
      status: 200,
      headers: { "x-mine": "y" },
    },
  ]);
  expect(seen[0]?.replyBody).toContain('"bytes":10');
});

test("U-03 a huge body passes and is not kept", async () => {
  const { proxy, seen } = await aProxy((request, response) => {
    request.resume().once("end", () => response.end("y".repeat(MAX_KEPT_BYTES + 1)));
  });
  const response = await fetch(`${proxy.url}/`, { method: "POST", body: "x".repeat(3 * MAX_KEPT_BYTES) });
  expect((await response.text()).length).toBe(MAX_KEPT_BYTES + 1);
  expect(seen).toMatchObject([{ requestBody: null, replyBody: null, status: 200 }]);
});

test("U-03 however many requests come, the last 500 are kept", async () => {
  const { proxy } = await aProxy((_request, response) => void response.end("{}"));
  for (let at = 0; at < 505; at += 1) await (await fetch(`${proxy.url}/${at}`)).text();
  expect(proxy.exchanges).toHaveLength(500);
  expect(proxy.exchanges[0]?.target).toBe("/5");
}, 60_000);

test("U-03 a redirect to the app leads through the proxy, one elsewhere stays as it is", async () => {
  const { proxy, origin } = await aProxy((request, response) => {
    const location = request.url === "/in" ? `${origin}/home?a=1` : "https://example.org/";
    response.writeHead(302, { location }).end();
  });
  const at = async (path: string) =>
    (await fetch(`${proxy.url}${path}`, { redirect: "manual" })).headers.get("location");
  expect([await at("/in"), await at("/out")]).toEqual([`${proxy.url}/home?a=1`, "https://example.org/"]);
});

test("U-03 a WebSocket is refused with a sentence", async () => {
  const { proxy } = await aProxy(echo);
  const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
  socket.end("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  const text = await new Promise<string>((resolve) => {
    let all = "";
    socket.on("data", (chunk) => (all += String(chunk))).once("close", () => resolve(all));
  });
  expect(text).toMatch(/^HTTP\/1.1 501 [\s\S]*forwards no WebSockets: connect to your app itself/);
});

test("U-03 a page of another site that names the proxy otherwise gets nothing, and a whole URL leads nowhere else", async () => {
  const { proxy, seen } = await aProxy(echo);
  const { port } = new URL(proxy.url);
  const status = (options: { path: string; headers: Record<string, string> }) =>
    new Promise<[number, string]>((resolve, reject) => {
      const sent = ask({ port, host: "127.0.0.1", ...options }, (answer) => {
        let text = "";
        answer
          .on("data", (chunk) => (text += String(chunk)))
          .once("end", () => resolve([answer.statusCode ?? 0, text]));
      });
      sent.once("error", reject).end();
    });
  expect((await status({ path: "/", headers: { host: "evil.example" } }))[0]).toBe(421);
  expect(seen).toEqual([]);
  const [, text] = await status({ path: "http://169.254.169.254/secret", headers: { host: "127.0.0.1" } });
  expect(JSON.parse(text)).toMatchObject({ url: "/" });
});

test("U-03 an app that hangs up or is gone is a 502 with the reason", async () => {
  const { proxy, seen } = await aProxy((request) => void request.socket.destroy());
  const cut = await fetch(`${proxy.url}/`);
  expect([cut.status, await cut.text()]).toEqual([
    502,
    expect.stringContaining("your app gave no answer (ECONNRESET)"),
  ]);
  expect(seen).toEqual([]);
});
