// The server below HTTP: what a connection gets that sends no request, or bytes that are none.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Readings } from "../../src/contract/readings/readings.ts";
import { RateLimiter } from "../../src/http/rate-limit.ts";
import { createHttpServer } from "../../src/http/server.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";

async function aConnection() {
  const server = createHttpServer({
    limiter: new RateLimiter(systemClock),
    readings: new Readings(),
    nextRequestId: () => "req_1",
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const client = connect({ host: "127.0.0.1", port: typeof address === "object" ? (address?.port ?? 0) : 0 });
  const [peer] = (await once(server, "connection")) as [Socket];
  let received = "";
  client.on("data", (bytes) => (received += bytes.toString()));
  return { server, client, peer, received: () => received };
}

test("a connection that was opened ahead of need and never used is closed without a word", async () => {
  const { server, client, peer, received } = await aConnection();
  const timeout = Object.assign(new Error("request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  server.emit("clientError", timeout, peer);
  await once(client, "close");
  expect(received()).toBe("");
});

test("bytes that are no request are answered in the envelope, and the connection ends", async () => {
  const { client, received } = await aConnection();
  client.write("hello there\r\n\r\n");
  await once(client, "close");
  expect(received()).toMatch(/^HTTP\/1\.1 400 /);
  expect(received()).toContain('{"success":false,"code":400,"error":"Invalid request"}');
});
