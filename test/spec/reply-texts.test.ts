// The check of a reply by its bytes: the same bytes are checked once, other bytes each time, and a mismatch always.
import { expect, test, vi } from "vitest";
import { required } from "../../src/kernel/assert.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsOf } from "../../src/spec/operations.ts";
import { Validators } from "../../src/spec/validators.ts";

const listVaults = required(operationsOf(serviceDocument).get("listVaults"), "an operation");

function aCheck() {
  const parse = vi.spyOn(JSON, "parse");
  const check = required(new Validators(serviceDocument).replyText(listVaults, 200), "a status of the document");
  return { check, parsed: () => parse.mock.calls.length, done: () => parse.mockRestore() };
}

const textOf = (label: string): string => {
  const id = "0e4d6a1c-3a5b-4c43-9f0a-0a1b2c3d4e5f";
  const vault = { id, vault_id: id, label, created_at: "2026-01-01T00:00:00.000Z" };
  return JSON.stringify({ success: true, message: "operation completed successfully", data: [vault] });
};

test("the same bytes are checked once, other bytes are checked", () => {
  const { check, parsed, done } = aCheck();
  expect(check(textOf("main"))).toEqual([]);
  expect(check(textOf("main"))).toEqual([]);
  expect(parsed()).toBe(1);
  expect(check(textOf("other"))).toEqual([]);
  expect(parsed()).toBe(2);
  done();
});

test("a reply that differs is found each time, also after one of the same length that fits", () => {
  const { check, done } = aCheck();
  const wrong = textOf("main").replace("2026-01-01T", "2026-13-01T");
  expect(check(textOf("main"))).toEqual([]);
  for (const _ of [1, 2]) expect(check(wrong)).toMatchObject([{ at: "/data/0/created_at" }]);
  done();
});

test("few texts are remembered, and none that is long", () => {
  const { check, parsed, done } = aCheck();
  for (const label of ["a", "b", "c", "d", "e", "a"]) check(textOf(label));
  expect(parsed()).toBe(6);
  const long = textOf("x".repeat(40_000));
  check(long);
  check(long);
  expect(parsed()).toBe(8);
  done();
});

test("all differences of a value are told, not only the first", () => {
  const { check, done } = aCheck();
  const wrong = JSON.parse(textOf("main"));
  Object.assign(wrong.data[0], { label: 7, created_at: "yesterday" });
  const found = check(JSON.stringify(wrong)).map(({ at }) => at);
  expect(found).toEqual(expect.arrayContaining(["/data/0/label", "/data/0/created_at"]));
  done();
});
