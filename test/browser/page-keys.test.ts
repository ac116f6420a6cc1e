// Keys of the page in Chromium: the one after `g` leads to a place and does nothing else, and none acts when they are switched off (D-90, WCAG 2.1.4).
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";

test("g r on a delivery goes to the records and redelivers nothing; r alone does (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver();
  await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await receiver.until(1);
  const redelivered = async (): Promise<number> =>
    (await sandbox.control("GET", "/requests?surface=admin&operation_id=redeliverDelivery")).items.length;
  const page = await aDashboard(sandbox.url, "/ui/inbox?filter=state%3Adelivered&selected=d1");
  await live(page);
  await page.getByRole("button", { name: "Redeliver" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await page.waitForURL("**/ui/records**");
  expect(await redelivered()).toBe(0);
  await page.goBack();
  await page.getByRole("button", { name: "Redeliver" }).waitFor();
  await page.keyboard.press("r");
  await page.getByText("Delivery 1 is sent again").first().waitFor();
  expect(await redelivered()).toBe(1);
});

test("keys that are switched off lead nowhere, alone or after g (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const page = await aDashboard(sandbox.url, "/ui/faults");
  await live(page);
  await page.keyboard.press("?");
  await page.getByLabel("Single keys act").uncheck();
  await page.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.keyboard.press(".");
  // With Ctrl it is no single key: the palette opens whatever is switched off.
  await page.keyboard.press("Control+k");
  await page.getByLabel("Act or place").waitFor();
  expect(new URL(page.url()).pathname).toBe("/ui/faults");
  expect((await sandbox.control("GET", "/clock")).mode).toBe("frozen");
});
