// Story: money that an address got before it was assigned is its opening balance: no deposit, no balance, no alarm (I-10).
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestClient, type Hex, http, parseEther } from "viem";
import { expect, onTestFinished, test } from "vitest";
import { Database } from "../../../src/db/database.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aUda, settlementOf, tokenBalance } from "../../support/payments/a-uda.ts";
import { allDeposits, aWallet, eventsOf, payToken } from "../../support/payments/on-chain.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

const NETWORK = "ethereum";

/** The address that the next wallet gets: that of a sandbox with the same seed. */
async function nextAddress(network = NETWORK): Promise<Hex> {
  const twin = await aSandbox();
  const { address } = await aWallet(twin.api, { network });
  await twin.close();
  return address;
}

async function payCoin(sandbox: ASandbox, to: Hex, coins: string, network = NETWORK): Promise<void> {
  const chain = sandbox.chain(network);
  await chain.wallet.sendTransaction({ to, value: parseEther(coins) });
}

/** All that arrives before the assignment: coin, two tokens, and coin out of nothing. */
async function paidBefore(sandbox: ASandbox, to: Hex, network = NETWORK): Promise<void> {
  await payCoin(sandbox, to, "0.5", network);
  await payToken(sandbox, { network, to, amount: "12.5" });
  await payToken(sandbox, { network, asset: "USDT", to, amount: "3" });
}

async function expectHealthy(sandbox: ASandbox): Promise<void> {
  expect(await brokenInvariants(sandbox)).toEqual([]);
  expect((await fetch(new URL("/healthz", sandbox.ready.admin_url))).status).toBe(200);
}

const openings = ({ store }: ASandbox): unknown[] => store.all("select asset, raw from opening_balance order by asset");

const COIN = `0x${"0".repeat(40)}`;

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "opening-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "world");
}

test("I-10 coin and tokens sent before POST /wallets are no deposit, no event and no balance, and everything holds", async () => {
  const to = await nextAddress();
  const sandbox = await aSandbox();
  await paidBefore(sandbox, to);
  const wallet = await aWallet(sandbox.api, { network: NETWORK });
  expect(wallet.address).toBe(to);
  await expectHealthy(sandbox);
  expect(await allDeposits(sandbox.api)).toEqual([]);
  expect((await eventsOf(sandbox)).map(({ type }) => type)).toEqual(["address.assigned"]);
  const chain = sandbox.chain(NETWORK);
  expect(openings(sandbox)).toEqual(
    [
      { asset: COIN, raw: parseEther("0.5").toString() },
      { asset: chain.token("USDC").toLowerCase(), raw: "12500000" },
      { asset: chain.token("USDT").toLowerCase(), raw: "3000000" },
    ].toSorted((a, b) => (a.asset < b.asset ? -1 : 1)),
  );
  await payToken(sandbox, { network: NETWORK, to, amount: "1" });
  await payCoin(sandbox, to, "0.25");
  const amounts = (await allDeposits(sandbox.api)).map(({ balance }) => balance.amount).toSorted();
  expect(amounts).toEqual([0.25, 1]);
  await expectHealthy(sandbox);
});

test("I-10 coin that an operator gave or took before and after the assignment adds up too", async () => {
  const to = await nextAddress();
  const sandbox = await aSandbox();
  const chain = sandbox.chain(NETWORK);
  const client = createTestClient({ mode: "hardhat", chain: chain.chain, transport: http(chain.url) });
  await payCoin(sandbox, to, "2");
  await client.setBalance({ address: to, value: parseEther("5") });
  await payCoin(sandbox, to, "1");
  await client.setBalance({ address: to, value: parseEther("4") });
  await aWallet(sandbox.api, { network: NETWORK });
  await expectHealthy(sandbox);
  expect(openings(sandbox)).toEqual([{ asset: COIN, raw: parseEther("3").toString() }]);
  await client.setBalance({ address: to, value: parseEther("7") });
  await expectHealthy(sandbox);
});

