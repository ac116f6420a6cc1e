// No page of the dashboard and no answer that it gets holds a secret of the world (D-82): all screens are read, with what is behind their tabs.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { aDashboard, live, loaded } from "../support/clients/a-dashboard.ts";
import { aLifeWithSecrets, found, misplaceKeys, privateKeys, TOKEN } from "../support/worlds/a-life-with-secrets.ts";

/** Everything that a page holds: its elements with their attributes, and the values of its fields. */
async function wordsOf(page: Page): Promise<string> {
  return page.evaluate(
    "document.documentElement.outerHTML + [...document.querySelectorAll('input, textarea, select')].map((one) => one.value).join(' ')",
  );
}

test("D-82 no key, secret, private key or token is on any screen of the page, or in any answer that it gets (needs Chromium)", async () => {
  const sandbox = await aSandbox({ adminToken: TOKEN, seed: 7 });
  const { control, ready, url } = sandbox;
  const { apiKeys, webhookSecrets } = await aLifeWithSecrets(sandbox);
  await misplaceKeys(sandbox);
  const secrets = [
    ...[...apiKeys, ...webhookSecrets, TOKEN, ...privateKeys(sandbox, "7")],
    ...ready.accounts.map(({ private_key }) => private_key),
  ];
  const page = await aDashboard(url, "/", { token: TOKEN });
  await live(page);
  const answers: Promise<readonly [string, string]>[] = [];
  page.on("response", (response) => {
    // The stream never ends; what it says is what to fetch again.
    if (response.url().startsWith(`${url}/admin`) && !response.url().includes("/stream"))
      answers.push(
        response.text().then(
          (text) => [response.url(), text] as const,
          () => [response.url(), ""] as const,
        ),
      );
  });
  const words: (readonly [string, string])[] = [];
  for (const path of await everyScreen(control, ready.tenant_id)) {
    await page.goto(`${url}${path}`);
    await live(page);
    await loaded(page);
    words.push([path, await wordsOf(page)]);
  }
  const all = [...words, ...(await Promise.all(answers))];
  // The world is really on these screens.
  expect(all.filter(([, text]) => text.includes(ready.tenant_id)).length).toBeGreaterThan(20);
  expect(all.filter(([, text]) => text.includes("ann")).length).toBeGreaterThan(5);
  expect(found(secrets, all)).toEqual([]);
});

type Control = (method: string, path: string) => Promise<any>;

/** All places, the details of some of each kind, and all tabs. */
async function everyScreen(control: Control, tenant: string): Promise<string[]> {
  const ids = async (path: string, key: string): Promise<string[]> =>
    (await control("GET", path)).items.map((one: Record<string, unknown>) => String(one[key]));
  const requests = await Promise.all(
    ["v1", "admin", "rpc"].map((surface) => ids(`/requests?surface=${surface}&limit=12`, "request_id")),
  );
  const [delivery] = await ids("/deliveries?order=newest&limit=1", "id");
  const [deposit] = await ids("/deposits?limit=1", "id");
  return [
    ...[
      "/",
      "/ui/inbox",
      "/ui/chains",
      "/ui/faults",
      "/ui/tenants",
      "/ui/snapshots",
      "/ui/scenarios",
      "/ui/invariants",
    ],
    ...["", "?filter=surface%3Aadmin", "?filter=surface%3Arpc"].map((filter) => `/ui/requests${filter}`),
    ...requests.flat().flatMap((id) => ["", "?tab=headers"].map((tab) => `/ui/requests/${id}${tab}`)),
    ...["attempts", "body", "headers", "signature", "timeline"].map((tab) => `/ui/deliveries/${delivery}?tab=${tab}`),
    ...["deposit", "vault", "transaction", "settlement"].map((kind) => `/ui/records/${kind}`),
    ...["timeline", "wire", "row"].map((tab) => `/ui/records/deposit/${deposit}?tab=${tab}`),
    `/ui/tenants/${tenant}`,
  ];
}
