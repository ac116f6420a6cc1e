// The one SQLite connection: its settings on every open, its transactions, and what it refuses.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Database } from "../../src/db/database.ts";

function aFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "database-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "world.sqlite");
}

function aDatabase(path = ":memory:"): Database {
  const db = new Database(path);
  onTestFinished(() => db.close());
  return db;
}

function aTable(): Database {
  const db = aDatabase();
  db.script("create table thing (name text primary key, number integer) strict");
  return db;
}

const names = (db: Database): string[] =>
  db.all<{ name: string }>("select name from thing order by name").map(({ name }) => name);

function insert(db: Database, name: string): void {
  db.run("insert into thing (name, number) values (:name, 1)", { name });
}

describe("every open sets what keeps data safe (R-147)", () => {
  const setting = (db: Database, name: string): unknown =>
    Object.values(db.get<Record<string, unknown>>(`pragma ${name}`) ?? {})[0];
  const wanted = {
    journal_mode: "wal",
    synchronous: 1,
    foreign_keys: 1,
    busy_timeout: 5_000,
    trusted_schema: 0,
    cell_size_check: 1,
    cache_size: -2_000,
  };

  test("the first time, and again after a close, whatever the file was left with", () => {
    const path = aFile();
    for (const _time of ["first", "second", "third"]) {
      const db = new Database(path);
      const read = Object.fromEntries(Object.keys(wanted).map((name) => [name, setting(db, name)]));
      db.close();
      expect(read).toEqual(wanted);
    }
  });

  test("full durability waits for the disk at each commit; a reader sets all but the journal (R-147, R-148)", () => {
    const path = aFile();
    const full = new Database(path, "full");
    expect([setting(full, "synchronous"), setting(full, "journal_mode")]).toEqual([2, "wal"]);
    full.script("create table thing (name text primary key, number integer) strict");
    full.close();
    const reader = new Database(path, "reading");
    onTestFinished(() => reader.close());
    const read = Object.fromEntries(Object.keys(wanted).map((name) => [name, setting(reader, name)]));
    expect(read).toEqual(wanted);
    expect(() => insert(reader, "a")).toThrow(/SQLITE_READONLY/);
    expect(() => new Database(join(path, "..", "none.sqlite"), "reading")).toThrow();
  });

  test.each(Object.keys(wanted))("a %s that SQLite does not take stops the open (R-147)", (name) => {
    const path = aFile();
    const pragma = Sqlite.prototype.pragma;
    const deaf = vi.spyOn(Sqlite.prototype, "pragma").mockImplementation(function (
      this: Sqlite.Database,
      text,
      options,
    ) {
      return text.startsWith(name) ? 42n : pragma.call(this, text, options);
    });
    onTestFinished(() => deaf.mockRestore());
    expect(() => new Database(path)).toThrow(/SQLite refused a setting/);
  });

  test("also in memory, where only the journal differs (R-170)", () => {
    const db = aDatabase();
    expect(setting(db, "foreign_keys")).toBe(1);
    expect(setting(db, "journal_mode")).toBe("memory");
  });

  test("a database in memory keeps its pages outside of SQLite's cache, which each commit may look through", () => {
    const db = aTable();
    // SQLite's own `:memory:` has no other place for its pages, and no other journal than one in memory.
    expect(db.get("pragma journal_mode = delete")).toEqual({ journal_mode: "delete" });
  });

  test("a database in memory that has reached its limit says what to do, and takes back the change", () => {
    const db = aTable();
    db.run("insert into thing (name) values ('kept')");
    db.get("pragma max_page_count = 2");
    const fill = (): void => db.transaction(() => insert(db, "x".repeat(100_000)));
    expect(fill).toThrow(
      "the world in memory has reached its limit of 1 GB: reset it, or start with --data DIR; the change that it stopped was not made (SQLITE_FULL)",
    );
    expect(names(db)).toEqual(["kept"]);
  });

  test("what was committed is there at the next open", () => {
    const path = aFile();
    const first = new Database(path);
    first.script("create table thing (name text primary key, number integer) strict");
    first.transaction(() => insert(first, "kept"));
    first.close();
    first.close();
    expect(names(aDatabase(path))).toEqual(["kept"]);
  });
});

