// Story (a): a token transfer to a wallet, made by the client's own library, becomes a deposit with signed webhooks.
import { createHmac } from "node:crypto";
import { Contract, JsonRpcProvider, Network, Wallet } from "ethers";
import { erc20Abi, formatUnits } from "viem";
import { describe, expect, test } from "vitest";
import { verifyWebhook } from "../../../src/webhooks/sign.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver, type Received } from "../../support/clients/a-receiver.ts";
import { endEthers } from "../../support/clients/end-ethers.ts";
import { allDeposits, aWallet, depositsOf, payToken, transactionOf } from "../../support/payments/on-chain.ts";

const USDC_BASE = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const PAYER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const SECRET = "whsec_of_the_story";

/** A sandbox with a receiver for all events; `told` waits for a number of events and returns them by type. */
const aToldSandbox = async (clock: "running" | "frozen") => {
  const receiver = await aReceiver();
  const sandbox = await aSandbox({ clock, webhook: receiver.url, webhookSecret: SECRET });
  const told = async (count: number) => {
    await receiver.until(count);
    return Object.groupBy(receiver.received, ({ json }) => json.type) as Record<string, Received[]>;
  };
  return { sandbox, told, receiver };
};

const byId = async (sandbox: ASandbox, id: string) =>
  (await sandbox.api.GET("/deposits/{id}", { params: { path: { id } } })).data?.data;

/** The one deposit of a list of one. */
const only = <T>(list: readonly T[]): T => {
  expect(list).toHaveLength(1);
  return list[0]!;
};

