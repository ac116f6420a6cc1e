// The token of the control API: when it is required, that every route requires it, and that an API key is no substitute (R-185, R-190).
import { networkInterfaces } from "node:os";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/options.ts";
import { aSandbox, sharedSandbox } from "../support/a-sandbox.ts";
import { head, rawReply } from "../support/clients/a-raw-client.ts";
import { ADMIN_ROUTES, type Route, SERVICE_ROUTES } from "../support/clients/every-route.ts";
import { digestOf } from "../support/worlds/a-digest.ts";

const TOKEN = "the-token-of-the-operator";
const lines: string[] = [];
const shared = sharedSandbox({ adminToken: TOKEN }, { hear: (line) => lines.push(line) });

const NEAR: readonly (readonly [string, Record<string, string>])[] = [
  ["nothing", {}],
  ["the token's beginning", { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
  ["the token and more", { authorization: `Bearer ${TOKEN}x` }],
  ["the token in capitals", { authorization: `Bearer ${TOKEN.toUpperCase()}` }],
  ["the token without Bearer", { authorization: TOKEN }],
  ["the token as a password", { authorization: `Basic ${btoa(`admin:${TOKEN}`)}` }],
  ["the token as an API key", { "x-api-key": TOKEN }],
  ["the token in a cookie", { cookie: `token=${TOKEN}; authorization=Bearer ${TOKEN}` }],
  ["an empty token", { authorization: "Bearer " }],
];

/** A valid API key, which is valid for the service only. */
const keysOf = (key: string): readonly (readonly [string, Record<string, string>])[] => [
  ["a tenant's key", { "x-api-key": key }],
  ["a tenant's key as the token", { authorization: `Bearer ${key}` }],
];

async function statusOf({ method, path, body }: Route, headers: Record<string, string>, query = ""): Promise<number> {
  const content: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const answer = await fetch(`${shared().url}${path}${query}`, {
    method,
    headers: { ...content, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  if (answer.status === 401) {
    expect(JSON.parse(text)).toMatchObject({ success: false, code: 401 });
    expect(text).not.toContain(TOKEN);
  }
  return answer.status;
}

describe("R-190 with a token set", () => {
  test("every route of the control API, including streams and waits, is 401 without it and has no effect", async () => {
    expect(ADMIN_ROUTES.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["streamEvents", "streamChanges", "waitForEvent", "exportWorld"]),
    );
    const before = digestOf(shared().store);
    for (const [what, headers] of [...NEAR, ...keysOf(shared().ready.api_key)]) {
      const statuses = await Promise.all(ADMIN_ROUTES.map((route) => statusOf(route, headers)));
      expect(ADMIN_ROUTES.filter((_, at) => statuses[at] !== 401).map(({ name }) => `${name} with ${what}`)).toEqual(
        [],
      );
    }
    expect(digestOf(shared().store)).toEqual(before);
  });

  test("a token in the query is not accepted, and no log line contains it", async () => {
    for (const name of ["token", "access_token", "admin_token", "authorization"])
      for (const route of ADMIN_ROUTES.filter(({ method }) => method === "GET"))
        expect(await statusOf(route, {}, `?${name}=${encodeURIComponent(`Bearer ${TOKEN}`)}`), route.name).toBe(401);
    expect(lines.filter((line) => line.includes(TOKEN))).toEqual([]);
  });

  test("with it no route answers 401", async () => {
    const quick = ADMIN_ROUTES.filter(
      ({ method, id }) => method === "GET" && !["streamEvents", "streamChanges", "waitForEvent"].includes(id),
    );
    for (const route of quick)
      expect(await statusOf(route, { authorization: `Bearer ${TOKEN}` }), route.name).not.toBe(401);
    const stream = await fetch(`${shared().url}/admin/events/stream`, {
      headers: { authorization: `bearer ${TOKEN}` },
    });
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
  });

  test("it is not accepted by any operation of the service, in any header", async () => {
    const isProtected = SERVICE_ROUTES.filter(({ id }) => !["getQuote", "listSupportedAssets"].includes(id));
    const minute = 90;
    for (const headers of [{ "x-api-key": TOKEN }, { authorization: `Bearer ${TOKEN}` }] as Record<string, string>[]) {
      const statuses = await Promise.all(isProtected.slice(0, minute / 2).map((route) => statusOf(route, headers)));
      // Requests without a key share one rate limit; 429 is a refusal as well.
      expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
      expect(statuses).toContain(401);
    }
  });

  test("of two Authorization headers the first one counts: a wrong one is not corrected by a right one after it", async () => {
    const reply = await rawReply(
      shared().url,
      head("GET /admin/status HTTP/1.1", [
        "Host: localhost",
        "Authorization: Bearer no",
        `Authorization: Bearer ${TOKEN}`,
      ]),
    );
    expect(reply.status).toBe(401);
  });

  test("pages show no tenant data without it, and an API key is not accepted as password", async () => {
    const { url, ready } = shared();
    await shared().api.POST("/wallets", { body: { owner: "a-tenants-own-owner", network_symbol: "base" } });
    const passwords = [undefined, ready.api_key, "", TOKEN.slice(1)];
    for (const password of passwords) {
      const headers: Record<string, string> =
        password === undefined ? {} : { authorization: `Basic ${btoa(`me:${password}`)}` };
      for (const path of [
        "/",
        "/healthz",
        "/metrics",
        "/docs",
        "/docs/admin",
        "/explorer/base",
        "/openapi.json",
        "/admin/openapi.json",
      ]) {
        const text = await (await fetch(`${url}${path}`, { headers })).text();
        for (const secret of [ready.tenant_id, ready.vault_id, ready.api_key, "a-tenants-own-owner", TOKEN])
          expect(text, path).not.toContain(secret);
      }
    }
  });
});

describe("R-185 the listening address", () => {
  const config = (flags: Record<string, unknown>) => loadConfig({ flags });

  test("is 127.0.0.1 by default, where no token is required", async () => {
    expect(config({}).host).toBe("127.0.0.1");
    const sandbox = await aSandbox();
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(sandbox.ready.admin_token).toBeUndefined();
    expect((await sandbox.admin("GET", "/status")).status).toBe(200);
    // Other addresses of this machine are not bound.
    for (const address of ownAddresses()) {
      const outcome = await fetch(`http://${address}:${new URL(sandbox.url).port}/healthz`).then(
        () => "answered",
        () => "refused",
      );
      expect([address, outcome]).toEqual([address, "refused"]);
    }
  });

  test("on any other address a random token is created, printed once, and required from the first request on", async () => {
    const [one, two] = [await aSandbox({ host: "0.0.0.0" }), await aSandbox({ host: "0.0.0.0" })];
    const tokens = [one, two].map(({ ready }) => ready.admin_token ?? "");
    // The same seed gives the same world: a token derived from it would be public.
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(token).toMatch(/^\S{22,}$/);
    expect((await fetch(`${one.url}/admin/status`)).status).toBe(401);
    expect((await fetch(`${one.url}/admin/status`, { headers: { authorization: `Bearer ${tokens[1]}` } })).status).toBe(
      401,
    );
    expect((await fetch(`${one.url}/admin/status`, { headers: { authorization: `Bearer ${tokens[0]}` } })).status).toBe(
      200,
    );
    for (const address of ownAddresses())
      expect((await fetch(`http://${address}:${new URL(one.url).port}/admin/status`)).status).toBe(401);
  });
});

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return all.filter(({ internal, family }) => !internal && family === "IPv4").map(({ address }) => address);
}
