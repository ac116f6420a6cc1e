// The clock and its agenda on the page in Chromium, moved by hand and seen through the API (T-4, D-40).
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aUda } from "../support/payments/a-uda.ts";

const clockOf = (sandbox: ASandbox): Promise<any> => sandbox.control("GET", "/clock");
const agenda = (page: Page) => page.locator("[data-due]");

/** The first planned instant, once the first attempt has been refused: until then that attempt itself is due, at the present instant. */
async function retryAt(sandbox: ASandbox): Promise<string> {
  const planned = async (): Promise<string | undefined> => {
    const { now, next_due } = await clockOf(sandbox);
    return next_due.find(({ at }: { at: string }) => at > now)?.at;
  };
  await expect.poll(planned).toBeDefined();
  return String(await planned());
}

/** A sandbox of which a receiver refuses everything: its retries are planned. */
async function aRefusedWebhook(): Promise<ASandbox> {
  const sandbox = await aSandbox();
  const receiver = await aReceiver(() => 503);
  await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  return sandbox;
}

test("the agenda is a strip and a list, live; a jump to a row says in due order what it did, each a link (T-4, needs Chromium)", async () => {
  const sandbox = await aRefusedWebhook();
  const page = await aDashboard(sandbox.url, "/ui/inbox");
  await live(page);
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.getByText("Nothing is planned.").waitFor();
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  const due = await retryAt(sandbox);
  await agenda(page).first().locator(`time[datetime='${due}']`).waitFor();
  const { next_due } = await clockOf(sandbox);
  expect(await agenda(page).evaluateAll((rows) => rows.map((row) => row.getAttribute("data-due")))).toEqual(
    next_due.map(({ what, ref }: { what: string; ref: string }) => `${what} ${ref}`),
  );
  await page.locator(`[data-strip='${next_due.length}']`).waitFor();
  await agenda(page).first().getByRole("button").click();
  const did = page.locator("[data-jump]");
  await did.waitFor();
  expect((await clockOf(sandbox)).now).toBe(due);
  expect(await did.textContent()).toContain("1 attempt of a webhook failed");
  await did.locator("[data-ran=deliver]").getByRole("link").first().click();
  await page.locator("[data-event]").waitFor();
  expect(await page.locator("[data-event]").textContent()).toContain("address.assigned");
});

test("by a length of time, to an instant, to the Nth planned instant, until idle, frozen and running; the past is refused (T-4, needs Chromium)", async () => {
  const sandbox = await aRefusedWebhook();
  const page = await aDashboard(sandbox.url, "/");
  await live(page);
  // The clock of the header leads to it.
  await page.locator("header [data-clock] a").click();
  await page.waitForURL("**/ui/clock");
  const { now: start } = await clockOf(sandbox);
  const since = async (): Promise<number> => Date.parse((await clockOf(sandbox)).now) - Date.parse(start);
  await page.getByLabel("By", { exact: true }).fill("90s");
  await page.getByRole("button", { name: "Advance", exact: true }).click();
  await page.getByText("Advanced by 90s: nothing happened on the way.").first().waitFor();
  expect(await since()).toBe(90_000);
  await page.getByLabel("To (sandbox time, UTC)").fill("2026-01-01T06:00:00");
  await page.getByRole("button", { name: "Jump", exact: true }).click();
  await page.locator("[data-notice=good]", { hasText: "Jumped to 2026-01-01 06:00:00" }).waitFor();
  expect((await clockOf(sandbox)).now).toBe("2026-01-01T06:00:00.000Z");
  await page.getByLabel("To (sandbox time, UTC)").fill("2026-01-01T05:00:00");
  await page.getByRole("button", { name: "Jump", exact: true }).click();
  await page.locator("[data-notice=bad]", { hasText: "in the past" }).waitFor();

  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await page.locator(`[data-due] time[datetime='${await retryAt(sandbox)}']`).waitFor();
  await page.getByLabel("Next planned instants").fill("2");
  await page.getByRole("button", { name: "To there" }).click();
  await page.locator("[data-jump]", { hasText: "2 attempts of webhooks failed" }).waitFor();
  await page.getByLabel("Until idle, at most").fill("10d");
  await page.getByRole("button", { name: "Run until idle" }).click();
  await page.locator("[data-jump]", { hasText: "1 webhook dead" }).waitFor();
  expect((await clockOf(sandbox)).next_due).toEqual([]);
  await page.getByText("Nothing is planned.").waitFor();

  await page.getByRole("button", { name: /^Let the clock run$/ }).click();
  await page.getByText("It runs: what is planned happens by itself.").waitFor();
  expect((await clockOf(sandbox)).mode).toBe("running");
  await page.getByRole("button", { name: /^Freeze the clock$/ }).click();
  await page.getByText("It is frozen").waitFor();
  expect((await clockOf(sandbox)).mode).toBe("frozen");
  // A jump of another world is not shown in this one.
  await sandbox.control("POST", "/reset");
  await page.locator("[data-jump]").waitFor({ state: "detached" });
});

test("a jump to work that came to nothing says that it was done, in the words of the agenda (D-40, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  await sandbox.control("POST", "/faults", { gate: "routing.provider", effect: "refuse", times: 9 });
  await aUda(sandbox.api, { owner: "carol" });
  await sandbox.control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "40", owner: "carol" });
  const page = await aDashboard(sandbox.url, "/ui/clock");
  await live(page);
  await page.getByRole("button", { name: /Jump there: ask providers for a route/ }).waitFor();
  await page.keyboard.press("n");
  await page.locator("[data-jump]", { hasText: "1 step, and nothing came of it yet." }).waitFor();
});
