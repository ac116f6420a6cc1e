// "Try it" in Chromium: a request of the log opens in the API reference with its values, and is sent again from there (D-35).
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aBrowser } from "../support/clients/a-browser.ts";

/** The reference as it opens from the link of the newest request of an operation. The viewer logs warnings of its own. */
async function tried(sandbox: ASandbox, operation: string): Promise<Page> {
  const { items } = await sandbox.control("GET", `/requests?operation_id=${operation}&limit=1`);
  const page = await (await aBrowser()).newPage();
  await page.goto(`${sandbox.url}/ui/requests/${items[0].request_id}`);
  await page.getByRole("link", { name: "Try it" }).click();
  await page.locator(".opblock.is-open").waitFor();
  return page;
}

test("path, query, body and Idempotency-Key of a request stand in the reference and are sent again from there (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { api_base_url, api_key } = sandbox.ready;
  const body = '{"owner":"it\'s <b>alice</b> & co","network_symbol":"base"}';
  await fetch(`${api_base_url}/wallets`, {
    method: "POST",
    headers: { "x-api-key": api_key, "content-type": "application/json", "idempotency-key": "once-1" },
    body,
  });
  const page = await tried(sandbox, "createWallet");
  const open = page.locator(".opblock.is-open");
  expect(await open.getAttribute("id")).toMatch(/createWallet$/);
  const field = open.locator("textarea.body-param__text");
  await expect.poll(async () => JSON.parse(await field.inputValue())).toEqual(JSON.parse(body));
  expect(await open.locator("tr[data-param-name=Idempotency-Key] input").inputValue()).toBe("once-1");
  await page.evaluate(`window.ui.preauthorizeApiKey("ApiKey", ${JSON.stringify(api_key)})`);
  await open.getByRole("button", { name: "Execute" }).click();
  await open.locator(".live-responses-table").waitFor();
  const { items } = await sandbox.control("GET", "/requests?operation_id=createWallet");
  expect(items[0]).toMatchObject({ client: "docs", status: 201, replayed: true });
});

test("what is in a path and a query comes into its fields; a link of another kind opens the reference as ever (needs Chromium)", async () => {
  const sandbox = await aSandbox();
  const { api_base_url, api_key } = sandbox.ready;
  const call = (path: string): Promise<Response> =>
    fetch(`${api_base_url}${path}`, { headers: { "x-api-key": api_key } });
  await call("/deposits?owner=a%2Fb%20c&limit=7&filter[]=owner:a&filter[]=status:seen&colour=red");
  const list = await tried(sandbox, "listDeposits");
  const field = (name: string) => list.locator(`.opblock.is-open tr[data-param-name="${name}"] input`);
  expect(await field("owner").inputValue()).toBe("a/b c");
  expect(await field("limit").inputValue()).toBe("7");
  expect(
    await field("filter[]").evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value)),
  ).toEqual(["owner:a", "status:seen"]);
  await call("/uda/no%2Fbody");
  const one = await tried(sandbox, "getUda");
  expect(await one.locator('.opblock.is-open tr[data-param-name="id"] input').inputValue()).toBe("no/body");
  for (const hash of ["", "#operation=nowhere", "#operation=getUda&target=%2Fv1%2Fuda%2F%25zz"]) {
    const page = await (await aBrowser()).newPage();
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(String(error)));
    await page.goto(`${sandbox.url}/docs${hash}`);
    await page.locator(".opblock").first().waitFor();
    expect(wrong).toEqual([]);
  }
});
