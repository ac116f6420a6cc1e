// `doctor`: the damage it finds in a data folder, and that it does not change the folder.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { Database } from "../../src/db/database.ts";
import { aSandbox, openSandbox } from "../support/a-sandbox.ts";
import { aPayout, aVault } from "../support/payments/a-payout.ts";
import { aUda } from "../support/payments/a-uda.ts";
import { forgetWitness } from "../support/worlds/a-commit-count-file.ts";
import { anIo } from "./an-io.ts";

const folder = mkdtempSync(join(tmpdir(), "doctor-"));
const data = join(folder, "world");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  const sandbox = await openSandbox({ data });
  // Nothing listens there: its deliveries fail until they are dead.
  await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, {
    url: "http://127.0.0.1:65000/",
    event_types: ["deposit.new"],
  });
  await aVault(sandbox, { amount: "100" });
  await aPayout(sandbox);
  const uda = await aUda(sandbox.api);
  const order = { network: "polygon", asset: "USDC", amount: "100", to_address: uda.address };
  await sandbox.control("POST", "/deposits", order);
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  await sandbox.end();
});

const file = (): string => join(data, readdirSync(data).find((name) => /^world-\d+\.sqlite$/.test(name)) ?? "");

async function doctor(path = data) {
  const { io, said } = anIo();
  const code = await runCommand(["doctor", "--data", path, "--json"], io);
  return { code, said, report: code === 2 || said.out === "" ? undefined : JSON.parse(said.out) };
}

/** All files of the folder with their bytes. */
function fingerprint(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(data, { recursive: true, encoding: "utf8" }).toSorted()) {
    const path = join(data, name);
    hash.update(`${name} ${statSync(path).mode} `);
    if (statSync(path).isFile()) hash.update(readFileSync(path));
  }
  return hash.digest("hex");
}

test("a sound world: every check passes, the exit code is 0, and nothing is changed", async () => {
  const before = fingerprint();
  const { code, report } = await doctor();
  expect({ code, ...report }).toMatchObject({ code: 0, ok: true });
  expect(report.checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok])).toEqual([
    ["integrity", true],
    ["commits", true],
    ["schema", true],
    ["replay", true],
    ["books", true],
    ["open work", true],
  ]);
  expect(report.checks[5].found).toEqual([]);
  expect(fingerprint()).toBe(before);
  const { io, said } = anIo();
  expect(await runCommand(["doctor", "--data", data], io)).toBe(0);
  expect(said.out).toMatch(/^ok +integrity\nok +commits\nok +schema\nok +replay\n +ethereum: \d+ blocks/);
});

/** Restores the world file and its commit count file after the test. */
function putBack(): void {
  const files = [file(), `${file()}-commits`].map((path) => [path, readFileSync(path)] as const);
  onTestFinished(() => {
    for (const [path, bytes] of files) writeFileSync(path, bytes);
  });
}

describe("damage is found", () => {
  /** Examines the world with a change, without a commit count file (as of older versions), then restores both. */
  const looking = async (change: (db: Database) => void) => {
    putBack();
    forgetWitness(data);
    const db = new Database(file());
    try {
      change(db);
    } finally {
      db.close();
    }
    return doctor();
  };

  test.each<[string, (db: Database) => void, string, RegExp]>([
    [
      "a block with another time",
      (db) => void db.run("update block set timestamp = timestamp + 1 where network = 'polygon' and height = 2"),
      "replay",
      /"network":"polygon","height":2/,
    ],
    [
      "a movement with another amount",
      (db) => {
        // The schema refuses this; an edit by hand can bypass the schema.
        db.script("drop trigger movement_stays");
        db.run(
          "update movement set raw = '7' where kind = 'in' and asset <> '0x0000000000000000000000000000000000000000'",
        );
      },
      "books",
      /by the books -?\d+, on the chain \d+/,
    ],
    [
      "a row that points nowhere",
      (db) => {
        db.script("pragma foreign_keys = off");
        db.run("update vault set tenant_id = 'gone'");
      },
      "integrity",
      /a row of vault points to a row of tenant/,
    ],
    [
      "a newer schema",
      (db) => void db.run("insert into schema_version (version) values (9999)"),
      "schema",
      /schema 9999/,
    ],
  ])("%s", async (_name, change, check, says) => {
    const { code, report } = await looking(change);
    expect(code).toBe(1);
    const last = report.checks.at(-1);
    expect(last).toMatchObject({ name: check, ok: false });
    expect(last.found.join("\n")).toMatch(says);
  });

  test("work that no planned job covers is reported and left to the next start", async () => {
    const { code, report } = await looking((db) => void db.run("update delegation set state = 'pending'"));
    expect(code).toBe(0);
    expect(report.checks.at(-1).found[0]).toMatch(/^delegate .*; the next start takes it up$/);
  });

  test("a delivery with unknown outcome is reported and left to the next start (R-183)", async () => {
    const { code, report } = await looking((db) => {
      // As left by a process that ends while sending; this delivery is already dead.
      db.script("drop trigger delivery_moves");
      db.run("update delivery set state = 'sending' where id = (select min(id) from delivery)");
    });
    expect(code).toBe(0);
    expect(report.checks.at(-1).found).toEqual([
      expect.stringMatching(/^delivery .*: the end of an attempt is unknown; the next start takes it up$/),
    ]);
  });

  test("lost commits and a flipped byte in the database are reported, and the rest of the world is still checked (R-183, R-156, R-161)", async () => {
    putBack();
    const commitCount = readFileSync(`${file()}-commits`, "latin1");
    const more = String(Number(/\d+/.exec(commitCount)?.[0]) + 3).padStart(16, "0");
    const bytes = readFileSync(file());
    const flipped = Buffer.from(bytes);
    for (let at = flipped.indexOf("order-1"); at >= 0; at = flipped.indexOf("order-1", at))
      flipped.write("order-7", at);
    for (const [commits, world, says] of [
      [
        commitCount.replace(/\d{16}/, more),
        bytes,
        /^it lacks its last 3 commits \(world-\d+\.sqlite is at \d+ of \d+\)/,
      ],
      [commitCount, flipped, /^it was changed since its last clean stop/],
      ["nothing of the kind", bytes, /^it cannot be checked for completeness: world-\d+\.sqlite-commits was changed/],
    ] as const) {
      writeFileSync(`${file()}-commits`, commits);
      writeFileSync(file(), world);
      const before = fingerprint();
      const { code, report } = await doctor();
      const wrong = report.checks.filter(({ ok }: { ok: boolean }) => !ok);
      expect([code, wrong]).toEqual([1, [{ name: "commits", ok: false, found: [expect.stringMatching(says)] }]]);
      expect(report.checks.at(-1).name).toBe("open work");
      expect(fingerprint()).toBe(before);
    }
  });

  test("a file that is not a database", async () => {
    putBack();
    writeFileSync(file(), "nothing of the kind".repeat(500));
    const { code, report } = await doctor();
    expect([code, report.checks]).toMatchObject([1, [{ name: "integrity", ok: false }]]);
  });
});

test("a folder without a world, and a folder in use with its owner, are reported in one line (R-183)", async () => {
  const none = await doctor(join(folder, "none"));
  expect([none.code, none.said.err]).toEqual([1, expect.stringContaining("holds no world")]);
  const owner = await aSandbox({ data });
  const used = await doctor();
  expect([used.code, used.said.err]).toEqual([
    1,
    expect.stringContaining(`is in use by a sandbox (process ${process.pid}): stop that one first`),
  ]);
  await owner.close();
});
