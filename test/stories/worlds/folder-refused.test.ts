// A data folder that cannot be used, is damaged, or grows: reported in one line with what to do, and left unchanged.
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { type Config, DEFAULT_CONFIG } from "../../../src/config/options.ts";
import { Database } from "../../../src/db/database.ts";
import { integrityFaults } from "../../../src/db/integrity.ts";
import { silentLog } from "../../../src/kernel/log.ts";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { examine } from "../../../src/runtime/doctor.ts";
import { createSandbox } from "../../../src/runtime/sandbox.ts";
import { openDataFolder } from "../../../src/storage/data-folder.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { aPayout, aVault, payoutNow } from "../../support/payments/a-payout.ts";
import { forgetWitness } from "../../support/worlds/a-commit-count-file.ts";

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "refused-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "world");
}

async function aKeptWorld(): Promise<string> {
  const data = aFolder();
  const sandbox = await aSandbox({ data });
  await aVault(sandbox, { amount: "50" });
  await aPayout(sandbox);
  await sandbox.close();
  return data;
}

const start = (config: Partial<Config>) =>
  createSandbox({ ...DEFAULT_CONFIG, port: 0, clock: "frozen", ...config }, { log: silentLog });

/** Runs `work` as a user whom permissions restrict: they do not restrict root. */
function unprivileged(work: () => void): void {
  const me = process.geteuid?.() ?? 1;
  if (me === 0) process.seteuid?.(65_534);
  try {
    work();
  } finally {
    if (me === 0) process.seteuid?.(me);
  }
}

test("a folder that cannot be written or read is reported with the system's reason (R-159)", async () => {
  const data = await aKeptWorld();
  onTestFinished(() => chmodSync(data, 0o700));
  chmodSync(join(data, ".."), 0o755);
  for (const mode of [0o555, 0o000]) {
    chmodSync(data, mode);
    unprivileged(() => {
      expect(() => openDataFolder(data)).toThrow(/cannot be used \((EACCES|EPERM)\): check the path, its permissions/);
    });
  }
  unprivileged(() => {
    expect(() => openDataFolder(join(data, "..", "new", "one"))).toThrow(/cannot be used \(EACCES\)/);
  });
});

test("a file truncated to nothing holds no world: nothing is created in its place (R-156)", async () => {
  const data = await aKeptWorld();
  const file = join(data, "world-1.sqlite");
  const empty = new Database(":memory:");
  const bytes = empty.bytes();
  empty.close();
  for (const left of [Buffer.alloc(0), Buffer.alloc(100_000), bytes]) {
    writeFileSync(file, left);
    await expect(start({ data })).rejects.toThrow(
      /is damaged and was left as it is: .*(begin as a database|holds no world)/,
    );
    expect(readFileSync(file).equals(left)).toBe(true);
  }
});

test("a damaged file with a write-ahead log stays as it is, the log too (R-156)", async () => {
  const data = await aKeptWorld();
  const file = join(data, "world-1.sqlite");
  const writer = new Database(file);
  const held = new Sqlite(file);
  writer.run("update setting set value = value || ' '");
  const wal = readFileSync(`${file}-wal`);
  const whole = readFileSync(file);
  held.close();
  writer.close();
  const bytes = Buffer.from(whole);
  for (let page = 5; page < 60; page += 1) bytes.fill(0xff, page * 4096 + 8, page * 4096 + 400);
  writeFileSync(file, bytes);
  writeFileSync(`${file}-wal`, wal);
  rmSync(`${file}-shm`, { force: true });
  await expect(start({ data })).rejects.toThrow(/is damaged and was left as it is/);
  expect([readFileSync(file).equals(bytes), readFileSync(`${file}-wal`).equals(wal)]).toEqual([true, true]);
});

/** A file as a kill leaves it while it is changed without a log: half of a change, and the rollback journal to undo it. */
function cutOff(file: string): void {
  const sqlite = new Sqlite(file);
  sqlite.pragma("journal_mode = delete");
  sqlite.pragma("cache_size = 1");
  sqlite.exec("begin immediate; create table half (text text)");
  for (let row = 0; row < 200; row += 1) sqlite.prepare("insert into half values (?)").run("x".repeat(4_096));
  const [bytes, journal] = [readFileSync(file), readFileSync(`${file}-journal`)];
  sqlite.exec("rollback");
  sqlite.close();
  writeFileSync(file, bytes);
  writeFileSync(`${file}-journal`, journal);
}

