// The page under a finger and in a window of half the size, which is what 200 % makes of it, in Chromium (D-91).
import { expect, test } from "vitest";
import { createDemo } from "../../../src/demo/demo.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aDashboard, live, loaded } from "../../support/clients/a-dashboard.ts";

const PATHS = [
  ...["/", "/ui/inbox", "/ui/records/deposit", "/ui/requests", "/ui/chains", "/ui/clock", "/ui/faults"],
  ...["/ui/contract", "/ui/tenants", "/ui/snapshots", "/ui/scenarios", "/ui/invariants"],
];
/** WCAG 2.5.5; half a pixel is what a browser may round away. */
const FINGER = 43.5;

/** Buttons, tabs and links of navigation that a finger would miss; links inside of sentences are text. */
const SMALL = `[...document.querySelectorAll("button, [role=tab], nav a, header a, select, input:not([type=checkbox])")]
  .map((one) => ({ box: one.getBoundingClientRect(), words: one.getAttribute("aria-label") ?? one.textContent ?? one.id }))
  .filter(({ box }) => box.width > 0 && box.height > 0 && box.height < ${FINGER})
  .map(({ box, words }) => words.trim().slice(0, 40) + ": " + Math.round(box.height))`;

/** Those whose words do not fit in. */
const CUT = `[...document.querySelectorAll("button, [role=tab], nav a, header a")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow !== "ellipsis")
  .map((one) => (one.textContent ?? "").trim().slice(0, 40) + " is cut")`;

test("what a finger is to meet is 44 pixels high on every screen (D-91, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  await createDemo({ host: sandbox.ready, seed: 1, runs: false });
  const page = await aDashboard(sandbox.url, "/", { width: 390, touch: true });
  const found: string[] = [];
  for (const path of PATHS) {
    await page.goto(`${sandbox.url}${path}`);
    await live(page);
    await loaded(page);
    for (const look of [SMALL, CUT])
      found.push(...((await page.evaluate(look)) as string[]).map((one) => `${path} ${one}`));
  }
  expect(found).toEqual([]);
});

test("at 200 % no screen scrolls sideways, and its main part is seen (D-91, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  await createDemo({ host: sandbox.ready, seed: 1, runs: false });
  const page = await aDashboard(sandbox.url, "/", { width: 640, height: 400 });
  for (const path of PATHS) {
    await page.goto(`${sandbox.url}${path}`);
    await live(page);
    await loaded(page);
    expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, 640]);
    const main = await page.locator("main").boundingBox();
    expect([path, (main?.height ?? 0) >= 120]).toEqual([path, true]);
  }
});
