// Which Chromium the scripts drive: the one that CHROMIUM names, one on the PATH, or Playwright's own where it is installed.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** A browser without a window; `args` are added to its own. @throws Error where there is none */
export function openChromium(args: readonly string[] = []): Promise<Browser> {
  const found = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
  const executablePath = process.env["CHROMIUM"] || found || chromium.executablePath();
  return chromium.launch({ executablePath, args: ["--no-sandbox", ...args] });
}
