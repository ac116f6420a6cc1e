// A world that an older version wrote continues: same chains, same records, payouts in progress.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { Database } from "../../../src/db/database.ts";
import { newestSchema, schemaOf } from "../../../src/db/migrate.ts";
import { examine } from "../../../src/runtime/doctor.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, payoutNow } from "../../support/payments/a-payout.ts";
import { allDeposits } from "../../support/payments/on-chain.ts";
import { anOldFolder } from "../../support/worlds/an-old-folder.ts";

/**
 * What `GET /admin/export` of the first version with `--data` answered (schema 13): two deposits, one of them on a replaced
 * branch, a settlement, a payout that is paid and one that was just accepted, and webhooks that no receiver accepts.
 */
const WORLD = new URL("../../db/world-of-schema-13.json.gz", import.meta.url);

/** A folder as that version left it. */
function aFolderOfSchema13(): { data: string; hashes: unknown[] } {
  let hashes: unknown[] = [];
  const { data } = anOldFolder(WORLD, (folder, db) => {
    hashes = hashesOf(db);
    writeFileSync(join(folder, "beginning.sqlite"), db.bytes());
    writeFileSync(join(folder, "beginning.json"), JSON.stringify({ clock: null }));
  });
  return { data, hashes };
}

const hashesOf = (db: Database) =>
  db.all("select network, height, hash from block where state = 'done' order by network, height");

type JournalRow = { network: string; height: number; timestamp: number; prev_randao: string; base_fee: string };

/** The base fee and gas limit of a block come from its journal, however the chain is queried. */
async function blocksAreAsJournaled(sandbox: ASandbox): Promise<void> {
  const rows = sandbox.store.all<JournalRow>(
    "select network, height, timestamp, prev_randao, base_fee from block where state = 'done'",
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { network, height, timestamp, prev_randao, base_fee } of rows) {
    const block = await sandbox.chain(network).public.getBlock({ blockNumber: BigInt(height) });
    const seen = [block.timestamp, block.mixHash, block.baseFeePerGas];
    expect(seen, `${network} ${height}`).toEqual([BigInt(timestamp), prev_randao, BigInt(base_fee)]);
  }
}

test("a folder of the first version with --data: backed up, migrated, the same chains, and its open payout is paid; doctor reports its schema (R-155, R-164, R-183)", async () => {
  const { data, hashes } = aFolderOfSchema13();
  const seen = (await examine(data)).find(({ name }) => name === "schema");
  expect(seen).toEqual({ name: "schema", ok: true, found: [`schema 13, this version knows ${newestSchema()}`] });
  const sandbox = await aSandbox({ data });
  expect(hashesOf(sandbox.store).slice(0, 3)).toEqual(hashes.slice(0, 3));
  expect(schemaOf(sandbox.store)).toBe(newestSchema());
  expect(await allDeposits(sandbox.api)).toHaveLength(2);
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "10m" });
  const payouts = sandbox.store.all<{ id: string; reference_id: string }>("select id, reference_id from payout");
  expect(payouts.map(({ reference_id }) => reference_id)).toEqual(["paid", "stuck"]);
  for (const { id } of payouts) expect((await payoutNow(sandbox.api, id)).status).toBe("confirmed");
  const another = await aPayout(sandbox, { reference_id: "new" });
  expect((await payoutNow(sandbox.api, another.id)).status).toBe("confirmed");
  const all = hashesOf(sandbox.store);
  expect(all).toEqual(expect.arrayContaining(hashes));
  await blocksAreAsJournaled(sandbox);
  const { invariants } = await sandbox.control("GET", "/invariants");
  expect(invariants.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  await sandbox.control("POST", "/reset");
  await sandbox.close();
  const backup = new Database(join(data, "backup-schema-13.sqlite"), "reading");
  onTestFinished(() => backup.close());
  expect([schemaOf(backup), hashesOf(backup)]).toEqual([13, hashes]);
  expect((await examine(data)).every(({ ok }) => ok)).toBe(true);
});

test("R-167 an older folder of another genesis is refused before it is migrated: no backup, the same schema", async () => {
  const { data } = aFolderOfSchema13();
  const path = join(data, "world-1.sqlite");
  const writer = new Database(path);
  writer.run("update chain_genesis set digest = :digest where network = 'base'", { digest: "0".repeat(64) });
  writer.close();
  await expect(aSandbox({ data })).rejects.toMatchObject({ detail: expect.stringContaining("from another genesis") });
  const left = new Database(path, "reading");
  onTestFinished(() => left.close());
  expect([schemaOf(left), existsSync(join(data, "backup-schema-13.sqlite"))]).toEqual([13, false]);
});

test("a migration that fails keeps the schema before it and names the backup; the next start continues (R-154)", async () => {
  const { data } = aFolderOfSchema13();
  const script = Database.prototype.script;
  const failing = vi.spyOn(Database.prototype, "script").mockImplementation(function (this: Database, sql) {
    script.call(this, sql);
    // After its statements, before its version is written: all of them are rolled back.
    if (this.inTransaction && schemaOf(this) === 14) throw new Error("stopped in the middle");
  });
  await expect(aSandbox({ data })).rejects.toThrow(
    /cannot be brought from schema 13 to \d+: it is at 14 \(stopped in the middle\)\. The world as it was is in .*backup-schema-13\.sqlite/,
  );
  failing.mockRestore();
  const left = new Database(join(data, "world-1.sqlite"), "reading");
  const columns = left.all<{ name: string }>("select name from pragma_table_info('chain_act')");
  expect([schemaOf(left), columns.length > 0]).toEqual([14, false]);
  left.close();
  const sandbox = await aSandbox({ data });
  expect(schemaOf(sandbox.store)).toBe(newestSchema());
});
