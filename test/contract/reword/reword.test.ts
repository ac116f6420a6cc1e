// C-21: for every operation, event and value, the changed JSON says the same as the plain one, except where the row says so.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Readings } from "../../../src/contract/readings/readings.ts";
import {
  type Choices,
  READING_NAMES,
  type ReadingName,
  rowOf,
  valuesOf,
} from "../../../src/contract/readings/table.ts";
import { Reworder } from "../../../src/contract/reword/reworder.ts";
import { resolve, type Schema, serviceDocument } from "../../../src/spec/document.ts";
import { type Operation, operationsOf } from "../../../src/spec/operations.ts";
import { validatorsOf } from "../../../src/spec/validators.ts";
import { anyBody } from "./any-body.ts";
import { meaning } from "./meaning.ts";

const TENANT = "tenant-1";
const WIRE = READING_NAMES.filter((name) => rowOf(name).kind === "wire");
const VALUES = WIRE.flatMap((name) =>
  valuesOf(name)
    .slice(1)
    .map((value) => ({ name, value, of: `${name}=${value}` })),
);

type Body = {
  title: string;
  schema: Schema;
  isWebhook: boolean;
  fits(text: string): boolean;
  reword(reworder: Reworder, text: string): string;
};

const BODIES: Body[] = [...answers(), ...webhooks()];

function answers(): Body[] {
  return [...operationsOf(serviceDocument).values()].flatMap((operation) =>
    operation.statuses.filter((status) => status < 300).map((status) => answer(operation, status)),
  );
}

function answer(operation: Operation, status: number): Body {
  const declared = serviceDocument.paths[operation.path]?.[operation.method]?.responses[String(status)];
  const check = validatorsOf(serviceDocument).reply(operation, status);
  return {
    ...{ title: `${operation.id} ${status}`, isWebhook: false },
    schema: resolve(serviceDocument, declared ?? {}).content?.["application/json"]?.schema ?? {},
    fits: (text) => check?.(JSON.parse(text)).length === 0,
    reword: (reworder, text) => reworder.answer(operation, status, text, TENANT),
  };
}

function webhooks(): Body[] {
  return Object.entries(serviceDocument.webhooks ?? {}).map(([type, item]) => ({
    ...{ title: type, isWebhook: true },
    schema: item["post"]?.requestBody?.content?.["application/json"]?.schema ?? {},
    fits: (text) => validatorsOf(serviceDocument).webhook(type)(JSON.parse(text)).length === 0,
    reword: (reworder, text) => reworder.webhook(type, text, TENANT),
  }));
}

function reworderWith(choices: Record<string, string>): { reworder: Reworder; readings: Readings } {
  const readings = new Readings(choices as Choices);
  const ticker = (slug: string): string => `ticker-of-${slug}`;
  return { readings, reworder: new Reworder({ document: serviceDocument, readings, ticker }) };
}

/** What is compared: `open_values=new` and `webhook_payload=slim` take something away, the rest of the body must be equal. */
function expectSameMeaning(plain: string, sent: string, of: string): void {
  if (sent === plain) return;
  if (of === "open_values=new") expect(wordsBack(sent, plain)).toEqual(JSON.parse(plain));
  else if (of === "webhook_payload=slim") {
    const [before, after] = [JSON.parse(plain), JSON.parse(sent)];
    for (const [member, value] of Object.entries(after.payload)) expect(before.payload[member]).toEqual(value);
    expect({ ...before, payload: 0 }).toEqual({ ...after, payload: 0 });
  } else expect(meaning(sent, of)).toEqual(meaning(plain, of));
}

/** The sent body with each new word replaced by what stood there. */
function wordsBack(sent: string, plain: string): unknown {
  const walk = (value: unknown, was: unknown): unknown => {
    if (value === "added_later") return was;
    if (Array.isArray(value)) return value.map((item, index) => walk(item, (was as unknown[])[index]));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, walk(one, (was as Record<string, unknown>)[name])]),
    );
  };
  return walk(JSON.parse(sent), JSON.parse(plain));
}

/** The body as it is sent; a webhook carries nothing before that. */
function rewordedAndSent(body: Body, plain: string, { reworder, readings }: ReturnType<typeof reworderWith>): string {
  const before = readings.met();
  const text = body.reword(reworder, plain);
  if (body.isWebhook) expect(readings.met()).toEqual(before);
  readings.noteSent(String(JSON.parse(plain).id));
  return text;
}

