// Deliveries sent again on the page in Chromium: exactly those that fit the filter, after their number was named; what differs between attempts is marked (D-14, D-15).
import { expect, test } from "vitest";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aDashboard, live } from "../../support/clients/a-dashboard.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";

test("Shift+R names how many fit and sends those alone again, also where the page decides what fits (D-14, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { control, api, ready } = sandbox;
  let status = 503;
  const receiver = await aReceiver(() => status);
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  for (const owner of ["alice", "bob", "bob"]) await api.POST("/wallets", { body: { owner, network_symbol: "base" } });
  await api.POST("/wallets", { body: { owner: "carol", network_symbol: "polygon" } });
  await control("POST", "/run-until-idle", { advance: true });
  const dead = async (): Promise<string[]> =>
    (await control("GET", "/deliveries?state=dead&order=newest")).items.map(
      ({ body }: { body: string }) => JSON.parse(body).payload.owner,
    );
  expect(await dead()).toEqual(["carol", "bob", "bob", "alice"]);
  status = 200;
  const page = await aDashboard(sandbox.url, "/ui/inbox?filter=state%3Adead%20owner%3Abob");
  await live(page);
  await expect.poll(() => page.locator("tr[data-row]").count()).toBe(2);
  await page.keyboard.press("Shift+R");
  const question = page.getByRole("alertdialog");
  await question.getByText("Redeliver 2 dead deliveries?").waitFor();
  await question.getByRole("button", { name: "Redeliver" }).click();
  await page.locator("[data-notice=good]", { hasText: "They are sent again" }).waitFor();
  await expect.poll(dead).toEqual(["carol", "alice"]);
  // What the API decides by itself goes in one call.
  await page.goto(`${sandbox.url}/ui/inbox?filter=state%3Adead%20type%3Aaddress.assigned`);
  await live(page);
  await expect.poll(() => page.locator("tr[data-row]").count()).toBe(2);
  await page.keyboard.press("Shift+R");
  await question.getByText("Redeliver 2 dead deliveries?").waitFor();
  await question.getByRole("button", { name: "Redeliver" }).click();
  await expect.poll(dead).toEqual([]);
  await page.goto(`${sandbox.url}/ui/inbox?filter=state%3Adue`);
  await live(page);
  await page.keyboard.press("Shift+R");
  await page.locator("[data-notice=bad]", { hasText: "filter by state:dead or state:delivered" }).waitFor();
});

test("headers that differ between two attempts are marked, and those that are alike are not (D-15, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { control, api, ready } = sandbox;
  const receiver = await aReceiver((number) => (number === 1 ? 503 : 200));
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  // Signed by another secret the first time; the second of real time in `webhook-timestamp` may be the same.
  await control("POST", "/faults", { gate: "webhook.delivery", effect: "wrong-secret" });
  await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await control("POST", "/run-until-idle", { advance: true });
  const page = await aDashboard(sandbox.url, "/ui/inbox?filter=state%3Adelivered&selected=d1&tab=headers");
  await live(page);
  const table = page.getByRole("region", { name: "Headers of the attempts" }).locator("tbody tr");
  await table.first().waitFor();
  const marked = await table.evaluateAll((rows) =>
    rows.map((row) => [row.querySelector("th")?.textContent?.toLowerCase(), row.querySelectorAll("mark").length]),
  );
  const marks = Object.fromEntries(marked) as Record<string, number>;
  expect(marks).toMatchObject({ "webhook-id": 0, "webhook-signature": 2, "content-type": 0 });
});
