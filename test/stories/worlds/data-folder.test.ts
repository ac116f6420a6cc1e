// A world in a data folder: it is created once and continues at the next start, with chains, mempools, clock and snapshots (K-1).
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Config, DEFAULT_CONFIG, type OptionName } from "../../../src/config/options.ts";
import { Database } from "../../../src/db/database.ts";
import { dump, undump } from "../../../src/db/dump.ts";
import { migrate, newestSchema, schemaOf } from "../../../src/db/migrate.ts";
import { silentLog } from "../../../src/kernel/log.ts";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { createSandbox } from "../../../src/runtime/sandbox.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, payoutNow } from "../../support/payments/a-payout.ts";
import { allDeposits } from "../../support/payments/on-chain.ts";
import { forgetWitness } from "../../support/worlds/a-commit-count-file.ts";
import { liveTwoBlocks } from "../../support/worlds/a-used-world.ts";
import { digestNow } from "../../support/worlds/a-world-file.ts";
import { statusOfWorld } from "../../support/worlds/status-of-world.ts";

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "data-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "world");
}

const worldOf = (folder: string): string =>
  join(folder, readdirSync(folder).find((name) => /^world-\d+\.sqlite$/.test(name)) ?? "none");

/** Deposits, a payout, a settlement, a reorg, an added tenant, and a mempool with a nonce gap. */
async function live(sandbox: ASandbox): Promise<void> {
  const { control } = sandbox;
  await liveTwoBlocks(sandbox);
  await control("POST", "/networks/base/reorg", { depth: 1, transactions: "delay" });
  await control("POST", "/clock/advance", { by: "1h" });
}

const start = (config: Partial<Config>, given: readonly OptionName[] = []) =>
  createSandbox({ ...DEFAULT_CONFIG, port: 0, clock: "frozen", ...config, given }, { log: silentLog });

test("a world continues after a clean end: same rows, same chains, same mempool, same ready info, and the same future", async () => {
  const data = aFolder();
  const first = await aSandbox({ data });
  await live(first);
  const rows = await digestNow(first);
  const status = await first.control("GET", "/status");
  await first.close();
  const second = await aSandbox({ data });
  expect(await digestNow(second)).toEqual(rows);
  expect(statusOfWorld(await second.control("GET", "/status"))).toEqual(statusOfWorld(status));
  const { tenant_id, api_key, vault_id, webhook_secret } = first.ready;
  expect(second.ready).toMatchObject({ tenant_id, api_key, vault_id, webhook_secret });
  await second.control("POST", "/networks/base/mine", { blocks: 1 });
  expect((await allDeposits(second.api))[0]!.balance.amount).toBe(25.5);
  const unbroken = await aSandbox();
  await live(unbroken);
  await unbroken.control("POST", "/networks/base/mine", { blocks: 1 });
  await allDeposits(unbroken.api);
  expect(await digestNow(second)).toEqual(await digestNow(unbroken));
});

test("snapshots, reset and restore work in a folder and are there after a restart", async () => {
  const data = aFolder();
  const first = await aSandbox({ data });
  await aVault(first, { amount: "100" });
  const { id } = await first.control("POST", "/snapshots", { name: "funded" });
  const funded = await digestNow(first);
  await aPayout(first);
  await first.close();

  const second = await aSandbox({ data });
  expect((await second.control("GET", "/snapshots")).items).toMatchObject([{ id, name: "funded" }]);
  await second.control("POST", "/reset");
  expect(await allDeposits(second.api)).toEqual([]);
  await second.close();

  const third = await aSandbox({ data });
  expect(await allDeposits(third.api)).toEqual([]);
  await third.control("POST", `/snapshots/${id}/restore`);
  expect(await digestNow(third)).toEqual(funded);
  const payout = await aPayout(third);
  expect((await payoutNow(third.api, payout.id)).status).toBe("confirmed");
  expect((await third.control("POST", "/snapshots")).id).toBe("snapshot-2");
  await third.control("DELETE", "/snapshots/snapshot-2");
  await third.close();
  expect(readdirSync(join(data, "snapshots")).toSorted()).toEqual(["snapshot-1.json", "snapshot-1.sqlite"]);
  expect(readdirSync(data).filter((name) => name.startsWith("world-"))).toEqual([
    "world-3.sqlite",
    "world-3.sqlite-commits",
  ]);
});

test("the folder is accessible to its owner alone, and so is every file in it (R-214)", async () => {
  const data = aFolder();
  const sandbox = await aSandbox({ data });
  await sandbox.control("POST", "/snapshots");
  expect(statSync(data).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(data, { recursive: true, encoding: "utf8" })) {
    const { mode } = statSync(join(data, name));
    expect((mode & 0o077).toString(8), name).toBe("0");
  }
});

