// The contract screen of the page in Chromium: findings that come live, coverage, readings and strict mode switched by hand and seen through the API.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";

/** What a download holds, and the name under which it is saved. */
async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent("download");
  await act();
  const download = await coming;
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString("utf8") };
}

test("findings come live with their place, what to do and the request that showed them; the report is saved and begun anew (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const call = (path: string): Promise<Response> =>
    fetch(`${sandbox.ready.api_base_url}${path}`, { headers: { "x-api-key": sandbox.ready.api_key } });
  const page = await aDashboard(sandbox.url, "/");
  await live(page);
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await page.getByText("No app has called /v1 since the report began").waitFor();
  await page.getByText(`SANDBOX_API_BASE_URL=${sandbox.url}/v1`).waitFor();

  await call("/depositz");
  await call("/wallets?colour=<b>red</b>");
  const finding = page.locator("[data-finding^='CF-01']");
  await finding.waitFor();
  const { findings } = await sandbox.control("GET", "/contract");
  expect(findings.map(({ rule }: { rule: string }) => rule).toSorted()).toEqual(["CF-01", "CF-03", "CF-12"]);
  const [{ evidence, what_to_do, first }] = findings;
  const words = await finding.textContent();
  for (const part of ["✕ error", evidence, what_to_do]) expect(words).toContain(part);
  // The navigation counts them on every screen.
  await page.getByRole("link", { name: `Contract ${findings.length}` }).waitFor();

  await page.getByRole("button", { name: "Save the report" }).click();
  const html = await saved(page, () => page.getByRole("menuitem", { name: "HTML" }).click());
  expect(html.name).toBe("contract.html");
  expect(html.text).toBe(await (await fetch(`${sandbox.ready.admin_url}/contract/report?format=html`)).text());
  await page.getByRole("button", { name: "Save the report" }).click();
  await page.getByRole("menuitem", { name: "Pact" }).click();
  await page.getByLabel("Your app, the consumer").fill("checkout");
  const pact = await saved(page, () => page.getByRole("button", { name: "Save the pact" }).click());
  expect([pact.name, JSON.parse(pact.text).consumer]).toEqual(["contract.pact.json", { name: "checkout" }]);

  await finding.getByRole("link", { name: first.request_id }).click();
  await page.locator(`[data-request=${first.request_id}]`).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Begin anew…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Begin anew" }).click();
  await page.getByText("No app has called /v1 since the report began").waitFor();
  expect((await sandbox.control("GET", "/contract")).findings).toEqual([]);
});

test("coverage says what was used, met, made by a fault and never called (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const receiver = await aReceiver();
  await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  await sandbox.control("POST", "/faults", {
    ...{ gate: "api.request", effect: "status", match: { operation_id: "listWallets" }, params: { status: 500 } },
  });
  await sandbox.api.GET("/wallets");
  await sandbox.api.GET("/wallets");
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  const page = await aDashboard(sandbox.url, "/ui/contract?tab=coverage");
  await live(page);
  const row = page.locator("tr[data-row=listWallets]");
  await row.waitFor();
  const words = await row.textContent();
  expect(words).toContain("200 ×1");
  expect(words).toContain("500 ×1 (⚡ 1 by a fault)");
  await page.locator("[data-faults-met='1']").waitFor();
  const { operations, never_called, events } = await sandbox.control("GET", "/contract");
  expect(await page.locator("tr[data-row]").count()).toBe(operations.length + events.length);
  const never = page.getByRole("list", { name: "Never called" }).getByRole("listitem");
  expect(await never.allTextContents()).toEqual(never_called);
  await page.locator("tr[data-row='address.assigned']").waitFor();
  await row.getByRole("link", { name: "listWallets" }).click();
  await page.waitForURL("**/ui/requests?filter=operation%3AlistWallets");
});

test("a reading and strict mode are switched by hand, for all or for the chosen tenant; what the API refuses is said (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { tenant_id } = sandbox.ready;
  const page = await aDashboard(sandbox.url, `/ui/contract?tab=readings&tenant=${tenant_id}`);
  await live(page);
  const reading = page.locator("[data-reading=record]");
  await reading.getByLabel("record").selectOption("top-level");
  await reading.getByText("changed").waitFor();
  expect((await sandbox.control("GET", `/contract/ambiguity?tenant_id=${tenant_id}`)).record).toBe("top-level");
  expect((await sandbox.control("GET", "/contract/ambiguity")).record).toBe("data");
  await page.locator("[data-changed='1']").waitFor();
  await page.getByRole("button", { name: "Back to the usual ones" }).click();
  await page.locator("[data-changed='0']").waitFor();
  expect((await sandbox.control("GET", `/contract/ambiguity?tenant_id=${tenant_id}`)).record).toBe("data");

  await page.goto(`${sandbox.url}/ui/contract?tab=strict`);
  await page.getByText("Off: nothing is left out").waitFor();
  await page.getByLabel("Strict mode").selectOption("named");
  await page.getByLabel("Single parts").fill("/components/schemas/Vault/properties/lable");
  await page.getByRole("button", { name: "Set strict mode" }).click();
  await page.locator("[data-notice=bad]", { hasText: "did you mean" }).waitFor();
  expect((await sandbox.control("GET", "/contract/strict")).enabled).toBe(false);
  await page.getByLabel("Single parts").fill("");
  await page.getByLabel("Strict mode").selectOption("inferred");
  await page.getByRole("button", { name: "Set strict mode" }).click();
  await page.getByText("On: all that is inferred or invented").waitFor();
  expect(await sandbox.control("GET", "/contract/strict")).toMatchObject({ enabled: true, level: "inferred" });
  await sandbox.api.GET("/vault");
  const { left_out } = await sandbox.control("GET", "/contract/strict");
  expect(left_out.length).toBeGreaterThan(0);
  await page.locator(`tr[data-row="${left_out[0].pointer}"]`).waitFor();
});

test("a receiver is graded from the page, and the first thing that it does wrong stands on top (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  // It takes everything, so it takes what is forged.
  const receiver = await aReceiver();
  const page = await aDashboard(sandbox.url, "/ui/contract?tab=receiver");
  await live(page);
  await page.getByLabel("URL of your receiver").fill(receiver.url);
  await page.getByLabel("Its signing secret").fill("whsec_of_mine");
  await page.getByRole("button", { name: "Grade it" }).click();
  const report = page.locator("[data-judged=true]");
  await report.waitFor({ timeout: 120_000 });
  expect(await report.locator("[data-case]").count()).toBe(30);
  expect(await report.locator("[data-case]").first().textContent()).toContain("✕ fail");
  expect(await report.locator("[data-case='W-03']").textContent()).toContain("✕ fail");
  expect(await page.locator("main").textContent()).not.toContain("whsec_of_mine");
});
