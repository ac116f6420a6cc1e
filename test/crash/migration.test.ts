// A world of an older version, killed during its migration: the next start has everything that was acknowledged.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Database } from "../../src/db/database.ts";
import { newestSchema, schemaOf } from "../../src/db/migrate.ts";
import { clientOf } from "./client.ts";
import { brokenPromises, unpackOldWorld } from "./old-world.ts";
import { doctor, end, type Running, start } from "./process.ts";

function anOldWorld() {
  const folder = mkdtempSync(join(tmpdir(), "old-world-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, old: unpackOldWorld(folder) };
}

function started(folder: string, failpoint = ""): Running {
  const running = start(folder, failpoint);
  onTestFinished(() => void end(running, "SIGKILL"));
  return running;
}

function schemaIn(folder: string): number {
  const db = new Database(join(folder, "world-1.sqlite"));
  try {
    return schemaOf(db);
  } finally {
    db.close();
  }
}

test.each(["backup.mid", "migrate.mid"])(
  "R-154 R-155 R-175 killed at %s, a world of schema 16 stays intact; the next start migrates it and keeps what was acknowledged",
  async (place) => {
    const { folder, old } = anOldWorld();
    expect(await started(folder, place).ended).toBe("SIGKILL");
    expect(schemaIn(folder)).toBe(old.schema);
    const running = started(folder);
    expect(await brokenPromises(clientOf(await running.ready), old)).toEqual([]);
    expect(existsSync(join(folder, `backup-schema-${old.schema}.sqlite`))).toBe(true);
    expect(await end(running, "SIGTERM")).toBe(0);
    expect(schemaIn(folder)).toBe(newestSchema());
    expect(await doctor(folder)).toMatchObject({ code: 0 });
  },
);

test("R-155 R-184 a snapshot and the first world of an older version are brought to the present schema when they are gone back to", async () => {
  const { folder, old } = anOldWorld();
  const running = started(folder);
  const client = clientOf(await running.ready);
  await client.must("POST", `/admin/snapshots/${old.promises.snapshot}/restore`, {});
  expect((await client.must("GET", "/v1/deposits")).length).toBe(2);
  await client.must("POST", "/admin/reset", {});
  expect(await client.must("GET", "/v1/deposits")).toEqual([]);
  expect(await end(running, "SIGTERM")).toBe(0);
  expect(await doctor(folder)).toMatchObject({ code: 0, said: expect.not.stringContaining("this version knows") });
});
