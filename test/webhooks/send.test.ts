import { createServer as createHttpsServer } from "node:https";
import type { Socket } from "node:net";
import tls, { createServer as createTlsServer } from "node:tls";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createWebhookSender, type WebhookSenderOptions } from "../../src/webhooks/send.ts";
import { verifyWebhook, webhookHeaders } from "../../src/webhooks/sign.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "./a-certificate.ts";
import { aReceiver, aSocket, listen, portOf } from "./a-receiver.ts";
import { aWallClock } from "./a-wall-clock.ts";

const SECRET = "whsec_test";
const BODY = Buffer.from('{"id":"e-1","payload":{"remark":"Überweisung 東京"}}', "utf8");

function aSender(options: Partial<WebhookSenderOptions> = {}) {
  const hands = aWallClock();
  const sender = createWebhookSender({ wall: hands.wall, ...options });
  onTestFinished(() => sender.close());
  const post = (url: string, body: Uint8Array = BODY) => {
    const timestampSeconds = Math.floor(hands.wall.now() / 1000);
    return sender.send({
      url,
      body,
      headers: webhookHeaders({ id: "e-1", timestampSeconds, body, secrets: [SECRET] }),
    });
  };
  return { ...hands, sender, post };
}

/** A promise and its key: the test goes on when the other side says so, never after a while. */
function aSignal<T = void>() {
  let give: (value: T) => void = () => {};
  const given = new Promise<T>((resolve) => (give = resolve));
  return { give, given };
}

describe("a delivery attempt", () => {
  test("is one POST of exactly the given bytes whose signature verifies (S-472, S-500, S-503, H-79)", async () => {
    const receiver = await aReceiver();
    const { post, wall, waiting } = aSender();
    expect(await post(`${receiver.url}/hooks?a=1`)).toEqual({
      ok: true,
      status: 200,
      durationMs: 0,
      timedOut: false,
      error: null,
      response: "",
      retryAfter: null,
    });
    const [got, ...more] = receiver.received;
    expect(more).toEqual([]);
    expect(got).toMatchObject({ method: "POST", path: "/hooks?a=1" });
    expect(got?.body.equals(BODY)).toBe(true);
    expect(got?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "sandbox-webhooks/1",
      "webhook-id": "e-1",
      "content-length": String(BODY.length),
    });
    expect(
      verifyWebhook({
        secret: SECRET,
        headers: got?.headers ?? {},
        body: got?.body ?? "",
        nowSeconds: wall.now() / 1000,
      }).ok,
    ).toBe(true);
    expect(waiting()).toBe(0);
  });

  test.each([200, 201, 202, 204, 226, 299])("counts %i as delivered (R-123)", async (status) => {
    const receiver = await aReceiver((_request, response) => response.writeHead(status).end());
    expect(await aSender().post(receiver.url)).toMatchObject({ ok: true, status, error: null });
  });

  test.each([300, 304, 400, 401, 404, 410, 413, 429, 500, 502, 503, 599])(
    "counts %i as failed, with the answer stored (R-123)",
    async (status) => {
      const receiver = await aReceiver((_request, response) =>
        response.writeHead(status, { "retry-after": "900" }).end("why"),
      );
      expect(await aSender().post(receiver.url)).toMatchObject({
        ok: false,
        status,
        response: status === 304 ? "" : "why",
      });
    },
  );

  test.each([301, 302, 303, 307, 308])(
    "never follows %i: the target of the redirect gets no request (R-125)",
    async (status) => {
      const trap = await aReceiver();
      const receiver = await aReceiver((_request, response) =>
        response.writeHead(status, { location: `${trap.url}/stolen` }).end(),
      );
      expect(await aSender().post(receiver.url)).toMatchObject({
        ok: false,
        status,
        error: "redirects are not followed",
      });
      expect(receiver.received).toHaveLength(1);
      expect(trap.received).toEqual([]);
    },
  );

  test("waits for the final answer after 100 and 103 (R-123)", async () => {
    const receiver = await aSocket((socket) =>
      socket.write(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
      ),
    );
    expect(await aSender().post(receiver.url)).toMatchObject({ ok: true, status: 204 });
  });

  test("takes 101 for a failure", async () => {
    const receiver = await aSocket((socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    );
    expect(await aSender().post(receiver.url)).toMatchObject({ ok: false });
  });
});

