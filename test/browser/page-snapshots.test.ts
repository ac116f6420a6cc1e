// Snapshots on the page in Chromium, by hand and seen through the API (D-60, D-62, T-4).
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";

async function agree(page: Page, name: string): Promise<void> {
  await page.getByRole("alertdialog").getByRole("button", { name }).click();
}

async function namesOf(sandbox: ASandbox): Promise<string[]> {
  return (await sandbox.control("GET", "/snapshots")).items.map(({ name }: { name: string }) => name);
}

const tenantsOf = async (sandbox: ASandbox): Promise<number> => (await sandbox.control("GET", "/tenants")).items.length;

test("a snapshot is taken, restored after the question, undone by the one that was kept before it, and deleted (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const page = await aDashboard(sandbox.url, "/ui/inbox");
  await live(page);
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.getByText("Nothing was kept yet").waitFor();
  await page.getByLabel("Name (else its id)").fill("one <i>tenant</i>");
  await page.getByRole("button", { name: "Take a snapshot" }).click();
  const row = page.locator("tr[data-row]", { hasText: "one <i>tenant</i>" });
  await row.waitFor();
  const [{ bytes }] = (await sandbox.control("GET", "/snapshots")).items;
  expect(await row.locator(`[title="${bytes} bytes"]`).textContent()).toMatch(/^\d+\.\d (kB|MB)$/);

  await sandbox.control("POST", "/tenants", { name: "second" });
  await page.locator("select[aria-label=Tenant] option", { hasText: "second" }).waitFor({ state: "attached" });
  await row.getByRole("button", { name: "Restore…" }).click();
  const words = await page.getByRole("alertdialog").textContent();
  expect(words).toContain("of all 2 tenants");
  // Who does not agree loses nothing.
  await agree(page, "Cancel");
  expect(await tenantsOf(sandbox)).toBe(2);
  await row.getByRole("button", { name: "Restore…" }).click();
  await agree(page, "Restore");
  await page.getByText("the world of snapshot one <i>tenant</i>").waitFor();
  expect(await tenantsOf(sandbox)).toBe(1);

  // The snapshot before the restore undoes it.
  const kept = page.locator("tr[data-row]", { hasText: "before restore (kept by the page)" });
  await kept.first().getByRole("button", { name: "Restore…" }).click();
  await agree(page, "Restore");
  await expect.poll(() => tenantsOf(sandbox), { timeout: 60_000 }).toBe(2);

  await row.getByRole("button", { name: "Delete…" }).click();
  await agree(page, "Delete the snapshot");
  await row.waitFor({ state: "detached" });
  expect(await namesOf(sandbox)).toEqual(["before restore (kept by the page)", "before restore (kept by the page)"]);
});

test("the world is reset from here; of the snapshots before acts the last five stay, and none of somebody else goes (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  await sandbox.control("POST", "/snapshots", { name: "before the payout" });
  for (const at of [1, 2, 3, 4, 5])
    await sandbox.control("POST", "/snapshots", { name: `before ${at} (kept by the page)` });
  await sandbox.control("POST", "/tenants", { name: "second" });
  const page = await aDashboard(sandbox.url, "/ui/snapshots");
  await live(page);
  await page.getByRole("button", { name: "Reset the world…" }).click();
  await agree(page, "Reset");
  await page.getByText("The world begins anew").first().waitFor();
  expect(await tenantsOf(sandbox)).toBe(1);
  expect(await namesOf(sandbox)).toEqual([
    "before the payout",
    ...[2, 3, 4, 5].map((at) => `before ${at} (kept by the page)`),
    "before reset (kept by the page)",
  ]);
});

test("an act that lost something is undone from its notice, which asks as well; the newest alone is offered (D-08, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { tenant_id } = await sandbox.control("POST", "/tenants", { name: "checkout" });
  const page = await aDashboard(sandbox.url, `/ui/tenants/${tenant_id}`);
  await live(page);
  await page.locator("[data-tenant]").getByRole("button", { name: "Delete…" }).first().click();
  await agree(page, "Delete the tenant");
  await page.waitForURL("**/ui/tenants");
  const undo = page.getByRole("button", { name: "Undo…" });
  await undo.waitFor();
  expect(await tenantsOf(sandbox)).toBe(1);
  // The offer goes with the world: the newest one alone stands there.
  await page.goto(`${sandbox.url}/ui/snapshots`);
  await live(page);
  await page.getByRole("button", { name: "Reset the world…" }).click();
  await agree(page, "Reset");
  await undo.waitFor();
  const kept = (await sandbox.control("GET", "/snapshots")).items;
  await undo.click();
  expect(await page.getByRole("alertdialog").textContent()).toContain("before reset (kept by the page)");
  await agree(page, "Restore");
  await page.getByText("The snapshot is restored").waitFor();
  expect(kept.map(({ name }: { name: string }) => name)).toContain("before delete of checkout (kept by the page)");
  expect(await undo.count()).toBe(1);
});

test("the world and a snapshot of it are exported into files of fixed names, as the API gives them (D-60, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { id } = await sandbox.control("POST", "/snapshots", { name: "../one" });
  const then = await sandbox.control("GET", "/export");
  await sandbox.control("POST", "/tenants", { name: "later" });
  const page = await aDashboard(sandbox.url, "/ui/snapshots");
  await live(page);
  const saved = async (button: string): Promise<{ name: string; data: unknown }> => {
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: button, exact: true }).click();
    const download = await coming;
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    return { name: download.suggestedFilename(), data: JSON.parse(Buffer.concat(chunks).toString("utf8")).data };
  };
  const world = await saved("Export the world");
  expect(world.name).toBe("sandbox-world.json");
  expect(Object.keys(Object(world.data))).toEqual(Object.keys(then));
  const snapshot = await saved("Export");
  expect(snapshot.name).toBe("sandbox-snapshot.json");
  expect(snapshot.data).toEqual(await sandbox.control("GET", `/snapshots/${id}/export`));
});
