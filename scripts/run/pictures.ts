// `npm run pictures`: pictures of the page for the documents, made of the demo world with the built command and Chromium (CHROMIUM, or on the PATH).
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startSandbox } from "../../src/testing/testing.ts";
import { openChromium } from "./chromium.ts";

const OUT = join(import.meta.dirname, "../../docs/pictures");
const SIZE = { width: 1_280, height: 720 };

/** The answer of the control API, its `data`. */
async function control<T>(url: string, method: string, path: string, body?: object): Promise<T> {
  const given =
    body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`${url}/admin${path}`, { method, ...given });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}

/** What each picture shows, and how the page gets there. */
const PICTURES: Readonly<Record<string, (page: Page, url: string) => Promise<void>>> = {
  async inbox(page, url) {
    await page.goto(`${url}/ui/inbox?filter=state%3Adead`);
    await page.locator("tr[data-row]").first().waitFor();
    await page.keyboard.press("j");
    await page.locator("[data-attempt]").first().waitFor();
  },
  async timeline(page, url) {
    const { items } = await control<{ items: { id: string }[] }>(url, "GET", "/settlements?state=completed&limit=1");
    await page.goto(`${url}/ui/records/settlement/${items[0]?.id}`);
    await page.locator("[data-lane]").first().waitFor();
  },
  async chains(page, url) {
    const orphan = page.locator("[data-chain=base] [data-state=orphaned]").first();
    await page.goto(`${url}/ui/chains`);
    await orphan.waitFor();
    await orphan.getByRole("button").click();
  },
  async faults(page, url) {
    const filter = encodeURIComponent("type:deposit.confirmed");
    await page.goto(`${url}/ui/faults?selected=webhook.delivery&tab=timeout&filter=${filter}`);
    await page.locator("[data-fault]").first().waitFor();
    await page.locator("[data-preview]").waitFor();
  },
};

const sandbox = await startSandbox({ demo: true, seed: 1 });
const { url } = sandbox;
// Two deposits, and after each a reorg of the newest block.
await control(url, "PUT", "/networks/base/confirmations", { blocks: 4 });
for (const transactions of ["drop", "keep"]) {
  const { items } = await control<{ items: { address: string }[] }>(url, "GET", "/wallets?network=base&limit=1");
  await control(url, "POST", "/deposits", {
    network: "base",
    asset: "USDC",
    amount: "12.5",
    to_address: items[0]?.address,
  });
  await control(url, "POST", "/networks/base/reorg", { depth: 1, transactions });
}
for (const fault of [
  {
    gate: "webhook.delivery",
    effect: "status",
    match: { type: "deposit.confirmed" },
    params: { status: 503 },
    times: 5,
  },
  { gate: "chain.submit", effect: "stuck", match: { network: "polygon" }, times: 2 },
  { gate: "price.feed", effect: "unavailable", match: { asset: "ETH" }, times: null },
])
  await control(url, "POST", "/faults", fault);
const browser = await openChromium();
mkdirSync(OUT, { recursive: true });
for (const colorScheme of ["light", "dark"] as const) {
  for (const [name, show] of Object.entries(PICTURES)) {
    const page = await browser.newPage({ viewport: SIZE, colorScheme });
    await show(page, url);
    await page.locator("[data-connection=live]").waitFor();
    await page.screenshot({ path: join(OUT, `${name}-${colorScheme}.png`) });
    await page.close();
    console.log(`docs/pictures/${name}-${colorScheme}.png`);
  }
}
await browser.close();
await sandbox.stop();
