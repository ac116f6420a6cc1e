// Paying from the overview and the palette in Chromium, and seen through the API (D-43, D-07).
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";
import { allDeposits, aWallet } from "../support/payments/on-chain.ts";

test("a deposit is paid from the palette by keyboard and its timeline opens; an address is filled; a refusal says what to do (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { address } = await aWallet(sandbox.api);
  const page = await aDashboard(sandbox.url, "/ui/inbox");
  await live(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("pay a dep");
  await page.keyboard.press("Enter");
  await page.locator("#pay-receiver:focus").waitFor();
  await page.keyboard.type("nobody");
  await page.keyboard.press("Enter");
  await page.locator("[data-notice=bad]", { hasText: "create one with POST /v1/wallets" }).waitFor();
  await page.getByLabel("Owner or address").fill("alice");
  await page.getByRole("button", { name: "Pay as a customer" }).click();
  await page.waitForURL("**/ui/records/deposit/**");
  await page.locator("[data-lane=chain]").first().waitFor();
  expect((await allDeposits(sandbox.api)).map(({ balance, owner }) => [balance.amount, owner])).toEqual([
    [25.5, "alice"],
  ]);
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await page.getByLabel("Owner or address").fill("alice");
  expect(await page.getByRole("button", { name: "Fill from the faucet" }).isDisabled()).toBe(true);
  await page.getByLabel("Owner or address").fill(address);
  await page.getByLabel("Amount").fill("1.25");
  await page.getByRole("button", { name: "Fill from the faucet" }).click();
  await expect
    .poll(async () => (await allDeposits(sandbox.api)).map(({ balance }) => balance.amount).toSorted())
    .toEqual([1.25, 25.5]);
});
