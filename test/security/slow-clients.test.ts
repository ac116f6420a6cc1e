// Slow clients: slow senders, idle connections, too many connections: others are still answered, and slow ones are disconnected.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { Readings } from "../../src/contract/readings/readings.ts";
import { RateLimiter } from "../../src/http/rate-limit.ts";
import { createHttpServer, SERVER_LIMITS, type ServerLimits } from "../../src/http/server.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { aService } from "../http/a-service.ts";
import { aRawSocket, head, repliesIn } from "../support/clients/a-raw-client.ts";

/** Short timeouts for the tests; the real values have their own test. */
const SHORT: ServerLimits = {
  ...{ headersTimeout: 150, requestTimeout: 300, keepAliveTimeout: 100, connectionsCheckingInterval: 20 },
  ...{ maxConnections: 50, spareConnections: 256 },
};
/** Slow is who needs longer than seconds: the honest client beside it, and the first byte of each, have them on a busy machine too. */
const UNHURRIED: ServerLimits = { ...SHORT, headersTimeout: 2_000, requestTimeout: 4_000 };
/** No timeouts: only the number of connections causes a disconnect. */
const PATIENT: ServerLimits = { ...SHORT, headersTimeout: 60_000, requestTimeout: 60_000, keepAliveTimeout: 60_000 };

