// The page with very many events in Chromium: first paint, memory, elements, frames, jumps, and what a busy sandbox makes it do.
import type { Browser, Page } from "playwright-core";
import { openChromium } from "../../scripts/run/chromium.ts";
import type { Limit } from "../growth/limit.ts";
import { percentile } from "../measure/percentile.ts";

const TIMES = 5;
const ROW = "tr[data-row]";
const BOX = `document.querySelector("section[aria-label^=Events]")`;

/** Notes when the first row is there, in ms since the navigation began. */
const FIRST_ROWS = `{
  const look = () => {
    if (document.querySelector("${ROW}") === null) requestAnimationFrame(look);
    else globalThis.firstRowsAt = performance.now();
  };
  requestAnimationFrame(look);
}`;

/** Frames of 600 steps of 80 pixels, in ms each: some 1,700 rows. */
const SCROLL = `new Promise((resolve) => {
  const box = ${BOX};
  const frames = [];
  let before = performance.now();
  const step = (now) => {
    frames.push(now - before);
    before = now;
    box.scrollTop += 80;
    if (frames.length < 600) requestAnimationFrame(step);
    else resolve(frames);
  };
  requestAnimationFrame(step);
})`;

/** Milliseconds from a key until a row is there. The key is pressed in the page itself: one that is sent from outside can come before the clock runs. */
const untilRow = (pressed: "End" | "Home", row: string): string => `new Promise((resolve) => {
  const began = performance.now();
  const look = () => document.querySelector("tr[data-row='${row}']") === null ? requestAnimationFrame(look) : resolve(performance.now() - began);
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "${pressed}", code: "${pressed}", bubbles: true }));
  look();
})`;

async function paints(browser: Browser, url: string): Promise<Limit[]> {
  const paint: number[] = [];
  const rows: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
    const page = await context.newPage();
    await page.addInitScript(FIRST_ROWS);
    await page.goto(`${url}/ui/inbox`);
    await page.locator(ROW).first().waitFor();
    paint.push(
      Number(await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 1e9")),
    );
    rows.push(Number(await page.evaluate("globalThis.firstRowsAt")));
    await context.close();
  }
  return [
    { what: "first paint, cold, ms (median)", value: percentile(paint, 0.5), limit: 500 },
    { what: "first rows, cold, ms (median)", value: percentile(rows, 0.5), limit: 1_000 },
  ];
}

/** MB of JavaScript that is in use after a collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = (await session.send("Runtime.getHeapUsage")) as { usedSize: number };
  return usedSize / 1_000_000;
}

async function longList(page: Page, events: number): Promise<Limit[]> {
  const frames = (await page.evaluate(SCROLL)) as number[];
  const elements = Number(await page.evaluate("document.querySelectorAll('*').length"));
  const heap = await heapOf(page);
  const oldest = Number(await page.evaluate(untilRow("End", "1")));
  const newest = Number(await page.evaluate(untilRow("Home", String(events))));
  return [
    { what: "a frame while scrolling, ms (95 %)", value: percentile(frames, 0.95), limit: 120 },
    { what: "elements", value: elements, limit: 1_500 },
    { what: "heap after a collection, MB", value: heap, limit: 80 },
    { what: "End: the oldest row, ms", value: oldest, limit: 1_000 },
    { what: "Home: the newest row, ms", value: newest, limit: 1_000 },
  ];
}

/** The longest task of the page while `work` runs, in ms; tasks under 50 ms are not told by browsers. */
async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(`globalThis.longest = 0; globalThis.tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
  }); globalThis.tasks.observe({ entryTypes: ["longtask"] })`);
  await work();
  return Number(await page.evaluate("globalThis.tasks.disconnect(), globalThis.longest"));
}

/** `busy` does many commits; `idle` gets the open page, which asks for nothing. */
export type Loads = { busy(): Promise<void>; idle(): Promise<Limit[]> };

/** Everything that takes a browser, with `events` events in the sandbox at `url`. */
export async function measureInBrowser(url: string, events: number, loads: Loads): Promise<Limit[]> {
  const browser = await openChromium(["--enable-precise-memory-info"]);
  try {
    const painted = await paints(browser, url);
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
    await page.goto(`${url}/ui/inbox`);
    await page.locator("[data-connection=live]").waitFor();
    await page.locator(ROW).first().waitFor();
    const list = await longList(page, events);
    // Before the commits: the sandbox looks into its log of them at leisure, page or not.
    const idle = await loads.idle();
    const task = await longestTask(page, loads.busy);
    return [
      ...painted,
      ...list,
      { what: "the longest task under 1,000 commits a second, ms", value: task, limit: 200 },
      ...idle,
    ];
  } finally {
    await browser.close();
  }
}
