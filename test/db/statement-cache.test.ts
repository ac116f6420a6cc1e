// Prepared statements are cached, up to a limit.
import { expect, test } from "vitest";
import { Database } from "../../src/db/database.ts";
import { MAX_STATEMENTS } from "../../src/db/statement-cache.ts";

test("more different statements than are cached work, and memory stays bounded", () => {
  const db = new Database(":memory:");
  for (let number = 0; number < MAX_STATEMENTS + 50; number += 1) {
    expect(db.get<{ value: number }>(`select ${number} as value`)?.value).toBe(number);
  }
  expect(db.preparedStatements).toBe(MAX_STATEMENTS);
  expect(db.get<{ value: number }>("select 0 as value")?.value).toBe(0);
  db.close();
});
