// Bodies, replies and webhook payloads against the document, and what is left of a body after its check (K-6, K-14).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanBody } from "../../src/spec/body.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { type OperationId, operationsOf } from "../../src/spec/operations.ts";
import { Validators } from "../../src/spec/validators.ts";

const operations = operationsOf<OperationId>(serviceDocument);
const validators = new Validators(serviceDocument);
const body = (id: OperationId, value: unknown) => validators.body(operations.get(id)!)(value);
const fits = (id: OperationId, value: unknown) => body(id, value).length === 0;

const address = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";
const payout = { vault_id: "v", asset: "USDT", network_symbol: "ethereum", to_address: address, reference_id: "r" };

describe("payout bodies", () => {
  test.each([
    { amount: "100.50" },
    { usd_amount: "7.5" },
    { amount: "", usd_amount: "7" },
    { amount: null, usd_amount: "7" },
    { amount: "1", usd_amount: null },
  ])("exactly one amount passes: %j", (amounts) => expect(fits("createPayout", { ...payout, ...amounts })).toBe(true));

  test.each([
    {},
    { amount: "1", usd_amount: "1" },
    { amount: "", usd_amount: null },
    { amount: "" },
    { amount: 5 },
    { amount: "1", usd_amount: "" },
    { amount: ["1"] },
  ])("any other number of amounts, or another type, is an invalid request: %j", (amounts) => {
    const found = body("createPayout", { ...payout, ...amounts });
    expect(found.some(({ mismatch }) => mismatch === undefined)).toBe(true);
  });

  test.each([
    "1e3",
    "+1",
    " 1",
    "0x10",
    "１",
    "NaN",
    "-0",
    "-1",
    "0",
    "0.0",
    "00",
    "01",
    "1.",
    ".5",
    "1,5",
    "1".repeat(61),
    `0.${"0".repeat(18)}1`,
  ])("%j is an invalid amount and nothing else (R-053)", (amount) => {
    const found = body("createPayout", { ...payout, amount });
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ mismatch }) => mismatch === "Invalid amount")).toBe(true);
  });

  test("usd amounts have at most six decimals", () => {
    expect(fits("createPayout", { ...payout, usd_amount: "0.000001" })).toBe(true);
    expect(fits("createPayout", { ...payout, usd_amount: "0.0000001" })).toBe(false);
  });

  test("a cutoff is an RFC 3339 date-time with an offset (R-233)", () => {
    for (const good of ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.5+05:45"])
      expect(fits("createPayout", { ...payout, amount: "1", expired_at: good })).toBe(true);
    for (const bad of [
      "2026-01-01",
      "2026-01-01T00:00:00",
      "2026-01-01T24:00:00Z",
      "2026-01-01T00:00:60Z",
      "2026-02-30T00:00:00Z",
      "10000-01-01T00:00:00Z",
      "",
    ])
      expect(fits("createPayout", { ...payout, amount: "1", expired_at: bad }), bad).toBe(false);
  });

  test("limits hold at the limit and not beyond (K-14)", () => {
    expect(
      fits("createPayout", { ...payout, amount: "1", reference_id: "x".repeat(255), remark: "y".repeat(512) }),
    ).toBe(true);
    expect(fits("createPayout", { ...payout, amount: "1", reference_id: "x".repeat(256) })).toBe(false);
    expect(fits("createPayout", { ...payout, amount: "1", reference_id: "" })).toBe(false);
    expect(fits("createPayout", { ...payout, amount: "1", remark: "y".repeat(513) })).toBe(false);
  });

  test.each(["vault_id", "asset", "network_symbol", "to_address", "reference_id"])(
    "%s is required (S-308…S-312)",
    (name) => {
      const { [name]: _, ...rest } = { ...payout, amount: "1" } as Record<string, unknown>;
      expect(fits("createPayout", rest)).toBe(false);
      expect(fits("createPayout", { ...rest, [name]: null })).toBe(false);
    },
  );

  test("every amount the syntax allows passes", () => {
    const decimal = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 60n - 1n }), fc.stringMatching(/^[0-9]{0,18}$/));
    fc.assert(
      fc.property(decimal, ([integer, fraction]) => {
        expect(
          fits("createPayout", { ...payout, amount: fraction === "" ? `${integer}` : `${integer}.${fraction}` }),
        ).toBe(true);
      }),
    );
  });
});

