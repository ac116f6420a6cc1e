// The strict query parser on operations of the real document (K-9, K-10, R-203, R-204).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Problem } from "../../src/kernel/problem.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { type OperationId, operationsOf } from "../../src/spec/operations.ts";
import { readQuery } from "../../src/spec/query.ts";

const operations = operationsOf<OperationId>(serviceDocument);
const read = (id: OperationId, search: string) => readQuery(operations.get(id)!, search);

function refusal(id: OperationId, search: string): string {
  try {
    read(id, search);
    return "";
  } catch (error) {
    if (error instanceof Problem) return error.text;
    throw error;
  }
}

describe("page lists", () => {
  test("defaults hold when nothing is sent (S-336, S-337)", () => {
    expect(read("listDeposits", "")).toEqual({ values: { page: 1, limit: 20 }, filter: [], sort: [] });
    expect(read("listUdas", "")).toEqual({ values: { limit: 50, offset: 0 }, filter: [], sort: [] });
  });

  test.each([
    "1e1",
    "0x10",
    "+1",
    "5x",
    "0",
    "-1",
    "01",
    "1.0",
    " 1",
    "%201",
    "",
    "101",
    "99999999999999999999",
    "%EF%BC%91",
    "NaN",
  ])("limit=%s is refused", (value) =>
    expect(refusal("listDeposits", `limit=${value}`)).toBe("Invalid query parameters"),
  );

  test("the bounds themselves pass and the next value does not", () => {
    expect(read("listWalletsByOwner", "limit=100&page=1").values).toEqual({ limit: 100, page: 1 });
    expect(read("listUdas", "limit=200&offset=0").values).toEqual({ limit: 200, offset: 0 });
    expect(refusal("listUdas", "limit=201")).toBe("Invalid query parameters");
    expect(refusal("listDeposits", "page=0")).toBe("Invalid query parameters");
  });

  test("whole numbers in range are read as they are, everything else is refused", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6 }), (text) => {
        const plain = /^[1-9][0-9]?$|^100$/.test(text);
        expect(refusal("listDeposits", `limit=${encodeURIComponent(text)}`) === "").toBe(plain);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), (limit) => {
        expect(read("listDeposits", `limit=${limit}`).values["limit"]).toBe(limit);
      }),
    );
  });
});

describe("filter and sort", () => {
  test.each(["filter[]", "filter%5B%5D", "filter%5b%5d", "filter"])("the spelling %s is one of them", (name) => {
    expect(read("listDeposits", `${name}=owner:a&${name}=symbol:USDC`).filter).toEqual(["owner:a", "symbol:USDC"]);
  });

  test("sorts are collected in order", () => {
    expect(read("listDeposits", "sort[]=time:desc&sort=id").sort).toEqual(["time:desc", "id"]);
  });

  test("a filterable field may be sent plainly and is always an equality", () => {
    expect(read("listDeposits", "tx_id=0xAB&owner=gte:5").filter).toEqual(["tx_id:eq:0xAB", "owner:eq:gte:5"]);
  });

  test("operations without lists ignore them", () => {
    expect(read("listUdas", "filter[]=owner:a&sort[]=x")).toEqual({
      values: { limit: 50, offset: 0 },
      filter: [],
      sort: [],
    });
  });

  test.each(["filter[]=", "sort[]=", "tx_id=", "tx_id=a&tx_id=b", "filter[]=owner:%00", "owner=%zz", "x=%ff"])(
    "%s is refused",
    (search) => {
      expect(refusal("listDeposits", search)).toBe("Invalid query parameters");
    },
  );
});

describe("scalars", () => {
  test("unknown parameters are ignored, also repeated ones", () => {
    expect(read("listUdas", "colour=red&colour=blue&__proto__=1&constructor=2").values).toEqual({
      limit: 50,
      offset: 0,
    });
  });

  test("a repeated scalar is refused", () =>
    expect(refusal("listUdas", "owner=a&owner=a")).toBe("Invalid query parameters"));

  test("to_address and asset_symbol need network_id (S-282, S-284)", () => {
    expect(refusal("listUdas", "to_address=0x1")).toBe("Invalid query parameters");
    expect(refusal("listUdas", "asset_symbol=USDC")).toBe("Invalid query parameters");
    expect(read("listUdas", "asset_symbol=USDC&network_id=60").values).toMatchObject({
      asset_symbol: "USDC",
      network_id: "60",
    });
  });

  test("status takes its two values only (S-285)", () => {
    expect(read("listUdas", "status=retired").values["status"]).toBe("retired");
    expect(refusal("listUdas", "status=Active")).toBe("Invalid query parameters");
  });

  test("a flag is true or false", () => {
    expect(read("listVaultBalances", "").values).toEqual({ non_zero: false });
    expect(read("listVaultBalances", "non_zero=true").values).toEqual({ non_zero: true });
    for (const value of ["1", "TRUE", "yes", ""])
      expect(refusal("listVaultBalances", `non_zero=${value}`)).toBe("Invalid query parameters");
  });

  test("texts decode once: plus is a space, escapes are UTF-8", () => {
    expect(read("listUdas", "owner=a+b%2Bc%20Zo%C3%AB").values["owner"]).toBe("a b+c Zoë");
    expect(read("listUdas", "owner=%2541").values["owner"]).toBe("%41");
  });
});

describe("quote", () => {
  const token = `0x${"a".repeat(40)}`;
  const good = `from_chain_id=1&from_token=native&to_chain_id=56&to_token=${token}&amount=100`;

  test("all required parameters are read (S-245…S-251)", () => {
    expect(read("getQuote", good).values).toEqual({
      from_chain_id: 1,
      from_token: "native",
      to_chain_id: 56,
      to_token: token,
      amount: "100",
    });
  });

  test.each([
    ["a missing parameter", good.replace("to_chain_id=56&", "")],
    ["chain id 0", good.replace("from_chain_id=1", "from_chain_id=0")],
    ["a chain name", good.replace("from_chain_id=1", "from_chain_id=eth")],
    ["a short token", good.replace(token, "0xabc")],
    ["amount 0", good.replace("amount=100", "amount=0")],
    ["amount 1.5", good.replace("amount=100", "amount=1.5")],
    ["amount of 79 digits", good.replace("amount=100", `amount=${"1".repeat(79)}`)],
    ["a bad to_address", `${good}&to_address=bob`],
  ])("%s is an invalid request (S-265)", (_, search) => expect(refusal("getQuote", search)).toBe("Invalid request"));
});

test("no query makes the parser fail in any other way than a refusal", () => {
  fc.assert(
    fc.property(
      fc.constantFrom<OperationId>("listDeposits", "listUdas", "getQuote", "listVaultBalances"),
      fc.string(),
      (id, search) => {
        expect(["", "Invalid request", "Invalid query parameters"]).toContain(refusal(id, search));
      },
    ),
  );
});