describe.each(["running", "frozen"] as const)("with a %s clock", (clock) => {
  test("USDC sent on Base by viem causes three signed webhooks, and is found by id, by transaction and in the list (S-008…S-010, S-033…S-053, S-472, S-476, S-477, S-482, S-487…S-500, S-574, H-07, H-82, H-83)", async () => {
    const { sandbox, told } = await aToldSandbox(clock);
    const { api } = sandbox;
    const wallet = await aWallet(api);
    const chain = sandbox.chain("base");

    const hash = await chain.wallet.writeContract({
      abi: erc20Abi,
      address: USDC_BASE,
      functionName: "transfer",
      args: [wallet.address, 25_500_000n],
    });
    const receipt = await chain.public.waitForTransactionReceipt({ hash });
    expect(receipt.status).toBe("success");
    const block = await chain.public.getBlock({ blockHash: receipt.blockHash });

    const events = await told(4);
    expect(Object.keys(events).toSorted()).toEqual([
      "address.assigned",
      "balance.updated",
      "deposit.confirmed",
      "deposit.new",
    ]);
    for (const { headers, body, json } of Object.values(events).flat()) {
      const nowSeconds = Math.floor(Date.now() / 1_000);
      expect(verifyWebhook({ secret: SECRET, headers, body, nowSeconds })).toMatchObject({ ok: true, id: json.id });
      const signed = createHmac("sha256", SECRET).update(`${headers["webhook-timestamp"]}.${body}`).digest("hex");
      expect(headers["webhook-signature"]).toBe(signed);
      expect(verifyWebhook({ secret: "another", headers, body, nowSeconds })).toMatchObject({ ok: false });
      expect(Object.keys(json)).toEqual(["id", "version", "type", "time", "payload"]);
      expect(json.version).toBe("1");
      expect(json.time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/);
    }

    const { id } = only(events["deposit.new"]!).json.payload;
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(only(events["deposit.new"]!).json.payload).toEqual({
      id,
      network_symbol: "base",
      tx_hash: hash,
      amount: "25.5",
      owner: "alice",
    });
    const deposit = {
      id,
      tx_id: hash,
      asset: "USD Coin",
      symbol: "USDC",
      network_id: "8453",
      network_symbol: "base",
      contract_address: USDC_BASE,
      decimal: 6,
      is_token_transfer: true,
      block_number: String(receipt.blockNumber),
      from_address: PAYER,
      to_address: wallet.address,
      from_wallet_category: "external",
      to_wallet_category: "user",
      owner: "alice",
      balance: { amount: 25.5, raw: 25_500_000, usd: "25.50" },
      scanner_url: `${sandbox.url}/explorer/base/tx/${hash}`,
      time: new Date(Number(block.timestamp) * 1_000).toISOString(),
    };
    // H-84: the same record, its amounts as text.
    const balance = { amount: "25.5", raw: "25500000", usd: "25.50" };
    expect(only(events["deposit.confirmed"]!).json.payload).toEqual({ ...deposit, balance });
    expect(Object.keys(only(events["deposit.confirmed"]!).json.payload)).toEqual(Object.keys(deposit));
    expect(only(events["balance.updated"]!).json.payload).toEqual({
      wallet_id: wallet.id,
      wallet_category: "user",
      address: wallet.address,
      owner: "alice",
      asset: "USD Coin",
      symbol: "USDC",
      network_id: "8453",
      network_symbol: "base",
      decimal: 6,
      contract_address: USDC_BASE,
      previous_balance: { amount: "0", raw: "0", usd: "0.00" },
      balance: { amount: "25.5", raw: "25500000", usd: "25.50" },
    });

    expect(await byId(sandbox, id)).toEqual(deposit);
    // S-236, K-7: the look-up answers whatever the case of the hash.
    for (const tx_id of [hash, `0x${hash.slice(2).toUpperCase()}`]) {
      const { data } = await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id } } });
      expect(data?.data).toEqual(deposit);
    }
    expect(await allDeposits(api)).toEqual([deposit]);
    expect(await transactionOf(api, id)).toMatchObject({
      type: "deposit",
      side: "in",
      status: "confirmed",
      tx_id: hash,
      meta: null,
      block_number: deposit.block_number,
      fee: { amount: 0, raw: 0 },
      timestamps: {
        created_at: deposit.time,
        broadcasted_at: deposit.time,
        confirmed_at: expect.stringMatching(/Z$/),
        prepared_at: null,
        signed_at: null,
        failed_at: null,
      },
    });
    const details = await api.GET("/wallets/address/{address}", { params: { path: { address: wallet.address } } });
    expect(details.data?.data.balances.map(({ symbol, balance }) => [symbol, balance.raw])).toEqual([
      ["ETH", "0"],
      ["USDC", "25500000"],
    ]);
  });

  test("ethers v6 sends the same transfer and waits for it", async () => {
    const { sandbox, told } = await aToldSandbox(clock);
    const wallet = await aWallet(sandbox.api);
    const provider = new JsonRpcProvider(sandbox.ready.rpc["base"], 8453, { staticNetwork: Network.from(8453) });
    const signer = new Wallet(sandbox.ready.accounts[0]!.private_key, provider);
    const token = new Contract(USDC_BASE, ["function transfer(address to, uint256 value) returns (bool)"], signer);

    const sent = await token["transfer"]!(wallet.address, 1_000_001n);
    const receipt = await sent.wait();
    await endEthers(provider);
    expect(receipt.status).toBe(1);

    const events = await told(4);
    expect(only(events["deposit.new"]!).json.payload).toMatchObject({ tx_hash: sent.hash, amount: "1.000001" });
    expect(only(await depositsOf(sandbox.api, sent.hash))).toMatchObject({
      from_address: PAYER,
      to_address: wallet.address,
    });
  });
});

