// `--record FILE`: the calls to a sandbox become a scenario that passes in a new sandbox, and fails in a changed one.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEther } from "viem";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import type { Config } from "../../src/config/options.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { checkScenario, readScenario } from "../../src/scenario/check.ts";
import { Recorder } from "../../src/scenario/record/recorder.ts";
import { Variables } from "../../src/scenario/record/variables.ts";
import { type Outcome, runScenario } from "../../src/scenario/run.ts";
import { anIo } from "../cli/an-io.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aUda, sendToken } from "../support/payments/a-uda.ts";
import { COMMAND } from "../support/the-command.ts";

/** Runs `play` against a recording sandbox and returns the written scenario. */
async function recorded(play: (sandbox: ASandbox) => Promise<void>, options: Partial<Config> = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "recording-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "story.json");
  const sandbox = await aSandbox({ record: file, ...options });
  await play(sandbox);
  expect(existsSync(file)).toBe(false);
  await sandbox.close();
  // It is written under a temporary name first, which is gone afterwards.
  expect(readdirSync(folder)).toEqual(["story.json"]);
  return readFileSync(file, "utf8");
}

/** The result of `run` for a text, each time in a new sandbox. */
async function told(text: string): Promise<Outcome> {
  const { io, said } = anIo({}, { "story.json": text });
  await runCommand(["run", "story.json", "--json"], io);
  expect(said.err).toBe("");
  return JSON.parse(said.out) as Outcome;
}

/** The differences by step. */
const wrong = ({ steps }: Outcome) => steps.filter(({ outcome }) => outcome === "failed");

async function aLongDay(sandbox: ASandbox): Promise<void> {
  const { api, ready, control } = sandbox;
  const receiver = await aReceiver();
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, {
    url: receiver.url,
    secret: "very-secret-secret",
  });
  const { data: wallet } = await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  const to = wallet?.data.address as `0x${string}`;
  await sendToken(sandbox, { network: "base", asset: "USDC", to, amount: "25.5" });
  const chain = sandbox.chain("base", 1);
  await chain.wallet.sendTransaction({ to, value: parseEther("0.25") });
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "4.5", owner: "alice" });
  await api.GET("/wallets/address/{address}", { params: { path: { address: to } } });
  const { items } = await control("GET", "/events?type=deposit.confirmed");
  await api.GET("/deposits/{id}", { params: { path: { id: items[0].payload.id } } });
  const fault = await control("POST", "/faults", {
    gate: "routing.provider",
    effect: "refuse",
    match: { provider: "lifi" },
    times: null,
  });
  const uda = await aUda(api);
  await sendToken(sandbox, { network: "polygon", asset: "USDC", to: uda.address, amount: "100" });
  await control("POST", "/clock/advance", { by: "5s" });
  await control("DELETE", `/faults/${fault.id}`);
  await api.GET("/uda/{id}/settlements", { params: { path: { id: uda.id } } });
  const { data: addresses } = await api.GET("/vault/{vault_id}/addresses", {
    params: { path: { vault_id: ready.vault_id } },
  });
  const vault = addresses?.data.find(({ network_symbol }) => network_symbol === "ethereum")?.address;
  await control("POST", "/deposits", { network: "ethereum", asset: "USDT", amount: "80", to_address: vault });
  const payout = {
    vault_id: ready.vault_id,
    asset: "USDT",
    network_symbol: "ethereum",
    to_address: `0x${"5a".repeat(20)}`,
    reference_id: "order-1",
    amount: "10",
  };
  await api.POST("/transfer/payout", { body: { ...payout, expired_at: "2026-01-01T01:00:00Z" } });
  await api.POST("/transfer/payout", { body: payout });
  await api.GET("/transfer/payout", { params: { query: { reference_id: "order-1" } } });
  const second = await control("POST", "/tenants", { name: "second", tier: "pro" });
  await sandbox
    .clientFor(second.api_key)
    .POST("/wallets", { body: { owner: "bob", network_symbol: "bsc" }, headers: { "Idempotency-Key": "once" } });
  await sandbox.clientFor("sk_sandbox_wrong").GET("/vault");
  await control("PUT", "/networks/base/mining", { mode: "manual" });
  await sendToken(sandbox, { network: "base", asset: "USDC", to, amount: "1" }).catch(() => {});
  await control("POST", "/networks/base/mine", { blocks: 1 });
  await control("POST", "/networks/base/reorg", { depth: 1, transactions: "delay" });
  await control("POST", "/networks/base/mine", { blocks: 2 });
  await control("POST", "/run-until-idle", { advance: true });
  await api.GET("/deposits", { params: { query: { "filter[]": [`to_address:${to}`] } } });
}

test("a recorded day passes in a new sandbox, step by step, with the same events", async () => {
  const text = await recorded(aLongDay);
  const scenario = readScenario(text);
  const kinds = new Set(scenario.steps.flatMap((step) => Object.keys(step)));
  for (const kind of ["call", "pay", "travel", "mine", "fault", "heal", "expect"]) expect(kinds).toContain(kind);
  const outcome = await told(text);
  expect(wrong(outcome)).toEqual([]);
  expect(outcome.outcome).toBe("passed");
  expect(outcome.steps.length).toBe(scenario.steps.length);
});

