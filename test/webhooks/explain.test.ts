// The signature explainer: every wrong receiver of the table, everything that can happen to what was received, and no false word.
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { explain } from "../../src/webhooks/explain/explain.ts";
import type { ExplainInput } from "../../src/webhooks/explain/explain-input.ts";
import { MISTAKES } from "../../src/webhooks/explain/mistakes.ts";
import { webhookHeaders, wrongSecretOf } from "../../src/webhooks/sign.ts";
import { type Hands, WRONG_RECEIVERS } from "./wrong-receivers.ts";

const NOW = 1_767_225_600;
const ID = "0197a300-0000-7000-8000-000000000001";
const BODY = `{"id":"${ID}","version":"1","type":"deposit.confirmed","time":"2026-01-01 00:00:00.000000","payload":{"usd":"1.00","raw":1000000000000000001,"rate":1.0,"owner":"Zoë/株"}}`;
const whsec = (digit: string) => `whsec_${digit.repeat(48)}`;
const [secret, previous, neighbour, stranger] = [whsec("a1").slice(0, 54), whsec("b"), whsec("c"), whsec("d")] as const;
const known = [
  { secret, tenantId: "t1", endpointId: "e1", previous: false },
  { secret: previous, tenantId: "t1", endpointId: "e1", previous: true },
  { secret: neighbour, tenantId: "t1", endpointId: "e2", previous: false },
  { secret: stranger, tenantId: "t2", endpointId: "e3", previous: false },
];
const headers = webhookHeaders({ id: ID, timestampSeconds: NOW, body: BODY, secrets: [secret] });
const sent = { body: BODY, attempts: [{ timestamp: String(NOW), signature: headers["webhook-signature"] }] };
const hands: Hands = { id: ID, timestamp: String(NOW), raw: Buffer.from(BODY), secret, previous, neighbour, stranger };

function explained(change: Partial<ExplainInput>) {
  const base = { body: BODY, headers, secret: null, computed: null, receivedAtSeconds: NOW, known, sent };
  return explain({ ...base, ...change });
}
const idsOf = (change: Partial<ExplainInput>) => explained(change).mistakes.map(({ id }) => id);

describe("a receiver that computes", () => {
  // With all known facts, with the secret given, and for an event that this world has never sent.
  const SETTINGS = [
    { how: "of a known event", facts: {} },
    { how: "with its secret handed in", facts: { secret } },
    { how: "of an unknown event", facts: { sent: null } },
  ];
  for (const { how, facts } of SETTINGS) {
    test.each(WRONG_RECEIVERS)(`$name is explained, ${how}`, ({ mistakes, compute }) => {
      const answer = explained({ ...facts, computed: compute(hands) });
      expect(answer.mistakes.map(({ id }) => id).toSorted()).toEqual(mistakes.toSorted());
      expect(answer.verdict).toBe(mistakes.length === 0 ? "valid" : "mistake");
    });
  }

  test("anything else is reported as unexplained, never with a wrong mistake", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ minLength: 1 }), fc.base64String({ minLength: 4 }), fc.stringMatching(/^[0-9a-f]{64}$/)),
        (computed) => {
          expect(explained({ computed })).toMatchObject({ verdict: "unexplained", mistakes: [] });
        },
      ),
      { numRuns: 5 },
    );
  });
});

describe("the secret that start prints, which no endpoint has", () => {
  const printed = whsec("e");
  const withPrinted = [...known, { secret: printed, tenantId: "t1", endpointId: null, previous: false }];
  const made = createHmac("sha256", printed).update(`${NOW}.${BODY}`).digest("hex");
  const MADE: [string, Partial<ExplainInput>][] = [
    ["by the receiver's code", { computed: made }],
    ["by the receiver's code, of an unknown event", { computed: made, sent: null }],
    ["and held by the receiver", { secret: printed }],
    ["and held by the receiver, which computed with it", { secret: printed, computed: made }],
    ["and handed in as what was received", { headers: { ...headers, "webhook-signature": made }, sent: null }],
  ];
  test.each(MADE)("is named when it was used %s", (_how, facts) => {
    expect(explained({ known: withPrinted, ...facts })).toMatchObject({
      verdict: "mistake",
      mistakes: [{ id: "secret-of-the-start", explanation: expect.stringContaining("any other endpoint has its own") }],
    });
  });
  test("changes nothing where the endpoint's own was used, and never signs", () => {
    expect(explained({ known: withPrinted })).toEqual(explained({}));
    expect(explained({ known: withPrinted, ...MADE[4]![1] }).signedBy).toBeNull();
  });
});

