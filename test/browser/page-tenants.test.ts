// Tenants on the page in Chromium, each act by hand and seen through the API (D-45).
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { minuteAlignedClock } from "../../src/scenario/minute-aligned-clock.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aVault } from "../support/payments/a-payout.ts";
import { payToken } from "../support/payments/on-chain.ts";

/** The button of the question that is asked. */
async function agree(page: Page, name: string): Promise<void> {
  await page.getByRole("alertdialog").getByRole("button", { name }).click();
}

test("a tenant is made, its key is shown once and works, its limit and pool are set, its keys revoked, and it is deleted (needs Chromium)", async () => {
  // Windows end with the minute of real time: none ends while the test reads how much is left.
  const sandbox = await aSandbox({}, undefined, { wall: minuteAlignedClock(systemClock) });
  const page = await aDashboard(sandbox.url, "/");
  await live(page);
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.getByLabel("Name").fill("checkout <b>tests</b>");
  await page.getByRole("combobox", { name: "Tier" }).selectOption("pro");
  await page.getByRole("button", { name: "Create the tenant" }).click();
  await page.getByRole("button", { name: "API key" }).click();
  const key = String(await page.evaluate("navigator.clipboard.readText()"));
  const wallets = (api_key: string) => fetch(`${sandbox.url}/v1/wallets`, { headers: { "x-api-key": api_key } });
  expect((await wallets(key)).status).toBe(200);
  const { items } = await sandbox.control("GET", "/tenants");
  const { tenant_id, tier, rate_limit } = items.find((one: { name: string }) => one.name === "checkout <b>tests</b>");
  expect([tier, rate_limit]).toEqual(["pro", 1_000]);
  const row = page.locator(`[data-row="${tenant_id}"]`);
  await row.getByRole("link").click();
  await page.locator(`[data-tenant="${tenant_id}"]`).waitFor();
  expect(await page.getByText(key).count()).toBe(0);
  // The window of now follows the calls of the app.
  await page.getByText("999", { exact: true }).first().waitFor();

  await page.getByLabel("Requests a minute", { exact: true }).fill("7");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The tenant is changed").waitFor();
  expect((await sandbox.control("GET", `/tenants/${tenant_id}`)).rate_limit).toBe(7);

  await page.getByLabel("Wallets left on base").fill("0");
  await page.getByRole("button", { name: "Set the pool of base" }).click();
  await page.getByText("The pool of base is set").waitFor();
  const { wallet_pools } = await sandbox.control("GET", `/tenants/${tenant_id}`);
  expect(wallet_pools).toContainEqual({ network: "base", remaining: 0 });

  await page.getByRole("button", { name: "Issue a key" }).click();
  const shown = page.locator("[data-shown-once='API key'] code");
  await shown.waitFor();
  const second = String(await shown.textContent());
  expect((await wallets(second)).status).toBe(200);
  await page.getByRole("button", { name: "Done" }).click();
  expect(await page.getByText(second).count()).toBe(0);
  await page
    .getByRole("button", { name: /^Revoke the key/ })
    .first()
    .click();
  await agree(page, "Revoke the key");
  await page.getByText("✕ revoked").waitFor();
  expect([(await wallets(key)).status, (await wallets(second)).status].sort()).toEqual([200, 401]);

  await page.getByRole("button", { name: "Delete…" }).click();
  await agree(page, "Delete the tenant");
  await page.waitForURL("**/ui/tenants");
  await row.waitFor({ state: "detached" });
  expect((await sandbox.control("GET", "/tenants")).items).toHaveLength(items.length - 1);
  // What throws something away has a snapshot before it (D-62).
  const kept = (await sandbox.control("GET", "/snapshots")).items.map(({ name }: { name: string }) => name);
  expect(kept).toEqual([
    "before revoke of a key (kept by the page)",
    "before delete of checkout <b>tests</b> (kept by the page)",
  ]);
});

test("an endpoint is registered, edited, tested, rotated with an overlap, switched off and on, and deleted (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver();
  const { tenant_id } = sandbox.ready;
  const endpoints = async () => (await sandbox.control("GET", `/tenants/${tenant_id}/webhook-endpoints`)).items;
  const page = await aDashboard(sandbox.url, `/ui/tenants/${tenant_id}`);
  await live(page);
  await page.getByText("Nobody listens: events of this tenant").waitFor();
  await page.getByRole("button", { name: "Add an endpoint" }).click();
  await page.getByLabel("URL of your receiver").fill(receiver.url);
  await page.getByRole("button", { name: "Register the endpoint" }).click();
  const item = page.locator("[data-endpoint]");
  await item.waitFor();

  await item.getByRole("button", { name: "Edit" }).click();
  await item.getByLabel("Types, with blanks").fill("deposit.new, deposit.confirmed");
  await item.getByLabel("An answer 410 switches it off").check();
  await item.getByRole("button", { name: "Save the endpoint" }).click();
  await item.getByText("deposit.new, deposit.confirmed").waitFor();
  expect((await endpoints())[0]).toMatchObject({ event_types: ["deposit.new", "deposit.confirmed"], heed_gone: true });

  await item.getByRole("button", { name: "Send a test" }).click();
  await item.getByLabel("Type").selectOption("deposit.new");
  await item.getByRole("button", { name: "Send it now" }).click();
  await item.getByRole("link", { name: /^Delivery / }).waitFor();
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(1);

  await item.getByRole("button", { name: "Rotate the secret" }).click();
  await item.getByLabel("Overlap in sandbox time").fill("1h");
  await item.getByLabel("New secret").fill("another-secret");
  await item.getByRole("button", { name: "Rotate now" }).click();
  await item.getByText("the former secret is valid until").waitFor();
  expect(await item.locator("code").textContent()).toBe("another-secret");
  expect((await endpoints())[0].previous_secret_until).not.toBeNull();

  await item.getByRole("button", { name: "Switch off" }).click();
  await item.getByText("○ off").waitFor();
  expect((await endpoints())[0].active).toBe(false);
  await item.getByRole("button", { name: "Switch on" }).click();
  await item.getByText("● active").waitFor();
  expect((await endpoints())[0].active).toBe(true);

  await item.getByRole("button", { name: "Delete…" }).click();
  await agree(page, "Delete the endpoint");
  await item.waitFor({ state: "detached" });
  expect(await endpoints()).toEqual([]);
});

test("balances of books and chain stand beside each other, and what is not confirmed yet is marked (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const address = await aVault(sandbox, { network: "base", asset: "USDC", amount: "10" });
  const page = await aDashboard(sandbox.url, `/ui/tenants/${sandbox.ready.tenant_id}`);
  await live(page);
  const row = page.locator(`[data-vault] [data-row^="base USDC"]`, { hasText: "10" });
  await row.waitFor();
  expect(await row.locator("td").allTextContents()).toEqual(expect.arrayContaining(["base", "USDC", "10", "0", " 10"]));
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  await payToken(sandbox, { to: address, amount: "2.5" });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
  await row.getByText("differs").waitFor();
  expect(await row.locator("td").allTextContents()).toEqual(expect.arrayContaining(["10", "differs 12.5"]));
  await sandbox.control("POST", "/networks/base/mine", { blocks: 5 });
  await page.locator("[data-vault]").getByText("differs").waitFor({ state: "detached" });
});
