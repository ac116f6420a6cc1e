// Pact V4 of what a client called: its layout, what it holds and leaves out, and what an independent comparer of pacts says of it (C-71).
import * as comparer from "@pactflow/openapi-pact-comparator";
import { describe, expect, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { pactBody } from "../../src/contract/pact/body.ts";
import { consumerFault, pactText } from "../../src/contract/pact/pact.ts";
import { marksOf } from "../../src/contract/provenance/marks.ts";
import { sendableMembers } from "../../src/contract/provenance/sent-members.ts";
import type { ContractReport, ReportOperation } from "../../src/contract/report/report.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsOf } from "../../src/spec/operations.ts";
import { anIo } from "../cli/an-io.ts";
import { sharedSandbox } from "../support/a-sandbox.ts";

type Found = { type: string; code: string; message: string; mockDetails?: { interactionDescription?: string | null } };
type Compare = new (options: { oas: object }) => { compare(pact: object): AsyncIterable<Found> };
/** Its types do not resolve. */
const { Comparator } = comparer as unknown as { Comparator: Compare };

const sandbox = sharedSandbox();
const all = [...operationsOf(serviceDocument).values()];

/** An operation of which every status was met and every member was sent. */
function whole(id: string, facts: Partial<ReportOperation> = {}): ReportOperation {
  const operation = all.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return {
    ...{ operation_id: id, method: operation.method.toUpperCase(), path: operation.path, calls: 2 },
    provenance: marksOf(operation).own.provenance,
    statuses: operation.statuses.map((status) => ({ status, provenance: null, calls: 2, injected: 0 })),
    members: sendableMembers(operation).map((one) => ({
      ...{ in: one.in, name: one.name, sent: 1, provenance: one.mark?.provenance ?? null },
    })),
    ...{ touched: null, never: { statuses: [], members: [] } },
    ...facts,
  };
}

const delivered = (type: string, touched: string[] | null = null) => ({
  ...{ type, announced: 1, delivered: 1, refused: 0, faulted: 0, touched },
});

function pact(operations: ReportOperation[], events: ContractReport["events"] = []): any {
  return JSON.parse(pactText({ operations, events } as unknown as ContractReport, "web-shop"));
}

const everything = (): any =>
  pact(
    all.map(({ id }) => whole(id)),
    Object.keys(serviceDocument.webhooks ?? {}).map((type) => delivered(type)),
  );

/** The service's document with the paths that a pact names. */
const oas = (): any => ({
  ...serviceDocument,
  paths: Object.fromEntries(Object.entries(serviceDocument.paths).map(([path, item]) => [`/v1${path}`, item])),
});

async function judged(file: object): Promise<string[]> {
  const found: string[] = [];
  // The comparator writes into what it gets, and other tests read the same document.
  for await (const { type, code, message, mockDetails } of new Comparator({ oas: structuredClone(oas()) }).compare(
    file,
  ))
    found.push(`${type} ${code} ${message} ${mockDetails?.interactionDescription}`);
  return found;
}

describe("the file", () => {
  test("a comparer of pacts with documents finds nothing against the whole pact, and finds what is wrong in another one", async () => {
    // It reads `filter[]=x` as a member of an object.
    const known = /request\.query\.unknown .*: (filter|sort) listWalletsByOwner/;
    expect((await judged(everything())).filter((line) => !known.test(line))).toEqual([]);
    const wrong = everything();
    const wallet = wrong.interactions.find((one: any) => one.key === "createWallet-201");
    wallet.response.body.content.data.id = 7;
    wallet.request.body.content.owner = 7;
    expect((await judged(wrong)).filter((line) => !known.test(line))).toEqual([
      expect.stringMatching(/request\.body\.incompatible .* createWallet answers 201$/),
      expect.stringMatching(/response\.body\.incompatible .* createWallet answers 201$/),
    ]);
  });

  test("it has the layout that Pact V4 demands", () => {
    const file = everything();
    expect(Object.keys(file).toSorted()).toEqual(["consumer", "interactions", "metadata", "provider"]);
    expect(file).toMatchObject({
      consumer: { name: "web-shop" },
      provider: { name: expect.stringMatching(/^\S+$/) },
      metadata: { pactSpecification: { version: "4.0" } },
    });
    const names = file.interactions.map(({ description }: any) => description);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(file.interactions.map(({ key }: any) => key)).size).toBe(names.length);
    for (const one of file.interactions) {
      expect(one.pending).toBe(true);
      if (one.type === "Asynchronous/Messages") checkMessage(one);
      else checkCall(one);
    }
  });
});

