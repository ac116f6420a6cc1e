// Data folders with files that were deleted, damaged or made read-only from outside: reported by name, and never a silent loss.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_CONFIG } from "../../../src/config/options.ts";
import { silentLog } from "../../../src/kernel/log.ts";
import { examine } from "../../../src/runtime/doctor.ts";
import { createSandbox } from "../../../src/runtime/sandbox.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aWallet } from "../../support/payments/on-chain.ts";

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tampered-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "world");
}

/** The folder of a stopped sandbox with one wallet and two snapshots. */
async function aStoppedWorld(): Promise<string> {
  const data = aFolder();
  const sandbox = await aSandbox({ data });
  await aWallet(sandbox.api);
  await sandbox.control("POST", "/snapshots", { name: "one" });
  await sandbox.control("POST", "/snapshots", { name: "two" });
  await sandbox.close();
  return data;
}

const start = (data: string) =>
  createSandbox({ ...DEFAULT_CONFIG, port: 0, clock: "frozen", data }, { log: silentLog });

async function countOfWallets({ api, ready }: ASandbox): Promise<number | undefined> {
  const { data } = await api.GET("/wallets", { params: { query: { page: 1, limit: 10 } } });
  expect(ready.api_key).not.toBe("");
  return data?.data.length;
}

test("a folder whose world file is gone is refused with the number of its commits, and nothing in it is removed (R-156, R-161)", async () => {
  const data = await aStoppedWorld();
  const commits = /^commits 0*(\d+) /.exec(readFileSync(join(data, "world-1.sqlite-commits"), "latin1"))?.[1];
  rmSync(join(data, "world-1.sqlite"));
  writeFileSync(join(data, "world-1.sqlite-wal"), Buffer.alloc(100, 1));
  const names = readdirSync(data).toSorted();
  const says = new RegExp(
    `lacks world-1\\.sqlite, and with it ${commits} commits\\. .*restore the missing files.*--accept-loss`,
  );
  await expect(start(data)).rejects.toThrow(says);
  await expect(examine(data)).rejects.toThrow(says);
  expect(readdirSync(data).toSorted()).toEqual(names);
  rmSync(join(data, "world-1.sqlite-commits"));
  await expect(start(data)).rejects.toThrow(/lacks world-1\.sqlite, and with it all commits\. /);
});

test("a damaged snapshot is left out and named in the log; the others work, and its id is not used again", async () => {
  const data = await aStoppedWorld();
  const damaged = join(data, "snapshots", "snapshot-2.json");
  writeFileSync(damaged, readFileSync(damaged).subarray(0, 20));
  const lines: string[] = [];
  const sandbox = await aSandbox({ data }, undefined, { hear: (line) => lines.push(line) });
  expect(lines.filter((line) => /snapshots\/snapshot-2\.json is damaged.*delete it/.test(line))).toHaveLength(1);
  const { items } = await sandbox.control("GET", "/snapshots");
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["one"]);
  expect((await sandbox.admin("POST", "/snapshots/snapshot-2/restore")).status).toBe(404);
  expect((await sandbox.control("POST", "/snapshots", {})).id).toBe("snapshot-3");
  await sandbox.control("POST", "/snapshots/snapshot-1/restore");
  expect(await countOfWallets(sandbox)).toBe(1);
});

test("a snapshot or an initial world whose database is damaged is refused by name; the world goes on, also after a restart", async () => {
  const data = await aStoppedWorld();
  for (const name of ["snapshots/snapshot-1.sqlite", "beginning.sqlite"]) {
    const file = join(data, name);
    writeFileSync(file, Buffer.alloc(readFileSync(file).length, 7));
  }
  const sandbox = await aSandbox({ data });
  const restored = await sandbox.admin("POST", "/snapshots/snapshot-1/restore");
  expect(restored.status).toBe(409);
  expect(JSON.stringify(restored.body)).toMatch(/snapshots\/snapshot-1\.sqlite is damaged/);
  const reset = await sandbox.admin("POST", "/reset");
  expect(reset.status).toBe(409);
  expect(JSON.stringify(reset.body)).toMatch(/beginning\.sqlite is damaged.*restore a snapshot/);
  expect(await countOfWallets(sandbox)).toBe(1);
  await sandbox.close();
  const again = await aSandbox({ data });
  expect(await countOfWallets(again)).toBe(1);
});

test("a damaged beginning.json neither stops the start nor answers 500: the reset is refused by name", async () => {
  const data = await aStoppedWorld();
  writeFileSync(join(data, "beginning.json"), "{");
  const sandbox = await aSandbox({ data });
  const reset = await sandbox.admin("POST", "/reset");
  expect([reset.status, JSON.stringify(reset.body)]).toEqual([
    409,
    expect.stringMatching(/beginning\.json is damaged/),
  ]);
  expect(await countOfWallets(sandbox)).toBe(1);
});

test("a deleted owner.lock lets nobody in while owner.pid names a running process; an id that is none does not matter (R-149)", async () => {
  const data = await aStoppedWorld();
  rmSync(join(data, "owner.lock"));
  writeFileSync(join(data, "owner.pid"), String(process.ppid));
  await expect(start(data)).rejects.toThrow(
    new RegExp(
      `in use by another sandbox \\(process ${process.ppid}\\), whose owner\\.lock was deleted: .*owner\\.pid`,
    ),
  );
  await expect(examine(data)).rejects.toThrow(/whose owner\.lock was deleted/);
  const ended = spawnSync(process.execPath, ["-e", "console.log(process.pid)"], { encoding: "utf8" }).stdout.trim();
  writeFileSync(join(data, "owner.pid"), ended);
  expect(await countOfWallets(await aSandbox({ data }))).toBe(1);
});

test("a reset in a folder that became read-only is refused with the reason, and the world goes on (R-159)", async () => {
  const data = await aStoppedWorld();
  const sandbox = await aSandbox({ data });
  chmodSync(join(data, ".."), 0o755);
  chmodSync(data, 0o555);
  for (const name of ["beginning.json", "beginning.sqlite"]) chmodSync(join(data, name), 0o444);
  const me = process.geteuid?.() ?? 1;
  // Permissions do not restrict root.
  if (me === 0) process.seteuid?.(65_534);
  try {
    const reset = await sandbox.admin("POST", "/reset");
    expect([reset.status, JSON.stringify(reset.body)]).toEqual([500, expect.stringMatching(/check its permissions/)]);
    expect(await countOfWallets(sandbox)).toBe(1);
    expect(sandbox.mistakes).toEqual([expect.objectContaining({ code: "EACCES" })]);
    sandbox.mistakes.length = 0;
  } finally {
    if (me === 0) process.seteuid?.(me);
    chmodSync(data, 0o700);
  }
  await sandbox.control("POST", "/reset");
  expect(await countOfWallets(sandbox)).toBe(0);
});

test("a folder below /proc is refused at once", () => {
  const module = new URL("../../../src/storage/data-folder.ts", import.meta.url).href;
  const script = `import { openDataFolder } from "${module}"; try { openDataFolder("/proc/x/y") } catch (error) { console.log(error.message) }`;
  const { stdout, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: 10_000,
    killSignal: "SIGKILL",
  });
  expect([signal, stdout]).toEqual([null, expect.stringMatching(/cannot be used \(ENOENT\): check the path/)]);
});
