// Five planted troubles in Chromium, each found and mended through the page by keyboard alone in at most six keys from `/` (issue of the page).
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, focused, live } from "../support/clients/a-dashboard.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aPayout, aVault, payoutNow } from "../support/payments/a-payout.ts";
import { allDeposits, aWallet, payToken } from "../support/payments/on-chain.ts";

/** A sandbox with one trouble, the words by which the page names it, and what shows through the API that it is gone. */
type Planted = { words: RegExp; isMended(): Promise<boolean> };

const MOST_KEYS = 6;

const confirmed =
  ({ api }: ASandbox, id: string) =>
  async () =>
    (await payoutNow(api, id)).status === "confirmed";

const TROUBLES: Readonly<Record<string, (sandbox: ASandbox) => Promise<Planted>>> = {
  "a dead receiver": async (sandbox) => {
    let isUp = false;
    const receiver = await aReceiver(() => (isUp ? 200 : 503));
    await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
    await aWallet(sandbox.api);
    await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1h" });
    isUp = true;
    const states = async () =>
      (await sandbox.control("GET", "/deliveries")).items.map(({ state }: { state: string }) => state);
    expect(await states()).toEqual(["dead"]);
    return { words: /1 delivery is dead/, isMended: async () => (await states()).join() === "delivered" };
  },
  "a dry gas station": async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    await drain(sandbox, "ethereum");
    const { id, status } = await aPayout(sandbox);
    expect(status).toBe("queued");
    return { words: /gas station .* has 0 ETH/, isMended: confirmed(sandbox, id) };
  },
  "a paused token": async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    await sandbox.control("POST", "/networks/ethereum/tokens/USDT/pause");
    const { id } = await aPayout(sandbox);
    expect((await payoutNow(sandbox.api, id)).status).toBe("failed");
    const again = ["one", "two", "three", "four"].values();
    return {
      words: /USDT on ethereum .* is paused/,
      isMended: async () =>
        confirmed(sandbox, (await aPayout(sandbox, { reference_id: `again-${again.next().value}` })).id)(),
    };
  },
  "a halted chain": async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    const fault = { gate: "chain.mine", effect: "halt", match: { network: "ethereum" }, times: null };
    await sandbox.control("POST", "/faults", fault);
    const { id } = await aPayout(sandbox);
    expect((await payoutNow(sandbox.api, id)).status).not.toBe("confirmed");
    return { words: /at chain\.mine halts ethereum/, isMended: confirmed(sandbox, id) };
  },
  "a transfer to the wrong network": async (sandbox) => {
    const { address } = await aWallet(sandbox.api);
    await payToken(sandbox, { network: "polygon", to: address, amount: "30" });
    expect(await allDeposits(sandbox.api)).toEqual([]);
    return {
      words: /30 USDC arrived on polygon at .* assigned on base/,
      isMended: async () => (await allDeposits(sandbox.api)).some(({ balance }) => balance.amount === 30),
    };
  },
};

/** Takes all native coin from the gas station of the default tenant. */
async function drain(sandbox: ASandbox, network: string): Promise<void> {
  const { data } = await sandbox.api.GET("/gas-stations/wallets", { params: { query: { network_symbol: network } } });
  const address = data?.data[0]?.address;
  const call = { jsonrpc: "2.0", id: 1, method: "hardhat_setBalance", params: [address, "0x0"] };
  const headers = { "content-type": "application/json" };
  const answer = await fetch(sandbox.chain(network).url, { method: "POST", headers, body: JSON.stringify(call) });
  expect(await answer.json()).toMatchObject({ result: true });
}

/** The reader: looks at the line that has the focus, goes on until it is the trouble, and does what its button says. */
async function mendByKeys(page: Page, words: RegExp): Promise<number> {
  let keys = 0;
  const line = page.locator("[data-trouble]", { has: page.locator(":focus") });
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  do {
    await press("w");
    await line.waitFor();
  } while (!words.test((await line.textContent()) ?? "") && keys < MOST_KEYS);
  expect(await line.textContent()).toMatch(words);
  expect(await focused(page)).not.toBe("look");
  await press("Enter");
  return keys;
}

test.each(Object.entries(TROUBLES))(
  "%s is found and mended through the page by keyboard alone, in at most six keys from / (needs Chromium)",
  async (_name, plant) => {
    const sandbox = await aSandbox();
    const { words, isMended } = await plant(sandbox);
    expect(await isMended()).toBe(false);
    const page = await aDashboard(sandbox.url, "/");
    await live(page);
    await page.locator("[data-trouble]", { hasText: words }).waitFor();
    expect(await mendByKeys(page, words)).toBeLessThanOrEqual(MOST_KEYS);
    await page.locator("[data-trouble]", { hasText: words }).waitFor({ state: "detached" });
    await expect.poll(isMended, { timeout: 60_000 }).toBe(true);
  },
);

test("the key leads to the first trouble from every screen, and says so where there is none (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const page = await aDashboard(sandbox.url, "/ui/inbox");
  await live(page);
  await sandbox.control("POST", "/faults", { gate: "price.feed", effect: "unavailable" });
  await sandbox.control("POST", "/faults", { gate: "routing.provider", effect: "refuse" });
  await page.getByRole("banner").getByText("faults 2").waitFor();
  await page.keyboard.press("w");
  await page.locator("[data-trouble=armed-fault] button:focus").waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  const line = page.locator("[data-trouble]", { has: page.locator(":focus") });
  expect(await line.textContent()).toContain("price.feed");
  await page.keyboard.press("w");
  expect(await line.textContent()).toContain("routing.provider");
  await page.keyboard.press("w");
  expect(await line.textContent()).toContain("price.feed");
  for (const left of [1, 0]) {
    await page.keyboard.press("w");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await sandbox.control("GET", "/faults")).items.length).toBe(left);
    await expect.poll(() => page.locator("[data-trouble]").count()).toBe(left);
  }
  await page.getByText("Nothing is wrong, and nothing waits for anything.").waitFor();
  await page.keyboard.press("w");
  await page.getByText("Nothing is wrong and nothing waits.").first().waitFor({ state: "attached" });
});
