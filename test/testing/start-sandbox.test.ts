// The published test library as a test suite uses it: in process, with real chains, without sleeping.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import {
  connectSandbox,
  type EventType,
  type FaultInput,
  type PayloadOf,
  SandboxError,
  type SandboxEvent,
  startSandbox,
  verifyWebhook,
  type Webhook,
  type WebhookEvent,
} from "../../src/testing/testing.ts";

async function aSandbox(...options: Parameters<typeof startSandbox>) {
  const sandbox = await startSandbox(...options);
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

type ASandbox = Awaited<ReturnType<typeof aSandbox>>;

async function aWallet({ client }: Pick<ASandbox, "client">, owner: string): Promise<string> {
  const { data } = await client.POST("/wallets", { body: { owner, network_symbol: "base" } });
  return data?.data.address ?? "";
}

test("a customer pays with viem, the app under test gets a signed deposit.confirmed, the typed client shows it", async () => {
  const sandbox = await aSandbox();
  const hooks = await sandbox.webhooks.receive({ types: ["deposit.confirmed"] });
  const address = await aWallet(sandbox, "customer-1");
  const hash = await sandbox.chain("base").pay({ asset: "USDC", amount: "25.5", to: address });
  const webhook = await hooks.next("deposit.confirmed");
  expect(webhook).toMatchObject({ verification: { ok: true }, payload: { tx_id: hash } });
  const { body, headers } = webhook;
  expect(verifyWebhook({ secret: hooks.secret, headers, body })).toMatchObject({ ok: true, id: webhook.id });
  const { data } = await sandbox.client.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: hash } } });
  expect(data?.data).toMatchObject({ tx_id: hash, balance: { amount: 25.5, usd: "25.50" } });
  expectTypeOf(data?.data.tx_id).toEqualTypeOf<string | undefined>();
});

describe("events", () => {
  test("next returns each event of a type once, in order; all returns every event", async () => {
    const sandbox = await aSandbox();
    await aWallet(sandbox, "customer-1");
    const first = await sandbox.deposit({ network: "base", asset: "USDC", amount: "1", owner: "customer-1" });
    const second = await sandbox.deposit({ network: "base", asset: "USDC", amount: "2", owner: "customer-1" });
    const seen = [await sandbox.events.next("deposit.confirmed"), await sandbox.events.next("deposit.confirmed")];
    expect(seen.map(({ payload }) => payload.tx_id)).toEqual([first.tx_id, second.tx_id]);
    expect((await sandbox.events.all({ type: "deposit.confirmed" })).map(({ id }) => id)).toEqual(
      seen.map(({ id }) => id),
    );
    await sandbox.events.fromNow();
    expect(await sandbox.events.all()).toEqual([]);
  });

  test("waiting without success ends with an error that lists pending work", async () => {
    const sandbox = await aSandbox({ mining: "manual" });
    await aWallet(sandbox, "customer-1");
    await sandbox.deposit({ network: "base", asset: "USDC", amount: "1", owner: "customer-1" });
    const waited = sandbox.events.next("deposit.confirmed", { timeout: "50ms" });
    await expect(waited).rejects.toMatchObject({ name: "SandboxError", status: 408, details: expect.anything() });
    await sandbox.mine("base", 20);
    expect((await sandbox.events.next("deposit.confirmed")).type).toBe("deposit.confirmed");
  });
});

test("the six attempts of a webhook run in virtual time: a receiver that fails five times gets it at the sixth", async () => {
  const sandbox = await aSandbox();
  const hooks = await sandbox.webhooks.receive({ types: ["deposit.confirmed"] });
  await aWallet(sandbox, "customer-1");
  hooks.answerNext(500, 500, 500, 500, 500);
  await sandbox.deposit({ network: "base", asset: "USDC", amount: "1", owner: "customer-1" });
  await sandbox.advance("310s");
  expect(hooks.received.map(({ id }) => id)).toEqual(Array(6).fill(hooks.received[0]?.id));
  await sandbox.advance("1h");
  expect(hooks.received).toHaveLength(6);
});

test("a fault acts as often as configured, and not after it is removed", async () => {
  const sandbox = await aSandbox();
  const fault = await sandbox.fault({ gate: "api.request", effect: "status", times: null, params: { status: 500 } });
  expect((await sandbox.client.GET("/vault")).response.status).toBe(500);
  await fault.remove();
  expect((await sandbox.client.GET("/vault")).response.status).toBe(200);
});

