// `npm run pictures`: pictures of the page for the documents, made of the demo world with the built command and Chromium (CHROMIUM, or on the PATH).
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { startSandbox } from "../../src/testing/testing.ts";

const OUT = join(import.meta.dirname, "../../docs/pictures");
const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const SIZE = { width: 1_280, height: 720 };

const found = (process.env["PATH"] ?? "")
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find((path) => existsSync(path));
const executablePath = process.env["CHROMIUM"] || found || chromium.executablePath();

/** What each picture shows, and how the page gets there. */
const PICTURES: Readonly<Record<string, (page: Page, url: string) => Promise<void>>> = {
  async inbox(page, url) {
    await page.goto(`${url}/ui/inbox?filter=state%3Adead`);
    await page.locator("tr[data-row]").first().waitFor();
    await page.keyboard.press("j");
    await page.locator("[data-attempt]").first().waitFor();
  },
  async timeline(page, url) {
    const answer = await fetch(`${url}/admin/settlements?state=completed&limit=1`);
    const { data } = (await answer.json()) as { data: { items: { id: string }[] } };
    await page.goto(`${url}/ui/records/settlement/${data.items[0]?.id}`);
    await page.locator("[data-lane]").first().waitFor();
  },
};

const sandbox = await startSandbox({ demo: true, seed: 1 });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
mkdirSync(OUT, { recursive: true });
for (const colorScheme of ["light", "dark"] as const) {
  for (const [name, show] of Object.entries(PICTURES)) {
    const page = await browser.newPage({ viewport: SIZE, colorScheme });
    await show(page, sandbox.url);
    await page.locator("[data-connection=live]").waitFor();
    await page.screenshot({ path: join(OUT, `${name}-${colorScheme}.png`) });
    await page.close();
    console.log(`docs/pictures/${name}-${colorScheme}.png`);
  }
}
await browser.close();
await sandbox.stop();
