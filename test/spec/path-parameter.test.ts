// What a path segment may be, and which refusal it gets otherwise (K-2, R-207).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Problem } from "../../src/kernel/problem.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { type OperationId, operationsOf } from "../../src/spec/operations.ts";
import { readPath } from "../../src/spec/path-parameter.ts";

const operations = operationsOf<OperationId>(serviceDocument);
const read = (id: OperationId, path: string) => readPath(operations.get(id)!, path);

function refusal(id: OperationId, path: string): string {
  try {
    read(id, path);
    return "";
  } catch (error) {
    if (error instanceof Problem) return `${error.status} ${error.text}`;
    throw error;
  }
}

test("a made-up id is well-formed: its 404 is the handler's", () => {
  expect(read("getDeposit", "/deposits/does-not-exist")).toEqual({ id: "does-not-exist" });
  expect(read("getDepositByTransaction", "/deposits/tx/0xAb")).toEqual({ tx_id: "0xAb" });
});

describe("malformed ids", () => {
  const bad = ["", "%20", "a%2Fb", "a'b", "%00", "%zz", "%ff", "é", "x".repeat(129)];
  test.each(bad)("%j is refused by a GET", (segment) =>
    expect(refusal("getDeposit", `/deposits/${segment}`)).toBe("400 Invalid request parameters"),
  );
  test.each(bad)("%j is refused by retire-UDA in its own words", (segment) =>
    expect(refusal("retireUda", `/uda/${segment}`)).toBe("400 Invalid request"),
  );
  test.each(bad)("%j is no wallet (K-2 rule 3)", (segment) =>
    expect(refusal("getWalletByAddress", `/wallets/address/${segment}`)).toBe("404 Wallet not found"),
  );
  test("128 characters pass", () => expect(refusal("getDeposit", `/deposits/${"x".repeat(128)}`)).toBe(""));
});

describe("owners", () => {
  test.each([
    ["a%2Fb", "a/b"],
    ["%2541", "%41"],
    ["Zo%C3%AB%20%F0%9F%98%80", "Zoë 😀"],
    ["a+b", "a+b"],
  ])("%s is decoded once", (segment, owner) =>
    expect(read("listWalletsByOwner", `/wallets/owner/${segment}`)).toEqual({ owner }),
  );

  test("up to 255 characters, counted as characters", () => {
    expect(refusal("listWalletsByOwner", `/wallets/owner/${encodeURIComponent("😀".repeat(255))}`)).toBe("");
    expect(refusal("listWalletsByOwner", `/wallets/owner/${"x".repeat(256)}`)).toBe("400 Invalid request parameters");
  });

  test.each(["", "%00", "a%0Ab", "%7F", "%C2%85"])("%j is refused", (segment) => {
    expect(refusal("listWalletsByOwner", `/wallets/owner/${segment}`)).toBe("400 Invalid request parameters");
  });
});

test("any text is read back as it was sent, or refused", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 40 }), (owner) => {
      const path = `/wallets/owner/${encodeURIComponent(owner)}`;
      if (/\p{Cc}/u.test(owner)) expect(refusal("listWalletsByOwner", path)).toBe("400 Invalid request parameters");
      else expect(read("listWalletsByOwner", path)).toEqual({ owner });
    }),
  );
});
