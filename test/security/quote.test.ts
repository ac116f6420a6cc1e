// The quote, a public operation: its cost and its rate limit.
import { expect, test, vi } from "vitest";
import { Database } from "../../src/db/database.ts";
import { aWallClock } from "../conformance/a-wall-clock.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aLife } from "../support/worlds/a-tenants-life.ts";

const QUOTE = "/v1/uda/quote?from_chain_id=1&from_token=native&to_chain_id=8453&to_token=native&amount=";
const ONE = "1000000000000000000";

/** The number of SQL statements of a request: the minimum of five runs, because the invariant monitor runs concurrently. */
async function statementsOf(sandbox: ASandbox, path: string): Promise<number> {
  const counts: number[] = [];
  for (let time = 0; time < 5; time += 1) counts.push(await countedOnce(sandbox, path));
  return Math.min(...counts);
}

async function countedOnce({ url }: ASandbox, path: string): Promise<number> {
  const spies = (["get", "all", "run"] as const).map((name) => vi.spyOn(Database.prototype, name));
  expect((await fetch(url + path)).status).toBe(200);
  const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return count;
}

test("R-218 a quote runs as few SQL statements in a used world as in a new one, and writes nothing", async () => {
  const sandbox = await aSandbox();
  const { ready, control } = sandbox;
  const young = await statementsOf(sandbox, QUOTE + ONE);
  expect(young).toBeLessThanOrEqual(20);
  await aLife(sandbox, { id: ready.tenant_id, apiKey: ready.api_key, vaultId: ready.vault_id });
  await Promise.all(Array.from({ length: 20 }, (_, at) => control("POST", "/tenants", { name: `t${at}` })));
  expect(await statementsOf(sandbox, QUOTE + ONE)).toBe(young);
});

test("R-218 an amount of any length is refused at once: too large for any token is no route, too many digits is an invalid amount", async () => {
  const { url } = await aSandbox();
  const statusOf = async (amount: string) => (await fetch(url + QUOTE + amount)).status;
  expect(await statusOf(ONE)).toBe(200);
  for (const amount of ["9".repeat(79), "9".repeat(200), "9".repeat(5_000), "9".repeat(12_000)])
    expect([amount.length, [400, 502].includes(await statusOf(amount))]).toEqual([amount.length, true]);
});

test("R-218 R-208 requests without a key share a hundred a minute; tenants have their own limits", async () => {
  const { wall, forward } = aWallClock();
  forward(60_000);
  const { url, ready } = await aSandbox({ tier: "standard" }, undefined, { wall });
  const statuses: number[] = [];
  for (let count = 0; count < 103; count += 1) statuses.push((await fetch(url + QUOTE + ONE)).status);
  expect([statuses.slice(0, 100).every((status) => status === 200), statuses.slice(100)]).toEqual([
    true,
    [429, 429, 429],
  ]);
  const refused = await fetch(url + QUOTE + ONE);
  expect([refused.headers.get("x-ratelimit-remaining"), Number(refused.headers.get("retry-after")) > 0]).toEqual([
    "0",
    true,
  ]);
  expect((await fetch(url + QUOTE + ONE, { headers: { "x-api-key": ready.api_key } })).status).toBe(200);
  forward(60_000);
  expect((await fetch(url + QUOTE + ONE)).status).toBe(200);
});
