// Fifty test suites in one sandbox at once, each with a tenant of its own: none sees data of another (K-3, H-05, I-40).
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { PAYEE, payoutBody, vaultAddress } from "../../support/payments/a-payout.ts";
import { aUda } from "../../support/payments/a-uda.ts";

const SUITES = 50;
const LIMIT = 100;

/** Names and references are the same in every suite, amounts are its own. */
const OWNER = "alice";
const REFERENCE = "order-1";

type Suite = {
  number: number;
  tenantId: string;
  api: ReturnType<ASandbox["clientFor"]>;
  /** How many calls of the service it has made. */
  calls: number;
  addresses: string[];
  payoutId: string;
};

/** One suite, from creating its tenant to the end of its settlement and its payout. */
async function live(sandbox: ASandbox, number: number, hooks: string): Promise<Suite> {
  const { control } = sandbox;
  const tenant = await control("POST", "/tenants", { name: `suite ${number}`, rate_limit: LIMIT });
  const ofTenant = { tenant_id: tenant.tenant_id };
  await control("POST", `/tenants/${tenant.tenant_id}/webhook-endpoints`, { url: `${hooks}/${number}` });
  const api = sandbox.clientFor(tenant.api_key);
  const suite: Suite = { number, tenantId: tenant.tenant_id, api, calls: 0, addresses: [], payoutId: "" };
  api.use({
    onRequest() {
      suite.calls += 1;
    },
  });
  const wallet = await api.POST("/wallets", { body: { owner: OWNER, network_symbol: "base" } });
  const uda = await aUda(api, { owner: OWNER });
  const vault = await vaultAddress(api, tenant.vault_id, "ethereum");
  suite.addresses.push(wallet.data?.data.address ?? "", uda.address, vault);
  const amount = `${number + 20}`;
  const deposit = { amount, ...ofTenant, owner: OWNER };
  await Promise.all([
    control("POST", "/deposits", { network: "base", asset: "USDC", amount, to_address: wallet.data?.data.address }),
    control("POST", "/deposits", { network: "polygon", asset: "USDT", ...deposit }),
    control("POST", "/deposits", { network: "ethereum", asset: "USDT", amount, to_address: vault }),
  ]);
  const body = payoutBody(tenant.vault_id, { amount: `${number}.25`, reference_id: REFERENCE });
  const payout = await api.POST("/transfer/payout", { body });
  suite.payoutId = payout.data?.data.id ?? `refused with ${payout.response.status}`;
  await ended(sandbox, suite);
  return suite;
}

/** Waits for the final events of this suite as a suite would: through the events of its own tenant. */
async function ended({ control }: ASandbox, { api, tenantId, payoutId }: Suite): Promise<void> {
  const of = `&tenant_id=${tenantId}&timeout=60s`;
  await control("GET", `/events/wait?type=uda.settlement.completed${of}`);
  const { data } = await api.GET("/transactions", { params: { query: { "filter[]": [`source_id:${payoutId}`] } } });
  await control("GET", `/events/wait?type=transaction.confirmed&resource_id=${data?.data[0]?.id}${of}`);
}

/** Everything the suite sees is its own, and all of it is there. */
async function expectAlone({ control }: ASandbox, suite: Suite, webhooks: readonly string[]): Promise<void> {
  const { api, number, tenantId, addresses, payoutId } = suite;
  const query = { limit: 100 };
  const deposits = (await api.GET("/deposits", { params: { query } })).data?.data ?? [];
  const amounts = deposits.map(({ to_address, balance }) => [to_address, balance.amount]);
  expect(amounts.toSorted()).toEqual(addresses.map((address) => [address, number + 20]).toSorted());
  const payouts = (await api.GET("/transfer/payout", { params: { query } })).data?.data ?? [];
  expect(payouts.map(({ id, reference_id, status }) => [id, reference_id, status])).toEqual([
    [payoutId, REFERENCE, "confirmed"],
  ]);
  const wallets = (await api.GET("/wallets", { params: { query } })).data?.data ?? [];
  expect(wallets.map(({ address }) => address)).toEqual([addresses[0]]);
  const udas = (await api.GET("/uda")).data?.data.items ?? [];
  expect(udas.map(({ owner }) => owner)).toEqual([OWNER]);
  const { items } = await control("GET", `/events?limit=1000&tenant_id=${tenantId}`);
  expect(items.filter(({ type }: { type: string }) => type === "deposit.confirmed")).toHaveLength(3);
  expect(webhooks.toSorted()).toEqual(items.map(({ id }: { id: string }) => id).toSorted());
}

