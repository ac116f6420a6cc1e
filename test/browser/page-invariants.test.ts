// Invariants on the page in Chromium: what they say is what the API says, and a breach shows its records (D-63).
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";
import { aVault } from "../support/payments/a-payout.ts";

test("each invariant stands with its sentence; one that breaks is shown with its records, until it is repaired (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  await aVault(sandbox, { network: "base", asset: "USDC", amount: "10" });
  const drift = (raw: number): number =>
    sandbox.store.run(
      `update balance set confirmed = '${raw}' where confirmed like '1000000_' and length(confirmed) = 8`,
    );
  const page = await aDashboard(sandbox.url, "/");
  await live(page);
  await page.keyboard.press("g");
  await page.keyboard.press("v");
  const { invariants } = await sandbox.control("GET", "/invariants");
  await page.getByText(`All ${invariants.length} invariants hold.`).waitFor();
  for (const { id, statement } of invariants)
    expect(await page.locator(`[data-invariant=${id}] p`).textContent()).toBe(statement);

  sandbox.mayBreak(["I-12", "I-17"], "the test changes a balance of the ledger");
  expect(drift(10_000_001)).toBe(1);
  await page.getByRole("button", { name: "Check again" }).click();
  const broken = page.getByRole("list", { name: "Broken invariants" });
  await broken.locator("[data-invariant=I-12]").waitFor();
  const { invariants: after } = await sandbox.control("GET", "/invariants");
  const breaches = after.flatMap((row: { ok: boolean; id: string }) => (row.ok ? [] : [row.id]));
  expect(breaches.length).toBeGreaterThan(0);
  expect(await broken.locator("[data-invariant]").count()).toBe(breaches.length);
  expect(await broken.locator("[data-invariant=I-12]").textContent()).toContain(
    "the balance is 10000001, its movements sum up to 10000000",
  );

  expect(drift(10_000_000)).toBe(1);
  await page.getByRole("button", { name: "Check again" }).click();
  await page.getByText(`All ${invariants.length} invariants hold.`).waitFor();
});
