// The rules that follow what a client does over time: retries, lost answers, pages, polling, webhooks (CF-05 … CF-16).
import { describe, expect, test } from "vitest";
import type { DeliverySeen } from "../../src/contract/delivery-seen.ts";
import type { Observation } from "../../src/contract/observation.ts";
import { Recorder } from "../../src/contract/recorder/recorder.ts";
import { RULES } from "../../src/contract/rules/table.ts";
import { observation } from "./a-client.ts";

/** What was seen, at wall ms; `body` stands for the text and its JSON. */
type Call = Partial<Observation> & { body?: object };

function seen(operationId: string, at: number, { body, ...facts }: Call = {}): Observation {
  const text = body === undefined ? {} : { requestText: JSON.stringify(body), requestBody: body };
  return observation(operationId, { at, durationMs: 0, ...text, ...facts });
}

function delivery(facts: Partial<DeliverySeen> = {}): DeliverySeen {
  const sent = (facts.at ?? 1_000) - (facts.durationMs ?? 0);
  return {
    sentAt: facts.fault === "duplicate" ? [sent, sent] : [sent],
    ...{ deliveryId: 1, tenantId: "t1", endpointId: "e1", eventId: "ev1", type: "deposit.confirmed", resourceId: "d1" },
    ...{ attempt: 1, at: 1_000, clock: 0, durationMs: 0, status: 200, error: "", outcome: "delivered", fault: null },
    ...facts,
  } as DeliverySeen;
}

/** The findings of CF-05 to CF-16 without CF-12, which judges single calls. */
function found(
  steps: readonly (Observation | DeliverySeen)[],
  recorder = new Recorder(RULES, { environment: "sandbox" }, 0),
): string[] {
  for (const step of steps) "deliveryId" in step ? recorder.delivery(step) : recorder.request(step);
  return recorder
    .findings(1_000_000)
    .filter(({ rule }) => rule >= "CF-05" && rule !== "CF-12")
    .map(({ rule, count }) => (count === 1 ? rule : `${rule} x${count}`));
}

function notJudged(steps: readonly (Observation | DeliverySeen)[]): string[] {
  const recorder = new Recorder(RULES, { environment: "sandbox" }, 0);
  found(steps, recorder);
  return recorder.notJudged().map(({ rule }) => rule);
}

const LIMITED = { status: 429, replyHeaders: { "Retry-After": "2" }, injected: true };
const FAILED = { status: 500, injected: true };
const LOST = { status: null, cut: "instead-of-reply" as const };
const RECORD = "019b76da-a800-7000-8000-0001ee877a99";
const PAYMENT = { vault_id: "v", asset: "USDC", network_symbol: "base", to_address: "0xA", amount: "10" };
const pay = (at: number, reference: string, facts: Call = {}): Observation =>
  seen("createPayout", at, { body: { ...PAYMENT, reference_id: reference }, status: 201, ...facts });

describe("CF-05: after a 429", () => {
  const next = (at: number, facts: Call = {}) => seen("listWallets", at, facts);
  test.each<[string, Observation[], string[]]>([
    ["the next call before Retry-After is found", [next(0, LIMITED), next(1_900)], ["CF-05"]],
    ["one after Retry-After is not", [next(0, LIMITED), next(2_000)], []],
    ["a timer that is 50 ms early is none", [next(0, LIMITED), next(1_960)], []],
    [
      "another call that was under way is not judged, the one after it is",
      [next(0, LIMITED), seen("getVaultTotal", 100), next(1_000)],
      ["CF-05"],
    ],
    ["only the next call counts", [next(0, LIMITED), next(2_500), next(2_600)], []],
    ["each 429 counts", [next(0, LIMITED), next(500, LIMITED), next(900)], ["CF-05 x2"]],
    [
      "a real 429 without Retry-After: X-RateLimit-Reset in Unix seconds",
      [
        next(1_700_000_000_000, { status: 429, replyHeaders: { "X-RateLimit-Reset": "1700000030" } }),
        next(1_700_000_010_000, { status: 429 }),
      ],
      ["CF-05"],
    ],
    [
      "X-RateLimit-Reset as the seconds that are left",
      [next(0, { status: 429, replyHeaders: { "X-RateLimit-Reset": "30" } }), next(10_000, { status: 429 })],
      ["CF-05"],
    ],
    [
      "a real window that somebody opened needs no wait",
      [next(0, { status: 429, replyHeaders: { "Retry-After": "30" } }), next(1_000, { status: 200 })],
      [],
    ],
    ["time travel opens the window", [next(0, LIMITED), next(10, { clock: 60_000 })], []],
    ["a 429 without any word asks for nothing", [next(0, { status: 429 }), next(1)], []],
  ])("%s", (_title, calls, rules) => expect(found(calls)).toEqual(rules));

  test("what another tenant does is not judged", () => {
    expect(found([next(0, LIMITED), next(10, { tenantId: "t2" })])).toEqual([]);
  });
});

