// The clock of the header by hand in Chromium, and seen through the API: freeze, run, later, and to what is due next (T-4, D-40, D-90).
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aWallet } from "../support/payments/on-chain.ts";

test("the clock is frozen, moved and let run by buttons and by keys, and goes exactly to what is due next (T-4, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver((number) => (number === 1 ? 503 : 200));
  await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  await aWallet(sandbox.api);
  await sandbox.control("POST", "/run-until-idle");
  const clock = () => sandbox.control("GET", "/clock");
  const [{ at: due }] = (await clock()).next_due;
  const page = await aDashboard(sandbox.url, "/");
  await live(page);
  const shown = page.locator("[data-clock]");
  await shown.getByTitle(/: deliver a webhook$/).waitFor();
  await page.keyboard.press("n");
  await expect.poll(async () => (await clock()).now).toBe(due);
  await expect.poll(() => shown.locator("time").first().getAttribute("datetime")).toBe(due);
  await expect.poll(() => receiver.received.length).toBe(2);
  await page.getByRole("button", { name: "+1m and more: advance the clock" }).click();
  await page.getByRole("menuitem", { name: "Advance by 1h" }).click();
  const later = Date.parse(due) + 3_600_000;
  await expect.poll(async () => Date.parse((await clock()).now)).toBe(later);
  await page.getByRole("button", { name: "Let the clock run (.)" }).click();
  await page.locator("[data-clock=running]").waitFor();
  expect((await clock()).mode).toBe("running");
  await page.keyboard.press(".");
  await page.locator("[data-clock=frozen]").waitFor();
  expect((await clock()).mode).toBe("frozen");
  expect(Date.parse((await clock()).now)).toBeGreaterThanOrEqual(later);
});