describe("a bad receiver costs one failed attempt and nothing else (R-128)", () => {
  test("that hangs is given up when the time is over, not before (R-126)", async () => {
    const asked = aSignal();
    const receiver = await aSocket(() => asked.give());
    const { post, pass, waiting } = aSender();
    const outcome = post(receiver.url);
    await asked.given;
    pass(9_999);
    expect(waiting()).toBe(1);
    pass(1);
    expect(await outcome).toEqual({
      ok: false,
      status: null,
      durationMs: 10_000,
      timedOut: true,
      error: "no answer within 10000 ms",
      response: null,
      retryAfter: null,
    });
    expect(waiting()).toBe(0);
  });

  test("that drips its status line byte by byte is given up at the same time (R-126)", async () => {
    const dripped = aSignal();
    const receiver = await aSocket((socket) => drip(socket, "HTTP/1.1 200 OK\r\nx: ", dripped.give));
    const { post, pass } = aSender({ timeoutMs: 500 });
    const outcome = post(receiver.url);
    await dripped.given;
    pass(500);
    expect(await outcome).toMatchObject({ ok: false, status: null, error: "no answer within 500 ms" });
  });

  test("that says 200 and then hangs has received it: the status line decides at once (R-124)", async () => {
    const receiver = await aSocket((socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nsome"));
    const { post, pass, waiting } = aSender();
    expect(await post(receiver.url)).toMatchObject({ ok: true, status: 200, response: "some" });
    expect(waiting()).toBe(1);
    pass(10_000);
    expect(waiting()).toBe(0);
  });

  test("that says 500 and then hangs has refused it, decided at the time limit", async () => {
    const answered = aSignal();
    const receiver = await aSocket((socket) =>
      socket.write("HTTP/1.1 500 Oops\r\ncontent-length: 100\r\n\r\nsome", () => answered.give()),
    );
    const { post, pass } = aSender();
    const outcome = post(receiver.url);
    await answered.given;
    // The answer is on its way through the kernel; a request of our own through the same loop comes after it.
    await aSender().post((await aReceiver()).url);
    pass(10_000);
    expect(await outcome).toMatchObject({ ok: false, status: 500, durationMs: 10_000, error: null, response: "some" });
  });

  test.each([200, 500])(
    "that answers %i with a body without end is cut after 64 KiB, 1 KiB is stored (R-126, R-127)",
    async (status) => {
      const cut = aSignal<number>();
      const receiver = await aSocket((socket) => {
        let written = 0;
        const more = () => {
          while (!socket.destroyed) {
            written += 16_384;
            if (!socket.write(Buffer.alloc(16_384, "x"))) return;
          }
        };
        socket.on("drain", more).on("close", () => cut.give(written));
        socket.write(`HTTP/1.1 ${status} Whatever\r\n\r\n`);
        more();
      });
      const { post, waiting } = aSender();
      const outcome = await post(receiver.url);
      expect(outcome).toMatchObject({ ok: status === 200, status });
      expect("x".repeat(1024).startsWith(outcome.response ?? "none")).toBe(true);
      if (status === 500) expect(outcome.response).toHaveLength(1024);
      await cut.given;
      expect(waiting()).toBe(0);
    },
  );

  test.each([
    ["resets before the status", (socket: Socket) => socket.resetAndDestroy()],
    ["closes before the status", (socket: Socket) => socket.destroy()],
    ["closes within the status", (socket: Socket) => socket.end("HTTP/1.1 20")],
    ["answers garbage", (socket: Socket) => socket.end("\0\xff garbage \r\n\r\n")],
    ["answers another protocol", (socket: Socket) => socket.end("220 smtp ready\r\n")],
    ["sends a header without end", (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}`)],
    [
      "contradicts itself about the length",
      (socket: Socket) =>
        socket.end("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"),
    ],
  ])("that %s has failed", async (_name, answer) => {
    const receiver = await aSocket(answer);
    const { post, waiting } = aSender();
    const outcome = await post(receiver.url);
    expect(outcome).toMatchObject({ ok: false, status: null, response: null });
    expect(outcome.error).toMatch(/^[\x20-\x7e]{10,200}$/);
    expect(waiting()).toBe(0);
  });

  test("that resets after the status has decided before (R-124)", async () => {
    const receiver = await aSocket((socket) =>
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n", () => socket.destroy()),
    );
    expect(await aSender().post(receiver.url)).toMatchObject({ ok: true, status: 200 });
    const refusing = await aSocket((socket) =>
      socket.write("HTTP/1.1 503 No\r\ncontent-length: 100\r\n\r\nhalf", () => socket.destroy()),
    );
    expect(await aSender().post(refusing.url)).toMatchObject({ ok: false, status: 503, response: "half" });
  });

  test("that is not there has failed: closed port, unknown name, no name at all", async () => {
    const gone = await aReceiver();
    await gone.stop();
    const { post } = aSender({
      resolve: (_name, _family, answer) => answer(Object.assign(new Error("no"), { code: "ENOTFOUND" }), []),
    });
    expect(await post(gone.url)).toMatchObject({ ok: false, status: null, error: "connection refused (ECONNREFUSED)" });
    expect(await post("http://nowhere.example/")).toMatchObject({
      ok: false,
      error: "the name does not resolve (ENOTFOUND)",
    });
    expect(await post("no url")).toMatchObject({ ok: false, status: null });
    expect(await post("ftp://127.0.0.1/")).toMatchObject({ ok: false, status: null });
  });

  test("header values that cannot be sent fail the attempt and do not throw", async () => {
    const { sender } = aSender();
    expect(
      await sender.send({ url: "http://127.0.0.1:1/", headers: { "webhook-id": "a\r\nb" }, body: BODY }),
    ).toMatchObject({ ok: false, status: null });
  });

  test("any bytes as an answer end in an outcome", async () => {
    const pieces = fc.constantFrom(
      "HTTP/1.1 ",
      "200",
      "99",
      "302 ",
      "\r\n",
      "\r\n\r\n",
      "content-length: ",
      "-1",
      "5",
      "transfer-encoding: chunked",
      "ffffffffff",
      "\0",
      "\xff",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }), async (parts) => {
        const receiver = await aSocket((socket) => socket.end(Buffer.from(parts.join(""), "latin1")));
        const { post, waiting } = aSender();
        const { ok, status, error } = await post(receiver.url);
        expect(ok).toBe(status !== null && status >= 200 && status <= 299);
        expect(status === null).toBe(error !== null && !error.startsWith("redirects"));
        expect(waiting()).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the stored part of an answer", () => {
  test.each([
    ["text outside ASCII, cut between characters", Buffer.from("€".repeat(1000)), "€".repeat(341)],
    ["bytes that are no text", Buffer.alloc(2000, 0xff), "\ufffd".repeat(341)],
    ["a short text, complete", Buffer.from("wörld"), "wörld"],
  ])("is at most 1 KiB of UTF-8: %s (R-127)", async (_name, bytes, stored) => {
    const receiver = await aReceiver((_request, response) => response.writeHead(500).end(bytes));
    const { response } = await aSender().post(receiver.url);
    expect(response).toBe(stored);
    expect(Buffer.byteLength(response ?? "")).toBeLessThanOrEqual(1024);
  });
});

describe("TLS", () => {
  async function aSecureReceiver() {
    const received: string[] = [];
    const server = createHttpsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) => {
      received.push(request.url ?? "");
      response.writeHead(204).end();
    });
    server.on("tlsClientError", () => {});
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return { url: (await listen(server)).replace("http:", "https:"), received };
  }

  test("an unknown certificate, a failing handshake and plain HTTP on an https URL are failed attempts (R-123)", async () => {
    const { post } = aSender();
    const selfSigned = await aSecureReceiver();
    expect(await post(selfSigned.url)).toMatchObject({
      ok: false,
      status: null,
      error: expect.stringContaining("SELF_SIGNED"),
    });
    expect(selfSigned.received).toEqual([]);
    const handshake = createTlsServer({});
    handshake.on("tlsClientError", () => {});
    onTestFinished(() => void handshake.close());
    expect(await post((await listen(handshake)).replace("http:", "https:"))).toMatchObject({ ok: false, status: null });
    expect(await post((await aReceiver()).url.replace("http:", "https:"))).toMatchObject({ ok: false, status: null });
  });

  test("a trusted certificate works, by address and by name", async () => {
    const before = tls.getCACertificates("default");
    tls.setDefaultCACertificates([CERTIFICATE]);
    onTestFinished(() => tls.setDefaultCACertificates(before));
    const receiver = await aSecureReceiver();
    const { post } = aSender();
    expect(await post(`${receiver.url}/a`)).toMatchObject({ ok: true, status: 204 });
    expect(await post(`https://localhost:${portOf(receiver.url)}/b`)).toMatchObject({ ok: true, status: 204 });
    expect(receiver.received).toEqual(["/a", "/b"]);
  });
});

describe("connections", () => {
  test("are reused from one attempt to the next", async () => {
    const receiver = await aReceiver((_request, response) => response.end("fine"));
    const { post } = aSender();
    for (let i = 0; i < 5; i++) expect(await post(receiver.url)).toMatchObject({ ok: true });
    expect(new Set(receiver.received.map(({ connection }) => connection)).size).toBe(1);
  });

  test("that a restarted receiver has closed cost no attempt", async () => {
    const { post } = aSender();
    const first = await aReceiver();
    await Promise.all([post(first.url), post(first.url), post(first.url)]);
    await first.stop();
    const second = await aReceiver(undefined, portOf(first.url));
    expect(await post(second.url)).toMatchObject({ ok: true });
    expect(second.received).toHaveLength(1);
  });

  test("that break in the middle are not tried again by themselves: one attempt, one request", async () => {
    let calls = 0;
    const receiver = await aReceiver((request, response) =>
      calls++ === 0 ? response.end() : request.socket.destroy(),
    );
    const { post } = aSender();
    expect(await post(receiver.url)).toMatchObject({ ok: true });
    expect(await post(receiver.url)).toMatchObject({ ok: false, status: null });
    expect(receiver.received).toHaveLength(2);
  });

  test("of a hanging receiver do not hold up a healthy one (R-130)", async () => {
    const hanging = await aSocket(() => {});
    const healthy = await aReceiver();
    const { post, pass } = aSender();
    const stuck = Array.from({ length: 50 }, () => post(hanging.url));
    expect(await post(healthy.url)).toMatchObject({ ok: true });
    pass(10_000);
    for (const outcome of await Promise.all(stuck)) expect(outcome).toMatchObject({ ok: false, status: null });
  });

  test("are cut by close: running attempts end as failed, later ones do not start (R-145)", async () => {
    const asked = aSignal();
    const hanging = await aSocket(() => asked.give());
    const { post, sender, waiting } = aSender();
    const outcome = post(hanging.url);
    await asked.given;
    sender.close();
    expect(await outcome).toMatchObject({
      ok: false,
      status: null,
      error: "the sandbox was stopped before an answer came",
    });
    const receiver = await aReceiver();
    expect(await post(receiver.url)).toMatchObject({ ok: false, status: null });
    expect(receiver.received).toEqual([]);
    expect(waiting()).toBe(0);
    sender.close();
  });
});

/** Sends one byte at a time, each after the last has left; then rests. */
function drip(socket: Socket, text: string, done: () => void) {
  const [first, rest] = [text.slice(0, 1), text.slice(1)];
  socket.write(first, () => (rest === "" ? done() : drip(socket, rest, done)));
}