describe("CF-06: pauses of retries", () => {
  const failing = (...at: number[]): Observation[] => at.map((ms) => seen("getVaultTotal", ms, FAILED));
  test.each<[string, Observation[], string[]]>([
    ["three retries at a fixed pace are found", failing(0, 1_000, 2_000, 3_000), ["CF-06"]],
    ["reads at once are found from the eighth on", failing(0, 1, 2, 3, 4, 5, 6, 7, 8), ["CF-06"]],
    ["fewer may be those of several parts of the app", failing(0, 1, 2, 3, 4, 5, 6, 7), []],
    ["writes at once too", [0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => pay(at, "a", FAILED)), ["CF-06", "CF-08"]],
    ["a backoff from one millisecond on, as in a test, is none", failing(0, 1, 3, 7, 15, 31, 63, 127), []],
    [
      "pauses that Retry-After names are right",
      [0, 1_000, 2_000, 3_000].map((at) =>
        seen("getVaultTotal", at, { ...FAILED, replyHeaders: { "Retry-After": "1" } }),
      ),
      [],
    ],
    [
      "calls that the client gave up itself say nothing",
      [0, 1_000, 2_000, 3_000].map((at) => seen("getVaultTotal", at, { status: null, cut: "by-client" })),
      [],
    ],
    ["a timetable of ten seconds and more is none", failing(0, 10_000, 20_000, 30_000), []],
    ["once for a series", failing(0, 1_000, 2_000, 3_000, 4_000, 5_000), ["CF-06"]],
    ["two retries say nothing", failing(0, 1_000, 2_000), []],
    ["pauses that double are right", failing(0, 1_000, 3_000, 7_000), []],
    [
      "a success between begins a new series",
      [...failing(0, 1_000), seen("getVaultTotal", 2_000), ...failing(3_000, 4_000)],
      [],
    ],
    [
      "other requests are other series",
      [...failing(0), seen("listWallets", 10, FAILED), ...failing(1_000), seen("listWallets", 20, FAILED)],
      [],
    ],
    ["the last retry may succeed", [...failing(0, 1_000, 2_000), seen("getVaultTotal", 3_000)], ["CF-06"]],
  ])("%s", (_title, calls, rules) => expect(found(calls)).toEqual(rules));
});

