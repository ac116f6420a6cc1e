// A real browser: the Chromium of this machine, from the PATH or the variable CHROMIUM.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page, type Worker } from "playwright-core";
import { onTestFinished, type TestContext } from "vitest";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const BROWSER: string | undefined =
  process.env["CHROMIUM"] ||
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

/** A page `width` pixels wide; any error in it fails the test. Without Chromium the test is reported as not run. */
export async function aPage(context: TestContext, { width = 1_200 }: { width?: number } = {}): Promise<Page> {
  context.skip(BROWSER === undefined, "there is no Chromium on this machine: install one, or name it by CHROMIUM");
  const browser: Browser = await chromium.launch({ executablePath: BROWSER ?? "chromium", args: ["--no-sandbox"] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  onTestFinished(() => {
    if (faults.length > 0) throw new Error(`the page logged mistakes: ${faults.join("; ")}`);
  });
  return page;
}

/** The service worker of an unpacked extension. Where there is no Chromium the test says that it did not run. */
export async function anExtension(context: TestContext, folder: string): Promise<Worker> {
  context.skip(BROWSER === undefined, "there is no Chromium on this machine: install one, or name it by CHROMIUM");
  const args = [
    "--headless=new",
    "--no-sandbox",
    `--disable-extensions-except=${folder}`,
    `--load-extension=${folder}`,
  ];
  const browser = await chromium.launchPersistentContext("", {
    executablePath: BROWSER ?? "chromium",
    // The argument above is the headless mode that knows extensions; Playwright's own does not.
    headless: false,
    args,
  });
  onTestFinished(() => browser.close());
  return browser.serviceWorkers()[0] ?? (await browser.waitForEvent("serviceworker"));
}
