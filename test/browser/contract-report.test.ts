// The HTML report of the contract commands in Chromium: both themes, a wide window and a phone, keyboard and print.
import { expect, test } from "vitest";
import { htmlOf } from "../../src/contract/outputs/html.ts";
import { seal } from "../../src/contract/outputs/seal.ts";
import { aDocument } from "../contract/outputs/a-document.ts";
import { aPage } from "../support/clients/a-browser.ts";

const LONG = "a".repeat(300);
const PASSED = ["a", "b", "c", "d"].map((name) => ({
  name,
  title: "passes with `null`",
  result: "ok" as const,
  why: "met 3 times",
}));

/** A report with every kind of case, words that no line can hold, and a folded group. */
function theReport(): string {
  const { sections, facts } = aDocument();
  const wide = {
    name: LONG,
    title: LONG,
    result: "fail" as const,
    why: LONG,
    what_to_do: LONG,
    evidence: [{ label: "sent", text: LONG }],
  };
  const all = [...sections, { title: "Wide", cases: [wide] }, { title: "Passed", cases: PASSED }];
  const more = [...facts, { name: "repeat", value: `npx cpsandbox ${LONG}`, kind: "command" as const }];
  return htmlOf(seal(aDocument({ sections: all, facts: more }), { secrets: [], withBodies: false }));
}

/** In the page: the texts whose colour stands out less than 4.5 to 1 from what is behind them. */
const FAINT = `(() => {
  const channels = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = (colour) => {
    const [red, green, blue] = channels(colour).map((one) => {
      const part = one / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    if (element === null) return "rgb(255, 255, 255)";
    const colour = getComputedStyle(element).backgroundColor;
    return channels(colour)[3] === 0 ? behind(element.parentElement) : colour;
  };
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "";
  const texts = [...document.body.querySelectorAll("*")].filter((one) => [...one.childNodes].some(isText));
  if (texts.length < 20) throw new Error("the page holds no text");
  return texts.flatMap((one) => {
    const [a, b] = [luminance(getComputedStyle(one).color), luminance(behind(one))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return ratio < 4.5 ? [one.textContent.slice(0, 40) + ": " + ratio.toFixed(1)] : [];
  });
})()`;

/** In the page: the text of the folded summary that has the focus, "" without one. */
const FOLDED = `(() => {
  const one = document.activeElement;
  if (one.tagName !== "SUMMARY" || one.parentElement.hasAttribute("open")) return "";
  return getComputedStyle(one).outlineStyle === "none" ? "no outline" : one.textContent;
})()`;

test("the report fits a window and a phone, and its text is readable in both themes (needs Chromium)", async () => {
  const page = await aPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1_280, 390, 320]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.setContent(theReport());
      await page.$$eval("details", (all) => {
        for (const one of all) one.open = true;
      });
      const wide = await page.evaluate("document.documentElement.scrollWidth");
      expect({ colorScheme, width, wide }).toEqual({ colorScheme, width, wide: width });
      expect(await page.evaluate(FAINT)).toEqual([]);
    }
  }
  expect(asked.filter((url) => !url.startsWith("about:"))).toEqual([]);
});

test("what failed is the first that is seen, headings have an order, and the keyboard opens what is folded (needs Chromium)", async () => {
  const page = await aPage();
  await page.setContent(theReport());
  const headings = await page.$$eval("h1, h2, h3", (all) =>
    all.map(({ tagName, textContent }) => [tagName, textContent]),
  );
  expect(headings[0]).toEqual(["H1", "Contract run"]);
  expect(headings.slice(1).map(([tag]) => tag)).toEqual(["H2", "H2", "H2", "H2", "H2"]);
  const seen = (text: string): Promise<boolean> => page.getByText(text).first().isVisible();
  expect([await seen("read the record from data"), await seen("met 3 times")]).toEqual([true, false]);
  const bottom = await page
    .getByText("read the record from data")
    .evaluate((one) => one.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThan(900);
  const open: string[] = [];
  for (let presses = 0; presses < 40 && !(await seen("met 3 times")); presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate<string>(FOLDED);
    if (focused === "") continue;
    open.push(focused);
    await page.keyboard.press("Enter");
  }
  expect(await seen("met 3 times")).toBe(true);
  expect(open).not.toContain("no outline");
  expect(open).toContain("4 ok");
});

test("on paper everything is unfolded, dark on white (needs Chromium)", async () => {
  const page = await aPage();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.setContent(theReport());
  for (const text of ["met 3 times", "read the record from data"]) {
    const shown = await page
      .getByText(text)
      .first()
      .evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }));
    expect({ text, shown }).toEqual({ text, shown: true });
  }
  expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
});
