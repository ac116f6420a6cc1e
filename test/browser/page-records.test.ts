// Records on the page in Chromium: timeline as the terminal tells it, providers, money, states, gas stations (D-20…D-26).
import { expect, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { anIo } from "../cli/an-io.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, findings, live, loaded } from "../support/clients/a-dashboard.ts";
import { aUda } from "../support/payments/a-uda.ts";

test("a settlement with a provider that refused: the page tells what `show` prints, every provider, both sides of its money, and its states (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { control, api, url } = sandbox;
  await control("POST", "/faults", { gate: "routing.provider", effect: "no-quote", times: 1 });
  await aUda(api, { owner: "<b>carol</b>" });
  await control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "100", owner: "<b>carol</b>" });
  await control("POST", "/run-until-idle", { advance: true });
  const [{ id }] = (await control("GET", "/settlements")).items;
  const page = await aDashboard(url, `/ui/records/settlement/${id}`);
  await live(page);
  await loaded(page);
  const { items } = await control("GET", `/records/${id}/timeline`);
  // Each mark once, in the same order, with the same words.
  const shown = await page
    .locator("[data-lane] span[title]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("title")));
  const words = items.flatMap(({ title, detail }: Record<string, string | null>) => [
    title,
    ...(detail === null ? [] : [detail]),
  ]);
  expect(shown).toEqual(words);
  const hands = anIo({ SANDBOX_URL: url });
  expect(await runCommand(["show", id], hands.io)).toBe(0);
  const printed = hands.said.out.replace(/\s+/g, " ");
  for (const { title, lane } of items) expect(printed).toContain(`${lane} ${title}`);
  expect(printed).toContain("provider lifi, round 1: refuses (no quote)");

  await page.getByRole("tab", { name: "Providers" }).click();
  const rows = page.getByRole("table", { name: "Providers that were asked" }).locator("tbody tr");
  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(/^1lifi✕ refusedno quote/),
    expect.stringMatching(/^1relay● accepted/),
    "2lifi○ not asked",
    "2relay○ not asked",
  ]);
  await page.getByRole("tab", { name: "Money" }).click();
  await page.locator("[data-sum]").first().waitFor();
  const sums = await page.locator("[data-sum]").evaluateAll((all) => all.map((one) => one.getAttribute("data-sum")));
  expect(sums).toEqual(["0", "0", "0", "0"]);
  await page.getByText("deposit address of <b>carol</b>").first().waitFor();
  await page.getByText("I-03").waitFor();
  await page.getByRole("tab", { name: "States" }).click();
  expect(await page.locator("[data-now=yes]").getAttribute("data-machine-state")).toBe("completed");
  expect(await page.locator("[data-machine-state]").count()).toBe(5);
  await page.getByRole("table", { name: "Moves" }).getByText("● postpone").waitFor();
  for (const tab of ["providers", "money", "states"]) {
    await page.goto(`${url}/ui/records/settlement/${id}?tab=${tab}`);
    await live(page);
    await loaded(page);
    expect(await findings(page), tab).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth"), tab).toBe(390);
    await page.setViewportSize({ width: 1_280, height: 800 });
  }
});

test("gas stations are a kind: listed, filtered by network, with what came in and what they paid (needs Chromium)", async () => {
  const { control, api, url } = await aSandbox();
  await aUda(api, { owner: "carol" });
  await control("POST", "/run-until-idle", { advance: true });
  const page = await aDashboard(url, "/ui/records/gas_station?filter=network%3Apolygon");
  await live(page);
  const row = page.locator("tr[data-row]");
  await row.filter({ hasText: "POL" }).first().waitFor();
  expect(await row.count()).toBe(1);
  await row.locator("a").first().click();
  await page.waitForURL("**/ui/records/gas_station/**");
  await page.locator("[data-lane=chain]").getByText("POL paid for gas").first().waitFor();
  await page.getByRole("tab", { name: "As /v1 shows it" }).click();
  await page.locator("pre").getByText('"balances"').waitFor();
});

test("a deposit that a reorg took away shows both blocks, and the removed one leads to where its transaction is now (D-23, needs Chromium)", async () => {
  const { control, api, url } = await aSandbox();
  await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await control("PUT", "/networks/base/mining", { mode: "manual" });
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "3", owner: "alice" });
  await control("POST", "/networks/base/mine", {});
  const [{ hash }] = (await control("GET", "/networks/base/blocks?limit=1")).items;
  await control("POST", "/networks/base/reorg", { depth: 1, transactions: "keep" });
  const [{ id }] = (await control("GET", "/deposits?owner=alice")).items;
  const page = await aDashboard(url, `/ui/records/deposit/${id}`);
  await live(page);
  await page.locator("[data-lane=chain]").getByText("taken away by a reorg").waitFor();
  expect(await page.locator("[data-lane=chain]").count()).toBe(2);
  await page.locator(`a[href='/explorer/base/block/${hash}']`).click();
  await page.waitForURL(`**/explorer/base/block/${hash}`);
  await page.getByText("mined again").waitFor();
});
