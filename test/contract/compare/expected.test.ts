// What the document expects: its samples fit it, and shapes differ from it exactly where something was changed (C-62, C-63).
import { describe, expect, it } from "vitest";
import { Expectations, type Rewording } from "../../../src/contract/compare/expected.ts";
import { compareAll, fitReadings } from "../../../src/contract/compare/fit.ts";
import type { Subject } from "../../../src/contract/compare/recorded.ts";
import { samplesOf } from "../../../src/contract/compare/samples.ts";
import { Shape } from "../../../src/contract/compare/value-shape.ts";
import { resolve, type Schema, serviceDocument } from "../../../src/spec/document.ts";
import { operationsOf } from "../../../src/spec/operations.ts";
import { validatorsOf } from "../../../src/spec/validators.ts";

const validators = validatorsOf(serviceDocument);
const NO_REWORDING: Rewording = { readings: [], reword: (_subject, text) => text };

/** Two readings that stand for those of the table: one moves members, one changes what is in them. */
const REWORDING: Rewording = {
  readings: [
    { name: "time", values: ["millis", "seconds"] },
    { name: "place", values: ["data", "top"] },
  ],
  reword(_subject, text, { place, time }) {
    const timed = time === "seconds" ? text.replace(/\.000Z/g, "Z") : text;
    const { data, ...others } = JSON.parse(timed);
    return JSON.stringify(place === "top" ? { ...others, ...data } : { ...others, data });
  },
};

const payout: Subject = { kind: "reply", operation: "getPayout", status: 200 };

function sample(subject: Subject, change: (body: any) => unknown = (body) => body): Shape {
  const expectations = new Expectations(serviceDocument, NO_REWORDING);
  const operation = subject.kind === "reply" ? operationsOf(serviceDocument).get(subject.operation) : undefined;
  const schema =
    serviceDocument.paths[operation?.path ?? ""]?.get?.responses["200"]?.content?.["application/json"]?.schema;
  return samplesOf(serviceDocument, schema as Schema)
    .map((value) => JSON.parse(JSON.stringify(value)))
    .map((body) => Shape.of({ subject, headers: {}, body: JSON.stringify(change(body)) }, expectations.marks))
    .reduce((sum, one) => sum.with(one));
}

const answers = [...operationsOf(serviceDocument).values()].flatMap((operation) =>
  operation.statuses.map((status) => {
    const declared = serviceDocument.paths[operation.path]?.[operation.method]?.responses[String(status)];
    const schema = resolve(serviceDocument, declared ?? {}).content?.["application/json"]?.schema;
    return { title: `${operation.id} ${status}`, check: validators.reply(operation, status), schema };
  }),
);
const webhooks = Object.entries(serviceDocument.webhooks ?? {}).map(([type, item]) => ({
  title: type,
  check: validators.webhook(type),
  schema: item["post"]?.requestBody?.content?.["application/json"]?.schema,
}));

describe("samples", () => {
  it.each([...answers, ...webhooks])("fit the document: $title", ({ check, schema }) => {
    if (schema === undefined) throw new Error("the document shows no body");
    for (const value of samplesOf(serviceDocument, schema))
      expect(check?.(JSON.parse(JSON.stringify(value)))).toEqual([]);
  });
});

describe("a comparison", () => {
  const expectations = new Expectations(serviceDocument, NO_REWORDING);
  const differencesOf = (shape: Shape): unknown[] =>
    compareAll(expectations, [shape], {}).differences.map(({ pointer, verdict, seen }) => [pointer, verdict, seen]);

  it("finds nothing in what fits the document", () => {
    expect(differencesOf(sample(payout))).toEqual([]);
    expect(compareAll(expectations, [sample(payout)], {}).same).toBeGreaterThan(15);
  });

  it.each([
    [
      "extra",
      "/data/delegation",
      (data: Record<string, unknown>) => ({ ...data, delegation: "x" }),
      "string lower-word",
    ],
    ["missing", "/data/rate", ({ rate: _, ...data }: Record<string, unknown>) => data, "nothing"],
    ["other type", "/data/amount", (data: Record<string, unknown>) => ({ ...data, amount: 7 }), "number"],
    ["other form", "/data/tx_id", (data: Record<string, unknown>) => ({ ...data, tx_id: "0x12" }), "hex"],
    ["unknown value", "/data/status", (data: Record<string, unknown>) => ({ ...data, status: "paused" }), "paused"],
  ])("names a member that is %s", (verdict, pointer, change, seen) => {
    const shape = sample(payout, ({ data, ...others }) => ({ ...others, data: change(data) }));
    expect(differencesOf(shape)).toEqual([[pointer, verdict, seen]]);
  });

  it("judges nothing below a list that was empty", () => {
    const list: Subject = { kind: "reply", operation: "listPayouts", status: 200 };
    const shape = sample(list, (body) => ({ ...(body as object), data: [] }));
    const { differences, notReached } = compareAll(expectations, [shape], {});
    expect(differences).toEqual([]);
    expect(notReached).toBeGreaterThan(15);
  });
});

describe("a fit", () => {
  const expectations = new Expectations(serviceDocument, REWORDING);
  const under = (chosen: Record<string, string>): Shape =>
    sample(payout, (body) => JSON.parse(REWORDING.reword(payout, JSON.stringify(body), chosen, 0)));

  it("chooses nothing where the document is spoken", () => {
    expect(fitReadings(expectations, [under({})])).toMatchObject({ chosen: {}, explanations: [] });
  });

  it("finds readings that hide each other", () => {
    const { chosen, comparison } = fitReadings(expectations, [under({ place: "top", time: "seconds" })]);
    expect(chosen).toEqual({ place: "top", time: "seconds" });
    expect(comparison.differences).toEqual([]);
  });

  it("leaves what no reading explains", () => {
    const shape = under({ place: "top" });
    const other = sample(payout, ({ data }) => ({ success: true, message: "x", ...(data as object), surprise: 1 }));
    const { chosen, comparison, explanations } = fitReadings(expectations, [shape.with(other)]);
    expect(chosen).toEqual({ place: "top" });
    expect(explanations.map(({ reading }) => reading)).toEqual(["place"]);
    expect(comparison.differences).toMatchObject([{ pointer: "/surprise", verdict: "extra" }]);
  });
});
