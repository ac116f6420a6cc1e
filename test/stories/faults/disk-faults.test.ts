// A disk that is full, fails, or may not be written: answers are 500 in the envelope, nothing is half done, and it goes on by itself.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { aPayout, aVault, payoutBody, payoutNow, vaultAddress } from "../../support/payments/a-payout.ts";
import { allDeposits } from "../../support/payments/on-chain.ts";
import { aBadDisk, HASTY_WALL } from "../../support/worlds/a-bad-disk.ts";
import { digestNow } from "../../support/worlds/a-world-file.ts";

/** Every commit in `npm run test:long`, here a few of them. */
const EVERY = process.env["EVERY_COMMIT"] === undefined ? 17 : 1;

const onABadDisk = (options: Parameters<typeof aSandbox>[0] = {}) => aSandbox(options, undefined, { wall: HASTY_WALL });

/** Whatever is refused with 500 is sent again, as a client would; anything else but 2xx fails the test. */
async function insists<T>(send: () => Promise<{ status: number; data: T }>): Promise<T> {
  for (let tries = 0; tries < 20; tries += 1) {
    const { status, data } = await send();
    if (status < 300) return data;
    if (status !== 500) throw new Error(`answered ${status} ${JSON.stringify(data)}`);
  }
  throw new Error("refused twenty times");
}

const admin = (sandbox: ASandbox, method: string, path: string, body?: unknown) =>
  insists(async () => {
    const { status, body: answer } = await sandbox.admin(method, path, body);
    return { status, data: answer.data ?? answer };
  });

/** A tenant, a wallet, a deposit, a payout, a reorg, an hour of time: every kind of change of a world. */
async function live(sandbox: ASandbox, url: string): Promise<void> {
  const { api, ready } = sandbox;
  const { tenant_id } = ready;
  await admin(sandbox, "POST", `/tenants/${tenant_id}/webhook-endpoints`, { url, secret: "whsec_disk" });
  const vault = await vaultAddress(api, ready.vault_id, "ethereum");
  await admin(sandbox, "POST", "/deposits", { network: "ethereum", asset: "USDT", amount: "50", to_address: vault });
  await insists(async () => {
    const { response, data, error } = await api.POST("/transfer/payout", { body: payoutBody(ready.vault_id) });
    return { status: response.status, data: data ?? error };
  });
  await admin(sandbox, "PUT", "/networks/base/mining", { mode: "manual" });
  await insists(async () => {
    const body = { owner: "alice", network_symbol: "base" };
    const { response, data, error } = await api.POST("/wallets", { body } as never);
    return { status: response.status, data: data ?? error };
  });
  const deposit = { network: "base", asset: "USDC", amount: "25.5", owner: "alice" };
  await admin(sandbox, "POST", "/deposits", deposit);
  await admin(sandbox, "POST", "/networks/base/mine", { blocks: 1 });
  await admin(sandbox, "POST", "/networks/base/reorg", { depth: 1, transactions: "delay" });
  await admin(sandbox, "POST", "/networks/base/mine", { blocks: 1 });
  await admin(sandbox, "POST", "/tenants", { name: "second" });
  await admin(sandbox, "POST", "/run-until-idle", { advance: true, limit: "1h" });
}

const same = (one: unknown, two: unknown): boolean => JSON.stringify(one) === JSON.stringify(two);

