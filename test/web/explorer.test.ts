// The explorer: every link of the API opens, and its pages show transfers, states and records.
import { encodeFunctionData, getAddress, type Hex, parseAbi, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MULTICALL_ADDRESS } from "../../src/chains/artifact.ts";
import { PAGE_POLICY } from "../../src/web/home/page-policy.ts";
import { openSandbox } from "../support/a-sandbox.ts";
import { aPayout, asTokenOwner, aVault, PAYEE } from "../support/payments/a-payout.ts";
import { aUda, sendToken } from "../support/payments/a-uda.ts";

const EVIL = "<script>alert(1)</script>";
const NOWHERE = `0x${"ab".repeat(32)}`;

type Opened = Awaited<ReturnType<typeof openSandbox>>;
let sandbox: Opened;
let wallet: Hex;
let deposit: Hex;
let payoutId: string;
let uda: Awaited<ReturnType<typeof aUda>>;

const get = async (path: string) => {
  const response = await fetch(new URL(path, sandbox.url), { redirect: "manual" });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const page = async (path: string, status = 200) => {
  const answer = await get(path);
  expect(answer.status, path).toBe(status);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  return answer.text;
};
const mine = (network: string, blocks: number) => sandbox.control("POST", `/networks/${network}/mine`, { blocks });

beforeAll(async () => {
  sandbox = await openSandbox();
  const { api, control } = sandbox;
  const { data } = await api.POST("/wallets", { body: { owner: EVIL, network_symbol: "base" } });
  wallet = data?.data.address as Hex;
  deposit = await sendToken(sandbox, { network: "base", asset: "USDC", to: wallet, amount: "25.5" });
  await mine("base", 3);
  uda = await aUda(api, { owner: "user_7" });
  await control("POST", "/run-until-idle", {});
  await sendToken(sandbox, { network: "base", asset: "USDC", to: uda.address, amount: "100" });
  await mine("base", 3);
  await control("POST", "/run-until-idle", {});
  await aVault(sandbox, { amount: "500" });
  await mine("ethereum", 3);
  payoutId = (await aPayout(sandbox, { remark: EVIL })).id;
  await control("POST", "/run-until-idle", {});
  await mine("ethereum", 3);
});
afterAll(() => sandbox.end());

/** Every value of a member with one of these names, at any depth. */
function linksIn(value: unknown, names: readonly string[]): string[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    names.includes(name) && typeof inner === "string" ? [inner] : linksIn(inner, names),
  );
}

test("every scanner_url and logo that the API answers opens", async () => {
  const paths = ["/deposits", "/transactions", "/uda", `/uda/${uda.id}`, "/uda/supported-assets", "/networks"];
  const found = new Set<string>();
  for (const path of paths) {
    const answer = await fetch(`${sandbox.ready.api_base_url}${path}`, {
      headers: { "X-API-Key": sandbox.ready.api_key },
    });
    for (const link of linksIn(await answer.json(), ["scanner_url", "logo"])) found.add(link);
  }
  found.delete("");
  const scanned = [...found].filter((link) => link.includes("/explorer/"));
  const logos = [...found].filter((link) => link.includes("/assets/"));
  expect(scanned.length).toBeGreaterThanOrEqual(5);
  expect(logos.length).toBeGreaterThanOrEqual(5);
  for (const link of scanned) await page(link);
  for (const link of logos) {
    const answer = await fetch(link);
    expect([answer.status, answer.headers.get("content-type")], link).toEqual([200, "image/png"]);
  }
});

