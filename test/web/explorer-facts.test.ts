// What the explorer tells of a transaction and a block: decoded logs, internal calls, blocks that a reorg removed, the pool (D-50…D-54).
import { encodeFunctionData, getAddress, type Hex, parseAbi } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MULTICALL_ADDRESS } from "../../src/chains/artifact.ts";
import { html } from "../../src/kernel/html.ts";
import { openSandbox } from "../support/a-sandbox.ts";
import { aUda, sendToken } from "../support/payments/a-uda.ts";
import { aContract } from "../support/payments/on-chain.ts";

const TOKEN = parseAbi([
  "function transfer(address to, uint256 value) returns (bool)",
  "function approve(address spender, uint256 value) returns (bool)",
]);
const MULTICALL = parseAbi([
  "function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable",
]);

type Opened = Awaited<ReturnType<typeof openSandbox>>;
let sandbox: Opened;
let wallet: Hex;

beforeAll(async () => {
  sandbox = await openSandbox();
  const { data } = await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  wallet = getAddress(data?.data.address as Hex);
});
afterAll(() => sandbox.end());

const page = async (path: string, status = 200): Promise<string> => {
  const answer = await fetch(new URL(`/explorer${path}`, sandbox.url));
  expect(answer.status, path).toBe(status);
  return answer.text();
};
/** A section of a page by the beginning of its title, as text without tags. */
const section = (text: string, title: string): string => {
  const found = new RegExp(`<section><h2>${title}[\\s\\S]*?</section>`).exec(text)?.[0] ?? "";
  return found
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
};
const short = (address: string): string => `${address.slice(0, 8)}…${address.slice(-4)}`;

test("a log of a token has its name, its addresses as links, and its amount with the decimals of the token", async () => {
  const hash = await sendToken(sandbox, { network: "base", asset: "USDC", to: wallet, amount: "25.5" });
  const text = await page(`/base/tx/${hash}`);
  const logs = section(text, "Logs 1");
  expect(logs).toContain("Transfer #0 of");
  expect(logs).toContain(`to ${short(wallet)} wallet value 25.5 USDC 25500000 base units`);
  expect(/<section><h2>Logs[\s\S]*?<\/section>/.exec(text)?.[0]).toContain(`href="/explorer/base/address/${wallet}"`);
  expect(text).not.toContain("Internal calls");
});

test("a log of a contract that nobody knows is shown as it is, also where it looks like one of a token", async () => {
  const emitter = await aContract(sandbox, "FakeTransferEmitter");
  const hash = await emitter.send("emitWithDirtyTopic", [wallet, wallet, 7n]);
  const logs = section(await page(`/base/tx/${hash}`), "Logs 1");
  expect(logs).toContain("not decoded topic 0 0xddf252ad");
  expect(logs).toContain(`data 0x${"0".repeat(63)}7`);
});

test("internal calls are a tree with names, values and what failed", async () => {
  const chain = sandbox.chain("base");
  const usdc = getAddress(chain.token("USDC"));
  const approve = encodeFunctionData({ abi: TOKEN, functionName: "approve", args: [wallet, 2_500_000n] });
  const transfer = encodeFunctionData({ abi: TOKEN, functionName: "transfer", args: [wallet, 10n ** 30n] });
  const calls = [
    { target: usdc, allowFailure: true, value: 0n, callData: approve },
    { target: usdc, allowFailure: true, value: 0n, callData: transfer },
    { target: wallet, allowFailure: true, value: 125_000_000_000_000_000n, callData: "0x" as Hex },
  ];
  const aggregate = (args: typeof calls): Hex =>
    encodeFunctionData({ abi: MULTICALL, functionName: "aggregate3Value", args: [args] });
  const data = aggregate(calls);
  const hash = await chain.wallet.sendTransaction({ to: MULTICALL_ADDRESS, data, value: 125_000_000_000_000_000n });
  const text = await page(`/base/tx/${hash}`);
  const tree = section(text, "Internal calls 3");
  expect(tree).toContain("aggregate3Value (");
  expect(tree).toContain(`approve ( spender ${short(wallet)} wallet , value 2.5 USDC`);
  expect(tree).toMatch(/transfer \( to .*failed ERC20/);
  expect(tree).toContain(`${short(wallet)} wallet 0.125 ETH`);
  // Nested: the calls stand in a list below the one that made them.
  expect(/<ul class="calls"><li>[\s\S]*<ul><li>/.test(text)).toBe(true);
  const inner = { target: MULTICALL_ADDRESS, allowFailure: true, value: 0n, callData: aggregate(calls.slice(0, 1)) };
  const deep = await chain.wallet.sendTransaction({ to: MULTICALL_ADDRESS, data: aggregate([inner]) });
  const deeper = section(await page(`/base/tx/${deep}`), "Internal calls 2");
  expect(deeper).toContain(`approve ( spender ${short(wallet)} wallet`);
});

test("a sweep is told by the sweeper's own function, at the deposit address that runs its code", async () => {
  const uda = await aUda(sandbox.api, { owner: "carol" });
  await sandbox.control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "100", owner: "carol" });
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  const claims: { kind: string; tx_id: string }[] = (await sandbox.control("GET", "/claims")).items;
  const hash = claims.find(({ kind }) => kind === "sweep")?.tx_id;
  const text = await page(`/polygon/tx/${hash}`);
  expect(section(text, "Internal calls")).toContain(`${short(getAddress(uda.address))} deposit address sweep ( token`);
  // Its records lead to their timelines.
  expect(text).toMatch(/href="\/ui\/records\/settlement\/[0-9a-f-]{36}"/);
  expect(text).toMatch(/href="\/ui\/records\/claim\/[0-9a-f-]{36}"/);
});

