// A kept story of a hunt is read on the page in Chromium, and nothing of it is run (issue of the page; U-20).
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, findings, live } from "../support/clients/a-dashboard.ts";

const STORY = {
  title: "B-02 credited above the chain",
  about: "the books of <b>a</b> are 2 USDC on base, the chain says 1",
  options: { app: { app: "rm -rf /" } },
  steps: [
    { title: "a opens a wallet on base", act: { name: "open", owner: "a", network: "base" } },
    {
      title: "at once",
      together: [
        { title: "a gets 1 USDC", pay: { network: "base", asset: "USDC", amount: "1", owner: "a" } },
        { title: "an hour goes by", travel: { by: "1h" } },
      ],
    },
    {
      title: "nothing breaks B-02",
      expect: { rules: ["B-02"], books: [{ owner: "a", amount: "1.000000000000000001" }] },
    },
  ],
  hunt: {
    version: 1,
    sandbox_version: "0.1.0",
    seed: 7,
    rule: "B-02",
    phase: "pairs",
    plan: [],
    rate: { seen: 3, of: 3 },
  },
};

test("a story that a hunt kept is read step by step, with no way to run it (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const page = await aDashboard(sandbox.url, "/ui/scenarios");
  await live(page);
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(`${request.method()} ${request.url()}`));
  await page.getByRole("link", { name: "kept stories" }).click();
  await page.waitForURL("**/ui/stories");
  const field = page.getByLabel("JSON of a kept story");
  await field.fill("[]");
  await page.getByText("A kept story is a JSON object").waitFor();
  const text = JSON.stringify(STORY).replace('"1.000000000000000001"', "1.000000000000000001");
  await page
    .getByLabel("Story file")
    .setInputFiles({ name: "hunt-1.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await page.getByRole("heading", { name: STORY.title }).waitFor();
  await page.getByText(STORY.about, { exact: true }).waitFor();
  await page.getByText("rule B-02").waitFor();
  expect(
    await page.locator("[data-story-step]").evaluateAll((all) => all.map((one) => one.getAttribute("data-story-step"))),
  ).toEqual(["act", "together", "pay", "travel", "expect"]);
  await page.locator("summary", { hasText: "nothing breaks B-02" }).click();
  await page.locator("pre", { hasText: "1.000000000000000001" }).waitFor();
  expect(await page.locator("main").getByRole("button", { name: /run/i }).count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  expect(sent).toEqual([]);
});
