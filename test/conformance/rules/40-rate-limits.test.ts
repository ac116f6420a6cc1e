// Section 40, first part: rate limits of the tiers, and the three headers of every response.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { serviceDocument } from "../../../src/spec/document.ts";
import { type ASandbox, openSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, payoutBody } from "../../support/payments/a-payout.ts";
import { aWallClock } from "../a-wall-clock.ts";
import { OPERATIONS, problem, type Reply, type Request, send, sendBytes } from "../http-client.ts";

const { wall, now, forward } = aWallClock();
let sandbox: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  sandbox = await openSandbox({}, undefined, { wall });
});
afterAll(() => sandbox.end());
beforeEach(() => forward(60_000));

const limits = ({ headers }: Reply) =>
  ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"].map((name) => headers.get(name));

/** The end of the current minute of the wall clock, in Unix seconds. */
const nextMinute = () => String(Math.floor(now() / 60_000) * 60 + 60);

async function aKey({ control }: ASandbox, order: object): Promise<string> {
  return (await control("POST", "/tenants", { name: "limited", ...order })).api_key;
}

async function times(count: number, key: string, path = "/vault"): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let left = count; left > 0; left -= 50)
    replies.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, left) }, () => send(sandbox, { path, key })))),
    );
  return replies;
}

test.each([
  ["S-556", "standard", {}, 100],
  ["S-557", "pro", {}, 1_000],
  ["S-558", "enterprise", { rate_limit: 7 }, 7],
  ["S-558", "enterprise", { rate_limit: 123 }, 123],
])(
  "%s: the tier %s %j has exactly %i requests a minute, then 429, and next minute again (S-543, S-562)",
  async (_, tier, more, limit) => {
    const key = await aKey(sandbox, { tier, ...more });
    const replies = await times(limit, key);
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    const left = replies.map(({ headers }) => Number(headers.get("x-ratelimit-remaining"))).toSorted((a, b) => b - a);
    expect(left).toEqual(Array.from({ length: limit }, (_, used) => limit - used - 1));
    for (const reply of await times(3, key)) {
      expect([reply.status, reply.body]).toEqual([429, problem(429, "Rate limit exceeded")]);
      expect(limits(reply)).toEqual([String(limit), "0", nextMinute()]);
    }
    // Refused requests and unknown paths count as well (K-13).
    for (const path of ["/deposits/x", "/nothing", "/uda?limit=0"])
      expect((await times(1, key, path))[0]?.status).toBe(429);
    forward(60_000);
    expect((await times(1, key)).map(limits)).toEqual([[String(limit), String(limit - 1), nextMinute()]]);
  },
);

test("the default tenant's tier is the one the sandbox was started with (S-556, S-557)", async () => {
  for (const [tier, limit] of [
    ["standard", "100"],
    ["pro", "1000"],
  ] as const) {
    const place = await openSandbox({ tier }, undefined, { wall });
    expect((await send(place, { path: "/vault" })).headers.get("x-ratelimit-limit")).toBe(limit);
    await place.end();
  }
});

test("the document states the three tiers, and recommends exponential backoff on 429 (S-556, S-557, S-558, S-578)", () => {
  const { info, components } = serviceDocument as unknown as {
    info: { description: string };
    components: { responses: Record<string, { description: string }> };
  };
  const text = info.description.replaceAll(/\s+/g, " ");
  expect(text).toContain("Standard 100 requests per minute, Pro 1,000, Enterprise a custom number");
  expect(text).toContain("Beyond the limit the answer is 429; exponential backoff is recommended then.");
  expect(components.responses["RateLimited"]?.description).toContain("back off exponentially");
});

test("all three headers are on every status there is (S-559, S-560, S-561)", async () => {
  const { control, ready } = sandbox;
  await aVault(sandbox, { amount: "100" });
  await aPayout(sandbox, { reference_id: "taken" });
  const payout = (order: object = {}): Request => ({
    method: "POST",
    path: "/transfer/payout",
    body: payoutBody(ready.vault_id, order),
  });
  const narrow = await aKey(sandbox, { tier: "standard", rate_limit: 1 });
  await send(sandbox, { path: "/vault", key: narrow });
  await control("POST", "/faults", {
    gate: "api.request",
    effect: "status",
    params: { status: 500 },
    match: { operation_id: "listVaults" },
  });
  const quote = "/uda/quote?from_chain_id=1&from_token=native&to_chain_id=8453&to_token=native";
  const uda = {
    owner: "headers",
    destination: { address: `0x${"5a".repeat(20)}`, asset_symbol: "USDC", network_id: "60" },
  };
  const rows: [number, Request][] = [
    [200, { path: "/deposits" }],
    [200, { path: `${quote}&amount=1000000000000000000`, key: null }],
    [200, { path: "/uda", method: "HEAD" }],
    [201, payout({ reference_id: "new" })],
    [201, { method: "POST", path: "/uda", body: uda }],
    [200, { method: "POST", path: "/uda", body: uda }],
    [204, { method: "OPTIONS", path: "/uda" }],
    [400, { path: "/deposits?limit=0" }],
    [400, { method: "POST", path: "/wallets", body: "{" }],
    [401, { path: "/vault", key: null }],
    [401, { path: "/vault", key: "nonsense" }],
    [404, { path: "/nothing" }],
    [404, { path: "/deposits/x" }],
    [405, { method: "DELETE", path: "/vault" }],
    [409, payout({ reference_id: "taken" })],
    [413, { method: "POST", path: "/wallets", body: " ".repeat(102_401) }],
    [415, { method: "POST", path: "/wallets", body: "a", headers: { "content-type": "text/plain" } }],
    [429, { path: "/vault", key: narrow }],
    [500, { path: "/vault" }],
    [502, { path: `${quote}&amount=1` }],
  ];
  for (const [status, order] of rows) {
    const reply = await send(sandbox, order);
    const name = `${order.method ?? "GET"} ${order.path}`;
    expect(reply.status, name).toBe(status);
    const [limit, remaining, reset] = limits(reply);
    const expected = order.key === narrow ? "1" : "100000";
    expect([limit, reset], name).toEqual([expected, nextMinute()]);
    expect(remaining, name).toMatch(/^\d+$/);
    expect(Number(remaining), name).toBeLessThan(Number(limit));
  }
  const other = await fetch(`${sandbox.url}/v2/vault`);
  expect([other.status, other.headers.get("x-ratelimit-limit")]).toEqual([404, "100000"]);
  const nonsense = await sendBytes(sandbox, "no request at all\r\n\r\n");
  expect(nonsense.status).toBe(400);
  for (const value of limits(nonsense)) expect(value).toMatch(/^\d+$/);
});

test.each(OPERATIONS)(
  "$name carries the three headers, and the document says so for each status (S-559, S-560, S-561)",
  async ({ path, method, unknownPath }) => {
    const reply = await send(sandbox, {
      method: method.toUpperCase(),
      path: unknownPath,
      ...(method === "get" || method === "delete" ? {} : { body: {} }),
    });
    for (const value of limits(reply)) expect(value).toMatch(/^\d+$/);
    const { paths } = serviceDocument as any;
    for (const response of Object.values<any>(paths[path][method].responses)) {
      const { headers } =
        response.$ref === undefined
          ? response
          : (serviceDocument as any).components.responses[response.$ref.split("/").at(-1)];
      expect(Object.keys(headers)).toEqual(
        expect.arrayContaining(["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]),
      );
    }
  },
);
