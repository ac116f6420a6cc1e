// The page at `/` in Chromium, with a busy world: it fits a laptop window and lists blocked work.
import { expect, test } from "vitest";
import { createDemo } from "../../src/demo/demo.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { aPage } from "../support/clients/a-browser.ts";

test("the dashboard fits 1,200 and 1,000 pixels and lists what is blocked, and why (needs Chromium)", async (context) => {
  const page = await aPage(context, { width: 1_200 });
  const { ready } = await aSandbox();
  await createDemo({ host: ready, seed: 1, runs: false });
  await page.goto(`${ready.url}/`);
  expect(await page.locator("section", { hasText: "Held back" }).textContent()).toContain("waiting-for-gas");
  for (const width of [1_200, 1_000]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.$$eval("section", (sections) =>
      sections.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.querySelector("h2")?.textContent),
    );
    expect({ width, wide }).toEqual({ width, wide: [] });
  }
});
