// 100,000 events on the page in Chromium: which pages are kept, how many elements there are, and what is asked for (T-6, D-10, D-12).
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";
import { aWallet } from "../support/payments/on-chain.ts";
import { fillWithEvents } from "../support/worlds/many-events.ts";

const MANY = 100_000;
const SECOND = 1_000;

/** A sandbox with so many events, one a virtual second. */
async function aLongStory(): Promise<ASandbox> {
  const sandbox = await aSandbox();
  await aWallet(sandbox.api);
  const why = "its events are copies of one, about records that do not exist";
  sandbox.mayBreak("all", why);
  fillWithEvents(sandbox.store, MANY - 1, SECOND);
  return sandbox;
}

/** What the page asked of a list since the last look: each query once. A change that is told late makes the page ask the same again, whatever the reader does. */
function asksOf(page: Page, path: string): () => URLSearchParams[] {
  const asked = new Map<string, URLSearchParams>();
  page.on("request", (request) => {
    const { pathname, search, searchParams } = new URL(request.url());
    if (pathname === path) asked.set(search, searchParams);
  });
  return () => {
    const seen = [...asked.values()];
    asked.clear();
    return seen;
  };
}

const sequences = (page: Page): Promise<number[]> =>
  page.locator("tr[data-row]").evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("data-row"))));

const countElements = async (page: Page): Promise<number> =>
  Number(await page.evaluate("document.querySelectorAll('*').length"));

/** Scrolls by so many rows at a time until the row is there or was passed. */
async function scrollTo(page: Page, sequence: number, rows: number): Promise<void> {
  const isThere = (seen: readonly number[]): boolean =>
    seen.length > 0 && (rows > 0 ? Math.min(...seen) <= sequence : Math.max(...seen) >= sequence);
  while (!isThere(await sequences(page)))
    await page.evaluate(`document.querySelector("section[aria-label^=Events]").scrollTop += ${rows * 28}`);
}

test("of 100,000 events 20 pages of 100 are kept while a reader scrolls down and up again, and few elements (T-6, needs Chromium)", async () => {
  const sandbox = await aLongStory();
  const page = await aDashboard(sandbox.url, "/ui/inbox");
  const asks = asksOf(page, "/admin/events");
  await live(page);
  await page.locator(`tr[data-row='${MANY}']`).waitFor();
  await scrollTo(page, MANY - 3_000, 60);
  const down = asks();
  // One request a page: 30 of them, one or two ahead (the first may be asked for before anybody scrolls), and the look for new rows.
  expect(down[0]?.get("order")).toBe("newest");
  expect(down.length).toBeGreaterThanOrEqual(30);
  expect(down.length).toBeLessThanOrEqual(36);
  expect(down.every((query) => query.get("limit") === "100")).toBe(true);
  expect(await countElements(page)).toBeLessThanOrEqual(1_500);
  // The newest pages were given up: coming back they are asked for again.
  await scrollTo(page, MANY - 150, -60);
  const up = asks();
  expect(up.length).toBeGreaterThanOrEqual(9);
  expect(up.length).toBeLessThanOrEqual(16);
  expect(await countElements(page)).toBeLessThanOrEqual(1_500);
  const seen = await sequences(page);
  // None is missing and none stands there twice.
  expect(seen).toEqual(seen.map((_, at) => (seen[0] ?? 0) - at));
});

test("End leads to the oldest of 100,000 events and Home back, and a jump shows the rows around its time, with few requests (D-10, T-6, needs Chromium)", async () => {
  const sandbox = await aLongStory();
  const page = await aDashboard(sandbox.url, "/ui/inbox");
  await live(page);
  await page.locator(`tr[data-row='${MANY}']`).waitFor();
  // From far below the top: what is left of the scrolling does not lead back to the newest rows.
  await scrollTo(page, MANY - 1_500, 60);
  const asks = asksOf(page, "/admin/events");
  await page.keyboard.press("End");
  await page.locator("tr[data-row='1']").waitFor();
  await page.getByRole("button", { name: "100 or more new" }).waitFor();
  await page.locator("tr[data-row='1']").waitFor();
  const oldest = await sequences(page);
  expect(oldest).toEqual(oldest.map((_, at) => oldest.length - at));
  // The oldest rows, their page, and what is newer.
  expect(asks().length).toBeLessThanOrEqual(4);
  expect(await page.locator("tr[data-row='1']").boundingBox()).toMatchObject({ y: expect.any(Number) });
  // Upwards the rows come in pages too, and none moves.
  await scrollTo(page, 450, -20);
  const above = asks();
  expect(above.length).toBeGreaterThanOrEqual(3);
  expect(above.length).toBeLessThanOrEqual(8);
  await page.keyboard.press("Home");
  await page.locator(`tr[data-row='${MANY}']`).waitFor();
  asks();

  const [{ time }] = (await sandbox.control("GET", "/events?order=newest&limit=1&before=40001")).items;
  await page.getByRole("button", { name: "Jump to time" }).click();
  await page.keyboard.type("no time");
  await page.keyboard.press("Enter");
  await page.getByText("This is no time").waitFor();
  await page.getByRole("textbox", { name: /Time of the sandbox/ }).fill(`${time.replace(" ", "T").slice(0, 19)}Z`);
  await page.keyboard.press("Enter");
  const row = page.locator("tr[data-row='39999']");
  await row.waitFor();
  // Halving: 17 looks at one row each find it among 100,000, and some pages around it.
  const looks = asks();
  expect(looks.filter((query) => query.get("limit") === "1").length).toBeLessThanOrEqual(19);
  expect(looks.filter((query) => query.get("limit") !== "1").length).toBeLessThanOrEqual(6);
  // Rows that come in above it do not move it out of sight, and they are there.
  await expect.poll(async () => ((await row.boundingBox())?.y ?? 0) < 400).toBe(true);
  await scrollTo(page, 40_050, -5);
  expect(await countElements(page)).toBeLessThanOrEqual(1_500);
});