const parsed = JSON.parse(BODY);
const ALTERED: [string, Partial<ExplainInput>, string[]][] = [
  ["nothing", {}, []],
  ["with the right secret", { secret }, []],
  [
    "headers in capitals",
    { headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v])) },
    [],
  ],
  ["body re-serialised", { body: JSON.stringify(parsed) }, ["body-reserialised"]],
  ["body indented", { body: JSON.stringify(parsed, null, 4) }, ["body-reserialised"]],
  ["a line end added", { body: `${BODY}\r\n` }, ["body-newline"]],
  ["a byte order mark added", { body: `\ufeff${BODY}` }, ["body-bom"]],
  ["body decoded as Latin-1", { body: Buffer.from(BODY).toString("latin1") }, ["body-latin1"]],
  ["body cut", { body: BODY.slice(0, 90) }, ["body-truncated"]],
  ["no body", { body: "" }, ["body-missing"]],
  ["another body under this id", { body: BODY.replace('"1.00"', '"9.00"') }, ["body-changed"]],
  ["timestamp altered", { headers: { ...headers, "webhook-timestamp": String(NOW + 60) } }, ["timestamp-altered"]],
  ["timestamp in ms", { headers: { ...headers, "webhook-timestamp": `${NOW}000` } }, ["malformed-timestamp"]],
  [
    "timestamp as a date",
    { headers: { ...headers, "webhook-timestamp": "2026-01-01T00:00:00Z" } },
    ["malformed-timestamp"],
  ],
  ["signature altered", { headers: { ...headers, "webhook-signature": "0".repeat(64) } }, ["signature-altered"]],
  [
    "signature in capitals",
    { headers: { ...headers, "webhook-signature": headers["webhook-signature"].toUpperCase() } },
    ["signature-altered"],
  ],
  ["another id in the header", { headers: { ...headers, "webhook-id": "another" } }, ["id-mismatch"]],
  ["no id", { headers: { ...headers, "webhook-id": undefined } }, ["missing-header"]],
  ["no timestamp", { headers: { ...headers, "webhook-timestamp": undefined } }, ["missing-header"]],
  ["a signature that came twice", { headers: { ...headers, "webhook-signature": ["a", "b"] } }, ["missing-header"]],
  ["no headers at all", { headers: {} }, ["missing-header"]],
  ["six minutes late", { receivedAtSeconds: NOW + 360 }, ["timestamp-too-old"]],
  ["a clock six minutes slow", { receivedAtSeconds: NOW - 360 }, ["timestamp-too-new"]],
  ["five minutes late", { receivedAtSeconds: NOW + 300 }, []],
  ["an unknown secret", { secret: "whsec_nobody" }, ["wrong-secret"]],
  ["the previous secret", { secret: previous }, ["secret-rotated"]],
  ["a neighbour's secret", { secret: neighbour }, ["secret-of-another-endpoint"]],
  ["the secret of another tenant", { secret: stranger }, ["secret-of-another-tenant"]],
  ["the secret without whsec_", { secret: secret.slice(6) }, ["secret-prefix-stripped"]],
  ["the secret with a line end", { secret: `${secret}\n` }, ["secret-whitespace"]],
  [
    "two: body indented, neighbour's secret",
    { body: JSON.stringify(parsed, null, 2), secret: neighbour },
    ["body-reserialised", "secret-of-another-endpoint"],
  ],
];