test("I-10 a reorg below the assignment: what its new blocks bring is a deposit, and what lies below them stays", async () => {
  const to = await nextAddress();
  const sandbox = await aSandbox();
  const chain = sandbox.chain(NETWORK);
  await payToken(sandbox, { network: NETWORK, to, amount: "10" });
  const stays = Number(await chain.public.getBlockNumber());
  await payToken(sandbox, { network: NETWORK, to, amount: "2" });
  await payCoin(sandbox, to, "0.5");
  await aWallet(sandbox.api, { network: NETWORK });
  await payToken(sandbox, { network: NETWORK, to, amount: "1" });
  const usdc = chain.token("USDC").toLowerCase();
  const before = [
    { asset: COIN, raw: parseEther("0.5").toString() },
    { asset: usdc, raw: "12000000" },
  ];
  expect(openings(sandbox)).toEqual(before);
  await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const height = Number(await chain.public.getBlockNumber({ cacheTime: 0 }));
  await sandbox.control("POST", "/networks/ethereum/reorg", {
    depth: height - stays,
    transactions: "keep",
    force: true,
  });
  expect(openings(sandbox)).toEqual([{ asset: usdc, raw: "10000000" }]);
  const amounts = (await allDeposits(sandbox.api)).map(({ balance }) => balance.amount).toSorted();
  expect(amounts).toEqual([0.5, 1, 2]);
  await expectHealthy(sandbox);
});

test("I-10 a deposit address with money on several networks settles its deposit alone: a sweep leaves the opening balance", async () => {
  const twin = await aSandbox();
  const { address } = await aUda(twin.api);
  await twin.close();
  const sandbox = await aSandbox();
  await paidBefore(sandbox, address, "ethereum");
  await paidBefore(sandbox, address, "polygon");
  const uda = await aUda(sandbox.api);
  expect(uda.address).toBe(address);
  await expectHealthy(sandbox);
  await payToken(sandbox, { network: NETWORK, to: address, amount: "50" });
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "2d" });
  expect(await settlementOf(sandbox.api, uda.id)).toMatchObject({ status: "completed" });
  expect(await tokenBalance(sandbox, "ethereum", "USDC", address)).toBe(12_500_000n);
  await expectHealthy(sandbox);
});

test("I-10 the vault and the gas station of a new tenant had money before", async () => {
  const input = { name: "Second" };
  const twin = await aSandbox();
  const { tenant_id } = await twin.control("POST", "/tenants", input);
  const rows = twin.store.all<{ network: string; address: Hex }>(
    "select network, address from address where tenant_id = :tenant_id and network = 'ethereum'",
    { tenant_id },
  );
  await twin.close();
  const sandbox = await aSandbox();
  for (const { address } of rows) await paidBefore(sandbox, address);
  await sandbox.control("POST", "/tenants", input);
  expect(rows).toHaveLength(2);
  await expectHealthy(sandbox);
});

test("I-10 the opening balance is kept by snapshot, restore, export, import and a restart, and a reset forgets it", async () => {
  const to = await nextAddress();
  const data = aFolder();
  const sandbox = await aSandbox({ data });
  await paidBefore(sandbox, to);
  await sandbox.control("POST", "/snapshots", { name: "before" });
  await aWallet(sandbox.api, { network: NETWORK });
  const known = openings(sandbox);
  await sandbox.control("POST", "/snapshots", { name: "after" });
  await sandbox.control("POST", "/snapshots/snapshot-1/restore");
  await expectHealthy(sandbox);
  await aWallet(sandbox.api, { network: NETWORK });
  await expectHealthy(sandbox);
  await sandbox.control("POST", "/snapshots/snapshot-2/restore");
  await expectHealthy(sandbox);
  const file = await (await fetch(`${sandbox.ready.admin_url}/export`)).text();
  await sandbox.close();
  const again = await aSandbox({ data });
  expect(openings(again)).toEqual(known);
  await expectHealthy(again);
  await again.control("POST", "/reset");
  await expectHealthy(again);
  const exported = join(data, "..", "world.json");
  writeFileSync(exported, file);
  const elsewhere = await aSandbox({ import: exported });
  expect(openings(elsewhere)).toEqual(known);
  await expectHealthy(elsewhere);
});

test("I-10 R-155 a folder of a version that knew no opening balances: they are read once, at its first start", async () => {
  const to = await nextAddress();
  const data = aFolder();
  const first = await aSandbox({ data });
  await paidBefore(first, to);
  await aWallet(first.api, { network: NETWORK });
  await payToken(first, { network: NETWORK, to, amount: "1" });
  await first.close();
  const file = join(data, "world-1.sqlite");
  expect(existsSync(file)).toBe(true);
  rmSync(`${file}-commits`, { force: true });
  const db = new Database(file);
  // What the migration writes about the addresses that it finds.
  const migration = readFileSync(
    new URL("../../../src/db/migrations/0023-opening-balances.sql", import.meta.url),
    "utf8",
  );
  db.script(
    `delete from opening_balance; delete from opening; ${migration.slice(migration.indexOf("insert into opening"))}`,
  );
  db.close();
  const sandbox = await aSandbox({ data });
  await expectHealthy(sandbox);
  expect(openings(sandbox)).toHaveLength(3);
  expect(await allDeposits(sandbox.api)).toHaveLength(1);
});