test("End leads to the oldest of many records and Home back, a jump shows the rows around its time, and rows above come in pages (D-10, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const open = async (many: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < many; at += 1) {
      const { data } = await sandbox.api.POST("/wallets", { body: { owner: `of-${at}`, network_symbol: "base" } });
      ids.push(data?.data.id ?? "");
    }
    return ids;
  };
  const early = await open(260);
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  const late = await open(130);
  const page = await aDashboard(sandbox.url, "/ui/records/wallet");
  await live(page);
  const row = (id: string | undefined) => page.locator(`tr[data-row='${id}']`);
  await row(late.at(-1)).waitFor();
  const asks = asksOf(page, "/admin/wallets");
  await page.keyboard.press("End");
  await row(early[0]).waitFor();
  // The oldest rows, their page, what is newer, and the page above: none of the pages between.
  const asked = asks();
  expect(asked.filter((query) => query.has("before"))).toHaveLength(1);
  expect(asked.length).toBeLessThanOrEqual(4);
  const shown = await page
    .locator("tr[data-row]")
    .evaluateAll((rows) => rows.map((one) => one.getAttribute("data-row")));
  expect(shown).toEqual(early.slice(0, shown.length).toReversed());
  // Each of them is met on the way up.
  const missing = new Set(early.slice(0, 231));
  while (missing.size > 0) {
    const ids = await page
      .locator("tr[data-row]")
      .evaluateAll((rows) => rows.map((one) => one.getAttribute("data-row")));
    for (const id of ids) missing.delete(id ?? "");
    const isAbove = ids.some((id) => (id ?? "") > (early[231] ?? ""));
    await page.evaluate(`document.querySelector("section[aria-label^=Wallets]").scrollTop += ${isAbove ? 150 : -150}`);
  }
  await page.keyboard.press("Home");
  await row(late.at(-1)).waitFor();
  const { now } = await sandbox.control("GET", "/clock");
  const between = new Date(Date.parse(now) - 1_800_000).toISOString();
  await page.getByRole("button", { name: "Jump to time" }).click();
  await page.getByRole("textbox", { name: /Time of the sandbox/ }).fill(between);
  await page.keyboard.press("Enter");
  await row(early.at(-1)).waitFor();
  expect(await row(late.at(-1)).count()).toBe(0);
});

test("End leads to the oldest request of the log and Home back, past the pages between (D-10, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  for (let at = 0; at < 350; at += 1) await sandbox.api.GET("/deposits", { params: { query: { owner: `of-${at}` } } });
  const rows = (order: string): Promise<{ items: { request_id: string }[] }> =>
    sandbox.control("GET", `/requests?surface=v1&limit=150&order=${order}`);
  const [newest, oldest] = [(await rows("newest")).items, (await rows("oldest")).items];
  const page = await aDashboard(sandbox.url, "/ui/requests");
  await live(page);
  const row = (of: readonly { request_id: string }[], at: number) =>
    page.locator(`tr[data-row='${of.at(at)?.request_id}']`);
  await row(newest, 0).waitFor();
  const asks = asksOf(page, "/admin/requests");
  await page.keyboard.press("End");
  await row(oldest, 0).waitFor();
  expect(asks().filter((query) => query.has("before"))).toHaveLength(1);
  // Upwards each of them is met; a step that went too far is taken back.
  const missing = new Set(oldest.slice(0, 141).map(({ request_id }) => request_id));
  const wanted = new Set(missing);
  while (missing.size > 0) {
    const shown = await page
      .locator("tr[data-row]")
      .evaluateAll((rows) => rows.map((one) => one.getAttribute("data-row") ?? ""));
    for (const id of shown) missing.delete(id);
    const step = shown.some((id) => wanted.has(id)) ? -150 : 150;
    await page.evaluate(`document.querySelector("section[aria-label^=Requests]").scrollTop += ${step}`);
  }
  await page.keyboard.press("Home");
  await row(newest, 0).waitFor();
});
