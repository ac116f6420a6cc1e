// Scenarios on the page in Chromium: a built-in one, one that fails, and what is no scenario (D-61, D-62, T-4).
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";

test("a built-in scenario runs with its steps shown, with a snapshot kept before it (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const page = await aDashboard(sandbox.url, "/");
  await live(page);
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  const { items } = await sandbox.control("GET", "/scenarios");
  await page.locator("[data-scenario]").first().waitFor();
  expect(await page.locator("[data-scenario] h2").allTextContents()).toEqual(
    items.map(({ title }: { title: string }) => title),
  );
  await page.getByRole("button", { name: "Run wrong-token" }).click();
  const outcome = page.locator("[data-outcome=passed]");
  await outcome.waitFor();
  // Its beginning is in view, wherever the button was.
  expect((await outcome.boundingBox())?.y).toBeGreaterThan(0);
  const { steps } = items.find(({ name }: { name: string }) => name === "wrong-token");
  expect(await outcome.locator("[data-step]").count()).toBe(steps);
  const [kept] = (await sandbox.control("GET", "/snapshots")).items;
  expect(kept.name).toBe("before scenario wrong-token (kept by the page)");
  expect((await sandbox.control("GET", "/tenants")).items).toHaveLength(2);
  await outcome.getByRole("link", { name: "Tenant" }).click();
  await page.locator("[data-tenant]").waitFor();
});

test("a scenario from a file that fails shows what was expected and found; what is none is refused with the reason (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const page = await aDashboard(sandbox.url, "/ui/scenarios");
  await live(page);
  const field = page.getByLabel("JSON of a scenario file");
  const run = page.getByRole("button", { name: "Run it" });
  await field.fill("{ no json");
  await run.click();
  await page.locator("[data-notice=bad]", { hasText: "This is no JSON" }).waitFor();
  await field.fill('{"title":"without steps"}');
  await run.click();
  await page.locator("[role=alert]", { hasText: 'needs the member "about"' }).waitFor();
  const step = { title: "A <b>wallet</b>", call: "createWallet", body: { owner: "al", network_symbol: "base" } };
  const about = "It expects what does not come.";
  const story = {
    title: "Fails",
    about,
    steps: [
      { ...step, status: 418 },
      { ...step, status: 201 },
    ],
  };
  await page
    .getByLabel("Scenario file", { exact: true })
    .setInputFiles({ name: "story.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(story)) });
  await expect.poll(() => field.inputValue()).toBe(JSON.stringify(story));
  await run.click();
  const outcome = page.locator("[data-outcome=failed]");
  await outcome.waitFor();
  const first = await outcome.locator("[data-step='1']").textContent();
  expect(first).toContain("A <b>wallet</b>");
  expect(first).toMatch(/418.*201/);
  expect(await outcome.locator("[data-step='2']").textContent()).toContain("not run");
});
