// Receivers that violate HTTP: incomplete answers, two answers, or headers that do not match the body (R-123…R-128).
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { createWebhookSender, type WebhookSenderOptions } from "../../src/webhooks/send.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "./a-certificate.ts";
import { aReceiver, aSocket, listen } from "./a-receiver.ts";
import { aWallClock } from "./a-wall-clock.ts";

function aSender(options: Partial<WebhookSenderOptions> = {}) {
  const hands = aWallClock();
  const sender = createWebhookSender({ wall: hands.wall, ...options });
  onTestFinished(() => sender.close());
  return { ...hands, post: (url: string) => sender.send({ url, headers: {}, body: Buffer.from("{}") }) };
}

/** Writes `text` again and again, each time after the last has left, until the other side hangs up. */
function endlessly(socket: Socket, text: string, begun: () => void): void {
  const more = (): void => {
    begun();
    if (!socket.destroyed) socket.write(text, more);
  };
  more();
}

describe("an answer that never comes is waited for until the time is over, not longer (R-123, R-126)", () => {
  test.each([
    [
      "says 100 and nothing more",
      (socket: Socket, said: () => void) => socket.write("HTTP/1.1 100 Continue\r\n\r\n", said),
    ],
    [
      "says 102 and nothing more",
      (socket: Socket, said: () => void) => socket.write("HTTP/1.1 102 Processing\r\n\r\n", said),
    ],
    [
      "hangs within its headers",
      (socket: Socket, said: () => void) => socket.write("HTTP/1.1 200 OK\r\nx-a: b\r\n", said),
    ],
    ["has said nothing yet", (_socket: Socket, said: () => void) => said()],
  ])("a receiver that %s", async (_name, answer) => {
    const said = Promise.withResolvers<void>();
    const receiver = await aSocket((socket) => void answer(socket, said.resolve));
    const { post, pass, waiting } = aSender({ timeoutMs: 700 });
    const outcome = post(receiver.url);
    await said.promise;
    // Its bytes have arrived by now: a complete request through the same loop came between.
    await aSender().post((await aReceiver()).url);
    pass(699);
    expect(waiting()).toBe(1);
    pass(1);
    expect(await outcome).toMatchObject({ ok: false, status: null, error: "no answer within 700 ms", durationMs: 700 });
    expect(waiting()).toBe(0);
  });

  test("a receiver that gives early hints for ever", async () => {
    const hinted = Promise.withResolvers<void>();
    let hints = 0;
    const receiver = await aSocket((socket) =>
      endlessly(
        socket,
        "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n",
        () => void (++hints > 50 && hinted.resolve()),
      ),
    );
    const { post, pass } = aSender({ timeoutMs: 700 });
    const outcome = post(receiver.url);
    await hinted.promise;
    pass(700);
    expect(await outcome).toMatchObject({ ok: false, status: null });
  });
});

describe("headers without end are cut (R-126, R-128)", () => {
  test.each([
    ["one line without end", "HTTP/1.1 200 OK\r\nx: ", "y".repeat(4_096)],
    ["lines without end", "HTTP/1.1 200 OK\r\n", `x: ${"y".repeat(1_000)}\r\n`],
  ])("%s", async (_name, begin, more) => {
    const receiver = await aSocket((socket) => {
      socket.write(begin);
      endlessly(socket, more, () => {});
    });
    const { post, waiting } = aSender();
    const outcome = await post(receiver.url);
    expect(outcome).toMatchObject({ ok: false, status: null });
    expect(outcome.error).toContain("not HTTP");
    expect(waiting()).toBe(0);
  });
});

