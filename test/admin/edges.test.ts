// Limits: the end of representable time, and malformed requests.
import { connect } from "node:net";
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";

test("the clock ends before dates change their format, and the error says so", async () => {
  const sandbox = await aSandbox({ startTime: Date.UTC(8995, 0, 1) });
  const far = await sandbox.admin("POST", "/clock/advance", { by: "3650d" });
  expect(far.status).toBe(400);
  expect(far.body.error).toContain("the clock ends at 9000-01-01");
  expect((await sandbox.control("GET", "/clock")).now).toBe("8995-01-01T00:00:00.000Z");
  await sandbox.control("POST", "/clock/advance", { by: "1d" });
});

test("a request target that is neither a path nor a URL is refused in the envelope", async () => {
  const sandbox = await aSandbox();
  const { promise, resolve } = Promise.withResolvers<string>();
  let answer = "";
  const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1");
  socket.on("data", (chunk) => {
    answer += chunk.toString("utf8");
  });
  socket.on("close", () => resolve(answer));
  socket.write("GET http://a:b@[::1/v1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
  expect(await promise).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.slice(answer.indexOf("{")))).toEqual({
    success: false,
    code: 400,
    error: "Invalid request",
  });
});
