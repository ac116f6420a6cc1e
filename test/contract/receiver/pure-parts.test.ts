// The parts of the battery that compute: bodies, signatures, effects of a probe, words, and what a report may hold.
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import {
  grown,
  manyDigits,
  oddly,
  spaced,
  unknownMembers,
  unknownType,
  unknownValues,
} from "../../../src/contract/receiver/bodies.ts";
import { effectOf, probeValue, sameEffect } from "../../../src/contract/receiver/effect.ts";
import { EVENT_TYPES, sandboxMaterial, storyMaterial } from "../../../src/contract/receiver/genuine.ts";
import { refusedFirst } from "../../../src/contract/receiver/refused-first.ts";
import { repeatLine } from "../../../src/contract/receiver/repeat.ts";
import { withoutSecret } from "../../../src/contract/receiver/secrecy.ts";
import { headersOf, rightSignature, shotOf } from "../../../src/contract/receiver/shot.ts";
import { REFUSED, TAKEN } from "../../../src/contract/receiver/shots.ts";
import { EVENT_TYPES as ALL_TYPES } from "../../../src/domain/outbox.ts";
import { signWebhook, verifyWebhook } from "../../../src/webhooks/sign.ts";

const SECRET = "whsec_a1b2c3d4e5f60718";
const NOW = 1_800_000_000;
const story = () => storyMaterial("salt");
const [deposit] = story().take("deposit.confirmed") ?? [];
const body = JSON.stringify(deposit?.envelope);