describe("what belongs to one attempt never decides another", () => {
  test("a receiver that answers twice is judged by its first answer, and its second is not that of the next attempt", async () => {
    const receiver = await aSocket((socket) =>
      socket.write("HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"),
    );
    const { post } = aSender();
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await post(receiver.url)).toMatchObject({ ok: false, status: 500 });
    expect(receiver.sockets.size).toBe(3);
  });

  test("a second answer that comes later, on the idle connection, is not that of the next attempt either", async () => {
    const late = Promise.withResolvers<void>();
    const receiver = await aSocket((socket) =>
      socket.write("HTTP/1.1 503 No\r\ncontent-length: 0\r\n\r\n", () =>
        setImmediate(() => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", () => late.resolve())),
      ),
    );
    const { post } = aSender();
    expect(await post(receiver.url)).toMatchObject({ ok: false, status: 503 });
    await late.promise;
    expect(await post(receiver.url)).toMatchObject({ ok: false, status: 503 });
  });

  test("204 with a body has taken the event, and the body is not the next answer", async () => {
    const receiver = await aSocket((socket) =>
      socket.write("HTTP/1.1 204 No Content\r\ncontent-length: 25\r\n\r\nHTTP/1.1 500 Oops\r\n\r\nabcd"),
    );
    const { post } = aSender();
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await post(receiver.url)).toMatchObject({ ok: true, status: 204, response: "" });
  });

  test("`Connection: close` is obeyed: each attempt has a connection of its own", async () => {
    const receiver = await aReceiver((_request, response) => response.writeHead(200, { connection: "close" }).end());
    const { post } = aSender();
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await post(receiver.url)).toMatchObject({ ok: true });
    expect(new Set(receiver.received.map(({ connection }) => connection)).size).toBe(3);
  });
});

test("R-126 R-127 a body that would unpack to gigabytes is never unpacked: its packed bytes are stored", async () => {
  const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
  const asked: (string | undefined)[] = [];
  const receiver = await aReceiver((request, response) => {
    asked.push(request.headers["accept-encoding"] as string | undefined);
    response.writeHead(500, { "content-encoding": "gzip", "content-length": bomb.length }).end(bomb);
  });
  const { response, status } = await aSender().post(receiver.url);
  expect(status).toBe(500);
  expect(Buffer.byteLength(response ?? "")).toBeLessThanOrEqual(1_024);
  // The two bytes that every gzip begins with, the second of which is no text.
  expect(response?.startsWith("\u001f\ufffd")).toBe(true);
  expect(asked).toEqual([undefined]);
});

test("R-123 TLS where plain HTTP is asked for is a failed attempt", async () => {
  const server = createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY });
  server.on("tlsClientError", () => {});
  onTestFinished(() => void server.close());
  expect(await aSender().post(await listen(server))).toMatchObject({ ok: false, status: null });
});

test("R-123 R-125 an upgrade that is offered is not taken: the connection is closed, and 101 is no success", async () => {
  const closed = Promise.withResolvers<void>();
  const receiver = await aSocket((socket) => {
    socket.on("close", () => closed.resolve());
    socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n");
  });
  const outcome = await aSender().post(receiver.url);
  expect(outcome).toMatchObject({ ok: false, status: 101, error: "the receiver wants to switch protocols" });
  await closed.promise;
});

test("R-125 R-140 proxies that the environment names are ignored: the receiver is called, the proxy sees nothing", async () => {
  const receiver = await aReceiver();
  const proxy = await aReceiver();
  const script = `
    import { createWebhookSender } from ${JSON.stringify(new URL("../../src/webhooks/send.ts", import.meta.url).href)};
    import { systemClock } from ${JSON.stringify(new URL("../../src/kernel/wall-clock.ts", import.meta.url).href)};
    const sender = createWebhookSender({ wall: systemClock });
    const outcome = await sender.send({ url: ${JSON.stringify(receiver.url)}, headers: {}, body: Buffer.from("{}") });
    sender.close();
    process.exitCode = outcome.ok ? 0 : 3;`;
  const names = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];
  const env = { ...process.env, NODE_USE_ENV_PROXY: "1", NO_PROXY: "", no_proxy: "" };
  for (const name of names) Object.assign(env, { [name]: proxy.url });
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { env, stdio: "ignore" });
  expect(await once(child, "exit")).toEqual([0, null]);
  expect([receiver.received.length, proxy.received.length]).toEqual([1, 0]);
});
