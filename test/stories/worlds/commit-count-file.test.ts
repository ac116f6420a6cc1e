// The commit count file beside a world: lost commits and changed bytes are always reported.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Config, DEFAULT_CONFIG } from "../../../src/config/options.ts";
import { silentLog } from "../../../src/kernel/log.ts";
import { createSandbox } from "../../../src/runtime/sandbox.ts";
import { CommitCountFile, findDataLoss } from "../../../src/storage/commit-count-file.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault } from "../../support/payments/a-payout.ts";
import { forgetWitness } from "../../support/worlds/a-commit-count-file.ts";

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "witness-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "world");
}

/** A world with one payout; `killed` is its folder as after a kill. */
async function aKeptWorld() {
  const data = aFolder();
  const sandbox = await aSandbox({ data });
  await aVault(sandbox, { amount: "50" });
  await aPayout(sandbox, { reference_id: "order-1" });
  const killed = `${data}-killed`;
  cpSync(data, killed, { recursive: true });
  await sandbox.close();
  return { data, killed };
}

const start = (config: Partial<Config>, log = silentLog) =>
  createSandbox({ ...DEFAULT_CONFIG, port: 0, clock: "frozen", ...config }, { log });

const starts = async (config: Partial<Config>): Promise<void> => (await start(config)).close();

const witnessOf = (data: string): string =>
  readFileSync(join(data, readdirSync(data).find((name) => name.endsWith("-commits")) ?? ""), "latin1");

const commitsOf = (data: string): number => Number(/^commits (\d{16}) /.exec(witnessOf(data))?.[1]);

/** All places of a text in the file of the world, with another text of its length. */
function flip(data: string, from: string, to: string): Buffer {
  const file = join(data, "world-1.sqlite");
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at)) bytes.write(to, at);
  writeFileSync(file, bytes);
  return bytes;
}

test("truncated journal: a start without the write-ahead log reports how many commits are missing and what to do, and changes nothing; with the log restored it starts (R-156, R-161)", async () => {
  const { killed } = await aKeptWorld();
  const [file, wal] = ["world-1.sqlite", "world-1.sqlite-wal"].map((name) => join(killed, name)) as [string, string];
  const log = readFileSync(wal);
  rmSync(wal);
  const before = [readFileSync(file), witnessOf(killed)];
  await expect(start({ data: killed })).rejects.toThrow(
    /lacks its last \d+ commits \(world-1\.sqlite is at \d+ of \d+\): world-1\.sqlite-wal was deleted, .* --durability normal\. .*restore the missing files .* --accept-loss to continue/,
  );
  expect([readFileSync(file), witnessOf(killed)]).toEqual(before);
  writeFileSync(wal, log);
  await starts({ data: killed });
});

