// Chains by hand on the page in Chromium, and seen through the API: blocks, what waits, fees, and a reorg (T-4, D-42).
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";
import { aWallet } from "../support/payments/on-chain.ts";

test("a deposit waits in the pool of a chain that is mined by hand, gets its block, and loses it in a reorg (T-4, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { tenant_id } = sandbox.ready;
  await aWallet(sandbox.api);
  const page = await aDashboard(sandbox.url, "/");
  await live(page);
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await page.waitForURL("**/ui/chains");
  const base = page.locator("[data-chain=base]");
  await base.locator("summary").click();
  await base.getByRole("combobox", { name: "Mining" }).selectOption("manual");
  await base.getByRole("button", { name: "Set mining" }).click();
  await base.getByText("manual", { exact: true }).waitFor();
  expect(await sandbox.control("GET", "/networks")).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ network: "base", mining: "manual" })]),
  });
  const paid = { tenant_id, owner: "alice", network: "base", asset: "USDC", amount: "3" };
  await sandbox.control("POST", "/deposits", paid);
  await base.locator("[data-waiting]").getByText("mined on request only").waitFor();
  const { items } = await sandbox.control("GET", "/networks/base/pool");
  expect(await base.locator("[data-waiting]").getAttribute("data-waiting")).toBe(items[0].hash);
  await base.getByRole("button", { name: /^Mine 1 block on/ }).click();
  await base.locator("[data-waiting]").waitFor({ state: "detached" });
  const [mined] = (await sandbox.control("GET", "/networks/base/blocks?limit=1")).items;
  const block = base.locator(`[data-block='${mined.number}']`);
  await block.locator("a[href^='/ui/records/deposit/']").waitFor();
  await block.getByRole("button").click();
  await block.getByText(mined.hash).waitFor();
  expect(new URL(page.url()).searchParams.get("selected")).toBe(mined.hash);
  await base.getByRole("combobox", { name: "Transactions" }).selectOption("drop");
  await base.getByRole("button", { name: "Reorg…" }).click();
  const question = page.getByRole("alertdialog");
  expect(await question.textContent()).toContain(`Block ${mined.number} of`);
  expect(await question.textContent()).toContain("Their transactions are gone.");
  expect((await sandbox.control("GET", "/networks/base/blocks?limit=1")).items[0].hash).toBe(mined.hash);
  await question.getByRole("button", { name: "Reorganise" }).click();
  const orphan = base.locator("[data-state=orphaned]");
  await orphan.waitFor();
  // The record stays reachable from the block that is gone, and it stands below the one that replaced it.
  await orphan.locator("a[href^='/ui/records/deposit/']").waitFor();
  expect(await orphan.textContent()).toContain("orphaned");
  const after = (await sandbox.control("GET", "/networks/base/blocks")).items;
  expect(after.find(({ hash }: { hash: string }) => hash === mined.hash).state).toBe("orphaned");
  const shown = await base
    .locator("[data-block]")
    .evaluateAll((all) => all.map((one) => `${one.getAttribute("data-block")} ${one.getAttribute("data-state")}`));
  expect(shown).toEqual(
    after.slice(0, 20).map(({ number, state }: { number: number; state: string }) => `${number} ${state}`),
  );
  await orphan.locator("a[href^='/ui/records/deposit/']").click();
  await page.waitForURL("**/ui/records/deposit/**");
  await page.locator("[data-lane=chain]").first().waitFor();
});

test("blocks and the base fee are set by hand, and older blocks come by cursor (T-4, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const page = await aDashboard(sandbox.url, "/ui/chains");
  await live(page);
  const bsc = page.locator("[data-chain=bsc]");
  await bsc.locator("summary").click();
  await bsc.getByLabel("Blocks", { exact: true }).fill("45");
  await bsc.getByRole("button", { name: "Mine", exact: true }).click();
  const head = async () => (await sandbox.control("GET", "/networks/bsc/blocks?limit=1")).items[0].number as number;
  await expect.poll(head, { timeout: 60_000 }).toBeGreaterThanOrEqual(45);
  const top = await head();
  await bsc.locator(`[data-block='${top}']`).waitFor();
  expect(await bsc.locator("[data-block]").count()).toBe(20);
  await bsc.getByRole("button", { name: "Older blocks" }).click();
  await bsc.locator(`[data-block='${top - 39}']`).waitFor();
  expect(await bsc.locator("[data-block]").count()).toBe(40);
  await bsc.getByLabel("Base fee (gwei)").fill("7.5");
  await bsc.getByRole("combobox", { name: "Fee mode" }).selectOption("dynamic");
  await bsc.getByRole("button", { name: "Set fee" }).click();
  await bsc.getByText("moves with the load", { exact: false }).first().waitFor();
  await expect
    .poll(async () => {
      const { items } = await sandbox.control("GET", "/networks");
      return items.find(({ network }: { network: string }) => network === "bsc").base_fee_mode;
    })
    .toBe("dynamic");
  await bsc.getByLabel("Base fee (gwei)").fill("a lot");
  await bsc.getByRole("button", { name: "Set fee" }).click();
  await page
    .getByRole("button", { name: /close|dismiss/i })
    .first()
    .waitFor();
});