test("the file contains no key, no secret, and no value of the recorded world", async () => {
  let secrets: string[] = [];
  const text = await recorded(async (sandbox) => {
    await aLongDay(sandbox);
    const { ready, control } = sandbox;
    const more = await control("POST", `/tenants/${ready.tenant_id}/keys`);
    await sandbox.clientFor(more.api_key).GET("/vault");
    const { items } = await control("GET", "/tenants");
    secrets = [
      ready.api_key,
      more.api_key,
      ready.webhook_secret,
      "very-secret-secret",
      ...ready.accounts.map(({ private_key }) => private_key),
    ];
    secrets.push(
      ...items.map(({ tenant_id }: { tenant_id: string }) => tenant_id),
      ready.vault_id,
      new URL(ready.url).host,
      "127.0.0.1",
    );
  });
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/sk_(sandbox|live)_/);
  expect((await told(text)).outcome).toBe("passed");
});

test.each([
  ["other prices", (sandbox: ASandbox) => sandbox.control("PUT", "/rates", { USDT: "0.98" })],
  [
    "another confirmation target",
    (sandbox: ASandbox) => sandbox.control("PUT", "/networks/base/confirmations", { blocks: 4 }),
  ],
  [
    "a provider that is down",
    (sandbox: ASandbox) =>
      sandbox.control("POST", "/faults", { gate: "routing.provider", effect: "refuse", times: null }),
  ],
])("a sandbox with different behaviour does not pass: %s", async (_, change) => {
  const text = await recorded(aLongDay);
  const sandbox = await aSandbox();
  await change(sandbox);
  const host = { url: sandbox.url, adminToken: null };
  const outcome = await runScenario(readScenario(text), { host, wall: systemClock });
  expect(outcome.outcome).toBe("failed");
  expect(wrong(outcome)).toHaveLength(1);
});

test("a reset starts the recording over, and a restore drops the entries after its snapshot", async () => {
  const wallet = (owner: string) => ({ body: { owner, network_symbol: "base" } });
  const text = await recorded(async ({ api, control }) => {
    await api.POST("/wallets", wallet("forgotten"));
    await control("POST", "/reset");
    await api.POST("/wallets", wallet("first"));
    const { id } = await control("POST", "/snapshots", {});
    await api.POST("/wallets", wallet("undone"));
    await control("POST", `/snapshots/${id}/restore`);
    await api.POST("/wallets", wallet("second"));
  });
  expect(text).not.toMatch(/forgotten|undone/);
  expect((await told(text)).outcome).toBe("passed");
});

test("with a running clock the time between two requests becomes a travel step", async () => {
  const text = await recorded(
    async ({ api, control }) => {
      await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
      await control("POST", "/clock/advance", { by: "10m" });
      await api.GET("/wallets");
    },
    { clock: "running" },
  );
  const journeys = readScenario(text).steps.flatMap((step) => ("travel" in step ? [step.travel.by] : []));
  expect(journeys).toContain("600000ms");
  expect((await told(text)).outcome).toBe("passed");
});

test("a fault for all callers hits all callers again, also those without a key", async () => {
  const text = await recorded(async ({ api, control, ready }) => {
    const quote =
      "/uda/quote?from_chain_id=1&from_token=native&to_chain_id=8453&to_token=native&amount=1000000000000000000";
    await control("POST", "/faults", {
      gate: "api.request",
      effect: "status",
      params: { status: 502 },
      match: { operation_id: "getQuote" },
    });
    expect((await fetch(`${ready.api_base_url}${quote}`)).status).toBe(502);
    expect((await fetch(`${ready.api_base_url}${quote}`)).status).toBe(200);
    await api.GET("/vault");
  });
  expect((await told(text)).outcome).toBe("passed");
});

test("development methods of a node are called again", async () => {
  const text = await recorded(async (sandbox) => {
    const { data } = await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
    const address = data?.data.address as `0x${string}`;
    const ask = async (method: string, ...params: unknown[]): Promise<void> => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const headers = { "content-type": "application/json" };
      const answer = (await (await fetch(sandbox.chain("base").url, { method: "POST", headers, body })).json()) as any;
      expect(answer.error).toBeUndefined();
    };
    await ask("hardhat_setBalance", address, "0xde0b6b3a7640000");
    await ask("evm_increaseTime", 3_600);
    await ask("evm_mine");
    await sandbox.api.GET("/wallets/address/{address}", { params: { path: { address } } });
    await sandbox.control("GET", "/clock");
  });
  expect(text).toContain("hardhat_setBalance");
  expect((await told(text)).outcome).toBe("passed");
});

test("a lost response is lost again", async () => {
  const text = await recorded(async ({ api, control }) => {
    await control("POST", "/faults", {
      gate: "api.request",
      effect: "after-commit-close",
      match: { operation_id: "createWallet" },
    });
    await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } }).catch(() => {});
    await api.GET("/wallets/owner/{owner}", { params: { path: { owner: "alice" } } });
  });
  expect(text).toContain('"status": "lost"');
  expect((await told(text)).outcome).toBe("passed");
});