describe("CF-07: a payment whose answer is lost", () => {
  test.each<[string, (Observation | DeliverySeen)[], string[]]>([
    ["under a new reference is found", [pay(0, "a", LOST), pay(1_200, "b")], ["CF-07"]],
    [
      "after a 5xx too, with the amount written otherwise",
      [pay(0, "a", FAILED), pay(1_200, "b", { body: { ...PAYMENT, amount: "10.00", reference_id: "b" } })],
      ["CF-07"],
    ],
    [
      "another worker's equal order is another order, because the first one is repeated under its own reference",
      [pay(0, "a", LOST), pay(1_200, "b"), pay(2_000, "a", { status: 409 })],
      [],
    ],
    [
      "a reference that the service knows already is no new one",
      [pay(0, "a", LOST), pay(1_000, "b", { status: 409 })],
      [],
    ],
    [
      "it is told once, also long after",
      [pay(0, "a", LOST), pay(1_200, "b"), pay(699_000, "a"), pay(699_500, "c")],
      ["CF-07"],
    ],
    [
      "an order whose backoff has grown to minutes is another one",
      [pay(0, "a", LOST), pay(1_200, "b"), pay(400_000, "a", { status: 409 })],
      [],
    ],
    [
      "an answer that the client did not wait for is lost too",
      [pay(0, "a", { ...LOST, cut: "by-client" }), pay(1_200, "b")],
      ["CF-07"],
    ],
    ["under the same reference is right", [pay(0, "a", LOST), pay(1_000, "a", { status: 409 }), pay(2_000, "b")], []],
    [
      "to somebody else is another payment",
      [pay(0, "a", FAILED), pay(1_000, "b", { body: { ...PAYMENT, to_address: "0xB", reference_id: "b" } })],
      [],
    ],
    [
      "of another amount is another payment",
      [pay(0, "a", FAILED), pay(1_000, "b", { body: { ...PAYMENT, amount: "100", reference_id: "b" } })],
      [],
    ],
    ["after a look-up is a decision", [pay(0, "a", FAILED), seen("listPayouts", 500), pay(1_000, "b")], []],
    [
      "after a webhook that says that it failed is a decision",
      [pay(0, "a", LOST), delivery({ type: "transaction.failed", at: 500 }), pay(1_000, "b")],
      [],
    ],
    [
      "a webhook that says that it was paid makes it no better",
      [pay(0, "a", LOST), delivery({ type: "transaction.confirmed", at: 500 }), pay(1_000, "b")],
      ["CF-07"],
    ],
    [
      "a forged webhook tells nothing",
      [
        pay(0, "a", LOST),
        delivery({ type: "transaction.failed", at: 500, status: 401, outcome: "refused", fault: "wrong-secret" }),
        pay(1_000, "b"),
      ],
      ["CF-07"],
    ],
    [
      "a look-up that failed tells nothing",
      [pay(0, "a", FAILED), seen("listPayouts", 500, FAILED), pay(1_000, "b")],
      ["CF-07"],
    ],
    ["after more than a minute is a new decision", [pay(0, "a", FAILED), pay(61_000, "b")], []],
    ["an answer that came needs none of this", [pay(0, "a"), pay(10, "b")], []],
    ["a 400 is certain", [pay(0, "a", { status: 400 }), pay(10, "b")], []],
  ])("%s", (_title, calls, rules) => expect(found(calls).filter((rule) => rule !== "CF-08")).toEqual(rules));
});

describe("CF-08: a lost answer", () => {
  test.each<[string, (Observation | DeliverySeen)[], string[]]>([
    ["that nobody asks about is found", [pay(0, "a", LOST), seen("listWallets", 10)], ["CF-08"]],
    ["is settled by a repeat", [pay(0, "a", LOST), pay(10, "a")], []],
    ["is settled by a look-up", [pay(0, "a", LOST), seen("listPayouts", 10)], []],
    ["is settled by a webhook about it", [pay(0, "a", LOST), delivery({ type: "transaction.confirmed" })], []],
    ["is not settled by another webhook", [pay(0, "a", LOST), delivery({ type: "deposit.confirmed" })], ["CF-08"]],
    [
      "is not settled by a webhook that was refused",
      [
        pay(0, "a", LOST),
        delivery({ type: "transaction.confirmed", outcome: "refused", status: 500, fault: "status" }),
      ],
      ["CF-08"],
    ],
    ["that was a 5xx is found too", [pay(0, "a", FAILED)], ["CF-08"]],
    ["of a read matters to nobody", [seen("listWallets", 0, LOST)], []],
    [
      "of a transfer can be looked up as a transaction",
      [seen("transferFromAddress", 0, LOST), seen("getTransaction", 5)],
      [],
    ],
  ])("%s", (_title, steps, rules) => expect(found(steps)).toEqual(rules));

  test("is told anew in every report, until it is settled", () => {
    const recorder = new Recorder(RULES, { environment: "sandbox" }, 0);
    expect(found([pay(0, "a", LOST)], recorder)).toEqual(["CF-08"]);
    expect(found([], recorder)).toEqual(["CF-08"]);
    expect(found([seen("getPayout", 10)], recorder)).toEqual([]);
  });
});

