// A shape keeps nothing of the values it was made from (C-61), and says what a client can rely on.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formOfNumber, formOfText } from "../../../src/contract/compare/forms.ts";
import { marksOf } from "../../../src/contract/compare/marks.ts";
import type { Recorded } from "../../../src/contract/compare/recorded.ts";
import { Shape } from "../../../src/contract/compare/value-shape.ts";
import { serviceDocument } from "../../../src/spec/document.ts";

const marks = marksOf(serviceDocument);
const shapeOf = (value: unknown, more: Partial<Recorded> = {}): Shape =>
  Shape.of(
    {
      subject: { kind: "reply", operation: "getPayout", status: 200 },
      headers: {},
      body: JSON.stringify(value),
      ...more,
    },
    marks,
  );

describe("shape", () => {
  it("keeps no text and no number of any body (C-61)", () => {
    // Letters that stand in no name of the document and in no word of a shape.
    const data = fc.stringMatching(/^[qxz]{3}[qxzQXZ0-9 .:-]{3,20}$/);
    const number = fc.integer({ min: 7_000_001, max: 9_000_000_000 });
    const names = fc.constantFrom(...marks.names, "new_member", "meta");
    const { body } = fc.letrec((tie) => ({
      body: fc.dictionary(fc.oneof(names, data), tie("value"), { maxKeys: 12 }),
      value: fc.oneof({ maxDepth: 5 }, data, number, fc.boolean(), fc.constant(null), tie("list"), tie("body")),
      list: fc.array(tie("value"), { maxLength: 4 }),
    })) as { body: fc.Arbitrary<Record<string, unknown>> };
    fc.assert(
      fc.property(body, fc.dictionary(fc.stringMatching(/^[a-z-]{1,20}$/), data), (value, headers) => {
        const texts = valuesIn([value, headers]).filter((text) => !isWordOfEnum(text));
        const written = JSON.stringify(shapeOf(value, { headers }));
        for (const text of texts) expect(written).not.toContain(text);
      }),
      { numRuns: 300 },
    );
  });

  it("cannot be made without the reduction (C-61)", () => {
    // @ts-expect-error: the constructor is private
    expect(() => new Shape({ kind: "reply", operation: "alice", status: 200 })).not.toThrow();
    const shape = shapeOf({ data: { id: "0197a3c2-7b1e-7c55-9d0a-1f2e3d4c5b6a" } });
    // @ts-expect-error: members can only be read
    shape.members.set("/alice", "alice");
    expect(JSON.stringify(shape)).not.toContain("alice");
  });

  it("has types, forms, words of enums and whether a member is always there", () => {
    const shape = shapeOf({
      data: [
        { id: "0197a3c2-7b1e-7c55-9d0a-1f2e3d4c5b6a", status: "queued", reference_id: "order-7", confirmed_at: null },
        { id: "p_7", status: "confirmed", amount: 1.5, confirmed_at: "2026-05-29T11:58:40Z" },
      ],
    });
    expect(Object.fromEntries(shape.members)).toMatchObject({
      "/data": { types: ["array"], every: true },
      "/data/*/id": { types: ["string"], forms: ["lower-word", "uuid"], words: [], every: true },
      "/data/*/status": { words: ["confirmed", "queued"] },
      "/data/*/reference_id": { forms: ["lower-word"], words: [], every: false },
      "/data/*/confirmed_at": { types: ["null", "string"], forms: ["time-seconds"], every: true },
      "/data/*/amount": { types: ["number"], forms: ["fraction"], every: false },
    });
  });

  it("keeps an unknown name where the document has an object, and no name that is data", () => {
    const shape = shapeOf({
      data: { delegation: "active", alice: { bob: 1 }, meta: { order: 7 }, owner: "alice", user_8a7f3c: 1 },
    });
    expect([...shape.members.keys()]).toEqual([
      ...["", "/data", "/data/delegation", "/data/{name}", "/data/{name}/{name}", "/data/meta", "/data/owner"],
    ]);
  });

  it("is bounded whatever a host answers (C-82)", () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_none, at) => [`id-${at}`, { [`x${at}`]: at }]));
    expect(shapeOf({ data: many }).members.size).toBeLessThanOrEqual(1_000);
    const wide = JSON.stringify(
      [...marks.names].map((name) => [...marks.names].map((one) => ({ [name]: { [one]: 1 } }))),
    );
    expect(shapeOf(null, { body: wide }).members.size).toBeLessThanOrEqual(1_000);
    const deep = `${'{"data":'.repeat(900)}1${"}".repeat(900)}`;
    expect(shapeOf(null, { body: deep }).members.size).toBeLessThan(30);
  });

  it("joins two shapes: what either has, and always only what both always have", () => {
    const one = shapeOf({ data: { id: "x", tx_id: "" } });
    const two = shapeOf({ data: { id: null } });
    expect(one.with(two).members.get("/data/id")).toMatchObject({ types: ["null", "string"], every: true });
    expect(one.with(two).members.get("/data/tx_id")).toMatchObject({ every: false });
    expect(one.members.get("/data/tx_id")).toMatchObject({ every: true });
  });
});

describe("form", () => {
  it.each([
    ["", "empty"],
    ["0197a3c2-7b1e-7c55-9d0a-1f2e3d4c5b6a", "uuid"],
    ["0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "address-mixed"],
    ["0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "address-lower"],
    ["2026-05-29T11:58:41.000Z", "time-millis"],
    ["2026-05-29T11:58:41Z", "time-seconds"],
    ["2026-05-29T11:58:41.000000Z", "time-micros"],
    ["2026-05-29T11:58:41.000+00:00", "time-offset"],
    ["2026-05-29 11:58:40.123456", "time-plain"],
    ["100", "whole"],
    ["100.5", "decimal"],
    ["100.50", "decimal-2-zero"],
    ["100.500000", "decimal-6-zero"],
    ["ethereum", "lower-word"],
    ["ETH", "upper-word"],
    ["Any text", "text"],
  ])("of %j is %s", (text, form) => expect(formOfText(text)).toBe(form));

  it.each([
    ["25500000", "integer"],
    ["25.5", "fraction"],
    ["1.5e18", "exponent"],
    ["1500000000000000000", "integer"],
    ["123456789012345678901", "integer-exact"],
    ["123456789012345680000", "integer-rounded"],
  ])("of the number %s is %s", (source, form) => expect(formOfNumber(source)).toBe(form));
});

function valuesIn(value: unknown): string[] {
  if (typeof value === "string") return value.length > 2 ? [value] : [];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value).filter((name) => /[qxz]{3}/.test(name));
  return [...names, ...Object.values(value).flatMap(valuesIn)];
}

/** At an enum any word is kept: there the service itself has words. */
function isWordOfEnum(text: string): boolean {
  return /^[A-Za-z][A-Za-z_.-]*$/.test(text);
}
