// The example apps with books as programs of their own, against the sandbox: their books say what the chains hold, whatever goes wrong on the way.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "../../src/cli/hunt/free-port.ts";
import { startSandbox } from "../../src/testing/testing.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");
const APPS = [
  {
    name: "shop-with-books",
    command: [process.execPath, "--disable-warning=ExperimentalWarning", "server.ts"],
    here: true,
    settlesUdas: true,
  },
  { name: "books-python", command: ["python3", "-B", "app.py"], here: has("python3"), settlesUdas: false },
];
const TARGET = "0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a";
const SECRET = "whsec_0123456789abcdef0123456789abcdef";

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
type Tenant = Awaited<ReturnType<Sandbox["tenant"]>>;
type Books = {
  credits: { amount: string; asset: string; network: string }[];
  withdrawals: { id: string; state: string }[];
};

let sandbox: Sandbox;
let tenant: Tenant;
let app: (typeof APPS)[number];
let shop: ChildProcess | undefined;
let folder: string;
let port: number;
let owner: string;

function has(command: string): boolean {
  return spawnSync(command, ["--version"]).status === 0;
}

async function startShop(): Promise<void> {
  const environment = {
    ...process.env,
    PORT: String(port),
    BOOKS_FILE: join(folder, "books.sqlite"),
    SANDBOX_API_BASE_URL: sandbox.apiBaseUrl,
    SANDBOX_API_KEY: tenant.apiKey,
    SANDBOX_VAULT_ID: tenant.vaultId,
    SANDBOX_WEBHOOK_SECRET: SECRET,
  };
  const [program = "", ...parameters] = app.command;
  shop = spawn(program, parameters, {
    cwd: join(EXAMPLES, app.name),
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  // It prints one line as soon as it takes requests.
  await once(shop.stdout as NodeJS.ReadableStream, "data");
}

/** Like a crash: nothing is tidied up. */
async function stopShop(): Promise<void> {
  const exit = once(shop as ChildProcess, "exit");
  shop?.kill("SIGKILL");
  await exit;
}

const url = (path: string) => `http://127.0.0.1:${port}${path}`;

async function post(path: string, body: unknown = {}): Promise<Record<string, string>> {
  const response = await fetch(url(path), { method: "POST", body: JSON.stringify(body) });
  return { status: String(response.status), ...((await response.json()) as Record<string, string>) };
}

const open = async (network = "base") => (await post("/customers", { id: owner, network })).address as `0x${string}`;
const books = async () => (await (await fetch(url(`/books?owner=${owner}`))).json()) as Books;
const settle = () => sandbox.runUntilIdle({ advance: true, limit: "30m" });

async function pay(
  to: `0x${string}`,
  amount: string,
  network = "base",
  asset: "USDC" | "USDT" | "ETH" = "USDC",
): Promise<void> {
  await sandbox.deposit({ network: network as "base", asset, amount, to });
}

async function fundVault(): Promise<void> {
  const { data } = await tenant.client.GET("/vault/{vault_id}/addresses", {
    params: { path: { vault_id: tenant.vaultId } },
  });
  const vault = data?.data.find(({ network_symbol: network }) => network === "base");
  await pay(vault?.address as `0x${string}`, "1000");
}

const withdraw = (id: string, amount: string) =>
  post("/withdrawals", { id: `${id}-${owner}`, owner, network: "base", asset: "USDC", amount, to: TARGET });

/** The reply of the shop is its own; what counts is the state at rest. */
async function stateOf(id: string): Promise<string | undefined> {
  await settle();
  return (await books()).withdrawals.find((one) => one.id === `${id}-${owner}`)?.state;
}

describe.each(APPS.filter(({ here }) => here))("$name", (each) => {
  // One app and one tenant for all; each test has a customer of its own.
  beforeAll(async () => {
    app = each;
    sandbox = await startSandbox();
    folder = mkdtempSync(join(tmpdir(), "shop-"));
    port = await freePort();
    tenant = await sandbox.tenant("shop");
    await sandbox.control.post(`/tenants/${tenant.id}/webhook-endpoints`, { url: url("/webhooks"), secret: SECRET });
    await startShop();
    await fundVault();
  });
  afterAll(async () => {
    await stopShop();
    await sandbox.stop();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async ({ task }) => {
    await sandbox.clearFaults();
    owner = `customer-${task.id}`;
  });

  test("deposits of several networks and tokens are credited as what they are, digit for digit", async () => {
    await pay(await open(), "0.1");
    await pay(await open(), "0.2");
    if (each.settlesUdas) await pay(await open("ethereum"), "0.000000000000000001", "ethereum", "ETH");
    await pay(await open("bsc"), "123456.123456789012345678", "bsc", "USDC");
    await settle();
    const found = (await books()).credits.map(({ amount, asset, network }) => `${amount} ${asset} ${network}`).sort();
    expect(found).toEqual([
      ...(each.settlesUdas ? ["0.000000000000000001 ETH ethereum"] : []),
      "0.1 USDC base",
      "0.2 USDC base",
      "123456.123456789012345678 USDC bsc",
    ]);
  });

  test.each(["duplicate", "reorder", "drop", "timeout", "wrong-secret", "truncate", "stale-timestamp"] as const)(
    "a deposit.confirmed with the fault %s is credited once",
    async (effect) => {
      await sandbox.fault({ gate: "webhook.delivery", effect, match: { type: "deposit.confirmed" } });
      await pay(await open(), "25.5");
      await settle();
      expect((await books()).credits).toMatchObject([{ amount: "25.5" }]);
    },
  );

  test("a deposit that a reorg removes and brings back is credited once, one that is gone never", async () => {
    await sandbox.control.put("/networks/base/mining", { mode: "manual" });
    const address = await open();
    for (const transactions of ["delay", "drop"] as const) {
      await pay(address, "25.5");
      await sandbox.mine("base", 1);
      await sandbox.reorg("base", { depth: 1, transactions });
      await sandbox.mine("base", 5);
    }
    await sandbox.control.put("/networks/base/mining", { mode: "instant" });
    await settle();
    expect((await books()).credits).toMatchObject([{ amount: "25.5" }]);
  });

  test("webhooks that never came are made up for by the nightly job, also beyond its first page", async () => {
    const address = await open();
    await sandbox.fault({ gate: "webhook.delivery", effect: "timeout", times: null });
    for (let index = 0; index < 7; index += 1) await pay(address, "1");
    await settle();
    expect((await books()).credits).toEqual([]);
    await sandbox.clearFaults();
    await post(`/reconcile?owner=${owner}`);
    expect((await books()).credits).toHaveLength(7);
  });

  test("a withdrawal is paid once, also when it is ordered twice and at once", async () => {
    await pay(await open(), "30");
    await settle();
    await Promise.all([withdraw("w1", "10"), withdraw("w1", "10")]);
    expect(await stateOf("w1")).toBe("paid");
    expect(await withdraw("w1", "11")).toMatchObject({ status: "422" });
    expect(await withdraw("w2", "20.000001")).toMatchObject({ status: "422", error: "not enough money" });
  });

  test.each([
    ["after-commit-close", "paid"],
    ["status", "paid"],
    ["close", "paid"],
  ] as const)("an order whose answer is lost (%s) is %s in the end", async (effect, state) => {
    await pay(await open(), "30");
    await settle();
    const where = { gate: "api.request", match: { operation_id: "createPayout" }, times: 6 } as const;
    await sandbox.fault(effect === "status" ? { ...where, effect, params: { status: 500 } } : { ...where, effect });
    await withdraw("w1", "10");
    await settle();
    await sandbox.clearFaults();
    await post(`/reconcile?owner=${owner}`);
    expect(await stateOf("w1")).toBe(state);
  });

  test("a payout that fails or expires gives the money back", async () => {
    await pay(await open(), "30");
    await settle();
    await sandbox.fault({ gate: "chain.submit", effect: "revert", match: { purpose: "payout" }, times: null });
    await withdraw("w1", "30");
    expect(await stateOf("w1")).toBe("failed");
    await sandbox.clearFaults();
    expect(await withdraw("w2", "30")).toMatchObject({ status: "202" });
    expect(await stateOf("w2")).toBe("paid");
  });

  test("a crash between two attempts of a webhook loses nothing", async () => {
    await sandbox.fault({
      gate: "webhook.delivery",
      effect: "timeout",
      match: { type: "deposit.confirmed" },
      times: 2,
    });
    await pay(await open(), "25.5");
    await stopShop();
    await startShop();
    await settle();
    expect((await books()).credits).toMatchObject([{ amount: "25.5" }]);
  });

  test.each(each.settlesUdas ? ["polygon"] : [])(
    "a Universal Deposit Address on %s is credited with what arrived at the treasury, once",
    async (network) => {
      const uda = (await post("/udas", { owner })) as unknown as { deposit_addresses: { address: `0x${string}` }[] };
      await pay(uda.deposit_addresses[0]?.address as `0x${string}`, "100", network, "USDT");
      await settle();
      await post(`/reconcile?owner=${owner}`);
      expect((await books()).credits).toMatchObject([{ amount: "99.8", asset: "USDC", network: "arbitrum" }]);
    },
  );
});

test("an app whose language this machine lacks is printed as not checked", () => {
  const missing = APPS.filter(({ here }) => !here);
  for (const { name } of missing) process.stdout.write(`not checked: ${name}\n`);
  expect(missing.map(({ name }) => name)).not.toContain("shop-with-books");
});