describe("a transaction", () => {
  test("of a deposit shows the token transfer, its status, and the ids of its records", async () => {
    const text = await page(`/explorer/base/tx/${deposit}`);
    const { data } = await sandbox.api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: deposit } } });
    for (const shown of ["25.5 USDC", wallet, "succeeded", "confirmed", data?.data.id ?? "?", "transaction: deposit"]) {
      expect(text).toContain(shown);
    }
  });

  test("of a payout shows payout and unified transaction", async () => {
    const { data } = await sandbox.api.GET("/transfer/payout/{id}", { params: { path: { id: payoutId } } });
    const text = await page(`/explorer/ethereum/tx/${data?.data.tx_id}`);
    for (const shown of ["10 USDT", payoutId, PAYEE, "reference order-1"]) expect(text).toContain(shown);
  });

  test("of a settlement is found from both of its ends, and its claim too", async () => {
    const { data } = await sandbox.api.GET("/uda/{id}/settlements", { params: { path: { id: uda.id } } });
    const settlement = data?.data.items[0];
    const source = await page(`/explorer/base/tx/${settlement?.source.tx_hash}`);
    const destination = await page(`/explorer/arbitrum/tx/${settlement?.destination.tx_hash}`);
    expect(source).toContain(settlement?.id);
    expect(destination).toContain(settlement?.id);
    expect(destination).toContain("solver");
    const claim = sandbox.store.get<{ tx_hash: string; id: string }>("select tx_hash, id from claim");
    const swept = await page(`/explorer/base/tx/${claim?.tx_hash}`);
    expect(swept).toContain(claim?.id);
    expect(swept).toContain("platform fees");
  });

  test("that moves native coin inside a contract shows that transfer", async () => {
    const { wallet: client } = sandbox.chain("base");
    const abi = parseAbi([
      "function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable",
    ]);
    const value = parseEther("0.125");
    const call = { target: getAddress(wallet), allowFailure: false, value, callData: "0x" as const };
    const data = encodeFunctionData({ abi, functionName: "aggregate3Value", args: [[call]] });
    const hash = await client.sendTransaction({ to: MULTICALL_ADDRESS, data, value });
    const text = await page(`/explorer/base/tx/${hash}`);
    const moved = /What moved[\s\S]*?<\/section>/.exec(text)?.[0] ?? "";
    expect(moved).toContain("value, inside a contract");
    expect(moved.match(/0\.125 ETH<\/td>/g)).toHaveLength(2);
  });

  test("to a token's address of another network says that there is no code, and whose address it is", async () => {
    const { wallet: client } = sandbox.chain("polygon");
    const data = encodeFunctionData({
      abi: parseAbi(["function transfer(address to, uint256 value) returns (bool)"]),
      args: [getAddress(wallet), 1n],
    });
    const foreign = await client.sendTransaction({ to: sandbox.chain("ethereum").token("USDC"), data });
    const text = await page(`/explorer/polygon/tx/${foreign}`);
    expect(text).toContain("succeeded");
    expect(text).toContain("the called address has no code on Polygon, so nothing was called: it is USDC of Ethereum");
    const unknown = await client.sendTransaction({ to: `0x${"0e".repeat(20)}`, data });
    expect(await page(`/explorer/polygon/tx/${unknown}`)).toContain("so nothing was called</span>");
    const plain = await client.sendTransaction({ to: `0x${"0e".repeat(20)}`, value: 1n });
    expect(await page(`/explorer/polygon/tx/${plain}`)).not.toContain("nothing was called");
  });

  test("to an address that was assigned on another network says so, one to an assigned address does not", async () => {
    const lost = await sendToken(sandbox, { network: "arbitrum", asset: "USDC", to: wallet, amount: "1" });
    const note = `${wallet.toLowerCase()} was assigned on Base, not on Arbitrum One: no deposit comes of it here`;
    expect(await page(`/explorer/arbitrum/tx/${lost}`)).toContain(note);
    expect(await page(`/explorer/base/tx/${deposit}`)).not.toMatch(/was assigned on|nothing was called/);
  });

  test("that reverted says so, and that nothing was transferred", async () => {
    await asTokenOwner(sandbox, { network: "polygon", asset: "USDC" }, "pause");
    const chain = sandbox.chain("polygon");
    const data = encodeFunctionData({
      abi: parseAbi(["function transfer(address to, uint256 value) returns (bool)"]),
      args: [getAddress(wallet), 1n],
    });
    const hash = await chain.wallet.sendTransaction({ to: chain.token("USDC"), data, gas: 100_000n });
    const text = await page(`/explorer/polygon/tx/${hash}`);
    expect(text).toContain("reverted");
    expect(text).toContain("Nothing: it reverted.");
  });

  test("in the pool shows what it requests, and is in the list of the pool", async () => {
    await sandbox.control("PUT", "/networks/bsc/mining", { mode: "manual" });
    const chain = sandbox.chain("bsc");
    const data = encodeFunctionData({
      abi: parseAbi(["function transfer(address to, uint256 value) returns (bool)"]),
      args: [getAddress(wallet), 7_000_000_000_000_000_000n],
    });
    const hash = await chain.wallet.sendTransaction({ to: chain.token("USDT"), data });
    const text = await page(`/explorer/bsc/tx/${hash}`);
    expect(text).toContain("waiting in the pool");
    expect(text).toContain("7 USDT");
    expect(await page("/explorer/bsc")).toContain("Pool: 1 waiting");
    expect(await page("/explorer/bsc/pool")).toContain(hash);
    await mine("bsc", 1);
    expect(await page(`/explorer/bsc/tx/${hash}`)).toContain("succeeded");
  });

  test("that a reorg removed shows its orphaned deposit", async () => {
    const { data } = await sandbox.api.POST("/wallets", { body: { owner: "lost", network_symbol: "arbitrum" } });
    const to = data?.data.address as Hex;
    await sandbox.control("PUT", "/networks/arbitrum/mining", { mode: "manual" });
    const input = { network: "arbitrum", asset: "USDC", to_address: to, amount: "3" };
    const { tx_id: hash } = await sandbox.control("POST", "/deposits", input);
    await mine("arbitrum", 1);
    expect(await page(`/explorer/arbitrum/tx/${hash}`)).toContain("1 of 2 confirmations");
    await sandbox.control("POST", "/networks/arbitrum/reorg", { depth: 1, transactions: "drop" });
    const text = await page(`/explorer/arbitrum/tx/${hash}`);
    expect(text).toContain("not on the chain");
    expect(text).toContain("orphaned");
    expect(text).toContain("3 USDC");
  });

  test("that does not exist has a page too, with 404", async () => {
    expect(await page(`/explorer/base/tx/${NOWHERE}`, 404)).toContain("Base has no transaction");
    expect(await page("/explorer/base/tx/0x12", 404)).toContain("not a transaction hash");
    expect(await page(`/explorer/ethereum/tx/${deposit}`, 404)).toContain("Ethereum has no transaction");
  });
});