test("a recording process writes its file when it is stopped", async () => {
  const folder = mkdtempSync(join(tmpdir(), "recording-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "story.json");
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("SANDBOX_")));
  const flags = ["--port", "0", "--json", "--clock", "frozen"];
  const child = spawn(process.execPath, [COMMAND, "start", ...flags], {
    env: { ...env, SANDBOX_RECORD: file },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const line = await new Promise<string>((resolve) => child.stdout.once("data", (bytes) => resolve(String(bytes))));
  const { api_base_url: url, api_key: key } = JSON.parse(line) as { api_base_url: string; api_key: string };
  expect((await fetch(`${url}/vault`, { headers: { "x-api-key": key } })).status).toBe(200);
  const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve([code, signal])));
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  const text = readFileSync(file, "utf8");
  expect(text).not.toContain(key);
  expect(readScenario(text).steps).toHaveLength(2);
  expect((await told(text)).outcome).toBe("passed");
});

const WORLD = { tenantId: "t", vaultId: "v", apiKey: "k", origin: "http://sandbox", beginning: 0, options: {} };

test("time that passes on its own becomes a step between the calls before and after it", async () => {
  let now = 0;
  const recorder = new Recorder(WORLD, () => now);
  const look = (path: string): void =>
    recorder.request({
      ...{ surface: "/v1", operation: undefined, method: "GET", path, search: "", apiKey: undefined, body: undefined },
      ...{ idempotencyKey: undefined, transactionId: undefined, reply: { status: 404, text: "" } },
    });
  look("/a");
  now = 1_500;
  look("/b");
  look("/c");
  const { steps } = await recorder.scenario([]);
  expect(steps.map((step) => ("call" in step ? step.call : "travel" in step ? step.travel : "end"))).toEqual([
    "GET /v1/a",
    { by: "1500ms" },
    "GET /v1/b",
    "GET /v1/c",
    "end",
  ]);
});

test("a secret in any body is replaced; a key in any response is saved under a name and not expected", () => {
  const namer = new Variables(new Map(), "http://sandbox");
  const sent = namer.request({ a: [{ secret: "s1", private_key: "s2" }], api_key: "s3", owner: "alice" }, 0);
  expect(JSON.stringify(sent)).not.toMatch(/s[123]/);
  expect(sent.owner).toBe("alice");
  const { expected, save, learn } = namer.answer({ data: { api_key: "k1", secret: "s4", name: "second" } }, "tenant");
  learn();
  expect(expected).toEqual({ data: { name: "second" } });
  expect(save).toEqual({ key_1: "data.api_key" });
  expect(namer.caller("k1", "own")).toBe(`\${${"key_1"}}`);
  expect(namer.caller("own", "own")).toBeUndefined();
  expect(namer.caller(undefined, "own")).toBe("nobody");
  expect(namer.caller("k2", "own")).not.toContain("k2");
});

test("a recording longer than a scenario can be: the first part is written, and says so", async () => {
  const recorder = new Recorder(WORLD, () => 0);
  for (let block = 0; block < 5_000; block += 1) recorder.act("base", "evm_mine", []);
  const scenario = checkScenario(await recorder.scenario([{ type: "deposit.new", payload: {} }]));
  expect(scenario.about).toContain("Only the first part");
  expect(scenario.steps.every((step) => "call" in step)).toBe(true);
});

test("an empty recording is a scenario", async () => {
  expect((await told(await recorded(async () => {}))).outcome).toBe("passed");
});

test("a file that cannot be written, and a world that is not new, are refused at the start", async () => {
  await expect(aSandbox({ record: join(tmpdir(), "no-such-folder", "story.json") })).rejects.toThrow(
    /--record: .*ENOENT/,
  );
  const { io, said } = anIo();
  expect(await runCommand(["start", "--record", "story.json", "--import", "world.json"], io)).toBe(2);
  expect(said.err).toContain("leave --import out");
});

test("transactions of an impersonated account are recorded with the call that unlocked it", async () => {
  const from = `0x${"a7".repeat(20)}`;
  const text = await recorded(async (sandbox) => {
    const { data: wallet } = await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
    const rpc = async (method: string, ...params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const headers = { "content-type": "application/json" };
      await fetch(sandbox.chain("base").url, { method: "POST", headers, body });
    };
    await rpc("hardhat_setBalance", from, "0xde0b6b3a7640000");
    await rpc("hardhat_impersonateAccount", from);
    await rpc("eth_sendTransaction", { from, to: wallet?.data.address, value: "0x5af3107a4000" });
    await sandbox.api.GET("/deposits", { params: { query: { limit: 10 } } });
  });
  expect(text).toContain("hardhat_impersonateAccount");
  const outcome = await told(text);
  expect(wrong(outcome)).toEqual([]);
  expect(text).toContain("deposit.confirmed");
});
