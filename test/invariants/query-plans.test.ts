// Query plans of the invariant checks: none reads a full table or all events of a type.
import { expect, test } from "vitest";
import { Database } from "../../src/db/database.ts";
import { migrate } from "../../src/db/migrate.ts";
import { sweptClaims } from "../../src/invariants/queries/claims.ts";
import { signedAttempts } from "../../src/invariants/queries/deliveries.ts";
import { eventBodies } from "../../src/invariants/queries/events.ts";
import { QUERIES } from "../../src/invariants/queries/query-table.ts";
import { internalSettlements } from "../../src/invariants/queries/settlement-rows.ts";

const db = new Database(":memory:");
migrate(db);

function planOf(sql: string): string[] {
  const names = [...new Set([...sql.matchAll(/[^:]:([a-z]\w*)/gi)].map(([, name = ""]) => name))];
  const rows = db.all<{ detail: string }>(
    `explain query plan ${sql}`,
    Object.fromEntries(names.map((name) => [name, 0])),
  );
  return rows.map(({ detail }) => detail);
}

/** Tables that are short whatever happens, and parts of the query itself. */
const SHORT = /^SCAN (s|n|r|g|json_each|[A-Z(])/;

test("queries over a window find their rows through indexes, not by reading a table from end to end (R-180)", () => {
  const windowed = QUERIES.filter(({ sql }) => /:(after|movementAfter|eventAfter|tailAfter)\b/.test(sql));
  expect(windowed.length).toBeGreaterThan(30);
  for (const { id, sql } of windowed) {
    const plan = planOf(sql);
    const long = plan.filter((detail) => detail.startsWith("SCAN ") && !SHORT.test(detail));
    expect(long, `${id}: ${sql}`).toEqual([]);
    expect(plan.join("\n"), `${id}: ${sql}`).not.toMatch(/event_by_type|movement_by_address|AUTOMATIC/);
  }
});

test("queries over what is open read the indexes of open rows, however many have ended (R-180)", () => {
  const open = QUERIES.filter(
    ({ id, sql }) => id === "I-43" || /d\.state = 'due'|state = 'open' and t\.id is null|state = 'seen'/.test(sql),
  );
  expect(open.length).toBeGreaterThan(7);
  for (const { id, sql } of open) {
    const long = planOf(sql).filter(
      (detail) => detail.startsWith("SCAN ") && !/_open\b|_seen\b|SCAN [sng]\b|event_undrained/.test(detail),
    );
    expect(long, `${id}: ${sql}`).toEqual([]);
  }
});

test("events, sweeps and signatures are found by the changed rows, not by reading a table (R-180)", () => {
  const numbers = { after: 0, upTo: 1, movementAfter: 0, movementUpTo: 1, eventAfter: 0, eventUpTo: 1 };
  const window = { ...numbers, tailAfter: 0, tailUpTo: 1, now: 0 };
  const asked: string[] = [];
  const asking = {
    all: (sql: string) => {
      asked.push(sql);
      return [];
    },
  } as unknown as Database;
  for (const read of [sweptClaims, internalSettlements, eventBodies, signedAttempts]) read(asking, window);
  expect(asked).toHaveLength(4);
  for (const sql of asked) {
    const plan = planOf(sql);
    expect(plan.filter((detail) => detail.startsWith("SCAN ") || detail.includes("attempt_by_subject"))).toEqual([]);
  }
});