describe("CF-09: pages", () => {
  const page = (search: string, hasNext: boolean, at = 0): Observation =>
    seen("listDeposits", at, { search, replyText: `{"data":[],"pagination":{"has_next":${hasNext}}}` });
  const udas = (search: string, count: number): Observation =>
    seen("listUdas", 0, {
      search,
      replyText: JSON.stringify({ data: { items: Array.from({ length: count }, () => ({ id: "0197a3c2-7b1e" })) } }),
    });
  test.each<[string, Observation[], string[]]>([
    ["a next page that is never asked for is found", [page("", true)], ["CF-09"]],
    ["one that is asked for is right", [page("", true), page("page=2", false)], []],
    ["the last of three is missing", [page("", true), page("page=2", true)], ["CF-09"]],
    [
      "with other filters it is another list",
      [page("filter[]=owner:a", true), page("filter[]=owner:b&page=2", false)],
      ["CF-09"],
    ],
    ["who asks for few wants the newest", [page("limit=1", true)], []],
    ["who asks for many wants all", [page("limit=100", true)], ["CF-09"]],
    ["a full page of a list by offset is found", [udas("", 50)], ["CF-09"]],
    ["and followed by the next offset", [udas("", 50), udas("offset=50", 3)], []],
    ["a page that is not full is the last", [udas("", 49)], []],
    [
      "a list under another name is a list",
      [seen("listUdas", 0, { replyText: JSON.stringify({ udas: Array(50).fill({ id: "0197a3c2-7b1e-7c55" }) }) })],
      ["CF-09"],
    ],
  ])("%s", (_title, calls, rules) => expect(found(calls)).toEqual(rules));
});

describe("CF-10: polling", () => {
  const polls = (count: number, everyMs: number, text = (_: number) => "{}"): Observation[] =>
    Array.from({ length: count }, (_, index) => seen("getPayout", index * everyMs, { replyText: text(index) }));
  test.each<[string, Observation[], string[]]>([
    ["31 equal answers in three seconds are found, once", polls(60, 100), ["CF-10"]],
    ["30 are not", polls(30, 100), []],
    ["once a second is slow enough", polls(60, 1_000), []],
    ["answers that change are news", polls(60, 100, (index) => `{"n":${index >> 4}}`), []],
  ])("%s", (_title, calls, rules) => expect(found(calls)).toEqual(rules));
});

describe("CF-11: a wallet asked for again", () => {
  const wallet = (at: number, key?: string, facts: Call = {}): Observation =>
    seen("createWallet", at, {
      ...{ body: { owner: "o", network_symbol: "base" }, status: 201 },
      requestHeaders: key === undefined ? {} : { "idempotency-key": key },
      ...facts,
    });
  test.each<[string, Observation[], string[]]>([
    ["without a key is found", [wallet(0, undefined, FAILED), wallet(10)], ["CF-11"]],
    ["with a key that the first did not have is found", [wallet(0, undefined, FAILED), wallet(10, "k")], ["CF-11"]],
    ["with another key is found", [wallet(0, "j", FAILED), wallet(10, "k")], ["CF-11"]],
    ["with the same key is right", [wallet(0, "k", FAILED), wallet(10, "k")], []],
    ["after a look-up is right", [wallet(0, undefined, LOST), seen("listWalletsByOwner", 5), wallet(10)], []],
    ["after an answer is another wish", [wallet(0), wallet(10)], []],
  ])("%s", (_title, calls, rules) => expect(found(calls)).toEqual(rules));
});

