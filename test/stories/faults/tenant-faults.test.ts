// Faults of one tenant leave the others alone: `tenant_id` in `match` of every gate that knows a tenant (H-05, K-3).
import { describe, expect, test } from "vitest";
import { GATES, type Gate } from "../../../src/faults/catalogue.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault } from "../../support/payments/a-payout.ts";
import { PURPOSES, purposeOf } from "../../support/payments/a-purpose.ts";
import { aUda, sendToken } from "../../support/payments/a-uda.ts";
import { anAssignment, anEndpoint } from "../../support/payments/a-webhook.ts";
import { aWallet } from "../../support/payments/on-chain.ts";

type Fault = { gate: Gate; effect: string; match?: object; params?: object };
type Case = Fault & { before?(sandbox: ASandbox): Promise<unknown>; run(sandbox: ASandbox): Promise<unknown> };

const QUOTE = (sandbox: ASandbox) => ({
  from_chain_id: 137,
  from_token: sandbox.chain("polygon").token("USDT"),
  to_chain_id: 42161,
  to_token: sandbox.chain("arbitrum").token("USDC"),
  amount: "100000000",
});
const quote = (sandbox: ASandbox) => sandbox.api.GET("/uda/quote", { params: { query: QUOTE(sandbox) } });

async function settle(sandbox: ASandbox): Promise<void> {
  const uda = await aUda(sandbox.api);
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
}

const CASES: Readonly<Record<string, Case>> = {
  "a webhook": {
    ...{ gate: "webhook.delivery", effect: "drop" },
    before: (sandbox) => anEndpoint(sandbox),
    run: (sandbox) => anAssignment(sandbox),
  },
  "the route of a settlement": { gate: "routing.provider", effect: "refuse", run: settle },
  "a quote with a key": { gate: "routing.provider", effect: "no-quote", run: quote },
  "the price in a quote": {
    ...{ gate: "price.feed", effect: "unavailable", match: { asset: "USDT" } },
    before: (sandbox) => sandbox.control("PUT", "/price-feed", { enabled: true }),
    run: quote,
  },
  "the price for a payout": {
    ...{ gate: "price.feed", effect: "unavailable" },
    before: (sandbox) => aVault(sandbox, { amount: "100" }),
    run: (sandbox) => aPayout(sandbox, {}),
  },
  "the worth of a deposit": {
    ...{ gate: "price.feed", effect: "unavailable" },
    before: (sandbox) => aWallet(sandbox.api),
    run: async (sandbox) => {
      const [wallet] = (await sandbox.api.GET("/wallets", {})).data?.data ?? [];
      const to_address = wallet?.address;
      await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", to_address });
    },
  },
  ...Object.fromEntries(
    (Object.keys(PURPOSES) as (keyof typeof PURPOSES)[]).map((name) => {
      const { network, before, begin } = PURPOSES[name];
      const match = { network, purpose: purposeOf(name) };
      const fault: Fault = { gate: "chain.submit", effect: "unavailable", match };
      return [`a transaction: ${name}`, { ...fault, ...(before === undefined ? {} : { before }), run: begin }];
    }),
  ),
};

test("every gate that knows a tenant can be matched by it; blocks and calls of nodes belong to all", () => {
  const without = Object.entries(GATES).filter(([, { match }]) => !(match as readonly string[]).includes("tenant_id"));
  expect(without.map(([gate]) => gate)).toEqual(["rpc.request", "chain.mine"]);
});

describe("K-3 H-05 a fault of another tenant does not fire, one of its own does", () => {
  test.each(Object.entries(CASES))("%s", async (_name, { before, run, match = {}, ...fault }) => {
    const sandbox = await aSandbox();
    const { control, ready } = sandbox;
    await before?.(sandbox);
    const other = await control("POST", "/tenants", { name: "other" });
    for (const [tenant_id, times] of [
      [other.tenant_id, null],
      [ready.tenant_id, 1],
    ] as const)
      await control("POST", "/faults", { ...fault, match: { ...match, tenant_id }, times });
    await run(sandbox);
    await control("POST", "/run-until-idle", { advance: true, limit: "10m" });
    expect((await control("GET", "/faults")).items).toMatchObject([{ seen: 0 }, { hits: 1 }]);
  });
});

test("a quote without a key belongs to no tenant", async () => {
  const sandbox = await aSandbox();
  const match = { tenant_id: sandbox.ready.tenant_id };
  await sandbox.control("POST", "/faults", { gate: "routing.provider", effect: "no-quote", match, times: null });
  const query = new URLSearchParams(
    Object.entries(QUOTE(sandbox)).map(([name, value]): [string, string] => [name, String(value)]),
  );
  expect((await fetch(`${sandbox.url}/v1/uda/quote?${query}`)).status).toBe(200);
  expect((await sandbox.control("GET", "/faults")).items).toMatchObject([{ seen: 0 }]);
});
