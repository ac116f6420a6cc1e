// A real browser: the Chromium of this machine, from the PATH or the variable CHROMIUM; where there is none Playwright's is installed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page, type Worker } from "playwright-core";
import { onTestFinished } from "vitest";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const INSTALLER = join(import.meta.dirname, "../../../node_modules/playwright-core/cli.js");

let known: string | undefined;

/**
 * The file of the browser. Playwright's own goes into the cache of the user, where a later run finds it.
 * @throws Error where there is no browser and none can be installed: a test of a page that did not run is no test that passed
 */
function browserPath(): string {
  const named = process.env["CHROMIUM"] || undefined;
  const onPath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
  known ??= named ?? onPath ?? installed();
  return known;
}

function installed(): string {
  const path = chromium.executablePath();
  if (existsSync(path)) return path;
  const { status, stderr } = spawnSync(process.execPath, [INSTALLER, "install", "chromium"], { encoding: "utf8" });
  if (status === 0 && existsSync(path)) return path;
  const why = stderr.trim().split("\n").at(-1) ?? "";
  throw new Error(`there is no Chromium on this machine and none could be installed (${why}): name one by CHROMIUM`);
}

/** A browser that closes with the test. */
export async function aBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox"] });
  onTestFinished(() => browser.close());
  return browser;
}

/** A page `width` pixels wide; any error in it fails the test. */
export async function aPage({ width = 1_200 }: { width?: number } = {}): Promise<Page> {
  const browser = await aBrowser();
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  onTestFinished(() => {
    if (faults.length > 0) throw new Error(`the page logged mistakes: ${faults.join("; ")}`);
  });
  return page;
}

/** The service worker of an unpacked extension. */
export async function anExtension(folder: string): Promise<Worker> {
  const args = [
    "--headless=new",
    "--no-sandbox",
    `--disable-extensions-except=${folder}`,
    `--load-extension=${folder}`,
  ];
  const browser = await chromium.launchPersistentContext("", {
    executablePath: browserPath(),
    // The argument above is the headless mode that knows extensions; Playwright's own does not.
    headless: false,
    args,
  });
  onTestFinished(() => browser.close());
  return browser.serviceWorkers()[0] ?? (await browser.waitForEvent("serviceworker"));
}
