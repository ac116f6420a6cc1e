// The explorer in Chromium: its policy, both themes, a window and a phone, the theme of the page, and what is live (D-50…D-54, D-80, D-92).
import { encodeFunctionData, getAddress, type Hex, parseAbi, parseEther } from "viem";
import { beforeAll, expect, test } from "vitest";
import { MULTICALL_ADDRESS } from "../../src/chains/artifact.ts";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { aDashboard, findings } from "../support/clients/a-dashboard.ts";
import { aVault } from "../support/payments/a-payout.ts";
import { aUda } from "../support/payments/a-uda.ts";

const shared = sharedSandbox();
let claim: string;
let inner: Hex;
let removed: string;
let waiting: string;

beforeAll(async () => {
  const { control, api, chain } = shared();
  await aUda(api, { owner: "<b>carol</b>" });
  await control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "100", owner: "<b>carol</b>" });
  await control("POST", "/run-until-idle", { advance: true });
  claim = (await control("GET", "/claims?state=confirmed")).items.find(({ kind }: any) => kind === "sweep").tx_id;
  await aVault(shared(), { amount: "50" });
  const { wallet } = chain("base");
  const { data } = await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  const target = getAddress(data?.data.address as Hex);
  const calls = [{ target, allowFailure: false, value: parseEther("0.125"), callData: "0x" as const }];
  inner = await wallet.sendTransaction({
    to: MULTICALL_ADDRESS,
    value: parseEther("0.125"),
    data: encodeFunctionData({
      abi: parseAbi([
        "function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable",
      ]),
      args: [calls],
    }),
  });
  await control("PUT", "/networks/arbitrum/mining", { mode: "manual" });
  const pay = { network: "arbitrum", asset: "USDC", to_address: target, amount: "3" };
  await control("POST", "/deposits", pay);
  await control("POST", "/networks/arbitrum/mine", {});
  removed = (await control("GET", "/networks/arbitrum/blocks?limit=1")).items[0].hash;
  await control("POST", "/networks/arbitrum/reorg", { depth: 1, transactions: "keep" });
  await control("PUT", "/networks/bsc/mining", { mode: "manual" });
  waiting = (await control("POST", "/deposits", { ...pay, network: "bsc", asset: "USDT" })).tx_id;
});

const paths = (): string[] => [
  ...["/explorer", "/explorer/base", "/explorer/arbitrum", "/explorer/bsc/pool", "/explorer/base/nothing/1"],
  ...[`/explorer/polygon/tx/${claim}`, `/explorer/base/tx/${inner}`, `/explorer/arbitrum/block/${removed}`],
  ...["/explorer/base/block/1", `/explorer/bsc/tx/${waiting}`, "/explorer?q=1", "/docs"],
];

test.each(["light", "dark"] as const)(
  "every page is clean in the theme %s: policy, console, axe, and no sideways scrolling (needs Chromium)",
  async (theme) => {
    const { url } = shared();
    const page = await aDashboard(url, "/explorer", { theme });
    const found: string[] = [];
    for (const path of paths()) {
      await page.goto(`${url}${path}`);
      await page.locator(".bar button").first().waitFor();
      for (const width of [1_280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const scrolls = (await page.evaluate("document.documentElement.scrollWidth")) as number;
        if (scrolls > width && path !== "/docs")
          found.push(`${path} is ${scrolls} pixels wide in a window of ${width}`);
      }
      // The viewer of the API reference is not ours.
      if (path !== "/docs")
        found.push(
          ...(await findings(page, theme === "dark" ? ["color-contrast"] : undefined)).map((one) => `${path}: ${one}`),
        );
    }
    expect(found).toEqual([]);
  },
  300_000,
);

const ground = "getComputedStyle(document.body).backgroundColor";

test("a theme that was chosen on the page holds in the explorer and the API reference, and the other way round (D-92, needs Chromium)", async () => {
  const { url } = shared();
  const page = await aDashboard(url, "/", { theme: "light" });
  const light = await page.evaluate(ground);
  await page.getByRole("button", { name: /^Theme: system/ }).click();
  await page.getByRole("button", { name: /^Theme: light/ }).click();
  const dark = await page.evaluate(ground);
  expect(dark).not.toBe(light);
  for (const path of ["/explorer", "/docs", "/explorer/base/block/1"]) {
    await page.goto(`${url}${path}`);
    expect(await page.evaluate(ground), path).toBe(dark);
  }
  await page.locator(".bar button", { hasText: "dark" }).click();
  await page.locator(".bar button", { hasText: "system" }).click();
  expect(await page.evaluate(ground)).toBe(light);
  await page.goto(`${url}/`);
  await page.getByRole("button", { name: /^Theme: light/ }).waitFor();
});

test("a page of the explorer is live without losing what was opened, and leads to the timeline of a record and back (D-54, needs Chromium)", async () => {
  const { url, control } = shared();
  const page = await aDashboard(url, `/explorer/bsc/tx/${waiting}`);
  await page.locator("details summary").click();
  await page.getByText("waiting in the pool").waitFor();
  await control("POST", "/networks/bsc/mine", {});
  await page.getByText("succeeded").waitFor();
  expect(await page.locator("details[open]").count()).toBe(1);
  await page.goto(`${url}/explorer/polygon/tx/${claim}`);
  await page.locator("a[href^='/ui/records/settlement/']").first().click();
  await page.waitForURL("**/ui/records/settlement/**");
  await page.locator(`a[href='/explorer/polygon/tx/${claim}']`).first().click();
  await page.waitForURL(`**/explorer/polygon/tx/${claim}`);
});