test("truncated journal: one commit that is cut off is reported as one (R-161)", async () => {
  const { killed } = await aKeptWorld();
  const [file, wal] = ["world-1.sqlite", "world-1.sqlite-wal"].map((name) => join(killed, name)) as [string, string];
  rmSync(`${file}-shm`, { force: true });
  // The last frame has the mark of the last commit.
  writeFileSync(wal, readFileSync(wal).subarray(0, -1));
  await expect(start({ data: killed })).rejects.toThrow(/lacks its last 1 commit \(/);
});

test("an accepted loss is logged, and the start after it is an ordinary one (R-161)", async () => {
  const { killed } = await aKeptWorld();
  rmSync(join(killed, "world-1.sqlite-wal"));
  const said: string[] = [];
  const log = { ...silentLog, warn: (_facts: object, message: string) => void said.push(message) };
  await (await start({ data: killed, acceptLoss: true }, log)).close();
  expect(said).toEqual([expect.stringMatching(/^accepted: the folder .* lacks its last \d+ commits/)]);
  await starts({ data: killed });
  expect(said).toHaveLength(1);
});

test("flipped byte in the database: a changed text outside of the chains is reported at the start after a clean end, and nothing is changed (R-156)", async () => {
  const { data } = await aKeptWorld();
  const bytes = flip(data, "order-1", "order-7");
  await expect(start({ data })).rejects.toThrow(
    /was changed since its last clean stop: the digest of world-1\.sqlite is another one.*--accept-loss/,
  );
  expect(readFileSync(join(data, "world-1.sqlite")).equals(bytes)).toBe(true);
  await starts({ data, acceptLoss: true });
  await starts({ data });
});

test("flipped byte in the database: every page of it is covered (R-156)", async () => {
  const { data } = await aKeptWorld();
  const file = join(data, "world-1.sqlite");
  const whole = readFileSync(file);
  for (const at of [200, Math.floor(whole.length / 2), whole.length - 1]) {
    const bytes = Buffer.from(whole);
    bytes[at] = bytes[at]! ^ 1;
    writeFileSync(file, bytes);
    await expect(start({ data }), `byte ${at}`).rejects.toThrow(/changed since its last clean stop|is damaged/);
  }
});

test("a kill loses nothing: committed data is there, without a digest to compare, also when the last commit is not counted yet (R-156, R-161)", async () => {
  const { killed } = await aKeptWorld();
  expect(witnessOf(killed)).toMatch(/ sha256 -{64}\n$/);
  const path = join(killed, "world-1.sqlite-commits");
  const commits = commitsOf(killed);
  writeFileSync(path, witnessOf(killed).replace(/\d{16}/, String(commits - 1).padStart(16, "0")));
  await starts({ data: killed });
  expect(commitsOf(killed)).toBeGreaterThanOrEqual(commits);
  expect(witnessOf(killed)).toMatch(/ sha256 [0-9a-f]{64}\n$/);
});

test("a folder without a count file, or with one that a loss of power left empty, starts and gets one (R-161)", async () => {
  const { data } = await aKeptWorld();
  for (const spoil of [
    () => forgetWitness(data),
    () => writeFileSync(join(data, "world-1.sqlite-commits"), ""),
    () => writeFileSync(join(data, "world-1.sqlite-commits"), Buffer.alloc(98)),
  ]) {
    spoil();
    await starts({ data });
    expect(witnessOf(data)).toMatch(/^commits \d{16} sha256 [0-9a-f]{64}\n$/);
  }
  writeFileSync(join(data, "world-1.sqlite-commits"), "commits many");
  await expect(start({ data })).rejects.toThrow(
    /cannot be checked for completeness: world-1\.sqlite-commits was changed/,
  );
  await starts({ data, acceptLoss: true });
});

test("a snapshot, a restore and a reset lose nothing, whether the sandbox is stopped or killed after them; each world has its own count file (R-161)", async () => {
  const data = aFolder();
  const sandbox = await aSandbox({ data });
  const { id } = await sandbox.control("POST", "/snapshots", { name: "early" });
  await aVault(sandbox, { amount: "50" });
  await aPayout(sandbox);
  const late = commitsOf(data);
  for (const call of [`/snapshots/${id}/restore`, "/reset"]) {
    await sandbox.control("POST", call);
    // The old world is removed after the answer.
    await sandbox.control("GET", "/status");
    const killed = `${data}${call.replaceAll("/", "-")}`;
    cpSync(data, killed, { recursive: true });
    expect(readdirSync(killed).filter((name) => name.endsWith("-commits"))).toHaveLength(1);
    expect(commitsOf(killed)).toBeLessThan(late);
    await starts({ data: killed });
  }
  await sandbox.close();
  await starts({ data });
});

test("the commits of a file are counted when it is opened, before its first commit (R-161)", () => {
  const file = aFolder();
  new CommitCountFile(file, 5).close();
  expect([findDataLoss(file, 5), findDataLoss(file, 6)]).toEqual([undefined, undefined]);
  expect(findDataLoss(file, 4)).toMatch(/^lacks its last 1 commit \(world is at 4 of 5\)/);
});

test("only commits that write are counted, and none in memory (R-161)", async () => {
  const data = aFolder();
  const sandbox = await aSandbox({ data });
  const before = commitsOf(data);
  sandbox.store.transaction(() => void sandbox.store.all("select * from setting"));
  expect(commitsOf(data)).toBe(before);
  for (let number = 1; number <= 3; number += 1)
    sandbox.store.transaction(() => void sandbox.store.run("update setting set value = value || ' '"));
  expect([commitsOf(data), sandbox.store.commits]).toEqual([before + 3, before + 3]);
  expect(() =>
    sandbox.store.transaction(() => {
      sandbox.store.run("update setting set value = ''");
      throw new RangeError("taken back");
    }),
  ).toThrow("taken back");
  expect([commitsOf(data), sandbox.store.commits]).toEqual([before + 3, before + 3]);
  const light = await aSandbox({});
  await aVault(light, { amount: "1" });
  expect(light.store.commits).toBe(0);
});

test("the owner of a folder in use is named, and a process that was killed is not (R-149)", async () => {
  const data = aFolder();
  const sandbox = await aSandbox({ data });
  await expect(start({ data })).rejects.toThrow(`is in use by another sandbox (process ${process.pid}): stop that one`);
  await sandbox.close();
  expect(existsSync(join(data, "owner.pid"))).toBe(false);
  writeFileSync(join(data, "owner.pid"), "1");
  await starts({ data });
});
