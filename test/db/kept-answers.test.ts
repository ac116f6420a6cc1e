// Answers kept in memory are those that the database would give, whatever was written in between.
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { Database } from "../../src/db/database.ts";
import { MAX_KEPT, writtenTable } from "../../src/db/kept-answers.ts";
import { migrate } from "../../src/db/migrate.ts";

const QUERIES = [
  ["select * from a where id = :id", { id: 1 }],
  ["select * from a where id = :id", { id: 2 }],
  ["select * from a order by value desc limit 1", undefined],
  ["select count(*) as count from b", undefined],
  ["select a.id, b.value from a join b on b.id = a.id order by a.id", undefined],
] as const;

function aDatabase(): Database {
  const db = new Database(":memory:");
  db.script("create table a (id integer primary key, value integer) strict; create table b as select * from a");
  return db;
}

const write = fc.record({
  table: fc.constantFrom("a", "b"),
  kind: fc.constantFrom("insert", "update", "delete", "fail"),
  id: fc.integer({ min: 1, max: 3 }),
  value: fc.integer({ min: 0, max: 9 }),
});

function perform(
  db: Database,
  { table, kind, id, value }: typeof write extends fc.Arbitrary<infer T> ? T : never,
): void {
  const insert = `insert into ${table} (id, value) values (:id, :value)`;
  if (kind === "delete") db.run(`delete from ${table} where id = :id`, { id });
  if (kind === "update") db.run(`update ${table} set value = :value where id = :id`, { id, value });
  if (kind !== "insert" && kind !== "fail") return;
  const work = (): void => {
    db.run(`delete from ${table} where id = :id`, { id });
    db.get(`${insert} returning id`, { id, value });
    for (const [sql, parameters] of QUERIES) db.keptAll(sql, parameters);
    if (kind === "fail") throw new RangeError("rolled back");
  };
  if (kind === "fail") expect(() => db.transaction(work)).toThrow("rolled back");
  else db.transaction(work);
}

test("they equal what the database answers, after any writes and after transactions that were rolled back", () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 30 }), (writes) => {
      const db = aDatabase();
      for (const one of writes) {
        perform(db, one);
        for (const [sql, parameters] of QUERIES) {
          expect(db.keptAll(sql, parameters)).toEqual(db.all(sql, parameters));
          expect(db.keptGet(sql, parameters)).toEqual(db.get(sql, parameters));
        }
      }
      db.close();
    }),
    { numRuns: 100 },
  );
});

test("an answer is kept until its table is written, and is frozen", () => {
  const db = aDatabase();
  db.run("insert into a (id, value) values (:id, :value)", { id: 1, value: 5 });
  const [sql, parameters] = QUERIES[0];
  const first = db.keptGet<{ value: number }>(sql, parameters);
  db.run("insert into b (id, value) values (:id, :value)", { id: 1, value: 5 });
  expect(db.keptGet(sql, parameters)).toBe(first);
  expect(() => Object.assign(first ?? {}, { value: 6 })).toThrow(TypeError);
  db.run("update a set value = :value where id = :id", { id: 1, value: 7 });
  expect(db.keptGet(sql, parameters)).toEqual({ id: 1, value: 7 });
  db.script("delete from a");
  expect(db.keptGet(sql, parameters)).toBeUndefined();
  db.close();
});

test("after a write whose table is not known all are asked again", () => {
  const db = aDatabase();
  const count = () => db.keptGet<{ count: number }>("select count(*) as count from a")?.count;
  expect(count()).toBe(0);
  db.run("with n as (select 5 as id) insert into a (id, value) select id, 1 from n");
  expect(count()).toBe(1);
  db.close();
});

test("however many different ones are asked, they stay right and bounded", () => {
  const db = aDatabase();
  db.run("insert into a (id, value) values (:id, :value)", { id: 1, value: 5 });
  for (let id = 0; id < MAX_KEPT * 2 + 5; id += 1)
    expect(db.keptGet("select value from a where id = :id", { id })).toEqual(id === 1 ? { value: 5 } : undefined);
  db.close();
});

test.each([
  ["insert into block (a) values (:a)", "block"],
  ["insert or ignore into rate values (:a)", "rate"],
  ["  update movement set a = 1", "movement"],
  ["delete from owed_block", "owed_block"],
  ["with x as (select 1) insert into a select * from x", undefined],
  ["pragma user_version = 3", undefined],
])("%s writes %s", (sql, table) => expect(writtenTable(sql)).toBe(table));

test("no trigger and no foreign key of the schema writes to another table: such a write would not be seen", () => {
  const db = new Database(":memory:");
  migrate(db);
  const rows = db.all<{ sql: string }>("select sql from sqlite_schema where sql is not null");
  expect(rows.length).toBeGreaterThan(50);
  for (const { sql } of rows) {
    expect(sql).not.toMatch(/on (delete|update) (cascade|set)/i);
    if (/^create trigger/i.test(sql))
      expect(sql.slice(sql.indexOf("begin"))).not.toMatch(/\b(insert|update|delete)\b/i);
  }
  db.close();
});

test("what a writer puts in is the answer until the next write, and no answer is put where none was asked for", () => {
  const db = aDatabase();
  const [sql, parameters] = QUERIES[0];
  const row = { id: 1, value: 5 };
  db.putKept(sql, parameters, { id: 1, value: 9 });
  expect(db.keptGet(sql, parameters)).toBeUndefined();
  db.run("insert into a (id, value) values (:id, :value)", row);
  db.putKept(sql, parameters, row);
  const asked = vi.spyOn(db, "get");
  expect(db.keptGet(sql, parameters)).toEqual(row);
  expect(asked).not.toHaveBeenCalled();
  const changed = (): never => {
    db.run("update a set value = :value where id = :id", { id: 1, value: 6 });
    db.putKept(sql, parameters, { id: 1, value: 6 });
    throw new RangeError("rolled back");
  };
  expect(() => db.transaction(changed)).toThrow("rolled back");
  expect(db.keptGet(sql, parameters)).toEqual(row);
  db.close();
});

test("texts with any characters are told apart", () => {
  const db = aDatabase();
  const ask = (x: string, y: string) =>
    db.keptGet<{ text: string }>("select :x || '|' || :y as text from (select 1) left join a on a.id = 0", { x, y })
      ?.text;
  expect(ask("a", "1:b")).toBe("a|1:b");
  expect(ask("a1:", "b")).toBe("a1:|b");
  expect(ask("a1:1", "b")).toBe("a1:1|b");
  db.close();
});