function checkMessage({ metadata, contents, matchingRules }: any): void {
  expect(metadata).toEqual({ contentType: "application/json" });
  checkBody(contents, matchingRules.body);
}

function checkCall({ type, request, response }: any): void {
  expect(type).toBe("Synchronous/HTTP");
  expect(request.method).toMatch(/^[A-Z]+$/);
  expect(request.path).toMatch(/^\/v1\/[^{}?]+$/);
  for (const values of [...Object.values(request.query ?? {}), ...Object.values(request.headers ?? {})])
    expect(values).toEqual([expect.any(String)]);
  const { path, ...rules } = request.matchingRules;
  for (const rule of Object.values<object>(rules).flatMap((place) => Object.values(place))) checkRule(rule);
  if (path !== undefined) {
    checkRule(path);
    expect(request.path).toMatch(new RegExp(path.matchers[0].regex));
  }
  if (request.body !== undefined) checkBody(request.body, rules.body);
  expect(Math.floor(response.status / 100)).toBe(2);
  checkBody(response.body, response.matchingRules.body);
}

function checkRule(rule: any): void {
  expect(rule.combine).toBe("AND");
  for (const { match, regex } of rule.matchers) expect(match === "type" || typeof regex === "string").toBe(true);
}

/** Each node of the content has a rule, and each rule a node. */
function checkBody(body: any, rules: Record<string, unknown>): void {
  expect(Object.keys(body).toSorted()).toEqual(["content", "contentType", "encoded"]);
  expect([body.contentType, body.encoded]).toEqual(["application/json", false]);
  for (const rule of Object.values(rules)) expect(rule).toEqual({ combine: "AND", matchers: [{ match: "type" }] });
  const paths = (value: any, at: string): string[] => {
    if (Array.isArray(value)) return [at, ...value.flatMap((entry) => paths(entry, `${at}[*]`))];
    if (value === null || typeof value !== "object") return [at];
    return [at, ...Object.entries(value).flatMap(([name, inner]) => paths(inner, `${at}.${name}`))];
  };
  expect(Object.keys(rules).toSorted()).toEqual(paths(body.content, "$").toSorted());
}

describe("what it holds", () => {
  const contentOf = (file: any, key: string): any => {
    const found = file.interactions.find((one: any) => one.key === key);
    return (found.contents ?? found.response.body).content;
  };

  test("documented members only: what a decision placed is left out, as are operations that are no statement", () => {
    const file = pact([
      whole("createWallet"),
      whole("createPayout"),
      whole("listWallets"),
      whole("listBlockchainAssets"),
    ]);
    expect(contentOf(file, "createWallet-201").data).toMatchObject({
      id: expect.any(String),
      address: expect.any(String),
    });
    // Where the record of a payout stands is a reading.
    expect(contentOf(file, "createPayout-201")).not.toHaveProperty("data");
    expect(file.metadata["crypto-payment-sandbox"]).toEqual({ left_out: ["listWallets", "listBlockchainAssets"] });
    expect(file.interactions.map(({ key }: any) => key)).toEqual(["createWallet-201", "createPayout-201"]);
  });

  test("of an app whose reads were recorded, what it read alone; of a webhook too", () => {
    const touched = ["/data", "/data/address", "/data/made_up"];
    const file = pact(
      [whole("createWallet", { touched })],
      [delivered("deposit.new", ["/payload", "/payload/id", "/id"])],
    );
    expect(contentOf(file, "createWallet-201")).toEqual({ data: { address: expect.any(String) } });
    const { id, payload, ...others } = contentOf(file, "webhook-deposit.new");
    expect([typeof id, Object.keys(payload), others]).toEqual(["string", ["id"], {}]);
    expect(contentOf(pact([whole("createWallet", { touched: [] })]), "createWallet-201")).toEqual({});
  });

  test("what was sent, and only that; a member that excludes another one of the example is left out", () => {
    const members = whole("createPayout").members.filter(({ name }) =>
      ["asset", "vault_id", "usd_amount"].includes(name),
    );
    const [{ request }] = pact([whole("createPayout", { members })]).interactions;
    expect(Object.keys(request.body.content).toSorted()).toEqual(["asset", "vault_id"]);
    const [{ request: none }] = pact([whole("listUdas", { members: [] })]).interactions;
    expect(none).not.toHaveProperty("query");
    expect(none).not.toHaveProperty("body");
  });

  test("null is left out, because its type would forbid every other value; of a list one entry shows what each is like", () => {
    const text = { type: ["string", "null"], "x-provenance": "documented" };
    const schema = {
      properties: { at: text, list: { items: { properties: { at: text, by: text } } }, none: { items: text } },
    };
    const { body, rules } = pactBody(
      serviceDocument,
      schema,
      {
        at: null,
        list: [
          { at: null, by: "x" },
          { at: "y", by: "z" },
        ],
        none: [],
      },
      () => true,
    );
    expect(body.content).toEqual({ list: [{ by: "x" }], none: [] });
    expect(Object.keys(rules)).toEqual(["$", "$.list", "$.list[*]", "$.list[*].by", "$.none"]);
  });

  test("a status that only faults made, an error, a cut and what no receiver took are no promises of the service", () => {
    const statuses = [
      { status: 201, provenance: null, calls: 3, injected: 3 },
      { status: 400, provenance: null, calls: 3, injected: 0 },
      { status: null, provenance: null, calls: 1, injected: 1 },
    ];
    const refused = { ...delivered("deposit.new"), delivered: 0, refused: 4 };
    const unknown = delivered("nobody.knows");
    expect(pact([whole("createWallet", { statuses })], [refused, unknown]).interactions).toEqual([]);
  });
});

