// The promise itself: exactly the served operations, provenance on every member, examples that fit their schemas.
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { PROBLEMS } from "../../src/kernel/problem.ts";
import { serviceDocument } from "../../src/spec/document.ts";

type Node = Record<string, unknown>;
type Found = { at: string; node: Node };

const yaml = parse(readFileSync(new URL("../../spec/openapi.yaml", import.meta.url), "utf8")) as Node;
const document = serviceDocument as unknown as Node;
const statements = readFileSync(new URL("../../spec/statements.md", import.meta.url), "utf8");
const decisions = readFileSync(new URL("../../spec/service-decisions.md", import.meta.url), "utf8");
const LEVELS = ["documented", "inferred", "invented"];

/** Every object of the document with its pointer; what examples and enums hold is data and not looked into. */
function everyNode(node: unknown, at = "#"): Found[] {
  if (node === null || typeof node !== "object") return [];
  if (Array.isArray(node)) return node.flatMap((item, index) => everyNode(item, `${at}/${index}`));
  const here = { at, node: node as Node };
  const below = Object.entries(node)
    .filter(([key]) => !["example", "examples", "enum", "const", "default"].includes(key) && !key.startsWith("x-"))
    .flatMap(([key, value]) => everyNode(value, `${at}/${key.replaceAll("/", "~1")}`));
  return [here, ...below];
}

const nodes = everyNode(yaml);
const operations = nodes.filter(({ node }) => "operationId" in node);
const isConditional = (at: string) => /\/(if|then|else)\//.test(at);
const properties = nodes
  .filter(
    ({ at, node }) =>
      "properties" in node && !at.endsWith("/properties") && !isConditional(at) && !/\/(if|then|else)$/.test(at),
  )
  .flatMap(({ at, node }) =>
    Object.entries(node["properties"] as Node).map(([name, value]) => ({ at: `${at}.${name}`, node: value as Node })),
  );
const parameters = nodes.filter(({ node }) => "in" in node && "name" in node && "schema" in node);
const enums = nodes.filter(({ at, node }) => Array.isArray(node["enum"]) && !isConditional(at));

function faults(found: readonly Found[], isRight: (node: Node) => boolean): string[] {
  return found.filter(({ node }) => !isRight(node)).map(({ at }) => at);
}

test("the generated document is the written one", () => expect(document).toEqual(yaml));

const served = [
  ...["GET /deposits/{id}", "GET /deposits/tx/{tx_id}", "GET /deposits"],
  ...["GET /uda/quote", "GET /uda/supported-assets"],
  ...["POST /uda", "GET /uda", "GET /uda/{id}", "PATCH /uda/{id}", "PUT /uda/{id}", "DELETE /uda/{id}"],
  ...["GET /uda/{id}/settlements", "GET /uda/settlements/{id}", "GET /uda/settlements/by-reference"],
  ...["POST /transfer/payout", "POST /transfer/payout/usd", "GET /transfer/payout", "GET /transfer/payout/pending"],
  ...["GET /transfer/payout/{id}", "POST /transfer/payout/{id}/reject"],
  ...["external/address", "external/wallet", "internal/address", "internal/wallet"].map(
    (kind) => `POST /transfer/${kind}`,
  ),
  "POST /transfer/vault",
  ...["GET /networks", "GET /networks/list", "GET /blockchain/networks", "GET /blockchain/assets"],
  ...["GET", "PATCH", "PUT"].map((method) => `${method} /networks/{network_id}/{asset}`),
  ...["POST /wallets", "GET /wallets", "GET /wallets/{id}"],
  ...["GET /wallets/owner/{owner}", "GET /wallets/address/{address}"],
  ...["GET /transactions/{id}", "GET /transactions"],
  ...["GET /vault", "GET /vault/{vault_id}/addresses", "GET /vault/{vault_id}/addresses/{network}"],
  ...["GET /vault/{vault_id}/balances", "GET /vault/{vault_id}/total"],
  ...["GET /gas-stations/address/{address}", "GET /gas-stations/wallet/{wallet_id}", "GET /gas-stations/wallets"],
];

test("the document holds exactly the operations that are served", () => {
  const held = Object.entries(yaml["paths"] as Record<string, Node>).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(held.toSorted()).toEqual(served.toSorted());
});

test("the ten event types and no other are webhooks (S-486)", () => {
  expect(Object.keys(yaml["webhooks"] as Node)).toEqual([
    ...["deposit.new", "deposit.confirmed", "address.assigned"],
    ...["transaction.broadcasted", "transaction.confirmed", "transaction.failed", "balance.updated"],
    ...["uda.settlement.created", "uda.settlement.completed", "uda.settlement.failed"],
  ]);
});

test("only the quote and the supported assets are public (S-450, S-451)", () => {
  const open = operations.filter(
    ({ at, node }) => at.startsWith("#/paths") && (node["security"] as unknown[] | undefined)?.length === 0,
  );
  expect(open.map(({ node }) => node["operationId"])).toEqual(["getQuote", "listSupportedAssets"]);
});

