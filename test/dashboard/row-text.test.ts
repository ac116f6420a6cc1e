// Rows as text for a spreadsheet: one line each, whole values, no cell that would be run (D-06).
import { expect, test } from "vitest";
import { rowsText } from "../../src/dashboard/lists/row-text.ts";

type Row = { id: string; note: string };
const columns = (["id", "note"] as const).map((id) => ({ title: id.toUpperCase(), value: (row: Row) => row[id] }));

test.each([
  ["a\tb\r\nc", "a b c"],
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["@x", "'@x"],
  ["-5", "-5"],
  ["1500000000000000000123", "1500000000000000000123"],
])("%j is copied as %j", (note, copied) => {
  expect(rowsText(columns, [{ id: "1", note }], { withTitles: false })).toBe(`1\t${copied}`);
});

test("titles stand above the rows when they are asked for, and no row is a text of nothing", () => {
  const rows = [1, 2].map((id) => ({ id: String(id), note: "" }));
  expect(rowsText(columns, rows, { withTitles: true })).toBe("ID\tNOTE\n1\t\n2\t");
  expect(rowsText(columns, [], { withTitles: false })).toBe("");
});
