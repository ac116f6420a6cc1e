// The signature explainer over HTTP: what really arrived at a receiver, and what it computed (its table: test/webhooks).
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { sharedSandbox } from "../support/a-sandbox.ts";
import type { Received } from "../support/clients/a-receiver.ts";
import { anAssignment, anEndpoint } from "../support/payments/a-webhook.ts";
import { WRONG_RECEIVERS } from "../webhooks/wrong-receivers.ts";

const sandbox = sharedSandbox();

async function received(input: object = {}) {
  const endpoint = await anEndpoint(sandbox(), input);
  await anAssignment(sandbox(), `owner-${endpoint.id}`);
  await endpoint.until(1);
  return { endpoint, one: endpoint.received[0]! };
}

const explain = ({ body, headers }: Pick<Received, "body" | "headers">, more: object = {}) =>
  sandbox().control("POST", "/signature/explain", { body, headers, ...more });

test("a request as it was sent is valid, and the explainer says whose secret signed it", async () => {
  const { endpoint, one } = await received();
  const { ready } = sandbox();
  const answer = {
    ...{ verdict: "valid", mistake: null, mistakes: [], fault: null },
    signed_by: { tenant_id: ready.tenant_id, endpoint_id: endpoint.id, previous: false },
  };
  for (const more of [{}, { secret: endpoint.secret }, { computed: one.headers["webhook-signature"] }]) {
    expect(await explain(one, more)).toMatchObject(answer);
  }
});

test.each(WRONG_RECEIVERS.filter(({ name }) => !/secret (of|from)|^several/.test(name)))(
  "a real webhook, computed by: $name",
  async ({ mistakes, compute }) => {
    const { endpoint, one } = await received();
    const { "webhook-id": id, "webhook-timestamp": timestamp } = one.headers as Record<string, string>;
    const hands = { id: id!, timestamp: timestamp!, raw: Buffer.from(one.body), secret: endpoint.secret };
    const computed = compute({ ...hands, previous: "", neighbour: "", stranger: "" });
    const seen = await explain(one, { computed });
    // Bodies of this type hold no number and nothing outside ASCII, so some ways to alter them change nothing here.
    const harmless = computed === one.headers["webhook-signature"];
    const ids = seen.mistakes.map((mistake: { id: string }) => mistake.id).toSorted();
    expect(ids).toEqual(harmless ? [] : mistakes.toSorted());
    expect(seen.mistake).toBe(ids.length > 1 ? "several" : (ids[0] ?? null));
  },
);

test("the secret of another endpoint, of another tenant, and an unknown one are distinguished", async () => {
  const { one } = await received();
  const neighbour = await anEndpoint(sandbox());
  const { tenant_id } = await sandbox().control("POST", "/tenants", { name: "shop" });
  const stranger = await sandbox().control("POST", `/tenants/${tenant_id}/webhook-endpoints`, {
    url: "http://localhost:8099/",
  });
  const seen = async (secret: string) => (await explain(one, { secret })).mistake;
  expect(await seen(neighbour.secret)).toBe("secret-of-another-endpoint");
  expect(await seen(stranger.secret)).toBe("secret-of-another-tenant");
  expect(await seen("whsec_nobody")).toBe("wrong-secret");
  const { "webhook-timestamp": timestamp } = one.headers;
  const computed = createHmac("sha256", stranger.secret).update(`${timestamp}.${one.body}`).digest("hex");
  expect((await explain(one, { computed })).mistake).toBe("secret-of-another-tenant");
});

test("the secret that the start printed is distinguished from the endpoint's own, whether it was held, used, or both", async () => {
  const { one } = await received();
  const { webhook_secret: secret } = sandbox().ready;
  const { "webhook-timestamp": timestamp } = one.headers;
  const computed = createHmac("sha256", secret).update(`${timestamp}.${one.body}`).digest("hex");
  for (const more of [{ computed }, { secret }, { secret, computed }])
    expect(await explain(one, more)).toMatchObject({ verdict: "mistake", mistake: "secret-of-the-start" });
});

test("an attempt that a fault altered is reported as such", async () => {
  const spoilt = async (effect: string) => {
    const endpoint = await anEndpoint(sandbox());
    const match = { endpoint_id: endpoint.id };
    await sandbox().control("POST", "/faults", { gate: "webhook.delivery", effect, match });
    await anAssignment(sandbox(), effect);
    await endpoint.until(1);
    await sandbox().control("POST", "/run-until-idle");
    return explain(endpoint.received[0]!);
  };
  expect(await spoilt("wrong-secret")).toMatchObject({ mistake: "sent-with-wrong-secret", fault: "wrong-secret" });
  expect(await spoilt("stale-timestamp")).toMatchObject({ mistake: "timestamp-too-old", fault: "stale-timestamp" });
  expect(await spoilt("truncate")).toMatchObject({ mistake: "body-truncated", fault: "truncate" });
});

test("a later request says when the webhook arrived, and its age is judged by that", async () => {
  const { one } = await received();
  const at = (ms: number) => new Date(systemClock.now() + ms).toISOString();
  expect(await explain(one, { received_at: at(600_000) })).toMatchObject({ mistake: "timestamp-too-old" });
  expect(await explain(one, { received_at: at(-600_000) })).toMatchObject({ mistake: "timestamp-too-new" });
  expect(await explain(one, { received_at: at(0) })).toMatchObject({ verdict: "valid" });
});

test("an unknown event is still explained where its secret is known, and nothing untrue is said where it is not", async () => {
  const { endpoint } = await received();
  const body = '{"id":"made-up","n":1}';
  const timestamp = String(Math.floor(systemClock.now() / 1_000));
  const sign = (secret: string) => createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  const headers = (secret: string) => ({
    "webhook-id": "made-up",
    "webhook-timestamp": timestamp,
    "webhook-signature": sign(secret),
  });
  expect(await explain({ body, headers: headers(endpoint.secret) })).toMatchObject({ verdict: "valid" });
  expect(await explain({ body, headers: headers("x") })).toMatchObject({
    verdict: "unexplained",
    mistake: null,
    signed_by: null,
  });
  expect(await explain({ body, headers: headers("x") }, { secret: "x" })).toMatchObject({
    verdict: "valid",
    signed_by: null,
  });
});

test("the answer never holds a secret, and invalid input is refused", async () => {
  const { endpoint, one } = await received();
  expect(JSON.stringify(await explain(one, { secret: "x" }))).not.toContain(endpoint.secret);
  const { headers, body } = one;
  for (const input of [
    { headers },
    { body },
    { body: { parsed: true }, headers },
    { body, headers: [] },
    { body, headers: { "webhook-id": 5 } },
    { body, headers, received_at: "soon" },
    { body, headers, secret: "" },
    { body, headers, unknown: 1 },
  ]) {
    expect((await sandbox().admin("POST", "/signature/explain", input)).status, JSON.stringify(input)).toBe(400);
  }
});