test("an address shows its owner, its balances on the chain and in the ledger, and its records", async () => {
  const text = await page(`/explorer/base/address/${wallet.toLowerCase()}`);
  for (const shown of [wallet, "Wallet id", "25.5", "+25.5 USDC", "transaction: deposit"])
    expect(text).toContain(shown);
  const delegated = await page(`/explorer/base/address/${uda.address}`);
  expect(delegated).toContain(uda.id);
  expect(delegated).toContain("sweeper contract");
});

test("an unknown address shows the tokens it received and the payouts to it", async () => {
  const text = await page(`/explorer/ethereum/address/${PAYEE}`);
  expect(text).toContain("Latest token transfers");
  expect(text.match(/10 USDT/g)?.length).toBeGreaterThanOrEqual(2);
  expect(text).toContain("transaction: payout");
  expect(await page(`/explorer/base/address/0x${"99".repeat(20)}`)).toContain("None in the latest blocks.");
  expect(await page("/explorer/base/address/0x99", 404)).toContain("not an EVM address");
});

test("a block opens by number and by hash, and links to its neighbours", async () => {
  const { public: client } = sandbox.chain("base");
  const { blockNumber, blockHash } = await client.getTransactionReceipt({ hash: deposit });
  const byNumber = await page(`/explorer/base/block/${blockNumber}`);
  for (const shown of [blockHash, deposit, "25.5 USDC", `/block/${blockNumber + 1n}"`, `/block/${blockNumber - 1n}"`]) {
    expect(byNumber).toContain(shown);
  }
  const mainOf = (text: string) => /<main>[\s\S]*<\/main>/.exec(text)?.[0];
  expect(mainOf(await page(`/explorer/base/block/${blockHash.toUpperCase().replace("0X", "0x")}`))).toBe(
    mainOf(byNumber),
  );
  expect(await page("/explorer/base/block/999999", 404)).toContain("has no block 999999");
  expect(await page("/explorer/base/block/latest", 404)).toContain("neither a block number nor a hash");
});

test("a network opens by symbol in any case and by EIP-155 id; an unknown one lists the known ones", async () => {
  const here = '<a class="here" href="/explorer/base">Base</a>';
  for (const name of ["base", "BASE", "8453", "base/"]) expect(await page(`/explorer/${name}`)).toContain(here);
  const text = await page("/explorer/dogecoin", 404);
  for (const symbol of ["ethereum", "bsc", "polygon", "arbitrum", "base"])
    expect(text).toContain(`/explorer/${symbol}"`);
  expect(await page("/explorer")).toContain("Arbitrum One");
  expect(await page("/explorer/base/nothing/1", 404)).toContain("no page at this address");
});

test("older blocks are a page away", async () => {
  await mine("base", 30);
  const newest = await page("/explorer/base");
  const older = /href="(\/explorer\/base\?from=\d+)">Older/.exec(newest)?.[1] ?? "";
  expect(newest).not.toContain('href="/explorer/base/block/1"');
  expect(await page(older)).toContain('href="/explorer/base/block/1"');
});