describe("CF-13 … CF-15: what a receiver answers", () => {
  test.each<[string, Partial<DeliverySeen>, string[]]>([
    ["2xx to another secret", { fault: "wrong-secret" }, ["CF-13"]],
    ["2xx to one without a signature", { fault: "unsigned" }, ["CF-13"]],
    ["2xx to a cut body", { fault: "truncate" }, ["CF-13"]],
    ["401 to another secret", { fault: "wrong-secret", outcome: "refused", status: 401 }, []],
    ["2xx to an old one", { fault: "stale-timestamp" }, ["CF-14"]],
    ["400 to an old one", { fault: "stale-timestamp", outcome: "refused", status: 400 }, []],
    ["500 to a genuine one", { outcome: "refused", status: 500 }, ["CF-15"]],
    ["no answer to a genuine one", { outcome: "unanswered", status: null, error: "ECONNREFUSED" }, ["CF-15"]],
    ["a redirect", { outcome: "refused", status: 302 }, ["CF-15"]],
    ["2xx after three seconds", { durationMs: 3_000 }, ["CF-15"]],
    ["2xx after two seconds", { durationMs: 2_000 }, []],
    ["a fault that stood for the receiver", { fault: "status", outcome: "faulted", status: 500 }, []],
    ["500 to a duplicate", { fault: "duplicate", outcome: "refused", status: 500 }, []],
  ])("%s", (_title, facts, rules) => expect(found([delivery(facts)])).toEqual(rules));
});

describe("CF-16: a webhook that came twice", () => {
  const twice = delivery({ fault: "duplicate", at: 1_000 });
  // The app has shown that it pays for each such webhook.
  const shown = [
    delivery({ eventId: "ev0", resourceId: "d0", at: -90_000 }),
    pay(-89_990, "0", { body: { ...PAYMENT, amount: "3" } }),
  ];
  test.each<[string, (Observation | DeliverySeen)[], string[]]>([
    ["and a payment for each copy", [twice, pay(1_010, "a"), pay(1_020, "b")], ["CF-16"]],
    ["one payment is enough", [twice, pay(1_010, "a")], []],
    [
      "a repeat that the service refuses as known has no effect",
      [twice, pay(1_010, "a"), pay(1_020, "a", { status: 409 })],
      [],
    ],
    [
      "a repeat with the same Idempotency-Key has no effect",
      [twice, pay(1_010, "a"), pay(1_020, "a", { replayed: true })],
      [],
    ],
    [
      "a repeat with the same reference has none either, though a reading may ignore the key",
      [
        delivery({ fault: "duplicate", at: 1_000, resourceId: RECORD }),
        ...[pay(1_010, `${RECORD}-1`, LOST), pay(1_500, `${RECORD}-1`)],
      ],
      [],
    ],
    [
      "payments to two people are two matters",
      [twice, pay(1_010, "a"), pay(1_020, "b", { body: { ...PAYMENT, to_address: "0xB", reference_id: "b" } })],
      [],
    ],
    [
      "calls made before the delivery ended count",
      [pay(1_000, "a"), pay(1_001, "b"), delivery({ fault: "duplicate", at: 1_100, durationMs: 100 })],
      ["CF-16"],
    ],
    [
      "sent again later, and paid again",
      [delivery(), pay(1_010, "a"), delivery({ attempt: 2, at: 60_000 }), pay(60_010, "b")],
      ["CF-16"],
    ],
    ["two equal orders a second apart are two orders", [twice, pay(1_010, "a"), pay(2_020, "b")], []],
    [
      "an app that makes such calls of its own accord too has its own reasons",
      [
        pay(-50_000, "z", { body: { ...PAYMENT, amount: "7", reference_id: "z" } }),
        twice,
        pay(1_010, "a"),
        pay(1_020, "b"),
      ],
      [],
    ],
    [
      "unless both calls name the record of the webhook",
      [
        pay(-50_000, "z", { body: { ...PAYMENT, amount: "7", reference_id: "z" } }),
        ...[delivery({ fault: "duplicate", at: 1_000, resourceId: RECORD }), pay(1_010, `${RECORD}-1`)],
        pay(4_020, `${RECORD}-2`),
      ],
      ["CF-16"],
    ],
    [
      "two events of the type, one of them twice, and two payments",
      [twice, delivery({ eventId: "ev2", resourceId: "d2", at: 1_005 }), pay(1_010, "a"), pay(1_020, "b")],
      [],
    ],
    [
      "an event of another type excuses nothing",
      [delivery({ eventId: "ev9", type: "deposit.detected", at: 990 }), twice, pay(1_010, "a"), pay(1_020, "b")],
      ["CF-16"],
    ],
    [
      "a payment that was carried out although its answer was lost counts",
      [twice, pay(1_010, "a", { ...LOST, injected: true }), pay(1_020, "b")],
      ["CF-16", "CF-07"],
    ],
    [
      "handlers that pay before they answer, one copy after the other",
      [pay(1_090, "a"), pay(1_190, "b"), delivery({ fault: "duplicate", at: 1_200, sentAt: [1_000, 1_100] })],
      ["CF-16"],
    ],
    ["sent again later, and not paid again", [delivery(), pay(1_010, "a"), delivery({ attempt: 2, at: 60_000 })], []],
    [
      "another event may be paid too",
      [delivery(), pay(1_010, "a"), delivery({ eventId: "ev2", at: 2_000 }), pay(2_010, "b")],
      [],
    ],
    [
      "two endpoints get one event each",
      [delivery(), pay(1_010, "a"), delivery({ endpointId: "e2", at: 2_000 }), pay(2_010, "b")],
      [],
    ],
    [
      "a forged copy is none",
      [
        delivery(),
        pay(1_010, "a"),
        delivery({ fault: "wrong-secret", outcome: "refused", status: 401, at: 2_000 }),
        pay(2_010, "b"),
      ],
      [],
    ],
  ])("%s", (_title, steps, rules) => expect(found([...shown, ...steps])).toEqual(rules));

  test("two equal orders near a webhook that came twice are two orders, as long as nothing shows that webhooks make the app pay", () => {
    expect(found([twice, pay(1_010, "a"), pay(1_020, "b")])).toEqual([]);
  });
});