test("R-149 R-172 a kill while a world's file is switched to a write-ahead log: the next start rolls it back and continues", async () => {
  const data = await aKeptWorld();
  const file = join(data, "world-1.sqlite");
  forgetWitness(data);
  const whole = readFileSync(file).length;
  cutOff(file);
  expect(readFileSync(file).length).toBeGreaterThan(whole);
  expect((await examine(data)).map(({ name, ok }) => [name, ok])).toEqual(
    ["integrity", "commits", "schema", "replay", "books", "open work"].map((name) => [name, true]),
  );
  const { api, store } = await aSandbox({ data });
  expect((await api.GET("/transfer/payout")).data?.data).toHaveLength(1);
  expect(store.get("select name from sqlite_schema where name = 'half'")).toBeUndefined();
  expect(readdirSync(data)).not.toContain("world-1.sqlite-journal");
});

function faultsOf(file: string): string[] {
  let db: Database | undefined;
  try {
    db = new Database(file, "reading");
    return integrityFaults(db);
  } catch (error) {
    return [String(error)];
  } finally {
    db?.close();
  }
}

test("flipped bytes in the pages of the database: those that change its structure or its chains stop the start (R-156, R-163)", async () => {
  const data = await aKeptWorld();
  const file = join(data, "world-1.sqlite");
  const whole = readFileSync(file);
  const pages = whole.length / 4096;
  let noticed = 0;
  for (let page = 1; page < pages; page += 1) {
    const bytes = Buffer.from(whole);
    // The header of a page: its kind, its free space, how many cells it has, where they begin.
    bytes[page * 4096 + 3] = bytes[page * 4096 + 3]! ^ 0x55;
    writeFileSync(file, bytes);
    if (faultsOf(file).length > 0) noticed += 1;
  }
  // Free pages have nothing to lose.
  expect(noticed).toBeGreaterThan(pages * 0.9);
  // A digit of a signed transaction: SQLite does not notice, the replay of the chain does.
  writeFileSync(file, whole);
  const db = new Database(file, "reading");
  const { raw } = db.get<{ raw: string }>("select raw from chain_transaction where network = 'ethereum' limit 1")!;
  db.close();
  const bytes = Buffer.from(whole);
  for (let at = bytes.indexOf(raw); at >= 0; at = bytes.indexOf(raw, at + 1))
    bytes[at + 60] = 0x30 + ((raw.charCodeAt(60) + 1) % 10);
  writeFileSync(file, bytes);
  forgetWitness(data);
  await expect(start({ data })).rejects.toThrow(
    /same chain again.*"network":"ethereum","height":\d+,"journaled":"0x.*"replayed":"0x/,
  );
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test("a write-ahead log that was cut short or lost is reported with its commits; accepted, the world at an earlier commit is consistent, and it continues (R-156, R-161)", async () => {
  const data = aFolder();
  const sandbox = await aSandbox({ data });
  await aVault(sandbox, { amount: "50" });
  sandbox.store.script("pragma wal_checkpoint(truncate)");
  for (let number = 1; number <= 5; number += 1)
    await aPayout(sandbox, { reference_id: `order-${number}`, amount: "1" });
  const killed = `${data}-killed`;
  cpSync(data, killed, { recursive: true });
  await sandbox.close();
  const wal = readFileSync(join(killed, "world-1.sqlite-wal"));
  const counts: number[] = [];
  for (const part of [1, 0.5, 0]) {
    const copy = `${data}-${part}`;
    cpSync(killed, copy, { recursive: true });
    rmSync(join(copy, "world-1.sqlite-shm"), { force: true });
    if (part === 0) rmSync(join(copy, "world-1.sqlite-wal"));
    else writeFileSync(join(copy, "world-1.sqlite-wal"), wal.subarray(0, Math.floor(wal.length * part)));
    if (part < 1) await expect(start({ data: copy })).rejects.toThrow(/lacks its last \d+ commits/);
    const again = await aSandbox({ data: copy, acceptLoss: part < 1 });
    await again.control("POST", "/run-until-idle", { advance: true, limit: "1h" });
    const payouts = again.store.all<{ id: string }>("select id from payout");
    for (const { id } of payouts) expect((await payoutNow(again.api, id)).status).toBe("confirmed");
    const { invariants } = await again.control("GET", "/invariants");
    expect(invariants.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    counts.push(payouts.length);
    await again.close();
  }
  expect(counts[0]).toBe(5);
  expect(counts.at(-1)).toBe(0);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
});

test("a running clock catches up with the time that the sandbox was down, when requested; overdue work is done once (R-224)", async () => {
  const data = aFolder();
  const wall = { nowMs: Date.UTC(2026, 5, 1) };
  const parts = { wall: { ...systemClock, now: () => wall.nowMs } };
  const receiver = await aReceiver((number) => (number <= 2 ? 500 : 200));
  const first = await aSandbox({ data, clock: "running" }, undefined, parts);
  const { tenant_id } = first.ready;
  await first.control("POST", `/tenants/${tenant_id}/webhook-endpoints`, {
    url: receiver.url,
    event_types: ["deposit.new", "deposit.confirmed"],
  });
  await aVault(first, { amount: "50" });
  await receiver.until(1);
  await first.control("POST", "/clock/freeze");
  await first.control("POST", "/run-until-idle");
  const tried = receiver.received.length;
  await first.control("POST", "/clock/resume");
  await first.close();
  wall.nowMs += 86_400_000;
  const second = await aSandbox({ data, catchUp: true }, undefined, parts);
  const { now, offset_ms } = await second.control("GET", "/clock");
  expect([now, offset_ms]).toEqual(["2026-06-02T00:00:00.000Z", 0]);
  await second.control("POST", "/run-until-idle");
  const { items } = await second.control("GET", "/deliveries");
  // A day contains all six attempts of the schedule: what is overdue is done once, at the present time.
  expect(items.every(({ attempts }: { attempts: unknown[] }) => attempts.length <= tried + 1)).toBe(true);
  const last = items[0].attempts.at(-1);
  expect([items[0].attempts.length, last.at]).toEqual([2, "2026-06-02T00:00:00.000Z"]);
});

test("the requested durability holds for every open of the folder (R-147, R-148)", async () => {
  const data = await aKeptWorld();
  for (const [durability, synchronous] of [
    ["full", 2],
    ["normal", 1],
  ] as const) {
    const sandbox = await aSandbox({ data, durability });
    expect(sandbox.store.get("pragma synchronous")).toEqual({ synchronous });
    await sandbox.close();
  }
});

test("the write-ahead log stays small, despite concurrent readers (R-179)", async () => {
  const data = aFolder();
  const sandbox = await aSandbox({ data });
  await aVault(sandbox, { amount: "50" });
  const stream = await fetch(`${sandbox.ready.admin_url}/events/stream`);
  onTestFinished(() => stream.body?.cancel());
  const walBytes = (): number => statSync(join(data, "world-1.sqlite-wal")).size;
  const { store } = sandbox;
  let [most, written] = [0, 0];
  const text = "x".repeat(60_000);
  for (let commit = 0; commit < 1_500; commit += 1) {
    store.transaction(() => {
      store.run(
        "insert into setting (name, value) values ('filler', :text) on conflict (name) do update set value = :text",
        {
          text: `${commit}${text}`,
        },
      );
    });
    written += text.length;
    if (commit % 100 === 0) {
      await sandbox.api.GET("/transactions", { params: { query: { limit: 1 } } });
      most = Math.max(most, walBytes());
    }
  }
  expect(written).toBeGreaterThan(64 * 2 ** 20);
  expect(Math.max(most, walBytes())).toBeLessThan(16 * 2 ** 20);
  await sandbox.close();
  expect(readdirSync(data).filter((name) => name.endsWith("-wal"))).toEqual([]);
});
