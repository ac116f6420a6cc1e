// An invalid scenario is refused before it runs, with the place of the mistake and what is allowed there.
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import schema from "../../spec/scenario.schema.json" with { type: "json" };
import { builtInNames, builtInText } from "../../src/scenario/built-in.ts";
import { checkScenario, readScenario, ScenarioFault } from "../../src/scenario/check.ts";

const pay = { title: "someone pays", pay: { network: "base", asset: "USDC", amount: "1", to: "0x01" } };

/** A reference `${name}`, as in a file. */
const ref = (name: string): string => `\${${name}}`;

/** A scenario with these steps; by default one `pay`. */
function aScenario(steps: unknown[] = [pay], more: object = {}): unknown {
  return { title: "a story", about: "what it teaches", steps, ...more };
}

function faultOf(value: unknown): ScenarioFault {
  try {
    checkScenario(value);
  } catch (error) {
    if (error instanceof ScenarioFault) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

test("the scenario that the other tests change is valid", () => {
  expect(checkScenario(aScenario())).toEqual(aScenario());
});

test.each([
  ["no object", 7, "", []],
  ["an unknown member", aScenario([pay], { titel: "x" }), "/titel", ["title", "steps"]],
  ["no title", { about: "x", steps: [pay] }, "", []],
  ["no steps", aScenario([]), "/steps", []],
  ["an unknown option", aScenario([pay], { options: { sead: 7 } }), "/options/sead", ["seed", "mining"]],
  ["a mining mode that is none", aScenario([pay], { options: { mining: "fast" } }), "/options/mining", ["manual"]],
  ["a step that is no object", aScenario(["pay"]), "/steps/0", []],
  ["a step that does nothing", aScenario([pay, { title: "x" }]), "/steps/1", ["call", "expect"]],
  ["a step that does two things", aScenario([{ ...pay, mine: { network: "base" } }]), "/steps/0", []],
  [
    "a misspelt member of a step",
    aScenario([{ ...pay, pay: { ...pay.pay, too: "0x01" } }]),
    "/steps/0/pay/too",
    ["to"],
  ],
  ["an amount that is a number", aScenario([{ ...pay, pay: { ...pay.pay, amount: 1 } }]), "/steps/0/pay/amount", []],
  [
    "a journey two ways at once",
    aScenario([{ title: "x", travel: { by: "1m", to: "2026-01-02T00:00:00Z" } }]),
    "/steps/0/travel",
    [],
  ],
  ["a call without a status", aScenario([{ title: "x", call: "createWallet" }]), "/steps/0", []],
  ["an operation that is none", aScenario([{ title: "x", call: "createWalet", status: 201 }]), "/steps/0/call", []],
  ["a path of nowhere", aScenario([{ title: "x", call: "GET /healthz", status: 200 }]), "/steps/0/call", []],
  ["a path without what it needs", aScenario([{ title: "x", call: "getPayout", status: 200 }]), "/steps/0/call", []],
  ["a reset", aScenario([{ title: "x", call: "resetWorld", status: 200 }]), "/steps/0/call", []],
  [
    "a matcher that is none",
    aScenario([{ title: "x", expect: { events: [{ $some: 1 }] } }]),
    "/steps/0/expect/events/0/$some",
    ["$any"],
  ],
  [
    "a matcher with company",
    aScenario([{ title: "x", expect: { events: [{ $any: true, type: "x" }] } }]),
    "/steps/0/expect/events/0",
    [],
  ],
  [
    "a form that is none",
    aScenario([{ title: "x", expect: { events: [{ $matches: "(" }] } }]),
    "/steps/0/expect/events/0/$matches",
    [],
  ],
  [
    "a name nobody saved",
    aScenario([{ ...pay, pay: { ...pay.pay, to: ref("walet") } }]),
    "/steps/0/pay/to",
    ["account_1"],
  ],
  [
    "a name that is saved later",
    aScenario([{ ...pay, pay: { ...pay.pay, to: ref("tx") }, save: { tx: "tx_id" } }]),
    "/steps/0/pay/to",
    [],
  ],
  ["a name that is none", aScenario([{ ...pay, save: { "Tx-Id": "tx_id" } }]), "/steps/0/save/Tx-Id", []],
] as const)("refused: %s", (_, value, at, allowed) => {
  const fault = faultOf(value);
  expect(fault.at).toBe(at);
  expect(fault.allowed).toEqual(expect.arrayContaining([...allowed]));
  expect(fault.message).not.toContain("\n");
});

test("a text that is not JSON is reported as such, and a byte order mark is accepted", () => {
  expect(() => readScenario("{")).toThrow(ScenarioFault);
  expect(readScenario(`\uFEFF${JSON.stringify(aScenario())}`)).toEqual(aScenario());
});

test("a name that an earlier step saved may be used in any text", () => {
  const steps = [
    { ...pay, save: { tx: "tx_id" } },
    { title: `it is ${ref("tx")}`, call: `GET /v1/deposits/tx/${ref("tx")}`, status: 200 },
  ];
  expect(checkScenario(aScenario(steps)).steps).toHaveLength(2);
});

test("every built-in scenario fits the schema alone, as an editor checks it", () => {
  const fits = new Ajv2020({ strict: false }).compile(schema);
  expect(builtInNames().length).toBeGreaterThan(0);
  for (const name of builtInNames()) {
    expect([name, fits(JSON.parse(builtInText(name) ?? "")), fits.errors]).toEqual([name, true, null]);
    expect(readScenario(builtInText(name) ?? "").title).not.toBe("");
  }
});