describe("what was received", () => {
  test.each(ALTERED)("%s", (_name, change, ids) => {
    expect(idsOf(change).toSorted()).toEqual(ids.toSorted());
    expect(explained(change).verdict).toBe(ids.length === 0 ? "valid" : "mistake");
  });

  // Bodies whose numbers survive a parser, so that the change can be undone without knowing what was sent.
  const plain = BODY.replace('"raw":1000000000000000001,"rate":1.0', '"raw":7');
  const own = webhookHeaders({ id: ID, timestampSeconds: NOW, body: plain, secrets: [secret] });
  test.each<[string, string, string[]]>([
    ["unchanged", plain, []],
    ["indented", JSON.stringify(JSON.parse(plain), null, 2), ["body-reserialised"]],
    ["with a line end", `${plain}\n`, ["body-newline"]],
    ["with a byte order mark", `\ufeff${plain}`, ["body-bom"]],
    ["decoded as Latin-1", Buffer.from(plain).toString("latin1"), ["body-latin1"]],
    ["cut", plain.slice(0, 90), ["body-truncated"]],
    ["empty", "", ["body-missing"]],
  ])("a body of an unknown event, %s", (_name, body, ids) => {
    expect(idsOf({ body, headers: own, sent: null })).toEqual(ids);
  });

  test("a body of an unknown event that was changed beyond undoing is unexplained", () => {
    const body = plain.replace("1.00", "9.00");
    expect(explained({ body, headers: own, sent: null })).toMatchObject({ verdict: "unexplained", mistakes: [] });
  });

  test("both sides of a rotation are valid while the header carries both signatures (R-121)", () => {
    const both = webhookHeaders({ id: ID, timestampSeconds: NOW, body: BODY, secrets: [secret, previous] });
    for (const one of [secret, previous])
      expect(explained({ secret: one, headers: both })).toMatchObject({ verdict: "valid" });
  });

  test("an attempt changed by the fault wrong-secret is explained as such, also to a receiver that computed rightly", () => {
    const spoilt = webhookHeaders({ id: ID, timestampSeconds: NOW, body: BODY, secrets: [wrongSecretOf(secret)] });
    const change = {
      headers: spoilt,
      sent: { body: BODY, attempts: [{ timestamp: String(NOW), signature: spoilt["webhook-signature"] }] },
    };
    expect(idsOf(change)).toEqual(["sent-with-wrong-secret"]);
    expect(idsOf({ ...change, computed: headers["webhook-signature"] })).toEqual(["sent-with-wrong-secret"]);
  });

  test("names whose secret signed it", () => {
    expect(explained({}).signedBy).toEqual(known[0]);
    expect(explained({ secret: neighbour }).signedBy).toEqual(known[0]);
    expect(explained({ known: [], secret: "x", sent: null }).signedBy).toBeNull();
  });

  test("a wrong body and a wrong formula are both named", () => {
    const body = JSON.stringify(parsed, null, 2);
    const computed = WRONG_RECEIVERS.find(({ mistakes }) => mistakes[0] === "timestamp-in-ms")!.compute({
      ...hands,
      raw: Buffer.from(body),
    });
    expect(idsOf({ body, computed }).toSorted()).toEqual(["body-reserialised", "timestamp-in-ms"]);
  });

  test("whatever is handed in, it answers and does not throw", () => {
    const name = fc.constantFrom("webhook-id", "webhook-timestamp", "webhook-signature", "X");
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.oneof(fc.string({ unit: "binary" }), fc.array(fc.string()))),
        fc.string({ unit: "binary" }),
        fc.option(fc.string()),
        (wild, body, given) => {
          const answer = explained({ headers: wild, body, secret: given, sent: null });
          expect(answer.verdict).not.toBe("valid");
        },
      ),
      { numRuns: 30 },
    );
  });
});

test("every mistake of the table is covered by a case above", () => {
  const made = [...WRONG_RECEIVERS.flatMap(({ mistakes }) => mistakes), ...ALTERED.flatMap(([, , ids]) => ids)];
  expect(new Set([...made, "sent-with-wrong-secret", "secret-of-the-start"])).toEqual(new Set(Object.keys(MISTAKES)));
});
