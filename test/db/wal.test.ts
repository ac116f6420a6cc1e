// The write-ahead log of a world in a folder: it is written back again and again, also during a read.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Database } from "../../src/db/database.ts";

const MOST_WAL = 64 * 1024 * 1024;

test("R-179 I-45 the log stays far below 64 MB however much is written, because no reader is left open between two calls", () => {
  const folder = mkdtempSync(join(tmpdir(), "wal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "world.sqlite");
  const db = new Database(path);
  onTestFinished(() => db.close());
  db.script("create table note (id integer primary key, text text not null) strict");
  const text = "x".repeat(100_000);
  let [written, greatest] = [0, 0];
  for (let commit = 0; commit < 60; commit += 1) {
    db.transaction(() => {
      for (let row = 0; row < 20; row += 1) db.run("insert into note (text) values (:text)", { text });
    });
    written += 20 * text.length;
    // Readers stop half way through: a page, the first of many.
    expect(db.all("select id from note order by id limit 20")).toHaveLength(20);
    expect(db.get("select id from note order by id desc")).toBeDefined();
    greatest = Math.max(greatest, statSync(`${path}-wal`).size);
  }
  expect(written).toBeGreaterThan(1.5 * MOST_WAL);
  expect(greatest).toBeLessThan(MOST_WAL / 4);
});