test("two sandboxes run in one process, and the same seed gives the same keys", async () => {
  const [one, two, other] = await Promise.all([aSandbox(), aSandbox(), aSandbox({ seed: 2 })]);
  expect(one.url).not.toBe(two.url);
  expect([one.apiKey, one.vaultId]).toEqual([two.apiKey, two.vaultId]);
  expect(one.apiKey).not.toBe(other.apiKey);
  await aWallet(one, "customer-1");
  await one.deposit({ network: "base", asset: "USDC", amount: "1", owner: "customer-1" });
  expect(await two.events.all()).toEqual([]);
});

test("a tenant has its own key, vault, events and receivers", async () => {
  const sandbox = await aSandbox();
  const [shop, bar] = [await sandbox.tenant("shop"), await sandbox.tenant("bar")];
  const hooks = await bar.webhooks.receive();
  await aWallet(shop, "customer-1");
  await sandbox.deposit({ network: "base", asset: "USDC", amount: "1", owner: "customer-1", tenantId: shop.id });
  expect((await shop.events.next("deposit.confirmed")).tenant_id).toBe(shop.id);
  expect(await bar.events.all()).toEqual([]);
  expect(hooks.received).toEqual([]);
});

test("connectSandbox creates a tenant in a running sandbox, which keeps running after stop", async () => {
  const running = await aSandbox({ adminToken: "open-sesame" });
  const connected = await connectSandbox({ url: `${running.url}/`, adminToken: "open-sesame", tenant: "suite-7" });
  expect(connected.tenantId).not.toBe(running.tenantId);
  await aWallet(connected, "customer-1");
  const { tx_id } = await connected.deposit({ network: "base", asset: "USDC", amount: "1", owner: "customer-1" });
  expect((await connected.events.next("deposit.confirmed")).payload.tx_id).toBe(tx_id);
  await connected.stop();
  expect((await running.client.GET("/vault")).response.status).toBe(200);
});

test("a refusal of the sandbox is thrown with status, message and details", async () => {
  const sandbox = await aSandbox();
  const refused = await sandbox
    .fault({ gate: "chain.weather", effect: "rain" } as never)
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SandboxError);
  expect(refused).toMatchObject({ status: 400, details: { known: expect.arrayContaining(["api.request"]) } });
  expect((refused as Error).message).toContain("POST /admin/faults");
});

test("an unknown option or network throws an error that lists the known ones", async () => {
  await expect(startSandbox({ minning: "manual" } as never)).rejects.toThrow("minning");
  await expect(startSandbox({ mining: "sometimes" as never })).rejects.toThrow("--mining");
  const sandbox = await aSandbox();
  expect(() => sandbox.chain("solana" as never)).toThrow("base");
  expect(() => sandbox.chain("base").token("DOGE")).toThrow("USDC");
  expect(() => sandbox.chain("base").wallet(10)).toThrow("0 to 9");
});

test("an answer of no sandbox is thrown with its address and the reason", async () => {
  const sandbox = await startSandbox();
  await sandbox.stop();
  await expect(sandbox.mine("base")).rejects.toThrow(
    /^POST \/admin\/networks\/base\/mine: no sandbox answers at http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\): was it stopped\?$/,
  );
});

