// The document that clients get: open where the service may add something, and strict inside (H-90).
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { openDocument } from "../../scripts/generate/open-document.ts";
import { servedDocument, serviceDocument } from "../../src/spec/document.ts";
import type { components } from "../../src/testing/testing.ts";
import type { Exact } from "../../src/testing/typed-client.ts";
import { aSandbox } from "../support/a-sandbox.ts";

type Json = Record<string, any>;

const strict = serviceDocument as Json;
const served = servedDocument() as Json;

/** Every schema below a node, references followed once, without the closed error body. */
function schemasBelow(document: Json, start: unknown): Json[] {
  const seen = new Set<unknown>([document["components"].schemas.Error]);
  const found: Json[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== "object" || seen.has(node)) return;
    seen.add(node);
    if (!Array.isArray(node)) found.push(node as Json);
    const { $ref } = node as { $ref?: string };
    if ($ref !== undefined)
      visit(
        $ref
          .slice(2)
          .split("/")
          .reduce<any>((at, step) => at[step], document),
      );
    for (const [name, value] of Object.entries(node)) if (!/^(x-.*|examples?)$/.test(name)) visit(value);
  };
  visit(start);
  return found;
}

const operationsIn = (document: Json): Json[] =>
  Object.values<Json>(document["paths"]).flatMap((item) => Object.values<Json>(item));
const answersOf = (document: Json): Json[] => [
  ...operationsIn(document).map(({ responses }) => responses),
  document["webhooks"],
];
const requestsOf = (document: Json): Json[] => operationsIn(document).map(({ responses, ...request }) => request);
const isClosed = (schema: Json): boolean =>
  schema["additionalProperties"] === false || schema["unevaluatedProperties"] === false;

function checkOf(document: Json, name: string) {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  ajv.addSchema(document, "document");
  return ajv.compile({ $ref: `document#/components/schemas/${name}` });
}

describe("H-90 the served document", () => {
  test("no answer and no payload is closed, except the error body", () => {
    expect(schemasBelow(strict, answersOf(strict)).filter(isClosed).length).toBeGreaterThan(60);
    expect(schemasBelow(served, answersOf(served)).filter(isClosed)).toEqual([]);
    expect(served["components"].schemas.Error).toEqual(strict["components"].schemas.Error);
    expect(isClosed(served["components"].schemas.Error)).toBe(true);
  });

  test("enum stands in answers only where the specification states every value; other texts name the known ones", () => {
    const listed = schemasBelow(served, answersOf(served)).filter((schema) => "enum" in schema);
    expect(listed.map((schema) => schema["enum"])).toEqual([
      ["active", "retired"],
      ["created", "routing", "completed", "failed", "retrying"],
      ["queued", "processing", "confirmed", "failed", "expired"],
    ]);
    const known = schemasBelow(served, answersOf(served)).flatMap((schema) => schema["x-known-values"] ?? []);
    for (const value of ["gas_station", "delegated", "broadcasted", "cross_chain_same_token", "evm", "refill"])
      expect(known).toContain(value);
  });

  test("every fixed text of an answer is one that the specification states", () => {
    const fixed = schemasBelow(served, answersOf(served)).filter((schema) => "const" in schema);
    expect(fixed.filter((schema) => (schema["x-provenance"] ?? "documented") !== "documented")).toEqual([]);
    const texts = new Set(fixed.map((schema) => schema["const"]));
    expect(
      [true, "operation completed successfully", "ok", "deposit.new", "1"].filter((text) => !texts.has(text)),
    ).toEqual([]);
  });

  test("requests are as strict as before", () => {
    expect(requestsOf(served)).toEqual(requestsOf(strict));
    const names = (document: Json) => schemasBelow(document, requestsOf(document));
    expect(names(served)).toEqual(names(strict));
  });

  test("a reply with a further member and a status of tomorrow fits the served document, and not the strict one", () => {
    const { example } = served["components"].schemas.Transaction;
    const later = { ...example, status: "reviewing", risk: { score: 3 } };
    expect(checkOf(served, "Transaction")(later)).toBe(true);
    expect(checkOf(strict, "Transaction")(later)).toBe(false);
    expect(checkOf(strict, "Transaction")({ ...example, status: "reviewing" })).toBe(false);
    expect(checkOf(strict, "Transaction")({ ...example, risk: 3 })).toBe(false);
    expect(checkOf(strict, "Transaction")(example)).toBe(true);
  });

  test("a schema of requests and answers that would be opened is refused when the document is made", () => {
    const shared = structuredClone(strict);
    shared["paths"]["/transactions"].get.parameters.push({
      name: "state",
      in: "query",
      schema: { $ref: "#/components/schemas/TransactionStatus" },
    });
    expect(() => openDocument(shared)).toThrow(/TransactionStatus .* schema of its own/);
  });

  test("the types of the package take a value of tomorrow and still offer the known ones", () => {
    const status: components["schemas"]["TransactionStatus"] = "reviewing";
    // @ts-expect-error The specification states all states of a payout.
    const payout: components["schemas"]["PayoutStatus"] = "reviewing";
    // The same with the exact digits of the library's client.
    const exact: Exact<components["schemas"]["Transaction"]>["status"] = "reviewing";
    const length: number = exact.length;
    expect([status, payout, length]).toEqual(["reviewing", "reviewing", 9]);
  });

  test("GET /openapi.json serves it, with the address of this sandbox", async () => {
    const { url } = await aSandbox();
    const answer = (await (await fetch(`${url}/openapi.json`)).json()) as Json;
    expect({ ...answer, servers: strict["servers"] }).toEqual(served);
    expect(answer["servers"]).toEqual([{ url: `${url}/v1`, description: "This sandbox" }]);
  });
});
