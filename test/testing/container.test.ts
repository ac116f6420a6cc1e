// The Testcontainers class with a fake of that package (see the alias in vitest.config.ts), whose "container" is the shipped command.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readSummary } from "../../src/contract/run/sandbox-summary.ts";
import { CryptoPaymentSandboxContainer } from "../../src/testing/container.ts";
import { engine } from "../support/clients/testcontainers.ts";

test("a started container gives its addresses and keys once it is healthy", async () => {
  const container = await new CryptoPaymentSandboxContainer("registry.example/sandbox:1")
    .withEnvironment({ SANDBOX_ADMIN_TOKEN: "open-sesame" })
    .start();
  onTestFinished(async () => void (await container.stop()));
  expect(engine).toEqual({
    images: ["registry.example/sandbox:1"],
    ports: [4010],
    waits: [{ path: "/healthz", port: 4010, status: 200 }],
  });
  const headers = { "X-API-Key": container.getApiKey() };
  const vaults = (await (await fetch(`${container.getApiBaseUrl()}/vault`, { headers })).json()) as any;
  expect(vaults.data[0].vault_id).toBe(container.getVaultId());
  const json = { "content-type": "application/json" };
  const rpc = { method: "POST", headers: json, body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}' };
  expect(await (await fetch(container.getRpcUrl("base"), rpc)).json()).toMatchObject({ result: "0x2105" });
  expect(() => container.getRpcUrl("solana")).toThrow("use one of ethereum, bsc, polygon, arbitrum, base");
  const sandbox = await container.connect();
  expect(await sandbox.control.get("/clock")).toMatchObject({ mode: "frozen" });
  expect(sandbox.apiKey).not.toBe(container.getApiKey());
  expect((await fetch(`${container.getAdminUrl()}/clock`)).status).toBe(401);
  expect(container.getAdminToken()).toBe("open-sesame");
  expect(container.getWebhookSecret()).toMatch(/^whsec_/);
  expect(container.getTenantId()).toMatch(/^[0-9a-f-]{36}$/);
});

test("options of start replace the default of a frozen clock", async () => {
  const container = await new CryptoPaymentSandboxContainer()
    .withStartOptions("--seed", "7", "--clock", "running")
    .start();
  onTestFinished(async () => void (await container.stop()));
  const status = await (await container.connect()).control.get<any>("/status");
  expect([status.seed, status.clock.mode]).toEqual([7, "running"]);
});

const UDA = {
  owner: "bob",
  destination: { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", network_id: "9001", asset_symbol: "USDC" },
};

/** A folder with SANDBOX_CONTRACT_DIR set to it; both are gone after the test. */
function aContractFolder(variables: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "a-contract-"));
  vi.stubEnv("SANDBOX_CONTRACT_DIR", join(folder, "summaries"));
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

test("C-31 SANDBOX_READING and SANDBOX_STRICT reach the container, and its summary is written before it stops", async () => {
  const folder = aContractFolder({ SANDBOX_READING: "record=top-level", SANDBOX_STRICT: "invented" });
  const container = await new CryptoPaymentSandboxContainer().start();
  const headers = { "X-API-Key": container.getApiKey(), "content-type": "application/json" };
  const call = (path: string, init = {}) => fetch(`${container.getApiBaseUrl()}${path}`, { headers, ...init });
  const created = (await (await call("/uda", { method: "POST", body: JSON.stringify(UDA) })).json()) as any;
  expect([created.data, typeof created.id]).toEqual([undefined, "string"]);
  expect((await call("/blockchain/assets")).status).toBe(501);
  await container.stop();
  const files = readdirSync(join(folder, "summaries"));
  expect(files).toEqual([`contract-${process.pid}-1.json`]);
  const summary = readSummary(readFileSync(join(folder, "summaries", files[0] ?? ""), "utf8"));
  expect(summary).toMatchObject({ requests: 2, webhooks: 0, met: { "record=top-level": 1 } });
  expect(summary?.report).toMatchObject({ requests: 2, readings: { record: "top-level" } });
});

test("C-40 a file of SANDBOX_STRICT holds in the container too; an option overrules it; a bad one is named", async () => {
  const folder = aContractFolder({});
  const file = join(folder, "strict.json");
  vi.stubEnv("SANDBOX_STRICT", `@${file}`);
  writeFileSync(file, JSON.stringify({ without: ["/paths/~1blockchain~1networks/get"] }));
  const statusesOf = async (container: CryptoPaymentSandboxContainer): Promise<number[]> => {
    const started = await container.start();
    const headers = { "X-API-Key": started.getApiKey() };
    const call = (path: string) => fetch(`${started.getApiBaseUrl()}${path}`, { headers });
    const replies = await Promise.all([call("/blockchain/networks"), call("/blockchain/assets")]);
    await started.stop();
    return replies.map(({ status }) => status);
  };
  expect(await statusesOf(new CryptoPaymentSandboxContainer())).toEqual([501, 200]);
  const other = new CryptoPaymentSandboxContainer().withStartOptions("--clock", "frozen", "--strict", "invented");
  expect(await statusesOf(other)).toEqual([501, 501]);
  expect(readdirSync(join(folder, "summaries"))).toHaveLength(2);
  writeFileSync(file, "{");
  await expect(new CryptoPaymentSandboxContainer().start()).rejects.toThrow(
    "strict.json holds no setting of strict mode",
  );
});

test("a summary that cannot be written is told, and the container is stopped all the same", async () => {
  const folder = aContractFolder({});
  const container = await new CryptoPaymentSandboxContainer().start();
  writeFileSync(join(folder, "summaries"), "a file");
  await expect(container.stop()).rejects.toThrow("cannot be made");
  await expect(fetch(container.getUrl())).rejects.toThrow();
});
