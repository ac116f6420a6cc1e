import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "../../src/kernel/edit-distance.ts";

/** Without a bound, by its definition. */
function byDefinition(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  if (a[0] === b[0]) return byDefinition(a.slice(1), b.slice(1));
  return 1 + Math.min(byDefinition(a.slice(1), b), byDefinition(a, b.slice(1)), byDefinition(a.slice(1), b.slice(1)));
}

test("it counts inserted, removed and replaced characters, and no further than asked", () => {
  expect(editDistance("vault", "vaults", 2)).toBe(1);
  expect(editDistance("etherium", "ethereum", 2)).toBe(1);
  expect(editDistance("base", "polygon", 2)).toBe(3);
  expect(editDistance("x".repeat(20_000), "y".repeat(20_001), 2)).toBe(3);
});

test("it agrees with the definition for any texts", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
  fc.assert(
    fc.property(text, text, fc.nat(7), (a, b, most) => {
      expect(editDistance(a, b, most)).toBe(Math.min(byDefinition(a, b), most + 1));
    }),
  );
});