describe("the genuine webhooks", () => {
  test("are of all ten types", () => {
    expect(EVENT_TYPES.toSorted()).toEqual([...ALL_TYPES].toSorted());
  });

  test("have new ids each time, the same within one record, and the owner that was asked for", () => {
    const material = storyMaterial("salt", "bob");
    const [seen, confirmed] = material.take("deposit.new", "deposit.confirmed") ?? [];
    const [again] = material.take("deposit.new") ?? [];
    expect(seen?.envelope.payload).toMatchObject({ id: confirmed?.envelope.payload["id"], owner: "bob" });
    expect(seen?.envelope.payload["tx_hash"]).toBe(confirmed?.envelope.payload["tx_id"]);
    expect(seen?.envelope.id).not.toBe(confirmed?.envelope.id);
    expect(again?.envelope.id).not.toBe(seen?.envelope.id);
    expect(again?.envelope.payload["id"]).not.toBe(seen?.envelope.payload["id"]);
    expect(again?.envelope.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test("of a sandbox keep their records: only webhook-id is new", () => {
    const events =
      story()
        .take("deposit.new", "deposit.confirmed")
        ?.map(({ envelope }) => envelope) ?? [];
    const material = sandboxMaterial("salt", events, "alice");
    const [first] = material.take("deposit.new", "deposit.confirmed") ?? [];
    expect(first?.envelope.payload).toEqual(events[0]?.payload);
    expect(first?.envelope.id).not.toBe(events[0]?.id);
    expect(material.take("transaction.failed")).toBeNull();
    expect(sandboxMaterial("salt", events, "somebody else").types).toEqual([]);
    expect(material.missing).toHaveLength(8);
  });
});

describe("the bodies", () => {
  test.each([
    ["spaced", spaced],
    ["oddly", oddly],
  ])("%s says the same in other bytes", (_name, change) => {
    expect(change(body)).not.toBe(body);
    expect(JSON.parse(change(body))).toEqual(JSON.parse(body));
    expect(JSON.stringify(JSON.parse(change(body)))).not.toBe(change(body));
  });

  test("an escape that is there already stays whole", () => {
    const text = JSON.stringify({ a: 'a\u001a"\\/a' });
    expect(JSON.parse(oddly(text))).toEqual(JSON.parse(text));
  });

  test("unknown members are in every object, an unknown type and unknown values in their places only", () => {
    expect(JSON.parse(unknownMembers(body))).toMatchObject({
      sandbox_unknown: {},
      payload: { sandbox_unknown: {}, balance: { sandbox_unknown: {} } },
    });
    expect(JSON.parse(unknownType(body))).toEqual({ ...JSON.parse(body), type: "deposit.reviewed" });
    const { payload } = JSON.parse(unknownValues(body));
    expect(payload).toMatchObject({ to_wallet_category: "sandbox_unknown", owner: "alice" });
  });

  test("amounts have 78 digits", () => {
    const { payload } = JSON.parse(manyDigits(body));
    expect(payload.balance.raw).toHaveLength(78);
    expect(payload.balance.amount).toMatch(/^[0-9]{77}\.[0-9]$/);
    expect(payload.decimal).toBe(6);
  });

  test("64 KiB and an owner of 255 characters with emoji", () => {
    const [transaction] = story().take("transaction.confirmed") ?? [];
    const large = grown(JSON.stringify(transaction?.envelope));
    expect(Buffer.byteLength(large)).toBe(65_536);
    expect([...JSON.parse(large).payload.owner]).toHaveLength(255);
    expect(JSON.parse(large).payload.owner.isWellFormed()).toBe(true);
  });
});

const verified = (shot: ReturnType<typeof shotOf>) =>
  verifyWebhook({ secret: SECRET, headers: headersOf(shot, SECRET, NOW), body: shot.body, nowSeconds: NOW });

describe("the requests", () => {
  test.each(Object.entries(REFUSED))("%s: our own verifier refuses each", (_id, make) => {
    for (const shot of make(story()) ?? []) expect([shot.label, verified(shot).ok]).toEqual([shot.label, false]);
  });

  test.each(Object.entries(TAKEN))("%s: our own verifier takes each", (_id, make) => {
    for (const shot of make(story()) ?? []) expect([shot.label, verified(shot).ok]).toEqual([shot.label, true]);
  });

  test("a right signature is known for what was sent with a wrong one", () => {
    const shot = shotOf("w-1", body, { signature: { kind: "text", text: "" } });
    expect(rightSignature(shot, SECRET, NOW)).toBe(signWebhook({ secret: SECRET, timestampSeconds: NOW, body }));
  });
});

// `date` and `curl` are replaced, so that nothing is sent: what remains is the signing in the shell.
test.each(
  [
    ["W-04", "W-05", "W-06", "W-07", "W-08", "W-13", "W-15", "W-16"].flatMap(
      (id) => REFUSED[id as "W-04"]?.(story()) ?? [],
    ),
    TAKEN["W-12"]?.(story()) ?? [],
  ]
    .flat()
    .map((shot, at) => [`${at} ${shot.label}`, shot] as const),
)("the shell line signs as the request was signed: %s", (_name, shot) => {
  const script = `date() { echo ${NOW}; }; curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${repeatLine(shot, "W-00")}`;
  const environment = { ...process.env, RECEIVER_URL: "http://receiver", SANDBOX_WEBHOOK_SECRET: SECRET };
  const { stdout, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8", env: environment });
  const sent = stdout.split("\0");
  expect(stderr).toBe("");
  const headers = headersOf(shot, SECRET, NOW);
  const signature = sent.find((one) => one.startsWith("webhook-signature"));
  const wanted = headers["webhook-signature"];
  expect(signature).toBe(wanted === undefined ? undefined : `webhook-signature: ${wanted}`);
  expect(sent).toContain(`webhook-timestamp: ${headers["webhook-timestamp"]}`);
  expect(sent[sent.indexOf("--data-binary") + 1]).toBe(shot.body);
});

const NOW_MS = NOW * 1_000;
const effect = (before: string, after: string) => effectOf(probeValue(before), probeValue(after), NOW_MS);

describe("the effect between two readings of a probe", () => {
  test.each([
    ["nothing", '{"a":1,"b":[2]}', '{ "b": [2], "a": 1 }'],
    [
      "a clock alone",
      `{"at":${NOW},"ms":${NOW_MS},"iso":"2027-01-15T08:00:00Z"}`,
      `{"at":${NOW + 5},"ms":${NOW_MS + 9},"iso":"2027-01-15T08:00:01Z"}`,
    ],
    ["the same number as text", '{"a":1}', '{"a":"1"}'],
  ])("%s is no effect", (_name, before, after) => {
    expect(effect(before, after)).toBeUndefined();
  });

  test.each([
    ["a number", "5", "7.5", { by: "2.5" }],
    [
      "digits that no double holds",
      '{"raw":100000000000000000000}',
      '{"raw":100000000000000000001}',
      { raw: { by: "1" } },
    ],
    [
      "a new entry of a list",
      '[{"id":"a1","state":"new"}]',
      '[{"id":"a1","state":"new"},{"id":"b2","state":"done"}]',
      { added: [["done"]] },
    ],
    ["a state", '{"x":"new"}', '{"x":"done"}', { x: { to: "done" } }],
    ["a first credit", "{}", '{"alice":"25.5"}', { alice: { by: "25.5" } }],
    ["text that is no JSON", "none", "one", { to: "one" }],
  ])("%s", (_name, before, after, wanted) => {
    expect(effect(before, after)).toEqual(wanted);
  });

  test("two entries under ids of the app's own are the same effect; one and two are not", () => {
    const [none, one, two] = ["{}", '{"c1":{"by":"x"}}', '{"c1":{"by":"x"},"c2":{"by":"x"}}'];
    expect(sameEffect(effect(none, one), effect(one, two))).toBe(true);
    expect(sameEffect(effect(none, one), effect(none, two))).toBe(false);
  });
});

describe("the words when the first genuine webhook is refused", () => {
  const shot = shotOf("w-1", body);
  const answered = (status: number | null, response: string) => {
    const outcome = {
      ok: false,
      status,
      durationMs: 1,
      timedOut: false,
      error: "connection refused",
      response,
      retryAfter: null,
    };
    return refusedFirst({ shot, headers: headersOf(shot, SECRET, NOW), outcome, right: "" }, SECRET);
  };

  test("are those of the explainer where the answer shows what was computed", () => {
    const standard = headersOf({ ...shot, signature: { kind: "made", form: "standard-text" } }, SECRET, NOW)[
      "webhook-signature"
    ];
    expect(answered(401, `expected ${standard}`)).toContain("webhook-id is part of what was signed");
    const rewritten = signWebhook({ secret: SECRET, timestampSeconds: NOW, body: spaced(body) });
    expect(answered(400, `{"expected":"${rewritten}"}`)).toContain("parsed and written anew");
  });

  test.each([
    [null, "was not reached"],
    [404, "check the path"],
    [302, "redirects are not followed"],
    [500, "see its log"],
    [401, "the secret belongs to no endpoint"],
  ])("%s: the next step", (status, words) => {
    expect(answered(status, "")).toContain(words);
  });
});

test("a secret is taken out of texts at any depth, in each form in which code prints it", () => {
  const bytes = Buffer.from(SECRET);
  const value = {
    a: [`x${SECRET}y`, { [SECRET]: bytes.toString("base64") }],
    b: encodeURIComponent(SECRET),
    c: bytes.toString("hex"),
  };
  const clean = JSON.stringify(withoutSecret(value, SECRET));
  for (const form of [SECRET, "a1b2c3d4e5f60718", bytes.toString("base64"), bytes.toString("hex")])
    expect(clean).not.toContain(form);
  expect(withoutSecret("short: abc", "abc")).toBe("short: ...");
});
