// Every screen of the page in Chromium: both themes, a window and a phone (T-1), and texts of clients that stay texts (T-8, T-9).
import { expect, test } from "vitest";
import { createDemo } from "../../src/demo/demo.ts";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { aDashboard, findings, live, loaded } from "../support/clients/a-dashboard.ts";

const shared = sharedSandbox();
let demo: Promise<unknown> | undefined;

/** A busy world, made once for the tests of this file. */
async function busy(): Promise<string> {
  const { ready } = shared();
  demo ??= createDemo({ host: ready, seed: 1, runs: false }).then(() => mistakes(ready));
  await demo;
  return ready.url;
}

/** What the contract report finds something in. */
async function mistakes({ api_base_url, api_key }: ReturnType<typeof shared>["ready"]): Promise<void> {
  for (const path of ["/depositz", "/wallets?colour=red", "/wallets?colour=red", "/wallets?colour=red"])
    await fetch(`${api_base_url}${path}`, { headers: { "x-api-key": api_key } });
}

/** A record of a kind, the newest. */
async function newest(kind: string): Promise<string> {
  const { items } = await shared().control("GET", `/${kind}s?limit=1`);
  return items[0].id as string;
}

/** The hash of a block that a record is in. */
async function aBlock(): Promise<string> {
  const { items } = await shared().control("GET", "/networks/base/blocks");
  return (items.find(({ records }: { records: unknown[] }) => records.length > 0) ?? items[0]).hash as string;
}

async function everyPath(): Promise<string[]> {
  const { items } = await shared().control("GET", "/events?order=newest&limit=1");
  const [{ sequence }] = items;
  const requests = await shared().control("GET", "/requests?surface=v1&limit=1");
  // One screen: the lists of all kinds are made of the same parts.
  const { tenant_id } = shared().ready;
  const kinds = ["deposit", "claim", "vault"];
  return [
    ...["/", "/ui/inbox", "/ui/inbox?filter=state%3Adead", `/ui/inbox?selected=${sequence}`, `/ui/events/${sequence}`],
    ...["attempts", "body", "headers", "signature", "timeline"].map(
      (tab) => `/ui/inbox?filter=state%3Adelivered&selected=d1&tab=${tab}`,
    ),
    ...kinds.map((kind) => `/ui/records/${kind}`),
    `/ui/records/settlement/${await newest("settlement")}`,
    `/ui/records/payout/${await newest("payout")}?tab=wire`,
    ...["/ui/tenants", `/ui/tenants/${tenant_id}`, "/ui/snapshots", "/ui/scenarios", "/ui/invariants", "/ui/clock"],
    ...["findings", "coverage", "readings", "strict", "receiver"].map((tab) => `/ui/contract?tab=${tab}`),
    ...["/ui/requests", `/ui/requests?selected=${requests.items[0].request_id}`, "/ui/nowhere"],
    ...[
      "/ui/chains",
      `/ui/chains?selected=${await aBlock()}`,
      "/ui/faults",
      "/ui/faults?selected=webhook.delivery&tab=status&filter=type%3Adeposit.new",
    ],
  ];
}

test.each(["light", "dark"] as const)(
  "every screen is clean in the theme %s: policy, console, axe, and no sideways scrolling (T-1, needs Chromium)",
  async (theme) => {
    const url = await busy();
    const page = await aDashboard(url, "/", { theme });
    await live(page);
    const found: string[] = [];
    for (const path of await everyPath()) {
      await page.goto(`${url}${path}`);
      await live(page);
      await loaded(page);
      for (const width of [1_280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const scrolls = await page.evaluate("document.documentElement.scrollWidth");
        if (scrolls !== width) found.push(`${path} is ${scrolls} pixels wide in a window of ${width}`);
      }
      found.push(
        ...(await findings(page, theme === "dark" ? ["color-contrast"] : undefined)).map((one) => `${path}: ${one}`),
      );
      await page.setViewportSize({ width: 1_280, height: 800 });
    }
    expect(found).toEqual([]);
  },
  // Some thirty screens, each with everything that axe looks at.
  600_000,
);

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
