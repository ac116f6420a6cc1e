// Pages of long lists: the same rows from either end, and indexes for every default order.
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { Database } from "../../src/db/database.ts";
import { readPage, readWindow, reversed } from "../../src/domain/page.ts";
import { anEmptyDatabase } from "../support/worlds/an-empty-database.ts";

function aList(rows: number): Database {
  const db = new Database(":memory:");
  db.script("create table item (id integer primary key, kind integer not null) strict");
  for (let id = 1; id <= rows; id += 1) db.run("insert into item (id, kind) values (:id, :kind)", { id, kind: id % 3 });
  return db;
}

test("any page is the same slice of the full list, from whichever end it is read (S-572)", () => {
  const db = aList(57);
  const listing = { from: "from item where kind <> :kind", order: "kind desc, id asc", parameters: { kind: 1 } };
  const all = readPage<{ id: number }>(db, listing, { page: 1, limit: 100 }).rows;
  fc.assert(
    fc.property(fc.nat(60), fc.integer({ min: 1, max: 60 }), (offset, limit) => {
      const { rows, totalItems } = readWindow<{ id: number }>(db, listing, { limit, offset });
      expect(rows).toEqual(all.slice(offset, offset + limit));
      expect(totalItems).toBe(all.length);
    }),
  );
});

test("a walk over a list counts it once, and again after every change, also one that was rolled back", () => {
  const db = aList(57);
  const listing = { from: "from item where kind <> :kind", order: "id asc", parameters: { kind: 1 } };
  const total = (kind = 1): number =>
    readWindow(db, { ...listing, parameters: { kind } }, { limit: 1, offset: 0 }).totalItems;
  const asked = vi.spyOn(Database.prototype, "get");
  onTestFinished(() => asked.mockRestore());
  const counts = (): number => asked.mock.calls.filter(([sql]) => sql.startsWith("select count(*)")).length;
  expect([total(), total(), total(7), total(7), counts()]).toEqual([38, 38, 57, 57, 2]);
  const one = "insert into item (kind) values (2)";
  db.run(one);
  expect(total()).toBe(39);
  db.all(`${one} returning id`);
  expect(total()).toBe(40);
  const undone = (): void =>
    db.transaction(() => {
      db.run(one);
      expect(total()).toBe(41);
      throw new Error("taken back");
    });
  expect(undone).toThrow("taken back");
  expect(total()).toBe(40);
  db.transaction(() => db.run(one));
  expect(total()).toBe(41);
});

test("a page that is asked again is read once, and again after every change; what a caller does to its rows stays there", () => {
  const db = aList(57);
  const listing = { from: "from item where kind <> :kind", order: "id asc", parameters: { kind: 1 } };
  const read = (offset = 0) => readWindow<{ id: number }>(db, listing, { limit: 3, offset }).rows;
  const asked = vi.spyOn(Database.prototype, "all");
  onTestFinished(() => asked.mockRestore());
  const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
  expect([idsOf(read()), idsOf(read()), asked.mock.calls.length]).toEqual([[2, 3, 5], [2, 3, 5], 1]);
  read().length = 0;
  expect(() => Object.assign(read()[0]!, { id: 99 })).toThrow(TypeError);
  expect([idsOf(read()), idsOf(read(36)), idsOf(read(36)), asked.mock.calls.length]).toEqual([
    ...[
      [2, 3, 5],
      [56, 57],
      [56, 57],
    ],
    2,
  ]);
  db.run("delete from item where id = 3");
  expect(idsOf(read())).toEqual([2, 5, 6]);
  for (let offset = 0; offset < 20; offset += 1) read(offset);
  expect(idsOf(read())).toEqual([2, 5, 6]);
});

test("an order is turned round key by key", () => {
  expect(reversed("created_at desc, id asc")).toBe("created_at asc, id desc");
  expect(reversed("cast(network as integer) asc, id asc")).toBe("cast(network as integer) desc, id desc");
});

const LISTS = [
  ["deposits", "from deposit where tenant_id = 't' and state <> 'orphaned' and true", "block_time desc, id desc"],
  ["transactions", "from transaction_record where tenant_id = 't' and true", "created_at desc, id desc"],
  ["payouts", "from payout where tenant_id = 't' and true", "created_at desc, id desc"],
  ["payouts of a vault", "from payout where vault_id = 'v' and true", "created_at desc, id desc"],
  ["pending payouts", "from payout where vault_id = 'v' and status = 'queued'", "created_at asc, id asc"],
  ["wallets", "from address where tenant_id = 't' and category = 'user' and true", "created_at desc, id desc"],
  [
    "wallets of an owner",
    "from address where tenant_id = 't' and category = 'user' and owner = 'o' and true",
    "created_at desc, id desc",
  ],
  ["settlements of a UDA", "from settlement where uda_id = 'u'", "created_at desc, id desc"],
  ["UDAs", "from uda where tenant_id = 't'", "created_at desc, id desc"],
] as const;

test.each(LISTS)("the list of %s is found and ordered by an index, in both directions", (_name, from, order) => {
  const db = anEmptyDatabase();
  for (const direction of [order, reversed(order)]) {
    const plan = db.all<{ detail: string }>(`explain query plan select * ${from} order by ${direction} limit 20`);
    const details = plan.map(({ detail }) => detail).join("; ");
    expect(details).toContain("USING INDEX");
    expect(details).not.toContain("TEMP B-TREE");
  }
});

test("a list of deposits is counted from its index alone", () => {
  const db = anEmptyDatabase();
  const plan = db.all<{ detail: string }>(`explain query plan select count(*) ${LISTS[0][1]}`);
  expect(plan.map(({ detail }) => detail).join("; ")).toContain("COVERING INDEX");
});