describe("wallet and UDA bodies", () => {
  test("a wallet needs an owner and a network (S-352…S-354)", () => {
    for (const good of [
      { owner: "a", network_id: "60" },
      { owner: "a", network_symbol: "base", network_id: "" },
      { owner: "a", network_id: "60", network_symbol: null },
    ])
      expect(fits("createWallet", good)).toBe(true);
    for (const bad of [
      { owner: "a" },
      { owner: "a", network_id: "", network_symbol: "" },
      { network_id: "60" },
      { owner: "", network_id: "60" },
      { owner: 5, network_id: "60" },
      { owner: "a", network_id: 60 },
    ])
      expect(fits("createWallet", bad)).toBe(false);
  });

  test("a UDA needs a complete destination (S-268…S-271)", () => {
    const destination = { address, asset_symbol: "USDC", network_id: "9001" };
    for (const good of [{}, { accepted_tokens: [] }, { accepted_tokens: null }, { accepted_tokens: ["USDC"] }])
      expect(fits("createUda", { owner: "a", destination, ...good })).toBe(true);
    for (const bad of [
      { destination: {} },
      { destination: "x" },
      { destination: { ...destination, address: "bob" } },
      { destination: { ...destination, network_id: 9001 } },
      { accepted_tokens: "USDC" },
      { accepted_tokens: [""] },
      { accepted_tokens: Array(51).fill("USDC") },
    ])
      expect(fits("createUda", { owner: "a", destination, ...bad })).toBe(false);
  });
});

describe("the copy handlers work on", () => {
  const clean = (id: OperationId, value: unknown) =>
    cleanBody(serviceDocument, operations.get(id)!.body!.schema, value);

  test("unknown members, null and empty-means-absent are gone (R-199)", () => {
    const sent = {
      ...payout,
      amount: "",
      usd_amount: "5",
      remark: "",
      expired_at: null,
      tenant_id: "other",
      status: "confirmed",
      rate: "9",
    };
    expect(clean("createPayout", sent)).toEqual({ ...payout, usd_amount: "5" });
  });

  test("nested objects are cleaned too, and texts are untouched", () => {
    const destination = { address, asset_symbol: " usdc ", network_id: "9001", token_decimals: 99 };
    expect(clean("createUda", { owner: " a ", destination })).toEqual({
      owner: " a ",
      destination: { address, asset_symbol: " usdc ", network_id: "9001" },
    });
  });
});

describe("replies", () => {
  const wallet = { id: "w", address, network_id: "60", network_symbol: "ethereum" };
  const reply = (status: number, value: unknown) => validators.reply(operations.get("createWallet")!, status)!(value);

  test("what the document promises fits", () => {
    expect(reply(201, { success: true, message: "operation completed successfully", data: wallet })).toEqual([]);
    expect(reply(400, { success: false, code: 400, error: "Invalid request" })).toEqual([]);
  });

  test("a missing, an extra and a wrongly typed member are found, each with its place", () => {
    const found = reply(201, {
      success: true,
      message: "operation completed successfully",
      data: { ...wallet, network_id: 60, secret: 1 },
    });
    expect(found.map(({ at }) => at).toSorted()).toEqual(["/data", "/data/network_id"]);
    expect(reply(201, { success: true, message: "done", data: wallet })).not.toEqual([]);
    expect(reply(400, { success: false, code: 400, error: "Invalid request", detail: "x" })).not.toEqual([]);
  });

  test("a status that is not promised has no check", () =>
    expect(validators.reply(operations.get("createWallet")!, 418)).toBeUndefined());

  test("every promised JSON reply of every operation compiles", () => {
    for (const operation of operations.values()) {
      for (const status of operation.statuses)
        expect(validators.reply(operation, status)!(null), `${operation.id} ${status}`).not.toEqual([]);
    }
  });
});

describe("webhooks", () => {
  const event = {
    id: "e",
    version: "1",
    type: "deposit.new",
    time: "2026-05-29 11:58:40.123456",
    payload: {
      id: "0197a3c2-7b1e-7c55-9d0a-1f2e3d4c5b6a",
      network_symbol: "base",
      tx_hash: `0x${"a".repeat(64)}`,
      amount: "25.5",
      owner: "",
    },
  };

  test("deposit.new has exactly its five fields (S-492…S-496)", () => {
    expect(validators.webhook("deposit.new")(event)).toEqual([]);
    expect(validators.webhook("deposit.new")({ ...event, payload: { ...event.payload, asset: "USDC" } })).not.toEqual(
      [],
    );
    expect(validators.webhook("deposit.new")({ ...event, time: "2026-05-29T11:58:40.123456Z" })).not.toEqual([]);
  });

  test("every event type compiles and refuses another's envelope", () => {
    for (const type of Object.keys(serviceDocument.webhooks!)) {
      expect(validators.webhook(type)({ ...event, type: "other" })).not.toEqual([]);
    }
  });
});
