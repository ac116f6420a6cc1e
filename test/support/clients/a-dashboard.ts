// The page at `/` in Chromium: what it violates, logs and asks of other origins fails the test that opened it.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { aBrowser } from "./a-browser.ts";

export type Opening = { width?: number; height?: number; theme?: "light" | "dark"; token?: string; touch?: boolean };

/** Reports what the policy refused to the console, as an error. */
const REPORT = `addEventListener("securitypolicyviolation", (event) =>
  console.error("policy: " + event.violatedDirective + " refused " + event.blockedURI + " " + event.sample));`;

/** Errors that a test causes on purpose: the browser logs each answer of 400 and more, and each connection that breaks. */
const EXPECTED = /^Failed to load resource: (the server responded with a status of (400|401|404|409|503)|net::ERR_)/;

/** Opens a path of a sandbox. A test of the lost connection or of the token logs answers that are refused: these do not count. */
export async function aDashboard(url: string, path = "/", opening: Opening = {}): Promise<Page> {
  const { width = 1_280, height = 800, theme = "light", token, touch = false } = opening;
  const browser = await aBrowser();
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: touch,
    isMobile: touch,
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  await page.addInitScript(REPORT);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !EXPECTED.test(message.text())) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url())) faults.push(`asked ${request.url()}`);
  });
  onTestFinished(() => {
    expect(faults).toEqual([]);
  });
  await page.goto(`${url}${path}${token === undefined ? "" : `#token=${token}`}`);
  await page.locator("[data-connection]").or(page.locator("form")).first().waitFor();
  return page;
}

/** Waits until the page follows the sandbox: from then on what happens is seen without a reload. */
export async function live(page: Page): Promise<void> {
  await page.locator("[data-connection=live]").waitFor();
  await page.locator("time").first().waitFor();
}

/** Waits until no part of the screen loads any more; several may at once. */
export async function loaded(page: Page): Promise<void> {
  await expect.poll(() => page.getByText("Loading …").count(), { timeout: 120_000 }).toBe(0);
}

/** What axe finds by the rules of WCAG 2.2 AA, or by those that are named, one line each. */
export async function findings(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const asked =
    rules === undefined ? axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]) : axe.withRules(rules);
  const { violations } = await asked.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${html.slice(0, 200)} ${failureSummary.split("\n").at(-1)}`),
  );
}

/** The element that has the focus, in words; "" for the page itself. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate(
    `(() => { const one = document.activeElement; return one === document.body ? "" : (one.getAttribute("aria-label") ?? one.textContent ?? "").trim(); })()`,
  );
}