describe("a transaction", () => {
  test("that throws changes nothing, and the next one works (R-114)", () => {
    const db = aTable();
    const failing = () =>
      db.transaction(() => {
        insert(db, "half");
        throw new RangeError("stopped");
      });
    expect(failing).toThrow(RangeError);
    expect(names(db)).toEqual([]);
    db.transaction(() => insert(db, "next"));
    expect(names(db)).toEqual(["next"]);
  });

  test("does not wait for a promise: it is refused and rolled back (R-150)", () => {
    const db = aTable();
    const waiting = async (): Promise<void> => insert(db, "half");
    expect(() => db.transaction(waiting as () => never)).toThrow("does not wait for a promise");
    const thenable = () => {
      insert(db, "half");
      // biome-ignore lint/suspicious/noThenProperty: whatever can be awaited is refused, not only a Promise
      return { then() {} } as never;
    };
    expect(() => db.transaction(thenable)).toThrow("does not wait for a promise");
    expect(names(db)).toEqual([]);
  });

  test("does not open inside another, and the outer one is lost with it", () => {
    const db = aTable();
    const nested = () =>
      db.transaction(() => {
        insert(db, "outer");
        db.transaction(() => insert(db, "inner"));
      });
    expect(nested).toThrow("does not open inside another");
    expect(names(db)).toEqual([]);
    expect(db.inTransaction).toBe(false);
  });

  test("gives back what the work gives", () => {
    expect(aTable().transaction(() => 42)).toBe(42);
  });

  test("begins with a write lock, so that no other connection writes in between (R-151)", () => {
    const path = aFile();
    const db = aDatabase(path);
    db.script("create table thing (name text primary key, number integer) strict");
    const other = new Sqlite(path, { timeout: 0 });
    onTestFinished(() => void other.close());
    db.transaction(() => {
      expect(db.inTransaction).toBe(true);
      expect(() => other.exec("insert into thing values ('other', 1)")).toThrow("locked");
    });
    expect(names(db)).toEqual([]);
  });
});

describe("the bell after a commit", () => {
  test("rings once for each commit, however many statements it holds, and after it is written", () => {
    const db = aTable();
    const heard: (readonly [boolean, string[]])[] = [];
    db.onCommit(() => heard.push([db.inTransaction, names(db)]));
    db.transaction(() => {
      insert(db, "a");
      insert(db, "b");
      expect(heard).toEqual([]);
    });
    db.transaction(() => insert(db, "c"));
    expect(heard).toEqual([
      [false, ["a", "b"]],
      [false, ["a", "b", "c"]],
    ]);
  });

  test("stays silent after a rollback", () => {
    const db = aTable();
    const heard: string[] = [];
    db.onCommit(() => heard.push("ding"));
    const failing = () =>
      db.transaction(() => {
        insert(db, "half");
        throw new Error("stopped");
      });
    expect(failing).toThrow("stopped");
    expect(heard).toEqual([]);
  });

  test("reaches every listener", () => {
    const db = aTable();
    const heard: string[] = [];
    db.onCommit(() => heard.push("one"));
    db.onCommit(() => heard.push("two"));
    db.transaction(() => insert(db, "a"));
    expect(heard).toEqual(["one", "two"]);
  });
});

describe("an integer", () => {
  test("of 2^53 - 1 is read exactly, as a plain number", () => {
    const db = aTable();
    db.run("insert into thing values ('big', :number)", { number: BigInt(Number.MAX_SAFE_INTEGER) });
    expect(db.get("select number from thing")).toEqual({ number: Number.MAX_SAFE_INTEGER });
  });

  test.each([2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n), 2n ** 63n - 1n])(
    "of %s is refused and never rounded (R-152)",
    (number) => {
      const db = aTable();
      db.run("insert into thing values ('big', :number)", { number });
      expect(() => db.get("select number from thing")).toThrow("more than 2^53");
      expect(() => db.all("select number from thing")).toThrow("more than 2^53");
    },
  );
});

test("a value of the wrong kind is refused by the table itself (R-152)", () => {
  const db = aTable();
  expect(() => db.run("insert into thing values ('text', 'not a number')")).toThrow("cannot store TEXT");
  expect(names(db)).toEqual([]);
});

test("the number of changed rows is returned, so that a lost race is noticed", () => {
  const db = aTable();
  insert(db, "a");
  expect(db.run("update thing set number = 2 where name = 'a'")).toBe(1);
  expect(db.run("update thing set number = 2 where name = 'b'")).toBe(0);
});

test("a row that is not there is undefined, a list without rows is empty", () => {
  const db = aTable();
  expect(db.get("select * from thing")).toBeUndefined();
  expect(db.all("select * from thing")).toEqual([]);
});