describe("a search", () => {
  test.each([
    ["a transaction hash", () => deposit, () => `/explorer/base/tx/${deposit}`],
    ["an address", () => wallet, () => `/explorer/base/address/${wallet.toLowerCase()}`],
    ["a block number", () => " 1 ", () => "/explorer/base/block/1"],
  ])("for %s leads to its page", async (_kind, text, place) => {
    const answer = await get(`/explorer/base?q=${encodeURIComponent(text())}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, place()]);
  });

  test("for a block hash or the id of a record leads there, whatever the network", async () => {
    const { public: client } = sandbox.chain("base");
    const { hash } = await client.getBlock({ blockNumber: 1n });
    expect((await get(`/explorer/base?q=${hash}`)).headers.get("location")).toBe(`/explorer/base/block/${hash}`);
    const { data } = await sandbox.api.GET("/transfer/payout/{id}", { params: { path: { id: payoutId } } });
    const there = (await get(`/explorer/base?q=${payoutId}`)).headers.get("location");
    expect(there).toBe(`/explorer/ethereum/tx/${data?.data.tx_id}`);
  });

  test("finds what is on another network, from the pages of any network", async () => {
    expect((await get(`/explorer/polygon?q=${deposit}`)).headers.get("location")).toBe(`/explorer/base/tx/${deposit}`);
    const { hash } = await sandbox.chain("base").public.getBlock({ blockNumber: 1n });
    expect((await get(`/explorer/bsc?q=${hash}`)).headers.get("location")).toBe(`/explorer/base/block/${hash}`);
    const { data } = await sandbox.api.POST("/wallets", { body: { owner: "seeker", network_symbol: "arbitrum" } });
    const address = data?.data.address.toLowerCase();
    const there = `/explorer/arbitrum/address/${address}`;
    expect((await get(`/explorer/bsc?q=${address}`)).headers.get("location")).toBe(there);
    expect((await get(`/explorer?q=${address}`)).headers.get("location")).toBe(there);
    expect((await get(`/explorer/bsc?q=${NOWHERE}`)).headers.get("location")).toBe(`/explorer/bsc/tx/${NOWHERE}`);
  });

  test("from the page of all networks leads to the only page, or lists the networks that have one", async () => {
    expect(await page("/explorer")).toContain('<form action="/explorer"');
    expect((await get(`/explorer?q=${deposit}`)).headers.get("location")).toBe(`/explorer/base/tx/${deposit}`);
    expect((await get(`/explorer?q=${payoutId}`)).headers.get("location")).toMatch(/^\/explorer\/ethereum\/tx\//);
    const blocks = await page("/explorer?q=1");
    for (const network of ["base", "ethereum"]) expect(blocks).toContain(`href="/explorer/${network}/block/1"`);
    expect(await page(`/explorer?q=${NOWHERE}`, 404)).toContain("Nothing on any network");
  });

  test("without a result says so, and keeps the words, escaped", async () => {
    const text = await page(`/explorer/base?q=${encodeURIComponent(`"${EVIL}`)}`, 404);
    expect(text).toContain('value="&quot;&lt;script&gt;');
  });
});

test("names that clients chose are text on every page, never markup", async () => {
  const { data } = await sandbox.api.GET("/transfer/payout/{id}", { params: { path: { id: payoutId } } });
  const pages = [`/base/tx/${deposit}`, `/base/address/${wallet}`, `/ethereum/tx/${data?.data.tx_id}`];
  for (const path of pages) {
    const text = await page(`/explorer${path}`);
    expect(text, path).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(text, path).not.toContain(EVIL);
  }
  expect(await page(`/explorer/${encodeURIComponent(EVIL)}`, 404)).not.toContain(EVIL);
});

test("no page loads or links anything from other origins, nor has inline handlers and styles", async () => {
  for (const path of ["", "/base", `/base/tx/${deposit}`, `/base/address/${wallet}`, "/base/block/1", "/nowhere"]) {
    const { text, headers } = await get(`/explorer${path}`);
    expect(text, path).not.toMatch(/(?:src|href|action)="(?:[a-z]+:)?\/\//i);
    expect(text, path).not.toMatch(/<[^>]* (?:on[a-z]+|style)=/i);
    const policy = headers.get("content-security-policy") ?? "";
    for (const rule of [
      ...PAGE_POLICY.split("; ").filter((one) => !one.startsWith("form-action")),
      "form-action 'self'",
    ])
      expect(policy.split("; "), path).toContain(rule);
    expect(text, path).not.toMatch(/<script>|<style>/);
  }
});

test("no page is served to other origins, and only reading methods are accepted", async () => {
  const asked = await fetch(`${sandbox.url}/explorer/base`, { headers: { Origin: "https://evil.com" } });
  expect(asked.status).toBe(403);
  expect((await fetch(`${sandbox.url}/explorer/base`, { method: "POST" })).status).toBe(404);
  const head = await fetch(`${sandbox.url}/explorer/base`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});
