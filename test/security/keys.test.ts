// API keys: entropy, storage, and the answers to invalid ones (R-192…R-195).
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aSandbox, sharedSandbox } from "../support/a-sandbox.ts";
import { head, rawReply } from "../support/clients/a-raw-client.ts";
import { digestOf } from "../support/worlds/a-digest.ts";

const shared = sharedSandbox();
/** Requests with invalid keys share one rate limit: each test uses its own sandbox or stays below. */
const REFUSED = { success: false, code: 401, error: "Missing or invalid API key" };

test("R-192 a key has 128 random bits after a prefix that names its environment, and no two are equal", async () => {
  const { control, ready } = shared();
  const made = await Promise.all(Array.from({ length: 20 }, () => control("POST", `/tenants/${ready.tenant_id}/keys`)));
  const keys = [ready.api_key, ...made.map(({ api_key }) => api_key as string)];
  for (const key of keys) expect(key).toMatch(/^sk_sandbox_[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(21);
  // Each of the 32 positions varies: no part of a key is a counter or constant.
  for (let at = 0; at < 32; at += 1) expect(new Set(keys.map((key) => key.at(11 + at))).size).toBeGreaterThan(3);
  expect((await aSandbox({ env: "production" })).ready.api_key).toMatch(/^sk_live_[0-9a-f]{32}$/);
});

test("R-192 the database stores only the hash of a key, and only the answer that created it shows it", async () => {
  const { control, ready, store } = shared();
  const { api_key, key_id } = await control("POST", `/tenants/${ready.tenant_id}/keys`);
  const rows = JSON.stringify(digestOf(store));
  for (const key of [ready.api_key, api_key]) {
    expect(rows).not.toContain(key);
    expect(rows).not.toContain(key.slice(-16));
  }
  expect(rows).toContain(createHash("sha256").update(api_key).digest("hex"));
  const listed = JSON.stringify(await control("GET", `/tenants/${ready.tenant_id}/keys`));
  expect(listed).toContain(key_id);
  expect(listed).not.toContain(api_key.slice(-16));
});

test("R-194 missing, malformed, unknown, revoked, deleted and other environments' keys get the same answer", async () => {
  const { control, ready, url } = await aSandbox();
  const keys = `/tenants/${ready.tenant_id}/keys`;
  const revoked = await control("POST", keys);
  await control("DELETE", `${keys}/${revoked.key_id}`);
  const gone = await control("POST", "/tenants", { name: "gone" });
  await control("DELETE", `/tenants/${gone.tenant_id}`);
  const key = ready.api_key;
  const wrong = [
    ...[
      "",
      " ",
      "nonsense",
      "sk_sandbox_",
      `sk_sandbox_${"0".repeat(32)}`,
      key.toUpperCase(),
      `${key}0`,
      key.slice(0, -1),
    ],
    ...[`"${key}"`, `${key},${key}`, `Bearer ${key}`, key.replace("sandbox", "live"), revoked.api_key, gone.api_key],
    ...["x".repeat(15_000), "' or 1=1 --", "%00", "é".repeat(30), createHash("sha256").update(key).digest("hex")],
  ];
  const told = await Promise.all(
    wrong.map((each) =>
      rawReply(url, Buffer.from(head("GET /v1/vault HTTP/1.1", ["Host: a", `X-API-Key: ${each}`]), "latin1")),
    ),
  );
  for (const { status, body } of [await rawReply(url, head("GET /v1/vault HTTP/1.1", ["Host: a"])), ...told])
    expect([status, body]).toEqual([401, REFUSED]);
  // Two keys are refused, even if one of them is valid.
  const twice = await rawReply(
    url,
    head("GET /v1/vault HTTP/1.1", ["Host: a", `X-API-Key: ${key}`, "X-API-Key: other"]),
  );
  expect([twice.status, twice.body]).toEqual([401, REFUSED]);
  expect((await rawReply(url, head("GET /v1/vault HTTP/1.1", ["Host: a", `X-API-Key: ${key}`]))).status).toBe(200);
});

test("R-193 a key of any length with any characters that a header can contain is looked up safely", async () => {
  const { url, mistakes } = await aSandbox();
  const value = fc.string({
    unit: fc
      .integer({ min: 0x21, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 9_000,
  });
  await fc.assert(
    fc.asyncProperty(value, async (key) => {
      const bytes = Buffer.from(head("GET /v1/vault HTTP/1.1", ["Host: a", `X-API-Key: ${key}`]), "latin1");
      const { status, body } = await rawReply(url, bytes);
      expect([status, body]).toEqual([401, REFUSED]);
    }),
    { numRuns: 60 },
  );
  expect(mistakes).toEqual([]);
});

test("R-195 a revoked key is refused from the next request on, also on an open connection", async () => {
  const { control, ready, url } = shared();
  const keys = `/tenants/${ready.tenant_id}/keys`;
  const { api_key, key_id } = await control("POST", keys);
  const statusOf = async () => (await fetch(`${url}/v1/vault`, { headers: { "x-api-key": api_key } })).status;
  expect(await statusOf()).toBe(200);
  await control("DELETE", `${keys}/${key_id}`);
  expect(await statusOf()).toBe(401);
  expect((await shared().api.GET("/vault")).response.status).toBe(200);
});