/** Twice, for values that take turns. */
function expectOneReading(body: Body, plain: string, { name, value, of }: (typeof VALUES)[number]): void {
  const { reworder, readings } = reworderWith({ [name]: value });
  const count = (): number => readings.met().find((one) => one.name === name)?.met ?? 0;
  for (let turn = 0; turn < 2; turn += 1) {
    const before = count();
    const sent = rewordedAndSent(body, plain, { reworder, readings });
    expectSameMeaning(plain, sent, of);
    // A payload that was slim already is met all the same.
    if (of !== "webhook_payload=slim") expect(count() - before, of).toBe(sent === plain ? 0 : 1);
  }
}

/** The operations and events in which each value was met, over some bodies of each. */
function placesMet(): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>(VALUES.map(({ of }) => [of, new Set()]));
  const note = (body: Body, plain: string, { name, value, of }: (typeof VALUES)[number]): void => {
    const { reworder, readings } = reworderWith({ [name]: value });
    for (let turn = 0; turn < 2; turn += 1) rewordedAndSent(body, plain, { reworder, readings });
    if (readings.met().length > 0) places.get(of)?.add(body.title.split(" ")[0] ?? "");
  };
  for (const body of BODIES) {
    const samples = fc.sample(anyBody(serviceDocument, body.schema), { numRuns: 4, seed: 11 });
    for (const plain of samples) for (const one of VALUES) note(body, plain, one);
  }
  return places;
}

describe("rewording (C-21)", () => {
  test.each(BODIES)(
    "$title: every value says the same in other words, and is met when it changed something",
    (body) => {
      fc.assert(
        fc.property(anyBody(serviceDocument, body.schema), (plain) => {
          expect(body.fits(plain)).toBe(true);
          for (const one of VALUES) expectOneReading(body, plain, one);
        }),
        { numRuns: 3, seed: 7 },
      );
    },
  );

  test.each(BODIES)("$title: the defaults change no byte, and a choice of another tenant neither (C-02)", (body) => {
    const [plain = ""] = fc.sample(anyBody(serviceDocument, body.schema), { numRuns: 1, seed: 3 });
    const spaced = ` ${plain}`;
    expect(body.reword(reworderWith({}).reworder, spaced)).toBe(spaced);
    const { reworder, readings } = reworderWith({});
    readings.set({ extra_members: "some" }, "another");
    expect(body.reword(reworder, spaced)).toBe(spaced);
  });

  test("every value of every wire reading changes some answer or webhook, and only what its row names", () => {
    const places = placesMet();
    for (const { name, of } of VALUES) {
      const found = [...(places.get(of) ?? [])];
      expect(found.length, of).toBeGreaterThan(0);
      const { operations, events, schemas } = rowOf(name);
      if (schemas.length === 0) for (const one of found) expect([...operations, ...events], of).toContain(one);
    }
  });

  test("several readings together keep the worth of numbers, and each is met where it stands", () => {
    const choices = {
      json_numbers: "exponent",
      webhook_amounts: "number",
      extra_members: "some",
      time_text: "seconds",
    };
    const { reworder, readings } = reworderWith(choices);
    const plain =
      '{"id":"a","version":"1","type":"deposit.confirmed","time":"2026-01-01 00:00:00.000000","payload":{"id":"b",' +
      '"balance":{"amount":"1500000000000000000.1","raw":"1500000000000000001","usd":"1.00"},"time":"2026-01-01T00:00:00.000Z"}}';
    const sent = reworder.webhook("deposit.confirmed", plain, TENANT);
    readings.noteSent("a");
    expect(sent).toBe(
      '{"id":"a","version":"1","type":"deposit.confirmed","time":"2026-01-01 00:00:00.000000","payload":{"id":"b",' +
        '"balance":{"amount":1.5000000000000000001e18,"raw":1.500000000000000001e18,"usd":"1.00","x_added_later":"ignore what you do not know"},' +
        '"time":"2026-01-01T00:00:00Z","x_added_later":"ignore what you do not know"},"x_added_later":"ignore what you do not know"}',
    );
    expect(
      readings
        .met(TENANT)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(Object.keys(choices).toSorted());
  });

  test("all values at once, in any combination, give JSON", () => {
    const any = fc.tuple(
      fc.constantFrom(...BODIES),
      fc.record(Object.fromEntries(WIRE.map((name: ReadingName) => [name, fc.constantFrom(...valuesOf(name))]))),
      fc.nat(1000),
    );
    fc.assert(
      fc.property(any, ([body, choices, seed]) => {
        const [plain = ""] = fc.sample(anyBody(serviceDocument, body.schema), { numRuns: 1, seed });
        expect(() => JSON.parse(body.reword(reworderWith(choices).reworder, plain))).not.toThrow();
      }),
      { numRuns: 200, seed: 5 },
    );
  });
});