test("a clock continues from where it was, whatever the wall clock did; its offset and mode are stored (R-223, R-224)", async () => {
  const data = aFolder();
  const wall = { nowMs: Date.UTC(2026, 5, 1) };
  const parts = { wall: { ...systemClock, now: () => wall.nowMs } };
  const now = async ({ control }: ASandbox) => (await control("GET", "/clock")).now;
  const first = await aSandbox({ data, clock: "running" }, undefined, parts);
  await first.control("POST", "/clock/advance", { by: "30d" });
  expect(await now(first)).toBe("2026-07-01T00:00:00.000Z");
  await first.close();
  wall.nowMs += 86_400_000;
  const second = await aSandbox({ data }, undefined, parts);
  expect(await second.control("GET", "/clock")).toMatchObject({ now: "2026-07-01T00:00:00.000Z", mode: "running" });
  wall.nowMs += 5_000;
  expect(await now(second)).toBe("2026-07-01T00:00:05.000Z");
  await second.control("POST", "/clock/freeze");
  await second.close();
  wall.nowMs -= 3_600_000;
  const third = await aSandbox({ data }, undefined, parts);
  expect(await third.control("GET", "/clock")).toMatchObject({ now: "2026-07-01T00:00:05.000Z", mode: "frozen" });
  await third.close();
  const fourth = await aSandbox({ data, clock: "running", given: ["clock"] }, undefined, parts);
  expect(await fourth.control("GET", "/clock")).toMatchObject({ mode: "running" });
});

test("an imported world can be stored in a folder; a reset returns to it, also after a restart", async () => {
  const data = aFolder();
  const source = await aSandbox({ seed: 9 });
  await aVault(source, { amount: "7" });
  const file = join(data, "..", "world.json");
  writeFileSync(file, JSON.stringify(await source.control("GET", "/export")));
  const first = await aSandbox({ data, import: file });
  const imported = await digestNow(first);
  await aPayout(first, { amount: "1" });
  await first.close();
  const second = await aSandbox({ data });
  expect((await second.control("GET", "/status")).seed).toBe(9);
  await second.control("POST", "/reset");
  expect(await digestNow(second)).toEqual(imported);
  await second.close();
  await expect(start({ data, import: file })).rejects.toThrow(/holds a world already/);
});

