// Faults done by hand on the page in Chromium, and seen through the API (T-4, D-41).
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live } from "../support/clients/a-dashboard.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aWallet } from "../support/payments/on-chain.ts";

const rows = (page: Page) => page.locator("[data-fault]");

test("a fault that is armed by hand fires at the 2nd delivery and is used up before the eyes of the reader (T-4, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { tenant_id } = sandbox.ready;
  const receiver = await aReceiver();
  const endpoint = await sandbox.control("POST", `/tenants/${tenant_id}/webhook-endpoints`, { url: receiver.url });
  const page = await aDashboard(sandbox.url, "/");
  await live(page);
  await page.keyboard.press("g");
  await page.keyboard.press("f");
  await page.waitForURL("**/ui/faults");
  await page.getByText("No fault is armed, so everything goes well").waitFor();
  await page.getByRole("button", { name: /^webhook\.delivery/ }).click();
  await page.getByRole("combobox", { name: "Effect", exact: true }).selectOption("status");
  await page.getByText("Fill in status: status needs it.").waitFor();
  expect(await page.getByRole("button", { name: "Arm the fault" }).isDisabled()).toBe(true);
  await page.getByRole("combobox", { name: "type", exact: true }).selectOption("deposit.confirmed");
  await page.getByRole("combobox", { name: "endpoint_id", exact: true }).selectOption({ label: receiver.url });
  await page.getByLabel("owner", { exact: true }).fill("it's alice");
  await page.getByLabel("status", { exact: true }).fill("503");
  await page.getByLabel(/^After/).fill("1");
  const preview = page.locator("[data-preview=status]");
  expect(await preview.textContent()).toContain(
    `The 2nd attempt to deliver a webhook with type deposit.confirmed and endpoint_id ${endpoint.id} and owner it's alice: as if the receiver`,
  );
  await preview.getByRole("button", { name: "Copy command" }).click();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
    `cpsandbox fault add webhook.delivery status --match type=deposit.confirmed --match endpoint_id=${endpoint.id} ` +
      `--match 'owner=it'\\''s alice' --after 1 --param status=503 --url ${sandbox.url}`,
  );
  await page.getByRole("button", { name: "Arm the fault" }).click();
  await rows(page).getByText("armed").waitFor();
  const { items } = await sandbox.control("GET", "/faults");
  expect(items).toEqual([
    expect.objectContaining({
      ...{ gate: "webhook.delivery", effect: "status", after: 1, times: 1, params: { status: 503 }, hits: 0 },
      match: { type: "deposit.confirmed", endpoint_id: endpoint.id, owner: "it's alice" },
    }),
  ]);
  await aWallet(sandbox.api, { owner: "it's alice" });
  for (const amount of ["3", "4"]) {
    const paid = { tenant_id, owner: "it's alice", network: "base", asset: "USDC", amount };
    await sandbox.control("POST", "/deposits", paid);
  }
  await rows(page).getByText("used up").waitFor();
  expect(await rows(page).textContent()).toContain("fired 1 of 1");
  await rows(page).getByRole("button", { name: "Remove" }).click();
  await page.getByText("No fault is armed, so everything goes well").waitFor();
  expect((await sandbox.control("GET", "/faults")).items).toEqual([]);
  // From a delivery the form opens filled in.
  await page.goto(`${sandbox.url}/ui/inbox?filter=type%3Adeposit.confirmed`);
  await page.locator("tr[data-row] a").first().click();
  await page.getByRole("link", { name: "fail the next one" }).click();
  await page.waitForURL("**/ui/faults?**");
  expect(await page.locator("[data-preview=timeout]").textContent()).toContain(
    `The next attempt to deliver a webhook with type deposit.confirmed and endpoint_id ${endpoint.id}: as if the receiver had not answered`,
  );
});

test("from a record the form opens filled in with the fault of its kind (D-41, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { tenant_id } = sandbox.ready;
  await aWallet(sandbox.api, { owner: "alice" });
  const paid = { tenant_id, owner: "alice", network: "base", asset: "USDC", amount: "3" };
  await sandbox.control("POST", "/deposits", paid);
  const page = await aDashboard(sandbox.url, "/");
  await live(page);
  for (const [kind, effect, words] of [
    ["deposit", "timeout", "with type deposit.confirmed and owner alice:"],
    ["wallet", "status", "with operation_id createWallet and owner alice:"],
  ] as const) {
    const [{ id }] = (await sandbox.control("GET", `/${kind}s?limit=1`)).items;
    await page.goto(`${sandbox.url}/ui/records/${kind}/${id}`);
    await page.getByRole("link", { name: "fail the next one" }).click();
    if (effect === "status") await page.getByLabel("status", { exact: true }).fill("500");
    expect(await page.locator(`[data-preview=${effect}]`).textContent()).toContain(words);
    await page.getByRole("button", { name: "Arm the fault" }).click();
    await rows(page).getByText(`${effect}`).first().waitFor();
  }
  const { items } = await sandbox.control("GET", "/faults");
  expect(items.map(({ match }: { match: object }) => match)).toEqual([
    { type: "deposit.confirmed", owner: "alice" },
    { operation_id: "createWallet", owner: "alice" },
  ]);
  const [vault] = (await sandbox.control("GET", "/vaults?limit=1")).items;
  await page.goto(`${sandbox.url}/ui/records/vault/${vault.id}`);
  await page.locator("[data-record]").waitFor();
  expect(await page.getByRole("link", { name: "fail the next one" }).count()).toBe(0);
});

test("a fault without an end, one that the API refuses, and all of them removed at once (T-4, needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const page = await aDashboard(
    sandbox.url,
    "/ui/faults?selected=api.request&tab=status&filter=operation_id:createPayout",
  );
  await live(page);
  await page.getByLabel("status", { exact: true }).fill("200");
  await page.getByLabel("forever").check();
  await page.getByRole("button", { name: "Arm the fault" }).click();
  await page
    .getByText(/params\.status: there is no 200: use one of/)
    .first()
    .waitFor();
  expect((await sandbox.control("GET", "/faults")).items).toEqual([]);
  await page.getByLabel("status", { exact: true }).fill("500");
  expect(await page.locator("[data-preview]").textContent()).toContain(
    "Every request with operation_id createPayout: an error status",
  );
  await page.getByRole("button", { name: "Arm the fault" }).click();
  await rows(page).getByText("fired 0 of ∞").waitFor();
  await sandbox.control("POST", "/faults", { gate: "price.feed", effect: "unavailable", times: 3 });
  await rows(page).getByText("price.feed unavailable").waitFor();
  expect(await rows(page).count()).toBe(2);
  const { items } = await sandbox.control("GET", "/faults");
  expect(items[0]).toMatchObject({ match: { operation_id: "createPayout" }, times: null, params: { status: 500 } });
  await page.getByRole("button", { name: "Remove all" }).click();
  await page.getByText("No fault is armed, so everything goes well").waitFor();
  expect((await sandbox.control("GET", "/faults")).items).toEqual([]);
});