describe("as a command and over HTTP", () => {
  const run = async (line: string, files: Record<string, string> = {}) => {
    const hands = anIo({ SANDBOX_URL: sandbox().ready.url }, files);
    const code = await runCommand(line.split(" "), hands.io);
    return { code, ...hands.said, files };
  };

  test("a pact of a real story names what was called, and holds nothing of what was sent", async () => {
    const { control, api } = sandbox();
    await control("DELETE", "/contract");
    await api.POST("/wallets", { body: { owner: "planted-owner-7", network_symbol: "base" } });
    const { code, out, files } = await run("contract report --format pact --consumer web-shop -o shop.json");
    expect([code, out]).toEqual([0, ""]);
    const text = files["shop.json"] ?? "";
    expect(JSON.parse(text).interactions.map(({ key }: any) => key)).toContain("createWallet-201");
    expect(text).not.toContain("planted-owner-7");
    const { ready } = sandbox();
    const file = await fetch(`${ready.admin_url}/contract/report?format=pact&consumer=web-shop`);
    expect([file.status, file.headers.get("content-type"), await file.text()]).toEqual([
      200,
      "application/json; charset=utf-8",
      text,
    ]);
    for (const secret of [ready.api_key, ready.webhook_secret, ready.vault_id]) expect(text).not.toContain(secret);
  });

  test.each([
    ["--format pact", "--consumer: a pact names the app that needs it, such as web-shop"],
    [`--format pact --consumer ${"x".repeat(129)}`, "at most 128 characters"],
    ["--format html --consumer shop", "--consumer is for --format pact"],
    ["--json --format pact --consumer shop", "--json and --format exclude each other"],
  ])("contract report %s: exit code 2, and nothing is written", async (options, reason) => {
    const { code, err, out, files } = await run(`contract report ${options} -o none.json`);
    expect([code, out, Object.keys(files)]).toEqual([2, "", []]);
    expect(err).toContain(reason);
  });

  test("the control API refuses a pact without its consumer, and a consumer without a pact", async () => {
    const answer = async (query: string): Promise<[number, string]> => {
      const response = await fetch(`${sandbox().ready.admin_url}/contract/report?${query}`);
      return [response.status, await response.text()];
    };
    expect(await answer("format=pact")).toEqual([400, expect.stringContaining("names the app that needs it")]);
    expect(await answer("format=pact&consumer=%20")).toEqual([400, expect.stringContaining("names the app")]);
    expect(await answer("format=pact&consumer=a%0Ab")).toEqual([400, expect.stringContaining("control character")]);
    expect(await answer("consumer=shop")).toEqual([400, expect.stringContaining("consumer is for format=pact")]);
  });

  test("a name may hold any letters, and a key in it is masked (R-211)", () => {
    expect([consumerFault("Läden & Söhne"), consumerFault("x".repeat(128))]).toEqual([null, null]);
    const named = pactText({ operations: [], events: [] } as unknown as ContractReport, "shop sk_live_planted00000001");
    expect(named).not.toContain("planted");
    expect(JSON.parse(named).consumer.name).toBe("shop sk_live_...");
  });
});
