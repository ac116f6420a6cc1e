// Stories on the page in Chromium: what happens is seen without a reload (T-2), by keyboard alone (T-3), after restore and reset (T-5).
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, focused, live } from "../support/clients/a-dashboard.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aWallet, payToken } from "../support/payments/on-chain.ts";

test("a deposit that viem sends appears in the inbox with its attempts and its timeline, without a reload (T-2, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver();
  const { tenant_id } = sandbox.ready;
  await sandbox.control("POST", `/tenants/${tenant_id}/webhook-endpoints`, { url: receiver.url });
  const page = await aDashboard(sandbox.url, "/ui/inbox");
  await live(page);
  await page.getByText("There are no events yet").waitFor();
  const { address } = await aWallet(sandbox.api);
  await payToken(sandbox, { to: address, amount: "25.5" });
  const row = page.locator("tr[data-row]", { hasText: "deposit.confirmed" });
  await row.waitFor();
  expect(await row.textContent()).toContain("25.5 USDC");
  expect(await row.textContent()).toContain("alice");
  await row.locator("a").click();
  const attempt = page.locator("[data-attempt='1']");
  await attempt.getByText("signature valid").waitFor();
  expect(await attempt.textContent()).toContain("200");
  await page.getByRole("tab", { name: "Timeline" }).click();
  for (const lane of ["chain", "state", "event", "webhook"])
    await page.locator(`[data-lane=${lane}]`).first().waitFor();
  expect(await page.locator("[data-lane=state]").allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining("deposit: seen → confirmed")]),
  );
});

test("by keyboard alone: the inbox, the failure, its signature, and the delivery sent again with success (T-3, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver();
  const { tenant_id } = sandbox.ready;
  await sandbox.control("POST", `/tenants/${tenant_id}/webhook-endpoints`, {
    url: receiver.url,
    event_types: ["deposit.confirmed"],
  });
  const fault = { gate: "webhook.delivery", effect: "status", params: { status: 503 }, times: null };
  const { id } = await sandbox.control("POST", "/faults", fault);
  await aWallet(sandbox.api);
  await sandbox.control("POST", "/deposits", {
    tenant_id,
    owner: "alice",
    network: "base",
    asset: "USDC",
    amount: "3",
  });
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1h" });
  await sandbox.control("DELETE", `/faults/${id}`);
  const page = await aDashboard(sandbox.url, "/");
  await live(page);
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.locator("tr[data-row]").first().waitFor();
  await page.keyboard.press("Shift+j");
  await page.locator("[data-attempt='6']").waitFor();
  expect(await page.locator("[data-attempt]").count()).toBe(6);
  await page.keyboard.press("e");
  await page.getByText("Why does my check fail?").or(page.getByText("Nothing was signed yet")).waitFor();
  await page.keyboard.press("r");
  await page.keyboard.press("[");
  await page.keyboard.press("[");
  await page.keyboard.press("[");
  await page.locator("[data-attempt='7']").getByText("200").waitFor();
  expect(receiver.received.length).toBe(1);
  // The palette and the search are reached by keyboard too, and give the focus back.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("requests");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/ui/requests");
  await page.keyboard.press("/");
  expect(await focused(page)).toContain("Search");
  await page.keyboard.type("alice");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/ui/records/**");
});

test("single keys do nothing while somebody types, and can be switched off (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const page = await aDashboard(sandbox.url, "/ui/inbox");
  await live(page);
  await page.keyboard.press("/");
  await page.keyboard.type(".n?gi");
  expect(new URL(page.url()).pathname).toBe("/ui/inbox");
  expect((await sandbox.control("GET", "/clock")).mode).toBe("frozen");
  await page.keyboard.press("Escape");
  await page.locator("body").click({ position: { x: 600, y: 400 } });
  await page.keyboard.press("?");
  await page.getByLabel("Single keys act").uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press(".");
  await page.keyboard.press("?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect((await sandbox.control("GET", "/clock")).mode).toBe("frozen");
});

test("the page follows a restore and a reset while it is open, and says that the world is another one (T-5, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { tenant_id } = sandbox.ready;
  const pay = async (owner: string) => {
    await aWallet(sandbox.api, { owner });
    await sandbox.control("POST", "/deposits", { tenant_id, owner, network: "base", asset: "USDC", amount: "3" });
  };
  await pay("alice");
  const { id } = await sandbox.control("POST", "/snapshots", { name: "before bob" });
  const page = await aDashboard(sandbox.url, "/ui/inbox");
  await live(page);
  await page.locator("tr[data-row]", { hasText: "alice" }).first().waitFor();
  await pay("bob");
  await page.locator("tr[data-row]", { hasText: "bob" }).first().waitFor();
  await sandbox.control("POST", `/snapshots/${id}/restore`, {});
  await page.getByText("the world of snapshot before bob").waitFor();
  await page.locator("tr[data-row]", { hasText: "bob" }).first().waitFor({ state: "detached" });
  await page.locator("tr[data-row]", { hasText: "alice" }).first().waitFor();
  await sandbox.control("POST", "/reset", {});
  await page.getByText("There are no events yet").waitFor();
  expect(new URL(page.url()).pathname).toBe("/ui/inbox");
});
