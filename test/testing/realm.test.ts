// In Jest's realm, errors of Node are instances of `Error`. `.ci/package` runs the real Jest.
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { acceptForeignErrors } from "../../src/testing/cross-realm-errors.ts";

const coreError = (): unknown => {
  try {
    return readFileSync("");
  } catch (error) {
    return error;
  }
};

test("in another realm an error of Node is an Error, but no TypeError and no error class of the user", () => {
  const realm = runInNewContext("({ Error, TypeError, Own: class Own extends Error {} })");
  expect(coreError() instanceof realm.Error).toBe(false);
  acceptForeignErrors(realm.Error);
  expect(coreError() instanceof realm.Error).toBe(true);
  expect([realm.TypeError, realm.Own].map((Class) => coreError() instanceof Class)).toEqual([false, false]);
  expect(new realm.Own() instanceof realm.Error && new realm.Own() instanceof realm.Own).toBe(true);
  expect({ message: "looks like one" } instanceof realm.Error).toBe(false);
  expect(realm.Error.prepareStackTrace(new Error("gone"), ["here:1", "there:2"])).toBe(
    "Error: gone\n    at here:1\n    at there:2",
  );
});

test("in Node's own realm nothing is changed", () => {
  acceptForeignErrors();
  expect(Object.hasOwn(Error, Symbol.hasInstance)).toBe(false);
});
