// Same seed, same calls, frozen clock: two worlds give the same bytes, also in two processes (K-1, I-44).
import { spawn } from "node:child_process";
import { createPublicClient, createWalletClient, defineChain, erc20Abi, type Hex, http, parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_CONFIG } from "../../../src/config/options.ts";
import { silentLog } from "../../../src/kernel/log.ts";
import { createSandbox, type Sandbox } from "../../../src/runtime/sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { COMMAND } from "../../support/the-command.ts";

type Ready = Sandbox["ready"];
const USDC_BASE = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const NOWHERE = "0x000000000000000000000000000000000000beef";

/** Runs the calls through HTTP; every body with its status in order, links without their port. */
async function play(ready: Ready, received: { body: string; headers: Record<string, unknown> }[]): Promise<string[]> {
  const seen: string[] = [];
  const tell = (line: string): number => seen.push(line.replaceAll(ready.url, "http://sandbox"));
  // Deliveries are sent beside the loop, so their progress depends on the receiver: it is waited for and not compared.
  const delivered = async (): Promise<void> => {
    const response = await fetch(`${ready.admin_url}/run-until-idle`, { method: "POST" });
    expect(await response.json()).toMatchObject({ data: { pending: [] } });
  };
  const ask = async (method: string, path: string, body?: unknown): Promise<any> => {
    const response = await fetch(`${path.startsWith("/admin") ? ready.url : ready.api_base_url}${path}`, {
      method,
      headers: { "x-api-key": ready.api_key, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    tell(`${method} ${path} ${response.status} ${text}`);
    return JSON.parse(text).data;
  };
  const account = privateKeyToAccount(ready.accounts[0]!.private_key as Hex);
  const chain = defineChain({
    id: 8453,
    name: "Base",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [ready.rpc["base"]!] } },
  });
  const client = createWalletClient({ account, chain, transport: http() });
  const reader = createPublicClient({ chain, transport: http(), cacheTime: 0 });

  tell(JSON.stringify(ready));
  const wallet = await ask("POST", "/wallets", { owner: "alice", network_symbol: "base" });
  const transfer = { abi: erc20Abi, address: USDC_BASE, functionName: "transfer" } as const;
  tell(await client.writeContract({ ...transfer, args: [wallet.address, 25_500_000n] }));
  tell(await client.sendTransaction({ to: wallet.address, value: parseEther("0.5") }));
  const tenant = await ask("POST", "/admin/tenants", { name: "second" });
  await ask("POST", `/admin/tenants/${tenant.tenant_id}/keys`);
  const destination = { address: NOWHERE, asset_symbol: "USDC", network_id: "9001" };
  const uda = await ask("POST", "/uda", { owner: "erin", destination });
  const deposit = { network: "polygon", asset: "USDT", amount: "100", owner: "erin" };
  await ask("POST", "/admin/deposits", deposit);
  const vault = (await ask("GET", `/vault/${ready.vault_id}/addresses`))[0].address;
  await ask("POST", "/admin/deposits", { network: "ethereum", asset: "USDT", amount: "50", to_address: vault });
  await ask("POST", "/transfer/payout", {
    vault_id: ready.vault_id,
    asset: "USDT",
    network_symbol: "ethereum",
    to_address: NOWHERE,
    reference_id: "order-1",
    usd_amount: "12.34",
  });
  await delivered();
  await ask("POST", "/admin/clock/advance", { by: "90s" });
  await ask("PUT", "/admin/networks/base/mining", { mode: "manual" });
  tell(await client.writeContract({ ...transfer, args: [wallet.address, 1n] }));
  await ask("POST", "/admin/networks/base/mine", { blocks: 1 });
  await ask("POST", "/admin/networks/base/reorg", { depth: 1, transactions: "delay" });
  await ask("POST", "/admin/networks/base/mine", { blocks: 3 });
  await delivered();

  for (const path of [
    "/deposits",
    "/transactions?limit=100",
    "/uda",
    `/uda/${uda.id}/settlements`,
    "/wallets/owner/alice",
  ])
    await ask("GET", path);
  for (const path of [
    "/admin/events?limit=1000",
    "/admin/deposits",
    "/admin/claims",
    "/admin/networks",
    "/admin/tenants",
  ])
    await ask("GET", path);
  const head = await reader.getBlock();
  tell(`${head.number} ${head.hash} ${head.timestamp}`);
  const bodies = received.map(({ headers, body }) => `${String(headers["webhook-id"])} ${body}`);
  for (const body of bodies.toSorted()) tell(body);
  return seen;
}

async function playHere(seed: number): Promise<string[]> {
  const receiver = await aReceiver();
  const config = { ...DEFAULT_CONFIG, port: 0, clock: "frozen" as const, seed, webhook: receiver.url };
  const sandbox = await createSandbox(config, { log: silentLog });
  onTestFinished(() => sandbox.close());
  return play(sandbox.ready, receiver.received);
}

async function playInAProcess(seed: number): Promise<string[]> {
  const receiver = await aReceiver();
  const flags = ["--port", "0", "--json", "--clock", "frozen", "--seed", String(seed), "--webhook", receiver.url];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("SANDBOX_")));
  const child = spawn(process.execPath, [COMMAND, "start", ...flags], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const line = await new Promise<string>((resolve) =>
    child.stdout.once("data", (bytes: Buffer) => resolve(String(bytes))),
  );
  const { pid, ...ready } = JSON.parse(line) as Ready & { pid: number };
  expect(pid).toBe(child.pid);
  const seen = await play(ready, receiver.received);
  const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve([code, signal])));
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  return seen;
}

test("two sandboxes of one seed give the same ids, addresses, hashes, bodies and webhooks; another seed gives others", async () => {
  const [first, second, other] = [await playHere(7), await playHere(7), await playHere(8)];
  expect(first.filter((line) => line.includes('"type":"uda.settlement.completed"')).length).toBeGreaterThan(0);
  expect(first.filter((line) => line.includes('"type":"transaction.confirmed"')).length).toBeGreaterThan(0);
  expect(second).toEqual(first);
  expect(other).not.toEqual(first);
  expect(other).toHaveLength(first.length);
});

test("two processes started from the command line give the same output as a sandbox in this process", async () => {
  const [first, second] = await Promise.all([playInAProcess(7), playInAProcess(7)]);
  expect(second).toEqual(first);
  expect(await playHere(7)).toEqual(first);
});

test("after a reset the same calls give the same world once more", async () => {
  const receiver = await aReceiver();
  const config = { ...DEFAULT_CONFIG, port: 0, clock: "frozen" as const, webhook: receiver.url };
  const sandbox = await createSandbox(config, { log: silentLog });
  onTestFinished(() => sandbox.close());
  const first = await play(sandbox.ready, receiver.received);
  receiver.received.length = 0;
  expect((await fetch(`${sandbox.ready.admin_url}/reset`, { method: "POST" })).status).toBe(200);
  expect(await play(sandbox.ready, receiver.received)).toEqual(first);
});
