// What is copied and told on the page in Chromium: rows as tab-separated text, requests as cURL, as a step and as HAR, and a time in all its readings (D-05, D-06, D-33).
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aDashboard, live } from "../../support/clients/a-dashboard.ts";

const clipboard = (page: Page): Promise<string> => page.evaluate("navigator.clipboard.readText()");

test("y copies the chosen row whole, Shift+y all rows with their titles, for a spreadsheet (D-06, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const owners = ["alice", '=HYPERLINK("x")'];
  for (const owner of owners) await sandbox.api.POST("/wallets", { body: { owner, network_symbol: "base" } });
  await sandbox.control("POST", "/deposits", {
    ...{ network: "base", asset: "ETH", amount: "1500.000000000000000123", owner: "alice" },
  });
  const page = await aDashboard(sandbox.url, "/ui/records/wallet");
  await live(page);
  const { items } = await sandbox.control("GET", "/wallets");
  await page.locator(`tr[data-row='${items[0].id}']`).waitFor();
  for (const _ of items) await page.keyboard.press("j");
  await page.keyboard.press("y");
  await expect.poll(() => clipboard(page)).toContain("alice");
  const { id, address, created_at } = items.at(-1);
  expect((await clipboard(page)).split("\t")).toEqual([id, "", "base", "alice", address, created_at]);
  await page.keyboard.press("Shift+Y");
  await expect.poll(() => clipboard(page)).toContain("Owner");
  const lines = (await clipboard(page)).split("\n").map((line) => line.split("\t"));
  // No text that a spreadsheet would run.
  expect(lines.map(([first]) => first)).toEqual(["Id", ...items.map((one: { id: string }) => one.id)]);
  expect(lines.slice(1).map(([, , , owner]) => owner)).toEqual([`'=HYPERLINK("x")`, "alice"]);
  await page.goto(`${sandbox.url}/ui/records/deposit`);
  await page.locator("tr[data-row]").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("y");
  await expect.poll(() => clipboard(page)).toContain("1500.000000000000000123 ETH");
});

test("a request is copied as cURL and as a step of a scenario, and the list is saved as HAR (D-33, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  await sandbox.api.POST("/wallets", { body: { owner: "o'neil", network_symbol: "base" } });
  const [{ request_id }] = (await sandbox.control("GET", "/requests?surface=v1")).items;
  const page = await aDashboard(sandbox.url, `/ui/requests?selected=${request_id}`);
  await live(page);
  await page.getByRole("button", { name: "scenario step" }).click();
  await expect.poll(() => clipboard(page)).toContain("POST /v1/wallets");
  expect(JSON.parse(await clipboard(page))).toMatchObject({
    ...{ call: "POST /v1/wallets", status: 201, body: { owner: "o'neil", network_symbol: "base" } },
  });
  await page.keyboard.press("c");
  await expect.poll(() => clipboard(page)).toMatch(/^curl/);
  expect(await clipboard(page)).toContain("$SANDBOX_API_KEY");
  expect(await clipboard(page)).not.toContain(sandbox.ready.api_key);
  await page.getByRole("button", { name: "More", exact: true }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Save as HAR" }).click();
  const har = JSON.parse(readFileSync(await (await saved).path(), "utf8"));
  expect(har.log.entries.map(({ request }: { request: { method: string } }) => request.method)).toEqual(["POST"]);
});

test("a time says whose it is: the sandbox's, that of the reader, how long ago, and the real one (D-05, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  await sandbox.api.GET("/networks");
  const [{ request_id, at }] = (await sandbox.control("GET", "/requests?surface=v1")).items;
  await sandbox.control("POST", "/clock/advance", { by: "2h" });
  const page = await aDashboard(sandbox.url, `/ui/requests/${request_id}`);
  await live(page);
  await page.getByRole("button", { name: "2026-01-01 00:00:00" }).click();
  const popup = page.getByRole("dialog");
  await popup.waitFor();
  const words = (await popup.textContent()) ?? "";
  for (const said of ["Sandbox time (UTC)", "2 h ago", "Real time", at.slice(0, 10)]) expect(words).toContain(said);
});
