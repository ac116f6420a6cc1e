// Texts and numbers of clients on the page in Chromium: text stays text (T-8), and every digit is shown and copied (T-9).
import { expect, test } from "vitest";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";

const shared = sharedSandbox();

const HOSTILE = [
  `<img src=x onerror="document.title='broken'">`,
  `"><script>document.title='broken'</script>`,
  "right\u202eto\u2066left\u0000",
  "x".repeat(255),
];

test("owners, references and bodies that are markup, long or turn the direction are shown as text (T-8, needs Chromium)", async () => {
  const { url, api } = shared();
  const { tenant_id } = shared().ready;
  for (const owner of HOSTILE.slice(0, 2).concat(HOSTILE[3]!)) {
    await api.POST("/wallets", { body: { owner, network_symbol: "base" } });
    await shared().control("POST", "/deposits", { tenant_id, owner, network: "base", asset: "USDC", amount: "1" });
  }
  await fetch(`${url}/v1/transfer/payout?q=${encodeURIComponent(HOSTILE[0]!)}`, {
    method: "POST",
    headers: { "x-api-key": shared().ready.api_key, "content-type": "application/json" },
    body: JSON.stringify({ reference_id: HOSTILE[2], note: HOSTILE[1] }),
  });
  await shared().control("POST", "/run-until-idle", {});
  const page = await aDashboard(url, "/ui/inbox");
  await live(page);
  await page.getByText(HOSTILE[0]!).first().waitFor();
  expect(await page.locator("img, main script").count()).toBe(0);
  await page.goto(`${url}/ui/requests?filter=status%3A4xx`);
  await page.locator("tr[data-row]").first().waitFor();
  await page.keyboard.press("j");
  await page.locator("pre[data-body]").waitFor();
  const body = await page.locator("pre[data-body]").textContent();
  expect(body).toContain("\\u202e");
  expect(body).not.toMatch(/[\u202e\u2066]/);
  expect(body).toContain("<script>document.title='broken'</script>".replaceAll('"', '\\"'));
  expect(await page.title()).not.toBe("broken");
});

test("a number with 22 digits is shown and copied whole (T-9, needs Chromium)", async () => {
  const { url, ready } = shared();
  const sent = '{"owner":"digits","amount":1500000000000000000123,"more":0.10000000000000000001}';
  const headers = { "x-api-key": ready.api_key, "content-type": "application/json" };
  await fetch(`${url}/v1/wallets`, { method: "POST", headers, body: sent });
  const page = await aDashboard(url, "/ui/requests?filter=digits");
  await live(page);
  await page.locator("tr[data-row] a").first().click();
  const body = page.locator("pre[data-body='request body']");
  expect(await body.textContent()).toContain('"amount": 1500000000000000000123');
  expect(await body.textContent()).toContain('"more": 0.10000000000000000001');
  await page.getByRole("button", { name: "Copy request body" }).click();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(sent);
});
