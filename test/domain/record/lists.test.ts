// Lists of records over all tenants: the same rows as a filter over everything, by cursor, and no statement that reads a whole table.
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../../src/db/database.ts";
import { pageOfDelegations } from "../../../src/domain/record/delegations.ts";
import { type FoundRecord, recordById, relatedTo } from "../../../src/domain/record/family.ts";
import { RECORD_KINDS, RECORD_TABLES, type RecordKind, type RecordTable } from "../../../src/domain/record/kinds.ts";
import { MAX_LOOKED_AT, pageOfRecords, type RecordQuery } from "../../../src/domain/record/store.ts";
import {
  attemptsOfDeliveries,
  attemptsOfSubjects,
  canonicalBlock,
  deliveriesOfEvents,
  eventsOfResources,
  movesOf,
  orphanedWith,
  plannedFor,
} from "../../../src/domain/record/timeline-store.ts";
import { uuidV7 } from "../../../src/kernel/ids.ts";
import { aDeposit, aHash, aPayout, aTenant, aUda, aWallet, aWorld, fund } from "../../support/worlds/a-world.ts";
import { anEmptyDatabase } from "../../support/worlds/an-empty-database.ts";
import { statementsAsked } from "../../support/worlds/statements-asked.ts";

const ANY: RecordQuery = {
  ...{ tenantId: null, owner: null, network: null, state: null, q: null, from: null, to: null },
  ...{ before: null, after: null, order: "newest", limit: 100 },
};
type Row = { id: string } & Record<string, unknown>;

/** All pages of a query, one after the other, newest first. Oldest first they must be the same rows. */
function walk(db: Database, kind: RecordKind, query: RecordQuery): Row[] {
  const rows = walkIn(db, kind, query);
  expect(walkIn(db, kind, { ...query, order: "oldest" })).toEqual(rows.toReversed());
  return rows;
}

function walkIn(db: Database, kind: RecordKind, query: RecordQuery): Row[] {
  const rows: Row[] = [];
  const cursor = query.order === "newest" ? "before" : "after";
  let at = query[cursor];
  for (;;) {
    const page = pageOfRecords<Row>(db, kind, { ...query, [cursor]: at });
    expect(page.rows.length).toBeLessThanOrEqual(query.limit);
    rows.push(...page.rows);
    if (page.next === null) return rows;
    if (at !== null) expect(cursor === "before" ? page.next < at : page.next > at).toBe(true);
    at = page.next;
  }
}

function aBusyWorld() {
  const world = aWorld();
  world.write(() => aTenant(world, "other"));
  for (let step = 0; step < 12; step += 1) {
    world.clock.moveTo(world.clock.now() + (step % 3) * 500);
    const network = ["ethereum", "base", "polygon"][step % 3] ?? "base";
    const wallet = aWallet(world, { owner: `owner-${step % 4}`, network });
    aDeposit(world, wallet, { hash: aHash(step * 4_096 + 7) });
    if (step % 4 === 0) aUda(world, { owner: `uda-${step}` });
  }
  fund(world, world.vaultOn("ethereum"), "USDT", 10_000_000_000n);
  for (let step = 0; step < 8; step += 1) aPayout(world, { referenceId: `order-${step}` });
  world.db.run("update deposit set state = 'orphaned' where ordinal = 0 and owner = 'owner-3'");
  return world;
}

/** The values that rows of a kind have in a column of its shape, and one that none has. */
const valuesOf = (rows: readonly Row[], column: string | undefined, none: string): (string | null)[] => [
  null,
  none,
  ...(column === undefined ? [] : [...new Set(rows.map((row) => String(row[column])))]),
];