test("a story in which the disk refuses one commit ends like one in which it refuses none (R-065, R-159, R-162)", {
  timeout: 600_000,
}, async () => {
  const { url } = await aReceiver();
  const unbroken = await onABadDisk();
  const counted = aBadDisk(unbroken.store);
  await live(unbroken, url);
  const { commits } = counted;
  const wanted = await digestNow(unbroken);
  expect(commits).toBeGreaterThan(60);
  for (let first = 1; first <= commits; first += EVERY) {
    const sandbox = await onABadDisk();
    const disk = aBadDisk(sandbox.store);
    disk.refuse({ first });
    await live(sandbox, url);
    const digest = await digestNow(sandbox);
    // A send whose record could not be written counts as sent once a block has it, so its history differs.
    const other = Object.keys(wanted).filter((table) => table !== "history" && !same(digest[table], wanted[table]));
    expect(other, `commit ${first}`).toEqual([]);
    expect(disk.refused).toBe(1);
    sandbox.mistakes.length = 0;
    await sandbox.close();
  }
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "disk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "world");
}

/** Requests payouts until the disk refuses one: 500 in the service's envelope, and why in the header. Answers the accepted ones. */
async function orderUntilRefused({ api, ready }: ASandbox): Promise<{ accepted: string[]; why: string | null }> {
  const accepted: string[] = [];
  for (let number = 1; number < 500; number += 1) {
    const body = payoutBody(ready.vault_id, { reference_id: `order-${number}`, amount: "0.01" });
    const { response, data, error } = await api.POST("/transfer/payout", { body });
    if (data === undefined) {
      expect([response.status, error]).toEqual([500, { success: false, code: 500, error: "Internal server error" }]);
      return { accepted, why: response.headers.get("X-Sandbox-Error") };
    }
    accepted.push(data.data.id);
  }
  throw new Error("the disk takes everything");
}

/** Refused payouts do not exist, acknowledged ones do, and the next one is paid, with no manual step. */
async function goesOn(sandbox: ASandbox, accepted: readonly string[]): Promise<void> {
  expect(sandbox.mistakes.map(({ msg }) => msg)).toContain("the disk stopped a request");
  sandbox.mistakes.length = 0;
  expect(await allDeposits(sandbox.api)).toHaveLength(1);
  expect(sandbox.store.all<{ id: string }>("select id from payout order by id").map(({ id }) => id)).toEqual(accepted);
  const payout = await aPayout(sandbox, { reference_id: "afterwards" });
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1h" });
  for (const id of [...accepted, payout.id]) expect((await payoutNow(sandbox.api, id)).status).toBe("confirmed");
  const { invariants } = await sandbox.control("GET", "/invariants");
  expect(invariants.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
}

test.each<[string, (store: ASandbox["store"], file: string) => () => void, RegExp]>([
  [
    "is full (SQLITE_FULL)",
    (store) => {
      const { pages } = store.get<{ pages: number }>("select page_count as pages from pragma_page_count")!;
      store.script(`create table filler (text text) strict; pragma max_page_count = ${pages + 3}`);
      try {
        for (;;) store.run("insert into filler (text) values (:text)", { text: "x".repeat(3_500) });
      } catch {
        // Now there is no page left.
      }
      return () => store.script("pragma max_page_count = 1000000; drop table filler");
    },
    /the disk is full: free some space and try again.*\(SQLITE_FULL\)/,
  ],
  [
    "may not be written (SQLITE_READONLY)",
    (store) => {
      store.script("pragma query_only = on");
      return () => store.script("pragma query_only = off");
    },
    /check its permissions and try again.*\(SQLITE_READONLY\)/,
  ],
  [
    "fails (SQLITE_IOERR_WRITE)",
    (store) => {
      const disk = aBadDisk(store);
      disk.refuse({ first: 1, count: 1_000_000 });
      return () => disk.relent();
    },
    /the disk fails.*\(SQLITE_IOERR_WRITE\)/,
  ],
  [
    "is held by another process (SQLITE_BUSY)",
    (store, file) => {
      store.script("pragma busy_timeout = 0");
      const other = new Sqlite(file);
      other.exec("begin immediate");
      return () => void other.close();
    },
    /another process holds the database.*\(SQLITE_BUSY\)/,
  ],
])(
  "a disk that %s: every change is refused, reads go on, and so does all else once it is mended (R-159)",
  async (_name, spoil, says) => {
    const data = aFolder();
    const sandbox = await aSandbox({ data }, undefined, { wall: HASTY_WALL });
    await aVault(sandbox, { amount: "50" });
    const restore = spoil(sandbox.store, join(data, "world-1.sqlite"));
    const { accepted, why } = await orderUntilRefused(sandbox);
    expect(why).toMatch(says);
    expect(await allDeposits(sandbox.api)).toHaveLength(1);
    const { status, body } = await sandbox.admin("POST", "/tenants", { name: "second" });
    expect([status, body.success]).toEqual([500, false]);
    restore();
    await goesOn(sandbox, accepted);
  },
);

test("an answer of a receiver that the disk did not take is written down later: one request, one attempt (R-131, R-159)", async () => {
  let disk: ReturnType<typeof aBadDisk> | undefined;
  const receiver = await aReceiver((number) => {
    // Refused from here on: the end of the attempt is the next thing to be written.
    if (number === 1) disk?.refuse({ first: 1, count: 4 });
    return 200;
  });
  const sandbox = await onABadDisk();
  disk = aBadDisk(sandbox.store);
  const { tenant_id } = sandbox.ready;
  await sandbox.control("POST", `/tenants/${tenant_id}/webhook-endpoints`, { url: receiver.url });
  await aVault(sandbox, { amount: "50" });
  await admin(sandbox, "POST", "/run-until-idle");
  expect(disk.refused).toBe(4);
  const { items } = await sandbox.control("GET", "/deliveries");
  expect(items.map(({ state, attempts }: any) => [state, attempts.length])).toEqual(items.map(() => ["delivered", 1]));
  expect(receiver.received).toHaveLength(items.length);
  expect(sandbox.mistakes.map(({ msg }) => msg)).toContain(
    "the disk stops the loop; it goes on as soon as the disk lets it",
  );
  sandbox.mistakes.length = 0;
});

test("a reset for which there is no room leaves the world as it is, and it goes on (R-159, R-184)", async () => {
  const data = aFolder();
  const sandbox = await aSandbox({ data }, undefined, { wall: HASTY_WALL });
  await aVault(sandbox, { amount: "50" });
  const before = await digestNow(sandbox);
  // Nothing can be written at this place.
  const inTheWay = join(data, "world-2.sqlite.new");
  mkdirSync(join(inTheWay, "x"), { recursive: true });
  expect((await sandbox.admin("POST", "/reset")).status).toBe(500);
  sandbox.mistakes.length = 0;
  expect(await digestNow(sandbox)).toEqual(before);
  const payout = await aPayout(sandbox);
  expect((await payoutNow(sandbox.api, payout.id)).status).toBe("confirmed");
  await sandbox.close();
  rmSync(inTheWay, { recursive: true });
  const again = await aSandbox({ data });
  expect((await payoutNow(again.api, payout.id)).status).toBe("confirmed");
  await again.control("POST", "/reset");
  expect(await allDeposits(again.api)).toEqual([]);
});

test("a stop on a failing disk is reported and releases the folder: the next start continues from what was acknowledged (R-158, R-159)", async () => {
  const data = aFolder();
  const sandbox = await aSandbox({ data }, undefined, { wall: HASTY_WALL });
  await aVault(sandbox, { amount: "50" });
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  const before = await digestNow(sandbox);
  const disk = aBadDisk(sandbox.store);
  disk.refuse({ first: 1, count: 1_000_000 });
  await expect(sandbox.close()).rejects.toThrow(/the disk fails/);
  const again = await aSandbox({ data });
  expect(await digestNow(again)).toEqual(before);
});