test("deposits are filtered by every field that tells them apart, and sorted (S-398…S-400, H-46, K-10)", async () => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  const alice = await aWallet(api);
  const bob = await aWallet(api, { owner: "bob", network: "polygon" });
  const first = await payToken(sandbox, { to: alice.address, amount: "1" });
  await sandbox.control("POST", "/clock/advance", { by: "10s" });
  const second = await payToken(sandbox, { network: "polygon", asset: "USDT", to: bob.address, amount: "2", from: 1 });
  await sandbox.control("POST", "/clock/advance", { by: "10s" });
  const third = await sandbox.chain("base").wallet.sendTransaction({ to: alice.address, value: 3n });

  const list = async (query: Record<string, unknown>): Promise<string[]> => {
    const { data, response } = await api.GET("/deposits", { params: { query } });
    expect(response.status).toBe(200);
    return data!.data.map(({ tx_id }) => tx_id);
  };
  const [newest, middle, oldest] = await allDeposits(api);
  expect([newest, middle, oldest].map((one) => one?.tx_id)).toEqual([third, second, first]);
  expect(await list({ "sort[]": ["time:asc"] })).toEqual([first, second, third]);
  expect(await list({ "filter[]": ["owner:bob"] })).toEqual([second]);
  expect(await list({ "filter[]": ["network_symbol:base"], "sort[]": ["id"] })).toEqual([first, third]);
  expect(await list({ "filter[]": ["is_token_transfer:false"] })).toEqual([third]);
  expect(await list({ "filter[]": [`contract_address:${middle!.contract_address.toLowerCase()}`] })).toEqual([second]);
  expect(await list({ "filter[]": [`contract_address:${"0x".padEnd(42, "0")}`] })).toEqual([third]);
  expect(await list({ "filter[]": [`to_address:${alice.address}`, "symbol:usdc"] })).toEqual([first]);
  expect(await list({ "filter[]": [`time:gt:${oldest!.time}`, `time:lt:${newest!.time}`] })).toEqual([second]);
  expect(await list({ "filter[]": [`tx_id:${first.toUpperCase().replace("0X", "0x")}`] })).toEqual([first]);
  expect(await list({ tx_id: second })).toEqual([second]);
  expect(await list({ "filter[]": ["owner:nobody"] })).toEqual([]);
  const page = await api.GET("/deposits", { params: { query: { limit: 2, page: 2 } } });
  expect(page.data).toMatchObject({
    data: [{ tx_id: first }],
    pagination: { total_items: 3, has_prev: true, has_next: false },
  });
});

test("an amount of a token with 18 decimals is shown with every digit (S-049, S-050, R-049)", async () => {
  const sandbox = await aSandbox();
  const wallet = await aWallet(sandbox.api, { network: "bsc" });
  const hash = await payToken(sandbox, { network: "bsc", to: wallet.address, amount: "900000.000000000000000001" });
  const reply = await fetch(`${sandbox.ready.api_base_url}/deposits/tx/${hash}`, {
    headers: { "x-api-key": sandbox.ready.api_key },
  });
  expect(await reply.text()).toContain(
    '"balance":{"amount":900000.000000000000000001,"raw":900000000000000000000001,"usd":"900000.00"}',
  );
});

test("an amount of 255 bits is shown with every digit and counted (R-049, R-052)", async () => {
  const sandbox = await aSandbox();
  const wallet = await aWallet(sandbox.api, { network: "bsc" });
  const raw = 2n ** 255n + 1n;
  const amount = formatUnits(raw, 18);
  const order = { network: "bsc", asset: "USDC", to_address: wallet.address, amount };
  const { tx_id } = await sandbox.control("POST", "/faucet", order);
  const reply = await fetch(`${sandbox.ready.api_base_url}/deposits/tx/${tx_id}`, {
    headers: { "x-api-key": sandbox.ready.api_key },
  });
  expect(await reply.text()).toContain(
    `"balance":{"amount":${amount},"raw":${raw},"usd":"${amount.split(".")[0]}.792004"}`,
  );
  const { data } = await sandbox.api.GET("/wallets/address/{address}", {
    params: { path: { address: wallet.address } },
  });
  expect(data?.data.balances[1]?.balance).toMatchObject({ amount, raw: raw.toString() });
});

test("a payment after the wallet was created is a deposit; a payment before is not (R-046, R-047)", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const { api } = sandbox;
  const known = await aWallet(api);
  const other = await aSandbox();
  const foretold = await aWallet(other.api);
  expect(foretold.address).toBe(known.address);
  const next = await aWallet(other.api);

  const early = await payToken(sandbox, { to: next.address, amount: "1" });
  const wallet = await aWallet(api);
  expect(wallet.address).toBe(next.address);
  const late = await payToken(sandbox, { to: wallet.address, amount: "2" });
  expect((await allDeposits(api)).map(({ tx_id }) => tx_id)).toEqual([late]);
  expect((await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: early } } })).response.status).toBe(404);
});