test("every filter, alone and together, finds what it finds in a list of everything, page by page (decision 0050)", () => {
  const { db } = aBusyWorld();
  for (const kind of ["deposit", "wallet", "uda", "payout", "transaction", "vault"] as const) {
    const shape: RecordTable = RECORD_TABLES[kind];
    const own = shape.where === "" ? "" : ` where ${shape.where}`;
    const all = db.all<Row>(`select * from ${shape.table}${own} order by id desc`);
    expect(all.length, kind).toBeGreaterThan(1);
    const texts = all.flatMap((row) => shape.texts.map(({ column }) => String(row[column])));
    const times = all.map(({ id }) => Number.parseInt(id.replace("-", "").slice(0, 12), 16));
    const query = fc.record({
      tenantId: fc.constantFrom(...valuesOf(all, "tenant_id", "nobody")),
      owner: fc.constantFrom(...(shape.owner === undefined ? [null] : valuesOf(all, shape.owner, "nobody"))),
      network: fc.constantFrom(...(shape.network === undefined ? [null] : valuesOf(all, shape.network, "nowhere"))),
      state: fc.constantFrom(...(shape.state === undefined ? [null] : valuesOf(all, shape.state, "failed"))),
      q: fc.oneof(
        fc.constant(null),
        fc.tuple(fc.constantFrom(...texts), fc.integer({ min: 1, max: 70 })).map(([text, size]) => text.slice(0, size)),
      ),
      from: fc.constantFrom(null, ...times),
      to: fc.constantFrom(null, ...times),
      before: fc.constantFrom(null, ...all.map(({ id }) => id)),
      after: fc.constantFrom(null, ...all.map(({ id }) => id)),
      order: fc.constant("newest" as const),
      limit: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(query, (asked) => {
        const starts = ({ q }: RecordQuery, row: Row): boolean =>
          q === null ||
          shape.texts.some(({ column, hex }) => String(row[column]).startsWith(hex ? q.toLowerCase() : q));
        const wanted = all.filter((row, at) => {
          const time = times[at] ?? 0;
          return (
            (asked.tenantId === null || row["tenant_id"] === asked.tenantId) &&
            (asked.owner === null || row[shape.owner ?? ""] === asked.owner) &&
            (asked.network === null || row[shape.network ?? ""] === asked.network) &&
            (asked.state === null || row[shape.state ?? ""] === asked.state) &&
            (asked.from === null || time >= asked.from) &&
            (asked.to === null || time < asked.to) &&
            (asked.before === null || row.id < asked.before) &&
            (asked.after === null || row.id > asked.after) &&
            starts(asked, row)
          );
        });
        expect(walk(db, kind, asked).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
      }),
    );
  }
});

/** A database with so many vaults that a page cannot look at all of them: tenant "a" has the oldest, "b" all others. */
function manyVaults(count: number): Database {
  const db = anEmptyDatabase();
  onTestFinished(() => db.close());
  db.transaction(() => {
    for (const [number, id] of ["a", "b"].entries())
      db.run(
        `insert into tenant (id, number, name, tier, rate_limit, created_at) values (:id, :number, :id, 'pro', 1, 0)`,
        { id, number },
      );
    for (let at = 0; at < count; at += 1)
      db.run("insert into vault (id, tenant_id, label, created_at) values (:id, :tenant, :label, :at)", {
        ...{ id: uuidV7(1_000 + at, at, 0), tenant: at === 0 ? "a" : "b", label: `vault ${at}`, at },
      });
  });
  return db;
}

test("a page looks at a limited number of rows, and its cursor leads on to the rows that fit", () => {
  const db = manyVaults(MAX_LOOKED_AT + 5);
  const first = pageOfRecords<Row>(db, "vault", { ...ANY, tenantId: "a" });
  expect(first.rows).toEqual([]);
  expect(first.next).toBe(uuidV7(1_005, 5, 0));
  expect(walk(db, "vault", { ...ANY, tenantId: "a" })).toHaveLength(1);
  // Without a filter nothing is looked at in vain.
  expect(pageOfRecords(db, "vault", ANY)).toMatchObject({ rows: { length: 100 }, next: expect.any(String) });
  // So many labels begin with this text that the rows are looked at in order instead of being looked up.
  expect(pageOfRecords<Row>(db, "vault", { ...ANY, q: "vault", limit: 1 }).rows).toMatchObject([
    { label: `vault ${MAX_LOOKED_AT + 4}` },
  ]);
  expect(pageOfRecords<Row>(db, "vault", { ...ANY, q: "vault 10004" }).rows).toHaveLength(1);
});

test("delegations are the same in both orders, page by page, however few fit", () => {
  const { db, ...world } = aWorld();
  const { id } = aUda({ db, ...world }, { owner: "ann" });
  const many = MAX_LOOKED_AT + 20;
  db.transaction(() => {
    for (let at = 0; at < many; at += 1)
      db.run(
        `insert into delegation (uda_id, network, wanted, state, tries, tx_hash, error)
         values (:id, :network, 'delegated', :state, 0, '', '')`,
        { id, network: `n${String(at).padStart(5, "0")}`, state: at % 5_000 === 7 ? "failed" : "verified" },
      );
  });
  const refs = (order: "newest" | "oldest", query: Partial<RecordQuery>): string[] => {
    const found: string[] = [];
    const cursor = order === "newest" ? "before" : "after";
    for (let at: string | null = null; ; ) {
      const page: ReturnType<typeof pageOfDelegations> = pageOfDelegations(db, {
        ...ANY,
        ...query,
        order,
        [cursor]: at,
      });
      found.push(...page.rows.map(({ network }) => network));
      if (page.next === null) return found;
      at = `${page.next.uda_id}/${page.next.network}`;
    }
  };
  const failed = refs("newest", { state: "failed", limit: 1 });
  expect(failed).toEqual(["n10007", "n05007", "n00007"]);
  expect(refs("oldest", { state: "failed", limit: 1 })).toEqual(failed.toReversed());
  const all = refs("newest", { limit: 999 });
  expect(new Set(all.filter((network) => network.startsWith("n"))).size).toBe(many);
  expect(refs("oldest", { limit: 1_000 })).toEqual(all.toReversed());
});

/** What rows of all kinds name others by. */
const KEYS = {
  ...{ transaction_id: "t", source_id: "s", deposit_id: "d", settlement_id: "s", uda_id: "u", vault_id: "v" },
  ...{ address_id: "a", owner: "ann" },
};

/** Each filter of a kind given and left out, with each of the others. */
function everyFilter(kind: RecordKind): RecordQuery[] {
  const { state, rare, owner }: RecordTable = RECORD_TABLES[kind];
  return [null, ...(state === undefined ? [] : ["confirmed", ...Object.keys(rare)])].flatMap((inState) =>
    [null, ...(owner === undefined ? [] : ["ann"])].flatMap((ofOwner) =>
      [null, "t"].flatMap((tenantId) =>
        [null, "0x12"].flatMap((q) =>
          (["newest", "oldest"] as const).map((order) => ({
            ...{ ...ANY, state: inState, owner: ofOwner, tenantId, q, order },
          })),
        ),
      ),
    ),
  );
}

test("no combination of filters makes a statement read a table from end to end, or sort more than it shows", () => {
  const db = anEmptyDatabase();
  onTestFinished(() => db.close());
  const asked = statementsAsked();
  for (const kind of RECORD_KINDS) for (const query of everyFilter(kind)) pageOfRecords(db, kind, query);
  pageOfRecords(db, "deposit", ANY, { found: "tx_hash = :txHash", parameters: { txHash: "0x1" } });
  for (const order of ["newest", "oldest"] as const) pageOfDelegations(db, { ...ANY, owner: "ann", q: "0x1", order });
  recordById(db, "none");
  movesOf(db, { noun: "deposit", id: "d", most: 1 });
  attemptsOfSubjects(db, ["a"], 1);
  eventsOfResources(db, ["a"], 1);
  deliveriesOfEvents(db, [1], 1);
  attemptsOfDeliveries(db, [1], 1);
  plannedFor(db, ["deliver"], ["1"], 1);
  canonicalBlock(db, "base", 1);
  orphanedWith(db, "base", "0x1");
  for (const kind of ["deposit", "settlement", "payout", "transaction", "claim", "uda", "vault", "wallet"] as const)
    relatedTo(db, { kind, row: { id: "r", type: "deposit", ...KEYS } } as unknown as FoundRecord);
  const sorted = /json_each|tx_hash = :txHash|source_id = :key/;
  expect(asked.size).toBeGreaterThan(100);
  for (const [sql, parameters] of [...asked]) {
    const plan = db
      .all<{ detail: string }>(`explain query plan ${sql}`, parameters as never)
      .map(({ detail }) => detail);
    // Of two lower bounds SQLite walks to the lower one, past the limit of rows.
    const bounds = sql.match(/\bid >=? :(?!start)/g) ?? [];
    expect(bounds.length, sql).toBeLessThanOrEqual(1);
    expect(
      plan.filter((detail) => /^SCAN (?!json_each)/.test(detail)),
      sql,
    ).toEqual([]);
    if (!sorted.test(sql)) expect(plan.join("\n"), sql).not.toMatch(/TEMP B-TREE|AUTOMATIC/);
  }
});