test("a removed block opens by its hash, says what stands in its place and where its transactions are now", async () => {
  const { control } = sandbox;
  await control("PUT", "/networks/arbitrum/mining", { mode: "manual" });
  const pay = { network: "arbitrum", asset: "USDC", to_address: wallet, amount: "3" };
  const { tx_id: kept } = await control("POST", "/deposits", pay);
  await control("POST", "/networks/arbitrum/mine", {});
  const [first] = (await control("GET", "/networks/arbitrum/blocks?limit=1")).items;
  await control("POST", "/networks/arbitrum/reorg", { depth: 1, transactions: "keep" });
  const text = await page(`/arbitrum/block/${first.hash}`);
  expect(section(text, "Facts")).toContain(`✕ removed by a reorg In its place ${first.number}`);
  expect(section(text, "Where its transactions are now")).toContain("mined again in block");
  expect(await page("/arbitrum")).toContain(`/explorer/arbitrum/block/${first.hash}`);
  expect(await page(`/arbitrum/block/${first.number}`)).toContain(`/explorer/arbitrum/block/${first.hash}`);
  expect(section(await page(`/arbitrum/tx/${kept}`), "Facts")).toContain("removed by a reorg");
  const [second] = (await control("GET", "/networks/arbitrum/blocks?limit=1")).items;
  await control("POST", "/networks/arbitrum/reorg", { depth: 1, transactions: "drop" });
  const dropped = section(await page(`/arbitrum/block/${second.hash}`), "Where its transactions are now");
  expect(dropped).toContain("gone");
  expect(section(await page(`/arbitrum/block/${second.hash}`), "Facts")).toContain("Removed too");
  expect(section(await page(`/arbitrum/tx/${kept}`), "Facts")).toContain("not on the chain");
  await control("POST", "/deposits", pay);
  await control("POST", "/networks/arbitrum/mine", {});
  const [third] = (await control("GET", "/networks/arbitrum/blocks?limit=1")).items;
  await control("POST", "/networks/arbitrum/reorg", { depth: 1, transactions: "delay" });
  const delayed = section(await page(`/arbitrum/block/${third.hash}`), "Where its transactions are now");
  expect(delayed).toContain("waiting in the pool");
  const found = await fetch(`${sandbox.url}/explorer?q=${first.hash}`, { redirect: "manual" });
  expect(found.headers.get("location")).toBe(`/explorer/arbitrum/block/${first.hash}`);
  expect(await page(`/base/block/${first.hash}`, 404)).toContain("has no block");
});

test("the pool names sender, nonce, fee, purpose, since when and what has to happen first", async () => {
  const { control, chain } = sandbox;
  await control("PUT", "/networks/bsc/mining", { mode: "manual" });
  expect(await page("/bsc/pool")).toContain("Nothing waits");
  const { tx_id: hash } = await control("POST", "/deposits", {
    ...{ network: "bsc", asset: "USDT", amount: "3", to_address: wallet },
  });
  const { wallet: client } = chain("bsc");
  const gap = await client.sendTransaction({ to: wallet, value: 1n, nonce: 7 });
  const text = await page("/bsc/pool");
  const list = section(text, "Waiting for a block");
  for (const shown of ["sandbox payer", "the next block", "an earlier nonce of its sender", "a client", " gwei "])
    expect(list, shown).toContain(shown);
  for (const one of [hash, gap]) expect(text).toContain(`/explorer/bsc/tx/${one}`);
  expect(await page("/bsc")).toContain("Pool: 2 waiting");
});

test("style sheet and script are files that a browser keeps, and an address of another one is no file", async () => {
  const text = await page("/base");
  const files = [...text.matchAll(/(?:href|src)="(\/explorer\/files\/[^"]+)"/g)].map(([, path]) => path ?? "");
  expect(files).toHaveLength(2);
  for (const path of files) {
    const answer = await fetch(`${sandbox.url}${path}`);
    expect([answer.status, answer.headers.get("cache-control")], path).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
  }
  expect((await fetch(`${sandbox.url}/explorer/files/explorer-0.css`)).status).toBe(404);
});

test("texts of anybody stay text: markup is escaped, and what turns the direction is shown as a mark (D-83)", () => {
  const shown = html`<p>${"<img src=x>\u202eevil\u2028"}</p>`.markup;
  expect(shown).toBe("<p>&lt;img src=x&gt;\\u202eevil\\u2028</p>");
});
