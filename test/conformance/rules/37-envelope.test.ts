// Section 37: the webhook request byte by byte: envelope, headers, signature.
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { serviceDocument } from "../../../src/spec/document.ts";
import { verifyWebhook } from "../../../src/webhooks/sign.ts";
import { openSandbox } from "../../support/a-sandbox.ts";
import { openReceiver, type Received } from "../../support/clients/a-receiver.ts";
import { aWallClock } from "../a-wall-clock.ts";

/** With two-byte characters, so that character and byte counts differ. */
const OWNER = "Zoë & Jürgen";
const { wall, now, forward } = aWallClock();

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
let secret: string;
let events: Received[];
let deposit: { tx_id: string };
beforeAll(async () => {
  sandbox = await openSandbox({}, undefined, { wall });
  receiver = await openReceiver();
  const { api, control, ready } = sandbox;
  ({ secret } = await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: receiver.url }));
  const { data } = await api.POST("/wallets", { body: { owner: OWNER, network_symbol: "base" } });
  deposit = await control("POST", "/deposits", {
    network: "base",
    asset: "USDC",
    amount: "25.50",
    to_address: data?.data.address,
  });
  await control("POST", "/run-until-idle");
  events = [...receiver.received];
});
afterAll(async () => {
  await sandbox.end();
  await receiver.end();
});
beforeEach(() => expect(events.length).toBeGreaterThanOrEqual(4));

const hmac = (key: string | Buffer, text: string, form: "hex" | "base64" = "hex"): string =>
  createHmac("sha256", key).update(text, "utf8").digest(form);

function documentText(): string {
  const { info, components } = serviceDocument as unknown as {
    info: { description: string };
    components: { parameters: Record<string, { name: string; description: string }> };
  };
  return [info.description, ...Object.values(components.parameters).map(({ description }) => description)].join("\n");
}

test("the envelope has id, version, type, time and payload, each as it should be (S-487, S-488, S-489, S-490, S-491, S-574)", () => {
  for (const { json } of events) {
    expect(Object.keys(json)).toEqual(["id", "version", "type", "time", "payload"]);
    expect(json.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(json.version).toBe("1");
    expect(["address.assigned", "deposit.new", "deposit.confirmed", "balance.updated"]).toContain(json.type);
    // The frozen clock is at its initial time; events of one millisecond differ in their microseconds.
    expect(json.time).toMatch(/^2026-01-01 00:00:\d\d\.\d{6}$/);
    expect(json.payload).toBeTypeOf("object");
    expect(Array.isArray(json.payload)).toBe(false);
  }
  expect(new Set(events.map(({ json }) => json.id)).size).toBe(events.length);
  expect(new Set(events.map(({ json }) => json.type)).size).toBe(4);
});

test("the payload of deposit.new: id, network_symbol, tx_hash, amount as a string, owner (S-492, S-493, S-494, S-495, S-496)", async () => {
  const { payload } = events.find(({ json }) => json.type === "deposit.new")?.json ?? {};
  expect(payload).toEqual({
    id: expect.any(String),
    network_symbol: "base",
    tx_hash: deposit.tx_id,
    amount: "25.5",
    owner: OWNER,
  });
  const { data } = await sandbox.api.GET("/deposits/{id}", { params: { path: { id: payload.id } } });
  expect(data?.data).toMatchObject({ id: payload.id, tx_id: deposit.tx_id, owner: OWNER });
});

test("webhook-id is the id of the event (S-487, S-497)", () => {
  for (const { headers, json } of events) expect(headers["webhook-id"]).toBe(json.id);
});

test("webhook-timestamp is the Unix time of sending, in whole seconds of the real clock (S-499)", async () => {
  for (const { headers } of events) expect(headers["webhook-timestamp"]).toBe(String(Math.floor(now() / 1_000)));
  forward(90_000);
  const { api, control } = sandbox;
  await api.POST("/wallets", { body: { owner: "later", network_symbol: "base" } });
  await control("POST", "/run-until-idle");
  expect(receiver.received.at(-1)?.headers["webhook-timestamp"]).toBe(String(Math.floor(now() / 1_000)));
});

test("webhook-signature is hex of HMAC-SHA256 with the secret over timestamp, dot and the raw bytes (S-471, S-498, S-500, S-501, S-502, S-503)", () => {
  for (const { headers, body, json } of events) {
    const stamp = String(headers["webhook-timestamp"]);
    const signature = headers["webhook-signature"];
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    expect(signature).toBe(hmac(secret, `${stamp}.${body}`));
    const mistakes = {
      "another secret": hmac(`${secret}x`, `${stamp}.${body}`),
      "the secret without its prefix": hmac(secret.replace("whsec_", ""), `${stamp}.${body}`),
      "no timestamp": hmac(secret, body),
      "another timestamp": hmac(secret, `${Number(stamp) + 1}.${body}`),
      "the body written anew": hmac(secret, `${stamp}.${JSON.stringify(json, null, 1)}`),
    };
    for (const [name, wrong] of Object.entries(mistakes)) expect(signature, name).not.toBe(wrong);
  }
});

test("a receiver refuses a timestamp older than 300 s, and the document says so (S-504)", () => {
  const [{ headers, body } = {} as Received] = events;
  const sentAt = Number(headers["webhook-timestamp"]);
  const verdict = (age: number) => verifyWebhook({ secret, headers, body, nowSeconds: sentAt + age });
  expect(verdict(300)).toMatchObject({ ok: true });
  expect(verdict(301)).toMatchObject({ ok: false });
  expect(verdict(-301)).toMatchObject({ ok: false });
  expect(documentText()).toContain("reject timestamps more than 300 seconds old");
});

test("the header names are those of Standard Webhooks, the signature rule is not: its libraries refuse it (S-575)", () => {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  for (const { headers, body, json } of events) {
    const standard = Object.keys(headers).filter((name) => name.startsWith("webhook-"));
    expect(standard.toSorted()).toEqual(["webhook-id", "webhook-signature", "webhook-timestamp"]);
    // Such a library expects a base64 key, signs the id too, and the header lists `v1,` and base64.
    const signed = hmac(key, `${json.id}.${headers["webhook-timestamp"]}.${body}`, "base64");
    const candidates = String(headers["webhook-signature"])
      .split(" ")
      .map((one) => one.split(","));
    expect(candidates.some(([version, value]) => version === "v1" && value === signed)).toBe(false);
    expect(candidates.flat()).not.toContain(signed);
  }
  const text = documentText().replaceAll(/\s+/g, " ");
  expect(text).toContain(
    "Webhooks follow the Standard Webhooks specification in their envelope and in the names of their headers",
  );
  expect(text).toContain("The signature rule is the service's own");
});

test("the document tells receivers to compare in constant time (S-577)", () => {
  expect(documentText()).toContain("compare signatures in constant time");
});
