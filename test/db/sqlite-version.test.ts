// Which SQLite is trusted with a world.
import { expect, test } from "vitest";
import { isTrusted } from "../../src/db/sqlite-version.ts";

test.each([
  ["3.51.2", false],
  ["3.51.3", true],
  ["3.51.10", true],
  ["3.52.0", false],
  ["3.52.1", true],
  ["3.53.0", true],
  ["3.9.9", false],
  ["2.99.99", false],
  ["4.0.0", true],
  ["3.51", false],
  ["3.51.3-beta", false],
  ["", false],
])("SQLite %s may be used: %s (R-153)", (version, trusted) => {
  expect(isTrusted(version)).toBe(trusted);
});