test.each(["frozen", "running"] as const)(
  "fifty suites at once with a %s clock: deposits, payouts, settlements, events, webhooks and limits are their own",
  async (clock) => {
    // With a frozen clock the wall clock is fixed too, so that no window of the rate limit ends.
    const stands = systemClock.now();
    const wall = clock === "frozen" ? { ...systemClock, now: () => stands } : systemClock;
    const sandbox = await aSandbox({ clock }, undefined, { wall });
    const receiver = await aReceiver();
    const suites = await Promise.all(
      Array.from({ length: SUITES }, (_, index) => live(sandbox, index + 1, receiver.url)),
    );
    await sandbox.control("POST", "/run-until-idle");
    for (const suite of suites) {
      const mine = receiver.received.filter(({ path }) => path.endsWith(`/hooks/${suite.number}`));
      await expectAlone(
        sandbox,
        suite,
        mine.map(({ json }) => json.id),
      );
    }
    // The recipient got each amount once.
    const chain = sandbox.chain("ethereum");
    const data: Hex = `0x70a08231${PAYEE.slice(2).padStart(64, "0")}`;
    const paid = BigInt((await chain.public.call({ to: chain.token("USDT"), data })).data ?? "0x0");
    const asked = suites.reduce((sum, { number }) => sum + BigInt(number) * 1_000_000n + 250_000n, 0n);
    expect(paid).toBe(asked);
    if (clock === "running") return;
    for (const suite of suites) {
      const { response } = await suite.api.GET("/vault");
      expect(Number(response.headers.get("x-ratelimit-remaining"))).toBe(LIMIT - suite.calls);
    }
  },
  120_000,
);

test("a suite that uses up its rate limit and one whose receiver is down do not affect the others", async () => {
  const sandbox = await aSandbox();
  const { control } = sandbox;
  const receiver = await aReceiver((_number, { path }) => (path.endsWith("/down") ? 500 : 200));
  const open = async (name: string, rate_limit: number) => {
    const tenant = await control("POST", "/tenants", { name, rate_limit });
    await control("POST", `/tenants/${tenant.tenant_id}/webhook-endpoints`, { url: `${receiver.url}/${name}` });
    return { api: sandbox.clientFor(tenant.api_key), id: tenant.tenant_id as string };
  };
  const [greedy, quiet, down] = [await open("greedy", 3), await open("quiet", 3), await open("down", 3)];
  const ask = async ({ api }: typeof greedy, owner: string): Promise<number> =>
    (await api.POST("/wallets", { body: { owner, network_symbol: "base" } })).response.status;
  const greed = [];
  for (const owner of ["a", "b", "c", "d"]) greed.push(await ask(greedy, owner));
  expect(greed).toEqual([201, 201, 201, 429]);
  expect([await ask(quiet, "a"), await ask(down, "a")]).toEqual([201, 201]);
  await control("POST", "/clock/advance", { by: "1h" });
  const stateOf = async (path: string): Promise<string[]> =>
    (await control("GET", `/deliveries?limit=100`)).items
      .filter(({ url }: { url: string }) => url.endsWith(path))
      .map(({ state, attempts }: { state: string; attempts: object[] }) => `${state} after ${attempts.length}`);
  expect([await stateOf("/quiet"), await stateOf("/down")]).toEqual([["delivered after 1"], ["dead after 6"]]);
});