test("an endpoint named by a later start is registered once", async () => {
  const data = aFolder();
  for (const webhook of [null, "http://127.0.0.1:4999/a", "http://127.0.0.1:4999/a", "http://127.0.0.1:4999/b"]) {
    const sandbox = await aSandbox({ data, webhook });
    const { items } = await sandbox.control("GET", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`);
    expect(items.map(({ url }: { url: string }) => url.at(-1)).join("")).toBe(
      webhook === null ? "" : webhook.endsWith("a") ? "a" : "ab",
    );
    await sandbox.close();
  }
});

describe("refused, with the folder left unchanged", () => {
  test("a folder that another sandbox uses; it is free as soon as that one has ended (R-149)", async () => {
    const data = aFolder();
    const owner = await aSandbox({ data });
    await expect(start({ data })).rejects.toThrow(/is in use by another sandbox \(process \d+\): stop that one/);
    expect((await owner.control("GET", "/status")).seed).toBe(1);
    await owner.close();
    await (await start({ data })).close();
  });

  test("a folder with files of other programs, and a path that is no folder", async () => {
    const data = aFolder();
    mkdirSync(data);
    writeFileSync(join(data, "holiday.jpg"), "");
    await expect(start({ data })).rejects.toThrow(/is not empty and holds no world/);
    await expect(start({ data: join(data, "holiday.jpg") })).rejects.toThrow(/cannot be used \(ENOTDIR\)/);
    expect(readdirSync(data)).toEqual(["holiday.jpg"]);
  });

  test("options that contradict the world are named one by one, equal ones are accepted", async () => {
    const data = aFolder();
    const made = { data, seed: 3, tier: "pro", mining: "manual", apiKey: "mine", webhookSecret: "whsec_mine" } as const;
    await (await start(made)).close();
    const other: readonly [OptionName, Partial<Config>, RegExp][] = [
      ["seed", { seed: 4 }, /--data: this world has seed 3; leave --seed out/],
      ["env", { env: "production" }, /plays the environment sandbox; leave --env out/],
      ["tier", { tier: "standard" }, /default tenant of tier pro; leave --tier out/],
      ["mining", { mining: "instant" }, /mining modes.*leave --mining out/],
      ["apiKey", { apiKey: "yours" }, /another API key; leave --api-key out/],
      ["webhookSecret", { webhookSecret: "whsec_yours" }, /another signing secret; leave --webhook-secret out/],
      ["startTime", { startTime: 0 }, /its own time.*leave --start-time out/],
    ];
    for (const [name, config, says] of other) {
      const error = await start({ data, ...config }, [name]).catch((refusal: Error) => refusal);
      expect(String((error as { detail?: string }).detail), name).toMatch(says);
    }
    const again = await start(made, ["seed", "tier", "mining", "apiKey", "webhookSecret"]);
    expect(again.ready.api_key).toBe("mine");
    await again.close();
    const unsaid = await start({ data });
    expect([unsaid.ready.api_key, unsaid.ready.webhook_secret]).toEqual(["", "whsec_mine"]);
    await unsaid.close();
  });

  test("a database that a newer version wrote (R-154)", async () => {
    const data = aFolder();
    await (await start({ data })).close();
    const db = new Database(worldOf(data));
    db.run("insert into schema_version (version) values (9999)");
    db.close();
    await expect(start({ data })).rejects.toThrow(/newer version \(schema 9999\): update/);
  });

  test("a file with damaged pages, a truncated one, and one that is no database (R-156)", async () => {
    const data = aFolder();
    const sandbox = await aSandbox({ data });
    await live(sandbox);
    await sandbox.close();
    const file = worldOf(data);
    const whole = readFileSync(file);
    const damaged = Buffer.from(whole);
    for (let page = 4; page < 40; page += 1) damaged.fill(0xff, page * 4096 + 100, page * 4096 + 200);
    for (const bytes of [
      damaged,
      whole.subarray(0, whole.length - 40_960),
      Buffer.from("not a database at all".repeat(300)),
    ]) {
      writeFileSync(file, bytes);
      await expect(start({ data })).rejects.toThrow(/is damaged and was left as it is.*Copy the folder away/);
      expect(readFileSync(file).equals(bytes)).toBe(true);
    }
    writeFileSync(file, whole);
    await (await start({ data })).close();
  });
});

test("a journal that does not reproduce its hashes stops the start with network, height and both hashes (R-163)", async () => {
  const data = aFolder();
  const sandbox = await aSandbox({ data });
  await aVault(sandbox, { amount: "1" });
  await sandbox.close();
  const db = new Database(worldOf(data));
  db.run("update block set timestamp = timestamp + 1 where network = 'ethereum' and height = 1");
  db.close();
  forgetWitness(data);
  await expect(start({ data })).rejects.toThrow(
    /same chain again.*"network":"ethereum","height":1,"journaled":"0x.*"replayed":"0x/,
  );
});

test("an older schema is backed up before it is migrated (R-155)", async () => {
  const data = aFolder();
  const sandbox = await aSandbox({ data });
  await aVault(sandbox, { amount: "5" });
  await sandbox.close();
  const file = worldOf(data);
  writeFileSync(file, olderCopy(file));
  forgetWitness(data);
  const migrated = await aSandbox({ data });
  expect((await allDeposits(migrated.api))[0]!.balance.amount).toBe(5);
  const backup = new Database(join(data, `backup-schema-${newestSchema() - 1}.sqlite`));
  onTestFinished(() => backup.close());
  expect(backup.get("select count(*) as count from deposit")).toEqual({ count: 1 });
  expect(schemaOf(backup)).toBe(newestSchema() - 1);
});

/** The same rows in the schema before the newest one. */
function olderCopy(file: string): Buffer {
  const db = new Database(file);
  const { tables, counters } = dump(db);
  db.close();
  const old = new Database(":memory:");
  migrate(old, newestSchema() - 1);
  const kept = Object.entries(tables).flatMap(([name, { columns, rows }]) => {
    const known = old
      .all<{ name: string }>("select name from pragma_table_info(:name)", { name })
      .map((row) => row.name);
    if (known.length === 0) return [];
    const places = known.map((column) => columns.indexOf(column));
    return [[name, { columns: known, rows: rows.map((row) => places.map((at) => row[at]!)) }] as const];
  });
  undump(old, { tables: Object.fromEntries(kept), counters });
  const bytes = old.bytes();
  old.close();
  return bytes;
}

test("files left by an interrupted start are removed", async () => {
  const data = aFolder();
  const sandbox = await aSandbox({ data });
  await aVault(sandbox, { amount: "5" });
  await sandbox.close();
  writeFileSync(join(data, "world-9.sqlite.new"), "half");
  writeFileSync(join(data, "world-0.sqlite"), "an earlier world");
  const again = await aSandbox({ data });
  expect(await allDeposits(again.api)).toHaveLength(1);
  expect((await again.control("GET", "/networks")).items[0].head.number).toBeGreaterThan(0);
  expect(readdirSync(data).filter((name) => /\.new$|world-0/.test(name))).toEqual([]);
});
