// Bound parameters are hidden from the query planner: a prepared statement is compiled once, not at each run.
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { Database } from "../../src/db/database.ts";
import { withOpaqueParameters } from "../../src/db/opaque-parameters.ts";

test.each([
  [
    "select * from t where a = :a and b>=:b limit :limit",
    "select * from t where a = +? and b>=+? limit +?",
    "a b limit",
  ],
  ["insert into t values (:a,:b_2)", "insert into t values (+?,+?)", "a b_2"],
  ["select 'at :a, it''s :b' || :c from t", "select 'at :a, it''s :b' || +? from t", "c"],
  ["select '12:30' as t", "select '12:30' as t", ""],
  ["select case when :a is null then '' else :a end", "select case when +? is null then '' else +? end", "a a"],
])("%s", (given, sql, names) =>
  expect(withOpaqueParameters(given)).toEqual({ sql, names: names.split(" ").filter(Boolean) }),
);

test("a value that is missing is an error, and so is a name that is not recognised", () => {
  const db = new Database(":memory:");
  expect(() => db.get("select :a as a")).toThrow("a value for each parameter");
  expect(() => db.get("select 1 where 1|:a", { a: 1 })).toThrow("parameter");
  db.close();
});

test("values keep their type and their affinity", () => {
  const db = new Database(":memory:");
  db.script("create table t (number integer, text text, bytes blob) strict; create index t_text on t (text)");
  db.run("insert into t values (:number, :text, :bytes)", { number: 7n, text: "07", bytes: Buffer.from([0, 255]) });
  db.run("insert into t values (:number, :text, :bytes)", { number: null, text: "7", bytes: null });
  expect(db.get("select * from t where text = :text", { text: "07" })).toEqual({
    ...{ number: 7, text: "07", bytes: Buffer.from([0, 255]) },
  });
  expect(db.all("select text from t where number = :number", { number: 7 })).toEqual([{ text: "07" }]);
  expect(db.get("select typeof(:a) as a, typeof(:b) as b", { a: "1", b: 1n })).toEqual({ a: "text", b: "integer" });
  const plan = db.all<{ detail: string }>("explain query plan select * from t where text = :text", { text: "7" });
  expect(plan.map(({ detail }) => detail)).toEqual(["SEARCH t USING INDEX t_text (text=?)"]);
  db.close();
});

/**
 * A statement whose plan depends on the bound value is compiled again when the value changes; the order of its rows shows the plan.
 * With statistics, a range of few rows is read from the index (ordered by `a`), a range of all rows from the table.
 */
test("the planner does not look at a bound value, so it need not compile the statement again for the next one", () => {
  const sqlite = new Sqlite(":memory:");
  sqlite.exec("create table t (a integer, b text); create index t_a on t (a)");
  const insert = sqlite.prepare("insert into t values (?, 'x')");
  for (let number = 0; number < 2_000; number += 1) insert.run(2_000 - number);
  sqlite.exec("analyze");
  const query = "select a, b from t where a > :a";
  const usesIndex = (sql: string, a: number | { a: number }): boolean => {
    const rows = sqlite.prepare(sql).all(a) as { a: number }[];
    return (rows[0]?.a ?? 0) < (rows.at(-1)?.a ?? 0);
  };
  expect([1_995, -1].map((a) => usesIndex(query, { a }))).toEqual([true, false]);
  const opaque = [1_995, -1].map((a) => usesIndex(withOpaqueParameters(query).sql, a));
  expect(new Set(opaque).size).toBe(1);
  sqlite.close();
});

test("the connection hides them", () => {
  const db = new Database(":memory:");
  db.script("create table t (a integer not null, b text not null) strict; create index t_a on t (a)");
  for (let number = 0; number < 2_000; number += 1)
    db.run("insert into t values (:a, :b)", { a: 2_000 - number, b: "x" });
  db.script("analyze");
  const firstOf = (a: number) => db.get<{ a: number }>("select a, b from t where a > :a", { a })?.a;
  const usesIndex = [firstOf(1_995) === 1_996, firstOf(-1) === 1];
  expect(new Set(usesIndex).size).toBe(1);
  db.close();
});
