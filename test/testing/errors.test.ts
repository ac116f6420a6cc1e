// The errors of the test library: each names the call, the status, the reason and the next step.
import { createServer } from "node:http";
import { expect, expectTypeOf, onTestFinished, test } from "vitest";
import { connectSandbox, dataOf, SandboxError, startSandbox } from "../../src/testing/testing.ts";
import { listen } from "../webhooks/a-receiver.ts";

async function aSandbox(...options: Parameters<typeof startSandbox>) {
  const sandbox = await startSandbox(...options);
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

const errorOf = (call: Promise<unknown>): Promise<SandboxError> =>
  call.then(
    () => expect.fail(),
    (error) => error,
  );

test("dataOf returns the record, or throws what the service answered with the sandbox's hint", async () => {
  const { client } = await aSandbox();
  const wallet = await dataOf(client.POST("/wallets", { body: { owner: "a", network_symbol: "base" } }));
  expect(wallet.network_symbol).toBe("base");
  expectTypeOf(wallet.address).toEqualTypeOf<string>();
  const error = await errorOf(dataOf(client.POST("/wallets", { body: { owner: "a", network_symbol: "eth" } })));
  expect(error).toBeInstanceOf(SandboxError);
  expect(error).toMatchObject({ call: "POST /v1/wallets", status: 404 });
  expect(error.message).toMatch(/^POST \/v1\/wallets: 404 Network not found \(unknown network eth/);
});

test("dataOf works for the control API, whose errors have details", async () => {
  const { admin } = await aSandbox();
  const { networks } = await dataOf(admin.GET("/status"));
  expect(networks).toHaveLength(5);
  const error = await errorOf(
    dataOf(admin.POST("/faults", { body: { gate: "chain.weather" as never, effect: "rain" } })),
  );
  expect(error).toMatchObject({ call: "POST /admin/faults", status: 400, details: expect.anything() });
  expect(error.message).toContain("api.request");
});

test("a stopped sandbox is named by every client, with the reason", async () => {
  const sandbox = await startSandbox();
  await sandbox.stop();
  const reason = /: no sandbox answers at http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\): was it stopped\?$/;
  for (const [name, call] of [
    ["GET /v1/vault", () => sandbox.client.GET("/vault")],
    ["GET /admin/status", () => sandbox.admin.GET("/status")],
    ["POST /admin/networks/base/mine", () => sandbox.mine("base")],
  ] as const) {
    const error = await errorOf(call());
    expect(error).toMatchObject({ name: "SandboxError", status: 0, call: name });
    expect(error.message).toMatch(reason);
  }
});

test("a missing admin token is answered with the option that gives it", async () => {
  const { url } = await aSandbox({ adminToken: "open-sesame" });
  const error = await errorOf(connectSandbox({ url }));
  expect(error).toMatchObject({ status: 401, call: "GET /admin/status" });
  expect(error.message).toContain("connectSandbox({ url, adminToken })");
});

test("a sandbox of another version is refused with what goes with what, before anything is created in it", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end(JSON.stringify({ success: true, message: "", data: { version: "7.1.3" } }));
  });
  const url = await listen(server);
  onTestFinished(() => void server.close());
  const error = await errorOf(connectSandbox({ url }));
  expect(error.message).toMatch(
    /goes with crypto-payment-sandbox \d+\.\d+\.x, and http:\S+ is 7\.1\.3 \(install .*@7\.1, or start /,
  );
  expect(asked).toEqual(["GET /admin/status"]);
});
