// Any body that fits a schema of the document, for property tests: every word, empty text, null and large number that it allows.
import fc from "fast-check";
import { type OpenApiDocument, resolve, type Schema } from "../../../src/spec/document.ts";

type Conditional = Schema & { const?: unknown };

/** Any JSON text that fits; numbers have more digits than a double holds. */
export function anyBody(document: OpenApiDocument, schema: Schema): fc.Arbitrary<string> {
  return anyValue(document, schema).map((value) => JSON.stringify(value));
}

function anyValue(document: OpenApiDocument, given: Conditional): fc.Arbitrary<unknown> {
  const schema: Conditional = { ...resolve(document, given) };
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? "object"].flat();
  const options = types.map((type) => anyOfType(document, schema, type));
  return options.length === 1 ? (options[0] as fc.Arbitrary<unknown>) : fc.oneof(...options);
}

function anyOfType(document: OpenApiDocument, schema: Schema, type: string): fc.Arbitrary<unknown> {
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "integer") return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 2_000_000_000 });
  if (type === "number") return anyNumber();
  if (type === "string") return anyText(schema);
  if (type === "array") return fc.array(anyValue(document, schema.items ?? {}), { minLength: 1, maxLength: 3 });
  return anyObject(document, schema);
}

function anyObject(document: OpenApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  const parts = [schema, ...(schema.allOf ?? []).map((part) => resolve(document, part))];
  const members = parts.flatMap(({ properties = {} }) => Object.entries(properties));
  return fc.record(Object.fromEntries(members.map(([name, member]) => [name, anyValue(document, member)])));
}

/** With every digit, as the service writes it. */
function anyNumber(): fc.Arbitrary<unknown> {
  const whole = fc.oneof(
    fc.constant(0n),
    fc.bigInt({ min: 1n, max: 10n ** 30n }),
    fc.constant(1_500_000_000_000_000_000n),
  );
  const fraction = fc.option(fc.stringMatching(/^[0-9]{0,17}[1-9]$/), { nil: undefined });
  return fc.tuple(whole, fraction).map(([a, b]) => JSON.rawJSON(b === undefined ? `${a}` : `${a}.${b}`));
}

function anyText({ format, pattern }: Schema): fc.Arbitrary<string> {
  if (format === "date-time") {
    const range = { min: new Date("2015-01-01"), max: new Date("2099-01-01"), noInvalidDate: true };
    return fc.date(range).map((date) => date.toISOString());
  }
  if (format === "uuid") return fc.uuid();
  if (format === "uri") return fc.constant("http://localhost:4010/explorer/ethereum/tx/0x00");
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { maxLength: 80 } as object);
  return fc.constantFrom("", "ethereum", "base", "USDC", "2026-01-01T00:00:00.000Z", "0xABCDEF", "100.00", 'é€ "\\');
}
