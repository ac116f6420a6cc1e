// Each rule of single calls finds its planted mistake and nothing else, and nothing in a correct client.
import { expect, test } from "vitest";
import type { Observation } from "../../src/contract/observation.ts";
import { Recorder } from "../../src/contract/recorder/recorder.ts";
import { RULES } from "../../src/contract/rules/table.ts";
import { observation } from "./a-client.ts";

function findings(...seen: Observation[]) {
  const recorder = new Recorder(RULES, { environment: "sandbox" }, 0);
  for (const one of seen) recorder.request(one);
  return recorder.findings(10 ** 9).map(({ id, level, count }) => `${id} ${level} ${count}`);
}

const refusal = (problem: "invalidRequest" | "routeNotFound" | "methodNotAllowed" | "conflict", detail: string) => ({
  refusal: { problem, code: 400, detail },
});

/** An operation that is documented with everything that it takes. */
const correct = (): Observation =>
  observation("createWallet", { requestBody: { owner: "anna", network_symbol: "base" }, status: 201 });

test("a correct client has no findings", () => {
  expect(findings(correct(), observation("listVaults"), correct())).toEqual([]);
});

test("CF-01: a path or method that does not exist, without the ids in it", () => {
  const path = (id: string): Partial<Observation> => ({ target: `/v1/walets/${id}`, ...refusal("routeNotFound", "?") });
  const many = ["0197a001-77aa-7b02-9c03-1d2e3f405162", "0xabcdef", "7"].map((id) => observation(null, path(id)));
  expect(findings(correct(), ...many)).toEqual(["CF-01:GET /v1/walets/{id} error 3"]);
  const wrong = observation(null, { method: "PUT", target: "/v1/wallets", ...refusal("methodNotAllowed", "") });
  expect(findings(wrong)).toEqual(["CF-01:PUT /v1/wallets error 1"]);
});

test("CF-02: a refused request is a warning, and an error when it is sent again unchanged", () => {
  const refused = (text: string): Observation =>
    observation("createWallet", { status: 400, requestText: text, ...refusal("invalidRequest", "owner: is missing") });
  expect(findings(refused("{}"), refused("{ }"))).toEqual(["CF-02:createWallet:owner warning 2"]);
  expect(findings(refused("{}"), correct(), refused("{}"))).toEqual(["CF-02:createWallet:owner error 2"]);
});

test("CF-02: what the records refuse, and what a fault answers, is no mistake of the form", () => {
  const conflict = observation("createWallet", { status: 409, ...refusal("conflict", "owner: has one") });
  const injected = observation("createWallet", { status: 400, injected: true, ...refusal("invalidRequest", "x") });
  expect(findings(conflict, conflict, injected, injected)).toEqual([]);
});

test("CF-03: names that nobody reads, elements of a list alike", () => {
  const seen = observation("createWallet", { ignored: ["colour", "items.0.x", "items.1.x"] });
  expect(findings(seen)).toEqual(["CF-03:createWallet:colour warning 1", "CF-03:createWallet:items[].x warning 2"]);
});

test("CF-04: keys in paths and queries, of the other environment, and where none is needed", () => {
  const key = "sk_sandbox_0123456789abcdef";
  const headers = { requestHeaders: { "x-api-key": "sk_live_0123" } };
  expect(findings(observation("listVaults", { search: `x=${key}`, path: `/a/${key}`, ...headers }))).toEqual([
    "CF-04:listVaults:path error 1",
    "CF-04:listVaults:query error 1",
    "CF-04:listVaults:environment error 1",
  ]);
  expect(findings(observation("listVaults", { search: "api_key=abc" }))).toEqual(["CF-04:listVaults:query error 1"]);
  const needless = observation("listSupportedAssets", { requestHeaders: { "x-api-key": key } });
  expect(findings(needless)).toContainEqual("CF-04:listSupportedAssets:public note 1");
});

test("CF-04: no evidence holds the key", () => {
  const recorder = new Recorder(RULES, { environment: "sandbox" }, 0);
  recorder.request(observation("listVaults", { search: "api_key=sk_sandbox_77f3" }));
  expect(JSON.stringify(recorder.findings(0))).not.toContain("77f3");
});

test("CF-12: invented operations and parameters are warnings, inferred ones notes", () => {
  const invented = observation("listBlockchainAssets", { search: "symbol=USDC" });
  expect(findings(invented)).toContainEqual("CF-12:listBlockchainAssets:symbol warning 1");
  expect(findings(observation("listTransactions"))).toEqual(["CF-12:listTransactions note 1"]);
});

test("calls of our own clients and of other surfaces are not judged", () => {
  const wrong = { target: "/v1/x", ...refusal("routeNotFound", "") };
  expect(findings(observation(null, { ownClient: "cli", ...wrong }))).toEqual([]);
  expect(findings(observation(null, { surface: "admin", ...wrong }))).toEqual([]);
});

test("every rule has words for its page, and an id of its own", () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  for (const { id, what, why, mend, name } of RULES) {
    expect(id).toMatch(/^CF-\d\d$/);
    for (const text of [what, why, mend, name]) expect(text.length).toBeGreaterThan(20);
  }
});