describe("what every suite does has a method", () => {
  test("the endpoint of an app is registered and removed", async () => {
    const sandbox = await aSandbox();
    const hooks = await sandbox.tenant("other").then(({ webhooks }) => webhooks.receive());
    const { id, secret, remove } = await sandbox.webhooks.register(hooks.url, { types: ["address.assigned"] });
    await aWallet(sandbox, "customer-1");
    await sandbox.runUntilIdle();
    expect(hooks.received.map(({ type }) => type)).toEqual(["address.assigned"]);
    expect(secret).not.toBe("");
    await remove();
    const { data } = await sandbox.admin.GET("/tenants/{tenant_id}/webhook-endpoints", {
      params: { path: { tenant_id: sandbox.tenantId } },
    });
    expect(data?.data.items.map((row) => row.id)).not.toContain(id);
  });

  test("a mining mode is set back, also at the end of a block", async () => {
    const sandbox = await aSandbox();
    const modeOf = async () => {
      const { data } = await sandbox.admin.GET("/networks");
      const row = data?.data.items.find(({ network }) => network === "base");
      return [row?.mining, row?.block_time_ms];
    };
    const before = await modeOf();
    {
      await using _mining = await sandbox.mining("base", "interval", { blockTime: "7s" });
      expect(await modeOf()).toEqual(["interval", 7_000]);
    }
    expect(await modeOf()).toEqual(before);
  });

  test("a dead delivery is sent again, and a settlement that has not failed is refused", async () => {
    const sandbox = await aSandbox();
    const hooks = await sandbox.webhooks.receive();
    await sandbox.fault({ gate: "webhook.delivery", effect: "drop", times: 6 });
    await aWallet(sandbox, "customer-1");
    await sandbox.advance("1h");
    expect(hooks.received).toEqual([]);
    const { data } = await sandbox.admin.GET("/deliveries", { params: { query: { state: "dead" } } });
    await sandbox.redeliver(data?.data.items[0]?.id ?? 0);
    expect((await hooks.next("address.assigned")).payload.owner).toBe("customer-1");
    await expect(sandbox.retry("019b7601-7800-7000-8000-00000000002a")).rejects.toMatchObject({ status: 404 });
  });
});

describe("types", () => {
  test("events and webhooks are told apart by their type", () => {
    expectTypeOf<PayloadOf<"deposit.confirmed">["tx_id"]>().toEqualTypeOf<string>();
    expectTypeOf<Extract<WebhookEvent, { type: "deposit.new" }>["payload"]>().toEqualTypeOf<PayloadOf<"deposit.new">>();
    expectTypeOf<SandboxEvent<"deposit.new">["payload"]>().toEqualTypeOf<PayloadOf<"deposit.new">>();
    expectTypeOf<Webhook["type"]>().toEqualTypeOf<EventType>();
  });

  test("a fault takes the effects of its gate, with their parameters", () => {
    expectTypeOf<{ gate: "api.request"; effect: "close" }>().toExtend<FaultInput>();
    expectTypeOf<{ gate: "api.request"; effect: "status"; params: { status: 500 } }>().toExtend<FaultInput>();
    expectTypeOf<{ gate: "api.request"; effect: "status" }>().not.toExtend<FaultInput>();
    expectTypeOf<{ gate: "chain.mine"; effect: "close" }>().not.toExtend<FaultInput>();
    expectTypeOf<{ gate: "api.request"; effect: "close"; match: { network: "base" } }>().not.toExtend<FaultInput>();
  });
});

test("a forgotten stop() does not hang node --test, with receivers, chains and a running clock in use", () => {
  const library = new URL("../../src/testing/testing.ts", import.meta.url).href;
  const folder = mkdtempSync(join(tmpdir(), "forgotten-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "forgotten.test.mjs");
  writeFileSync(
    file,
    `import { test } from "node:test";
    import { dataOf, startSandbox } from ${JSON.stringify(library)};
    test("a customer pays", async () => {
      const sandbox = await startSandbox({ clock: "running" });
      const hooks = await sandbox.webhooks.receive({ types: ["deposit.confirmed"] });
      const { address } = await dataOf(sandbox.client.POST("/wallets", { body: { owner: "a", network_symbol: "base" } }));
      await sandbox.chain("base").pay({ asset: "USDC", amount: "1", to: address });
      await hooks.next("deposit.confirmed");
      await sandbox.mining("polygon", "interval");
    });`,
  );
  const { status, stdout, signal } = spawnSync(process.execPath, ["--test", file], {
    encoding: "utf8",
    timeout: 50_000,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  expect({ status, signal, passed: /pass 1$/m.test(stdout) }).toEqual({ status: 0, signal: null, passed: true });
});

test("stopping twice does nothing more, and frees the port and the receivers", async () => {
  const sandbox = await aSandbox();
  const hooks = await sandbox.webhooks.receive();
  await sandbox.stop();
  await sandbox.stop();
  await expect(fetch(`${sandbox.url}/healthz`)).rejects.toThrow();
  await expect(fetch(hooks.url, { method: "POST", body: "{}" })).rejects.toThrow();
});