describe("what was not provoked is not judged (C-01)", () => {
  const OF_ORDER = ["CF-05", "CF-06", "CF-07", "CF-08", "CF-09", "CF-11", "CF-13", "CF-14", "CF-15", "CF-16"];

  test("before anything was seen, each of these rules says why", () => {
    expect(notJudged([]).filter((rule) => OF_ORDER.includes(rule))).toEqual(OF_ORDER);
    for (const { why } of new Recorder(RULES, { environment: "sandbox" }, 0).notJudged())
      expect(why.length).toBeGreaterThan(20);
  });

  test.each<[string, (Observation | DeliverySeen)[]]>([
    ["CF-05", [seen("listWallets", 0, LIMITED)]],
    ["CF-06", [0, 1, 3, 7].map((at) => seen("getVaultTotal", at * 1_000, FAILED))],
    ["CF-07", [pay(0, "a", FAILED)]],
    ["CF-08", [pay(0, "a", LOST)]],
    ["CF-09", [seen("listDeposits", 0, { replyText: '{"pagination":{"has_next":true}}' })]],
    ["CF-11", [seen("createWallet", 0, FAILED), seen("createWallet", 1)]],
    ["CF-13", [delivery({ fault: "truncate", outcome: "refused", status: 400 })]],
    ["CF-14", [delivery({ fault: "stale-timestamp", outcome: "refused", status: 400 })]],
    ["CF-15", [delivery()]],
    ["CF-16", [delivery({ fault: "duplicate" })]],
  ])("%s is judged once it was provoked", (rule, steps) => expect(notJudged(steps)).not.toContain(rule));
});

test("a client that fails for ever costs bounded memory (C-10)", () => {
  const recorder = new Recorder(RULES, { environment: "sandbox" }, 0);
  for (let index = 0; index < 2_000; index += 1) {
    recorder.request(
      pay(index, `r${index}`, { ...LOST, body: { ...PAYMENT, amount: String(index + 1), reference_id: `r${index}` } }),
    );
    recorder.request(
      seen("listDeposits", index, { search: `owner=o${index}`, replyText: '{"pagination":{"has_next":true}}' }),
    );
    recorder.delivery(delivery({ eventId: `e${index}`, at: index, fault: "duplicate" }));
  }
  const counts = new Map(recorder.findings(10_000).map(({ rule, count }) => [rule, count]));
  expect(counts.get("CF-08")).toBe(200);
  expect(counts.get("CF-09")).toBe(200);
});