async function aServer(limits: ServerLimits) {
  const service = aService();
  const server = createHttpServer(
    { limiter: new RateLimiter(systemClock), readings: new Readings(), nextRequestId: () => "req_1" },
    limits,
  );
  server.on("request", service.app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
  const isAnswered = async (): Promise<void> => {
    const answer = await fetch(`${url}/v1/vault`, { headers: { "x-api-key": service.key, connection: "close" } });
    expect(answer.status).toBe(200);
  };
  return { server, url, service, isAnswered };
}

/** Writes the bytes one by one as long as the connection is open. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  const next = (): void => {
    if (socket.destroyed || at === text.length) return;
    socket.write(text[at] ?? "");
    at += 1;
    systemClock.after(15, next, { unref: true });
  };
  next();
}

describe("a slow client is disconnected, others are still answered", () => {
  test("headers sent byte by byte (slowloris)", async () => {
    const { url, isAnswered } = await aServer(UNHURRIED);
    const slow = Array.from({ length: 20 }, () => aRawSocket(url));
    for (const { socket } of slow)
      drip(socket, `GET /v1/vault HTTP/1.1\r\nHost: localhost\r\nX-A: ${"x".repeat(1_000)}`);
    await isAnswered();
    for (const { ended } of slow) {
      const [reply] = repliesIn(await ended);
      expect([reply?.status, reply?.body.code]).toEqual([400, 400]);
    }
    await isAnswered();
  });

  test("a body sent byte by byte changes nothing", async () => {
    const { url, service, isAnswered } = await aServer(SHORT);
    const headers = [
      "Host: localhost",
      `X-API-Key: ${service.key}`,
      "Content-Type: application/json",
      "Content-Length: 1000",
    ];
    const slow = Array.from({ length: 20 }, () => aRawSocket(url));
    for (const { socket } of slow) {
      socket.write(head("POST /v1/wallets HTTP/1.1", headers));
      drip(socket, `{"owner":"${"x".repeat(900)}`);
    }
    await isAnswered();
    for (const { ended } of slow) expect(repliesIn(await ended).map(({ status }) => status)).toEqual([400]);
    expect(service.world.db.all("select id from event")).toEqual([]);
    expect(service.errors).toEqual([]);
  });

  test("a connection without any request, and one that is idle after its first request", async () => {
    const { url, isAnswered } = await aServer(SHORT);
    const silent = aRawSocket(url);
    const quiet = aRawSocket(url);
    quiet.socket.write(head("GET /v1/nothing HTTP/1.1", ["Host: localhost", "Connection: keep-alive"]));
    await isAnswered();
    expect(await silent.ended).toBe("");
    expect(repliesIn(await quiet.ended).map(({ status }) => status)).toEqual([404]);
  });

  test("a half-closed connection: a client that closes its side in the middle of a request", async () => {
    const { url, isAnswered, service } = await aServer(PATIENT);
    const half = aRawSocket(url);
    half.socket.end("POST /v1/wallets HTTP/1.1\r\nHost: loc");
    const [reply] = repliesIn(await half.ended);
    expect(reply?.status).toBe(400);
    await isAnswered();
    expect(service.errors).toEqual([]);
  });

  test("a body that continues after its answer gets no second answer", async () => {
    const { url } = await aServer(SHORT);
    const slow = aRawSocket(url);
    const headers = ["Host: localhost", "Connection: keep-alive", "Content-Length: 500"];
    slow.socket.write(head("POST /v1/wallets HTTP/1.1", headers));
    drip(slow.socket, "x".repeat(400));
    const statuses = repliesIn(await slow.ended).map(({ status }) => status);
    expect(statuses).toEqual([401]);
  });
});

describe("more connections than allowed", () => {
  /** Opens `count` connections that send `bytes`, and waits until the server has them. */
  async function crowd(url: string, count: number, bytes: string) {
    const all = Array.from({ length: count }, () => aRawSocket(url));
    await Promise.all(
      all.map(async ({ socket }) => {
        await once(socket, "connect");
        if (bytes !== "") socket.write(bytes);
      }),
    );
    return all;
  }

  test.each([
    ["silent ones", ""],
    ["half a head each", "GET /v1/vault HTTP/1.1\r\nHost: lo"],
    ["half a body each", head("POST /v1/wallets HTTP/1.1", ["Host: localhost", "Content-Length: 10"])],
  ])("%s do not keep anybody out: the longest idle goes first", async (_, bytes) => {
    const { url, isAnswered } = await aServer(PATIENT);
    const all = await crowd(url, 200, bytes);
    for (let count = 0; count < 5; count += 1) await isAnswered();
    await all[0]?.ended;
    expect(all.filter(({ socket }) => !socket.destroyed).length).toBeLessThanOrEqual(PATIENT.maxConnections);
  });

  test("a connection that waits for an answer is not closed for a new one", async () => {
    const { server, url, service } = await aServer(PATIENT);
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    service.settled = () => answered;
    const body = JSON.stringify({ owner: "ann", network_symbol: "base" });
    const headers = [
      "Host: localhost",
      `X-API-Key: ${service.key}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
    ];
    const waiting = aRawSocket(url);
    waiting.socket.write(head("POST /v1/wallets HTTP/1.1", headers) + body);
    await once(server, "request");
    await crowd(url, 120, "");
    answer();
    expect(repliesIn(await waiting.ended).map(({ status }) => status)).toEqual([201]);
  });

  test("when all wait for answers, further connections are refused above a limit", async () => {
    const { server, url, service } = await aServer({ ...PATIENT, maxConnections: 5 });
    service.settled = () => new Promise(() => {});
    expect(server.maxConnections).toBe(5 + 256);
    const dropped = once(server, "drop");
    const body = JSON.stringify({ owner: "ann", network_symbol: "base" });
    const headers = [
      "Host: localhost",
      `X-API-Key: ${service.key}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
    ];
    // One after the other, so that each waits for its answer before the next one connects.
    for (let count = 0; count < 261; count += 1) {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      socket.write(head("POST /v1/wallets HTTP/1.1", headers) + body);
      await once(server, "request");
    }
    aRawSocket(url);
    await dropped;
  });
});

test("R-209 the real limits: headers within 10 s, requests within 30 s, idle connections closed after 65 s, 16 KiB of headers, 4,096 connections", () => {
  const server = createHttpServer({
    limiter: new RateLimiter(systemClock),
    readings: new Readings(),
    nextRequestId: () => "",
  });
  const { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections } = server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
  });
  expect([SERVER_LIMITS.maxConnections, maxConnections]).toEqual([4_096, 4_352]);
});
