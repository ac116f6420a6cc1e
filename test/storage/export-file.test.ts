// Files that are no world, or of another version: refused in one line that says what to do.
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../src/config/options.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { Problem } from "../../src/kernel/problem.ts";
import { createSandbox } from "../../src/runtime/sandbox.ts";
import { importWorld, MAX_WORLD_BYTES } from "../../src/storage/export-file.ts";
import { openSandbox } from "../support/a-sandbox.ts";

const folder = mkdtempSync(join(tmpdir(), "world-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "world.json");
let world: any;

beforeAll(async () => {
  const { control, end } = await openSandbox({ seed: 5 });
  await control("POST", "/deposits", {
    network: "base",
    asset: "USDC",
    amount: "1",
    to_address: `0x${"ab".repeat(20)}`,
  });
  world = await control("GET", "/export");
  await end();
});

/** What is said about a file with this text. */
function refusalOf(text: string): string {
  writeFileSync(path, text);
  try {
    importWorld(path).close();
    return "accepted";
  } catch (error) {
    if (error instanceof Problem) return error.detail;
    throw error;
  }
}

const changed = (change: (file: any) => void): string => {
  const file = structuredClone(world);
  change(file);
  return JSON.stringify(file);
};
const row = (file: any, table: string, column: string, value: unknown): void => {
  const { columns, rows } = file.tables[table];
  rows[0][columns.indexOf(column)] = value;
};

test("an unchanged one is accepted, in its envelope or without", () => {
  expect(refusalOf(JSON.stringify(world))).toBe("accepted");
  expect(refusalOf(JSON.stringify({ success: true, message: "", data: world }))).toBe("accepted");
  expect(refusalOf(`\uFEFF${JSON.stringify(world)}`)).toBe("accepted");
});

describe("refused", () => {
  test.each<[string, () => string, RegExp]>([
    ["no JSON", () => "seed: 1", /is not JSON; export it again/],
    ["half a file", () => JSON.stringify(world).slice(0, -1_000), /is not JSON/],
    ["something else", () => "[]", /is no exported world/],
    ["another format", () => changed((file) => (file.format = "x")), /is no exported world/],
    [
      "another version of the format",
      () => changed((file) => (file.version = 2)),
      /version 2, this is 1; use a version/,
    ],
    ["a version that is an object", () => changed((file) => (file.version = { a: 1 })), /version \{"a":1\}, this is 1/],
    [
      "an engine that is a list",
      () => changed((file) => (file.engine = [{}])),
      /another chain engine \(\[\{\}\], here/,
    ],
    ["a newer schema", () => changed((file) => (file.schema = 9_999)), /newer version \(schema 9999\)/],
    ["a schema that is none", () => changed((file) => (file.schema = 0)), /schema is no number/],
    [
      "another engine",
      () => changed((file) => (file.engine = "hardhat/1")),
      /another chain engine \(hardhat\/1, here hardhat/,
    ],
    ["no seed", () => changed((file) => delete file.seed), /seed or environment is missing/],
    ["a seed that is none", () => changed((file) => (file.seed = "1e3")), /seed is no whole number/],
    ["a seed of another world", () => changed((file) => (file.seed = "6")), /tables are of another world/],
    ["no tables", () => changed((file) => delete file.tables), /tables are not columns and rows/],
    ["a fraction", () => changed((file) => row(file, "tenant", "number", 1.5)), /not columns and rows/],
    ["an object as a value", () => changed((file) => row(file, "tenant", "name", {})), /not columns and rows/],
    ["no counters", () => changed((file) => delete file.counters), /counters are missing/],
    ["a counter that is text", () => changed((file) => (file.counters.event = "x")), /counter of "event"/],
    ["an unknown table", () => changed((file) => (file.tables.users = { columns: [], rows: [] })), /no table "users"/],
    ["a table that is missing", () => changed((file) => delete file.tables.block), /table "block" is missing/],
    ["other columns", () => changed((file) => file.tables.vault.columns.pop()), /"vault" has other columns/],
    [
      "a row that is too short",
      () => changed((file) => file.tables.vault.rows[0].pop()),
      /row 0 of table "vault" has 3/,
    ],
    [
      "a value the schema forbids",
      () => changed((file) => row(file, "tenant", "tier", "gold")),
      /row 0 of table "tenant" is refused/,
    ],
    [
      "text for a number",
      () => changed((file) => row(file, "tenant", "number", "one")),
      /row 0 of table "tenant" is refused/,
    ],
    [
      "a row twice",
      () => changed((file) => file.tables.vault.rows.push(file.tables.vault.rows[0])),
      /"vault" is refused/,
    ],
    [
      "a row that points nowhere",
      () => changed((file) => row(file, "vault", "tenant_id", "gone")),
      /"vault" points to a row/,
    ],
  ])("%s", (_name, text, says) => {
    expect(refusalOf(text())).toMatch(says);
    expect(refusalOf(text())).toMatch(/^--import: /);
  });

  test("a file that is not there or too large is not read", () => {
    expect(() => importWorld(join(folder, "gone.json"))).toThrow(/cannot be read \(ENOENT\); check the path/);
    expect(() => importWorld(folder)).toThrow(/cannot be read/);
    writeFileSync(path, "");
    truncateSync(path, MAX_WORLD_BYTES + 1);
    expect(() => importWorld(path)).toThrow(/at most 268435456 are read/);
  });
});

describe("starting", () => {
  const start = (text: string, flags: Record<string, unknown> = {}) => {
    writeFileSync(path, text);
    return createSandbox(loadConfig({ flags: { port: "0", import: path, ...flags } }), { log: silentLog });
  };

  test("a chain that does not give its hashes again stops the start with network, height and both hashes (R-163)", async () => {
    const text = changed((file) => row(file, "block", "timestamp", 1_800_000_000));
    await expect(start(text)).rejects.toThrow(
      /same chain again.*"network":"base","height":1,"journaled":"0x.*"replayed":"0x/,
    );
  });

  test("another genesis than that of this version is reported (R-167)", async () => {
    const text = changed((file) => row(file, "chain_genesis", "digest", "0".repeat(64)));
    await expect(start(text)).rejects.toThrow(/another genesis/);
  });

  test("a seed or environment beside the file's own is refused, the same one is fine", async () => {
    const text = JSON.stringify(world);
    await expect(start(text, { seed: "6" })).rejects.toThrow(/--import: this world has seed 5; leave --seed out/);
    await expect(start(text, { env: "production" })).rejects.toThrow(/environment sandbox; leave --env out/);
    const sandbox = await start(text, { seed: "5", clock: "frozen" });
    onTestFinished(() => sandbox.close());
    expect((await fetch(`${sandbox.url}/healthz`)).status).toBe(200);
  });
});
