// A hundred thousand waiting deliveries: due ones are found through an index, and the rest is neither read nor kept in memory.
import { expect, onTestFinished, test, vi } from "vitest";
import { Database } from "../../src/db/database.ts";
import { agendaCounts, nextDue } from "../../src/domain/agenda.ts";
import { aPost } from "./a-post.ts";

/** Failed deliveries to `endpointId` whose next attempts are spread over the next days. */
function manyWaiting({ world }: ReturnType<typeof aPost>, endpointId: string, count: number): void {
  const facts = { endpointId, count, now: world.clock.now() };
  const numbers = "with recursive n(i) as (select 1 union all select i + 1 from n where i < :count)";
  world.db.run(
    `insert into delivery (event_sequence, endpoint_id, group_key, state, attempts, next_attempt_at)
     ${numbers} select 1, :endpointId, 'g-' || i, 'due', 1, :now + 3600000 + i * 1000 from n`,
    facts,
  );
  world.db.run(
    `insert into agenda (due_at, job, ref) select next_attempt_at, 'deliver', cast(id as text) from delivery where group_key like 'g-%'`,
  );
}

/** Records every SQL statement, with the number of rows it returned or changed. */
function listening(): { sql: string; rows: number }[] {
  const statements: { sql: string; rows: number }[] = [];
  for (const name of ["all", "get", "run"] as const) {
    const real = Database.prototype[name] as (this: Database, sql: string, parameters?: object) => unknown;
    const spy = vi.spyOn(Database.prototype, name).mockImplementation(function (
      this: Database,
      sql: string,
      parameters?: object,
    ) {
      const result = real.call(this, sql, parameters);
      const rows = Array.isArray(result)
        ? result.length
        : typeof result === "number"
          ? result
          : Number(result !== undefined);
      statements.push({ sql, rows });
      return result as never;
    });
    onTestFinished(() => spy.mockRestore());
  }
  return statements;
}

/** One event from its emission to its delivery, refused once, among `count` waiting ones; with the statements it took. */
async function oneAmong(count: number) {
  const post = aPost((_sent, number) => ({ ok: number > 2, status: number > 2 ? 200 : 503 }));
  const { id } = post.endpoint();
  post.emit("the first event");
  await post.travel(0);
  manyWaiting(post, id, count);
  const statements = listening();
  post.emit("one more");
  await post.travel(10_000);
  vi.restoreAllMocks();
  const last = post.world.db.get<{ id: number; state: string }>(
    "select id, state from delivery order by id desc limit 1",
  );
  expect(last?.state).toBe("delivered");
  return { post, statements };
}

test("R-142 the same rows are touched for an event among a hundred thousand deliveries as among ten, each through an index", async () => {
  const few = await oneAmong(10);
  const { post, statements } = await oneAmong(100_000);
  expect(statements).toEqual(few.statements);
  expect(statements.length).toBeGreaterThan(10);
  const { db } = post.world;
  expect(agendaCounts(db)).toEqual([{ job: "deliver", count: 100_000 }]);
  for (const sql of new Set(statements.map((one) => one.sql))) {
    if (/^\s*insert/i.test(sql)) continue;
    const names = [...new Set(sql.match(/:[a-z_]+/gi))].map((name) => [name.slice(1), null]);
    const plan = db.all<{ detail: string }>(`explain query plan ${sql}`, Object.fromEntries(names));
    for (const { detail } of plan) {
      expect(detail, sql).not.toContain("TEMP B-TREE");
      // Taking the first row of an index is a scan in name only.
      const first = /limit (1|:limit)\s*$/.test(sql) && (!/\bwhere\b/.test(sql) || detail.includes("INDEX"));
      if (/^SCAN (delivery|delivery_attempt|agenda|event|history|d|e)\b/.test(detail))
        expect(first, `${detail} in ${sql}`).toBe(true);
    }
  }
});

test("R-142 waiting deliveries are in the database only: no timer and nothing in the queues, and the next due is one row", async () => {
  const { post } = await oneAmong(100_000);
  await post.settled();
  expect(post.wall.waiting).toEqual([]);
  expect(post.deliverer.busy).toBe(false);
  expect(nextDue(post.world.db)).toMatchObject({ job: "deliver" });
  post.world.clock.resume();
  post.loop.wake();
  await post.settled();
  // The only timer is that of the loop.
  await vi.waitFor(() => expect(post.wall.waiting).toHaveLength(1));
});