describe("provenance", () => {
  const marked = (node: Node) => LEVELS.includes(String(node["x-provenance"]));

  test("the search finds what it is meant to look at", () => {
    expect(operations).toHaveLength(served.length + 10);
    expect(properties.length).toBeGreaterThan(300);
    expect(parameters.length).toBeGreaterThan(45);
    expect(enums.length).toBeGreaterThan(10);
  });
  test("every operation is marked", () => expect(faults(operations, marked)).toEqual([]));
  test("every property is marked", () => expect(faults(properties, marked)).toEqual([]));
  test("every parameter is marked", () => expect(faults(parameters, marked)).toEqual([]));
  test("every response header is marked", () => {
    const headers = Object.entries((yaml["components"] as Node)["headers"] as Record<string, Node>);
    expect(headers.filter(([, node]) => !marked(node)).map(([name]) => name)).toEqual([]);
  });
  test("every status is marked, and no other", () => {
    const right = (node: Node) => {
      const marks = (node["x-status-provenance"] ?? {}) as Node;
      const statuses = Object.keys(node["responses"] as Node);
      return (
        Object.keys(marks).toSorted().join() === statuses.toSorted().join() &&
        Object.values(marks).every((mark) => LEVELS.includes(String(mark)))
      );
    };
    expect(faults(operations, right)).toEqual([]);
  });
  test("every enum value is marked, and no other", () => {
    const right = (node: Node) => {
      const marks = (node["x-enum-provenance"] ?? {}) as Node;
      return (
        Object.keys(marks).toSorted().join() === (node["enum"] as unknown[]).map(String).toSorted().join() &&
        Object.values(marks).every((mark) => LEVELS.includes(String(mark)))
      );
    };
    expect(faults(enums, right)).toEqual([]);
  });
  test("whatever is not documented names its decision or its statement", () => {
    const members = [...operations, ...properties, ...parameters];
    const right = (node: Node) =>
      node["x-provenance"] === "documented" || "x-decision" in node || "x-statement" in node;
    expect(faults(members, right)).toEqual([]);
  });
  test("every cited statement and decision exists", () => {
    const cited = nodes.flatMap(({ node }) => (node["x-statement"] ?? []) as string[]);
    expect([...new Set(cited)].filter((id) => !statements.includes(`- ${id} `))).toEqual([]);
    const decided = nodes.flatMap(({ node }) => ("x-decision" in node ? [String(node["x-decision"])] : []));
    expect([...new Set(decided)].filter((id) => !new RegExp(`(### |\\*\\*|\\| )${id}[ .|]`).test(decisions))).toEqual(
      [],
    );
  });
});

describe("examples", () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  ajv.addSchema(yaml, "document");
  const schemas = (yaml["components"] as Node)["schemas"] as Record<string, Node>;
  const withExample = Object.keys(schemas).filter((name) => "example" in schemas[name]!);

  test.each(withExample)("the example of %s fits", (name) => {
    const validate = ajv.compile({ $ref: `document#/components/schemas/${name}` });
    validate(schemas[name]!["example"]);
    expect(validate.errors).toBeNull();
  });

  test("every body and every 2xx reply of an operation has an example", () => {
    const bodies = nodes.filter(({ at }) =>
      /^#\/paths\/.*(requestBody|responses\/2\d\d)\/content\/application~1json\/schema$/.test(at),
    );
    const names = bodies.map(({ node }) => String(node["$ref"]).split("/").at(-1)!);
    expect(names.length).toBeGreaterThan(served.length);
    expect(names.filter((name) => !withExample.includes(name))).toEqual([]);
  });

  test("error examples are texts of the catalogue with their status", () => {
    const examples = Object.values(
      (yaml["components"] as Node)["examples"] as Record<string, { value: { code: number; error: string } }>,
    );
    const catalogue = Object.values(PROBLEMS).map(([status, text]) => `${status} ${text}`);
    expect(
      examples.map(({ value }) => `${value.code} ${value.error}`).filter((text) => !catalogue.includes(text)),
    ).toEqual([]);
  });

  test("an error response shows errors of its own status only", () => {
    for (const { node } of operations) {
      for (const [status, reference] of Object.entries(node["responses"] as Record<string, Node>)) {
        if (!/^[45]/.test(status)) continue;
        const response = resolved(reference);
        const shown = (response["content"] as Record<string, { examples: Record<string, Node> }>)["application/json"]!
          .examples;
        const codes = Object.values(shown).map((example) => (resolved(example)["value"] as { code: number }).code);
        expect(
          codes.every((code) => code === Number(status)),
          `${node["operationId"]} ${status}`,
        ).toBe(true);
      }
    }
  });
});

function resolved(node: Node): Node {
  if (typeof node["$ref"] !== "string") return node;
  return node["$ref"]
    .slice(2)
    .split("/")
    .reduce<Node>((found, part) => found[part] as Node, yaml);
}
