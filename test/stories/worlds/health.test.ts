// Health: invariants are monitored, a breach makes the sandbox unhealthy, and its repair makes it healthy.
import { createTestClient, http } from "viem";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aDashboard } from "../../support/clients/a-dashboard.ts";
import { aPayout, aVault } from "../../support/payments/a-payout.ts";
import { aWallet } from "../../support/payments/on-chain.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

async function health({
  url,
}: ASandbox): Promise<{ code: number; status: string; breaches?: { id: string; breach: string }[] }> {
  const answer = await fetch(`${url}/healthz`);
  return { code: answer.status, ...((await answer.json()) as { status: string }) };
}

/** A sandbox with money in it; one balance of the ledger is off by `by` base units. */
async function aDrift(by = 1) {
  const sandbox = await aSandbox();
  const vault = await aVault(sandbox, { network: "base", asset: "USDC", amount: "10" });
  const drift = (raw: number): number =>
    sandbox.store.run(
      `update balance set confirmed = '${raw}' where confirmed like '1000000_' and length(confirmed) = 8`,
    );
  expect(drift(10_000_000 + by)).toBe(1);
  return { sandbox, vault, mend: () => drift(10_000_000) };
}

test("a healthy sandbox is ready, and reports of each invariant that it holds", async () => {
  const sandbox = await aSandbox();
  await aVault(sandbox, { network: "base", asset: "USDC", amount: "10" });
  const { invariants, exemptions } = await sandbox.control("GET", "/invariants");
  expect(invariants.length).toBeGreaterThan(30);
  for (const row of invariants)
    expect(row).toMatchObject({ ok: true, when: expect.stringMatching(/^(always|quiet)$/) });
  expect(exemptions).toEqual([]);
  expect(await health(sandbox)).toMatchObject({ code: 200, status: "ready" });
  expect((await sandbox.control("GET", "/status")).breaches).toEqual([]);
});

test("a breach is named by the invariants, the health, the status, the dashboard and one line of the log, until it is repaired (needs Chromium)", async () => {
  const { sandbox, vault, mend } = await aDrift();
  const [broken, sums, ...others] = await brokenInvariants(sandbox);
  expect(others).toEqual([]);
  expect(sums).toContain("I-17: base 0x833589fcd6edb6e08f4c7c32d4f71b54bda02913: ");
  expect(broken).toMatch(/^I-12: base /);
  expect(broken).toContain(vault.toLowerCase());
  expect(broken).toContain("the balance is 10000001, its movements sum up to 10000000");
  const red = await health(sandbox);
  expect(red).toMatchObject({ code: 503, status: "broken", breaches: [{ id: "I-12" }, { id: "I-17" }] });
  expect((await sandbox.control("GET", "/status")).breaches).toEqual(red.breaches);
  const page = await aDashboard(sandbox.url);
  for (const text of ["I-12", "the balance is 10000001, its movements sum up to 10000000", "I-17"])
    await page.getByText(text).first().waitFor();
  await brokenInvariants(sandbox);
  const broke = { msg: "an invariant is broken" };
  expect(sandbox.mistakes).toMatchObject(["I-17", "I-12"].map((invariant) => ({ invariant, ...broke })));
  sandbox.mistakes.length = 0;
  mend();
  expect(await brokenInvariants(sandbox)).toEqual([]);
  expect(await health(sandbox)).toMatchObject({ code: 200, status: "ready" });
  await expect.poll(() => page.getByText("I-12").count(), { timeout: 60_000 }).toBe(0);
});

test("a reset makes a broken world healthy", async () => {
  const { sandbox } = await aDrift();
  expect(await brokenInvariants(sandbox)).toHaveLength(2);
  sandbox.mistakes.length = 0;
  await sandbox.control("POST", "/reset");
  expect((await health(sandbox)).code).toBe(200);
  expect(await brokenInvariants(sandbox)).toEqual([]);
});

test("R-097 drift is found without a request when the sandbox is idle, and so is its repair", async () => {
  const { sandbox, mend } = await aDrift();
  const until = async (code: number): Promise<void> => {
    // Each of these commits, as clients do; the ledger is checked in between.
    while ((await health(sandbox)).code !== code)
      await sandbox.control("POST", "/faults", { gate: "price.feed", effect: "unavailable", match: { asset: "BNB" } });
  };
  await until(503);
  expect((await health(sandbox)).breaches).toMatchObject([{ id: "I-12" }]);
  sandbox.mistakes.length = 0;
  mend();
  await until(200);
});

test("R-016 R-098 a forced deep reorg leaves the ledger above the chain: an exemption of each token with its reason, and no breach", async () => {
  const sandbox = await aSandbox();
  await aVault(sandbox, { amount: "100" });
  await aPayout(sandbox, { amount: "10" });
  await aWallet(sandbox.api, { owner: "alice", network: "base" });
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner: "alice" });
  await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  for (const network of ["base", "ethereum"])
    await sandbox.control("POST", `/networks/${network}/reorg`, { depth: 2, transactions: "drop", force: true });
  expect(await brokenInvariants(sandbox)).toEqual([]);
  const { exemptions } = await sandbox.control("GET", "/invariants");
  expect(exemptions.map(({ id }: { id: string }) => id)).toContain("I-10");
  for (const { reason } of exemptions) expect(reason).toContain("R-016");
  const ofAddresses = exemptions.filter(({ id }: { id: string }) => id === "I-10");
  const [usdc, usdt] = [sandbox.chain("base").token("USDC"), sandbox.chain("ethereum").token("USDT")];
  for (const { what } of ofAddresses)
    expect(what).toMatch(/^(base|ethereum) 0x[0-9a-f]{40} (native coin|0x[0-9a-f]{40}): (in|out|gas) \d+$/);
  const named = (token: string) => ofAddresses.some(({ what }: { what: string }) => what.includes(token.toLowerCase()));
  expect([named(usdc), named(usdt)]).toEqual([true, true]);
  expect((await health(sandbox)).code).toBe(200);
});

test("R-025 R-168 coin that an operator gives to an address of the platform is in the ledger: no invariant is broken by it", async () => {
  const sandbox = await aSandbox();
  const vault = await aVault(sandbox, { network: "base", asset: "USDC", amount: "10" });
  const { chain, url } = sandbox.chain("base");
  const client = createTestClient({ mode: "hardhat", chain, transport: http(url) });
  for (const value of [5n, 10n ** 20n]) await client.setBalance({ address: vault, value });
  expect(await brokenInvariants(sandbox)).toEqual([]);
});
