// Scenarios on the page in Chromium: a built-in one, one that fails, and what is no scenario (D-61, D-62, T-4).
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";

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
  // The run is undone by the snapshot before it, which asks as well (D-08).
  await page.locator("[data-notice=good]", { hasText: "passed" }).getByRole("button", { name: "Undo…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await page.getByText("the world of snapshot before scenario wrong-token").waitFor();
  expect((await sandbox.control("GET", "/tenants")).items).toHaveLength(1);
});

test("the steps of a running scenario stand there as they are done, on every page that is open (D-61, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { tenant_id } = sandbox.ready;
  // A step that pays waits until its webhook, which the test holds, is answered.
  const held: ServerResponse[] = [];
  const receiver = await aReceiver(() => (response) => void held.push(response));
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  const endpoint = { url: receiver.url, event_types: ["deposit.new"] };
  await sandbox.control("POST", `/tenants/${tenant_id}/webhook-endpoints`, endpoint);
  const body = { tenant_id, owner: "alice", network: "base", asset: "USDC", amount: "1" };
  const steps = [
    { title: "what time it is", call: "getClock", status: 200 },
    { title: "a deposit", call: "createDeposit", body, status: 201 },
  ];
  const page = await aDashboard(sandbox.url, "/ui/scenarios");
  const other = await aDashboard(sandbox.url, "/ui/scenarios");
  await live(page);
  await live(other);
  await page.getByLabel("JSON of a scenario file").fill(JSON.stringify({ title: "Waits", about: "x", steps }));
  await page.getByRole("button", { name: "Run it" }).click();
  await receiver.until(1);
  for (const one of [page, other]) {
    const running = one.locator("[data-running='1']");
    await running.getByText("running, 1 of 2 steps done").waitFor();
    expect(await running.locator("[data-step]").allTextContents()).toEqual([
      expect.stringContaining("what time it is"),
    ]);
  }
  held[0]?.end();
  await page.locator("[data-outcome=passed]").waitFor();
  await other.locator("[data-running]").waitFor({ state: "detached" });
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
