// What is a deposit and what is not: the rows of H-02, one after the other, on a real chain.
import {
  createWalletClient,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  parseAbi,
  parseEther,
  parseUnits,
  zeroAddress,
} from "viem";
import { describe, expect, test } from "vitest";
import { Keyring } from "../../../src/chains/address.ts";
import { DEFAULT_CONFIG } from "../../../src/config/options.ts";
import { watchedAt } from "../../../src/domain/address/store.ts";
import { putTenantNetwork } from "../../../src/domain/tenant/store.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import {
  aContract,
  allDeposits,
  aWallet,
  depositsOf,
  eventsOf,
  payToken,
  transactionOf,
} from "../../support/payments/on-chain.ts";
import { expectOnlyRed } from "../../support/worlds/invariants.ts";

const SOMEBODY = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

const aSandboxWithWallet = async (network = "base") => {
  const sandbox = await aSandbox();
  const wallet = await aWallet(sandbox.api, { network });
  return { sandbox, api: sandbox.api, wallet };
};

/** A client that signs for an address of the platform itself, whose key no client has. */
const platformClient = (sandbox: ASandbox, network: string, address: string) => {
  const row = watchedAt(sandbox.store, network, address.toLowerCase())!;
  const account = new Keyring(String(DEFAULT_CONFIG.seed)).accountAt(row.derivation);
  const { chain, url } = sandbox.chain(network);
  return createWalletClient({ account, chain, transport: http(url) });
};

/** Nothing has an effect so far: no deposit, no event but the wallet's own, no balance. */
const expectNothing = async ({ api, control }: ASandbox, address: Hex) => {
  expect(await allDeposits(api)).toEqual([]);
  const { items } = await control("GET", "/events?limit=100");
  expect(new Set(items.map(({ type }: { type: string }) => type))).toEqual(new Set(["address.assigned"]));
  expect((await control("GET", "/deposits")).items).toEqual([]);
  const { data } = await api.GET("/wallets/address/{address}", { params: { path: { address } } });
  expect(data?.data.balances.map(({ balance }) => balance.raw)).toEqual(data?.data.balances.map(() => "0"));
};

/** Events but those of the gas stations, which pay for delegations. */
const tellingTypes = async (sandbox: ASandbox) =>
  (await eventsOf(sandbox)).map(({ type }) => type).filter((type) => type !== "balance.updated");

const rawBalance = async (api: ASandbox["api"], address: Hex, symbol: string) => {
  const { data } = await api.GET("/wallets/address/{address}", { params: { path: { address } } });
  return data?.data.balances.find((entry) => entry.symbol === symbol)?.balance.raw;
};

describe("counted", () => {
  test("a mint, from the zero address (R-037)", async () => {
    const { sandbox, api, wallet } = await aSandboxWithWallet();
    const order = { network: "base", asset: "USDC", to_address: wallet.address, amount: "3" };
    const { tx_id } = await sandbox.control("POST", "/faucet", order);
    const deposits = await depositsOf(api, tx_id);
    expect(deposits).toHaveLength(1);
    expect(deposits[0]).toMatchObject({ from_address: zeroAddress, from_wallet_category: "external", symbol: "USDC" });
    expect(await rawBalance(api, wallet.address, "USDC")).toBe("3000000");
  });

  test("a burn, which goes out and comes in nowhere (R-037)", async () => {
    const { sandbox, api, wallet } = await aSandboxWithWallet();
    await payToken(sandbox, { to: wallet.address, amount: "3" });
    await sandbox.chain("base").wallet.sendTransaction({ to: wallet.address, value: parseEther("1") });
    const before = await allDeposits(api);
    await platformClient(sandbox, "base", wallet.address).writeContract({
      abi: parseAbi(["function burn(uint256 value)"]),
      address: sandbox.chain("base").token("USDC"),
      functionName: "burn",
      args: [1_000_000n],
    });
    expect(await allDeposits(api)).toEqual(before);
    expect(await rawBalance(api, wallet.address, "USDC")).toBe("2000000");
    await expectOnlyRed(sandbox, ["I-05", "I-17"]);
  });

  test("a token that is in the catalogue and disabled for the tenant", async () => {
    const { sandbox, api, wallet } = await aSandboxWithWallet();
    const usdc = sandbox.chain("base").token("USDC");
    sandbox.store.transaction(() =>
      putTenantNetwork(sandbox.store, sandbox.ready.tenant_id, "base", usdc.toLowerCase(), false),
    );
    const hash = await payToken(sandbox, { to: wallet.address, amount: "1" });
    expect(await depositsOf(api, hash)).toHaveLength(1);
    expect(await rawBalance(api, wallet.address, "USDC")).toBe("1000000");
  });

  test("a transfer to a vault address or a gas station, which have no owner (H-08)", async () => {
    const { sandbox, api } = await aSandboxWithWallet();
    const { data } = await api.GET("/vault/{vault_id}/addresses", {
      params: { path: { vault_id: sandbox.ready.vault_id } },
    });
    const vault = data!.data.find(({ network_symbol }) => network_symbol === "base")!.address;
    const station = sandbox.store.get<{ address: string }>(
      "select address from address where category = 'gas_station' and network = 'base'",
    )!.address;
    await payToken(sandbox, { to: vault, amount: "4" });
    await sandbox.chain("base").wallet.sendTransaction({ to: getAddress(station), value: 5n });
    const seen = (await allDeposits(api)).map(({ owner, to_wallet_category, to_address, balance }) => [
      to_wallet_category,
      owner,
      to_address,
      balance.raw,
    ]);
    expect(seen).toEqual([
      ["gas_station", "", getAddress(station), 5],
      ["vault", "", vault, 4_000_000],
    ]);
    const changes = (await eventsOf(sandbox, { type: "balance.updated" })).map(({ payload }) => payload);
    expect(changes.map(({ wallet_category, owner }) => [wallet_category, owner])).toEqual([
      ["vault", ""],
      ["gas_station", ""],
    ]);
    expect(changes[1].previous_balance.amount).toBe("100");
    expect(changes[1].balance.amount).toBe("100.000000000000000005");
  });

  test("a transfer to a deposit address, also after it was retired (H-21)", async () => {
    const { sandbox, api } = await aSandboxWithWallet();
    const destination = { address: SOMEBODY, asset_symbol: "USDC", network_id: "9001" };
    const created = await api.POST("/uda", { body: { owner: "erin", destination } });
    const { id, deposit_addresses } = created.data!.data;
    await api.DELETE("/uda/{id}", { params: { path: { id } } });
    const hash = await payToken(sandbox, {
      network: "polygon",
      asset: "USDT",
      to: deposit_addresses[0]!.address,
      amount: "1",
    });
    expect(await depositsOf(api, hash)).toMatchObject([
      { owner: "erin", to_wallet_category: "uda", network_symbol: "polygon" },
    ]);
    expect(await tellingTypes(sandbox)).toEqual(["address.assigned", "deposit.new", "deposit.confirmed"]);
  });

  test("equal transaction hashes on two chains are two deposits, and the lookup returns the later one (R-043)", async () => {
    const sandbox = await aSandbox();
    const { api } = sandbox;
    const destination = { address: SOMEBODY, asset_symbol: "USDC", network_id: "9001" };
    const body = { owner: "frank", destination, accepted_tokens: ["USDC"] };
    const to = (await api.POST("/uda", { body })).data!.data.deposit_addresses[0]!.address as Hex;
    const [base, ethereum] = [sandbox.chain("base", 5), sandbox.chain("ethereum", 5)];
    // Signed without a chain id, as in the days before replay protection.
    const raw = await base.account.signTransaction({
      type: "legacy",
      to,
      value: 11n,
      nonce: 0,
      gas: 60_000n,
      gasPrice: 100_000_000_000n,
    });
    const first = await base.public.sendRawTransaction({ serializedTransaction: raw });
    await sandbox.control("POST", "/clock/advance", { by: "5s" });
    const second = await ethereum.public.sendRawTransaction({ serializedTransaction: raw });
    expect(second).toBe(first);
    const deposits = await depositsOf(api, first);
    expect(deposits.map(({ network_symbol }) => network_symbol)).toEqual(["ethereum", "base"]);
    expect(new Set(deposits.map(({ id }) => id)).size).toBe(2);
    const { data } = await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: first } } });
    expect(data?.data).toEqual(deposits[0]);
    expect(await tellingTypes(sandbox)).toEqual([
      "deposit.new",
      "deposit.confirmed",
      "deposit.new",
      "deposit.confirmed",
    ]);
  });

  test("addresses are shown in checksum form and found in any case (K-7, R-045)", async () => {
    const { sandbox, api, wallet } = await aSandboxWithWallet();
    const hash = await payToken(sandbox, { to: wallet.address.toLowerCase(), amount: "1" });
    const [deposit] = await depositsOf(api, hash);
    for (const address of [deposit!.from_address, deposit!.to_address, deposit!.contract_address]) {
      expect(address).toBe(getAddress(address));
    }
    for (const text of [wallet.address.toLowerCase(), `0x${wallet.address.slice(2).toUpperCase()}`]) {
      const { data } = await api.GET("/deposits", { params: { query: { to_address: text } } });
      expect(data?.data.map(({ id }) => id)).toEqual([deposit!.id]);
    }
  });
});

describe("ignored", () => {
  test("value zero: a token, native coin, and a transferFrom that names the wallet as its sender (R-031, R-032)", async () => {
    const { sandbox, wallet } = await aSandboxWithWallet();
    const chain = sandbox.chain("base");
    await payToken(sandbox, { to: wallet.address, amount: "0" });
    await chain.wallet.sendTransaction({ to: wallet.address, value: 0n });
    const request = { abi: erc20Abi, address: chain.token("USDC"), functionName: "transferFrom" } as const;
    await chain.wallet.writeContract({ ...request, args: [wallet.address, SOMEBODY, 0n] });
    await expectNothing(sandbox, wallet.address);
  });

  test("a token outside the catalogue that copies name, symbol and decimals (R-029, R-030)", async () => {
    const { sandbox, wallet } = await aSandboxWithWallet();
    const owner = sandbox.chain("base").account.address;
    const copy = await aContract(sandbox, "SandboxToken", { args: ["USD Coin", "USDC", 6, owner] });
    expect(await copy.read("symbol")).toBe("USDC");
    const minted = await copy.call("mint", [wallet.address, 1_000_000n]);
    expect([minted.status, minted.logs.length]).toEqual(["success", 1]);
    await expectNothing(sandbox, wallet.address);
  });

  test("the canonical token of another network at the same address (R-029)", async () => {
    const { sandbox, wallet } = await aSandboxWithWallet("ethereum");
    const usdcOnBase = sandbox.chain("base").token("USDC");
    expect(await sandbox.chain("ethereum").public.getCode({ address: usdcOnBase })).toBeUndefined();
    const data = "0xa9059cbb".concat(wallet.address.slice(2).padStart(64, "0"), "1".padStart(64, "0")) as Hex;
    await sandbox.chain("ethereum").wallet.sendTransaction({ to: usdcOnBase, data });
    await expectNothing(sandbox, wallet.address);
  });

  test("logs that only look like a Transfer, each of them counted; the deposit beside them in the same block is read all the same (R-027, R-028)", async () => {
    const { sandbox, api, wallet } = await aSandboxWithWallet();
    const emitter = await aContract(sandbox, "FakeTransferEmitter");
    await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
    const { wallet: sender, account } = sandbox.chain("base");
    const nonce = await sandbox.chain("base").public.getTransactionCount({ address: account.address });
    const names = ["emitWellFormed", "emitNonFungible", "emitUnindexed", "emitWithDirtyTopic", "emitWithDataLength"];
    for (const [index, functionName] of names.entries()) {
      const args = [SOMEBODY, wallet.address, functionName === "emitWithDataLength" ? 31n : 7n];
      const request = { abi: emitter.abi, address: emitter.address, functionName, args, gas: 200_000n };
      await sender.writeContract({ ...request, nonce: nonce + index });
    }
    const hash = await sender.writeContract({
      abi: erc20Abi,
      address: sandbox.chain("base").token("USDC"),
      functionName: "transfer",
      args: [wallet.address, 8n],
      gas: 200_000n,
      nonce: nonce + names.length,
    });
    await sandbox.control("POST", "/networks/base/mine", { blocks: 2 });
    const block = await sandbox.chain("base").public.getBlock({ blockNumber: 3n });
    expect(block.transactions).toHaveLength(names.length + 1);
    expect((await allDeposits(api)).map(({ tx_id, balance }) => [tx_id, balance.raw])).toEqual([[hash, 8]]);
    const page = await (await fetch(`${sandbox.url}/metrics`)).text();
    // The well-formed one is emitted by an unknown token: its form is correct.
    expect(page).toContain('sandbox_transfer_logs_skipped_total{network="base"} 4');
  });

  test("tokens that take a fee or move nothing are not in the catalogue (R-033, R-035)", async () => {
    const { sandbox, wallet } = await aSandboxWithWallet();
    const holder = sandbox.chain("base").account.address;
    const fee = await aContract(sandbox, "FeeOnTransferToken", { args: [holder, 1_000n] });
    const liar = await aContract(sandbox, "FalseReturnToken", { args: [holder, 1_000n] });
    expect((await fee.call("transfer", [wallet.address, 500n])).status).toBe("success");
    expect((await liar.call("transfer", [wallet.address, 500n])).status).toBe("success");
    await expectNothing(sandbox, wallet.address);
  });

  test("a payment to the wallet's address on a network it is not assigned on (R-042)", async () => {
    const { sandbox, wallet } = await aSandboxWithWallet("base");
    await payToken(sandbox, { network: "ethereum", to: wallet.address, amount: "1" });
    await sandbox.chain("ethereum").wallet.sendTransaction({ to: wallet.address, value: 1n });
    await expectNothing(sandbox, wallet.address);
  });

  test("a transfer of an address to itself, which costs it gas and nothing else (R-040)", async () => {
    const { sandbox, api, wallet } = await aSandboxWithWallet();
    await payToken(sandbox, { to: wallet.address, amount: "5" });
    await sandbox.chain("base").wallet.sendTransaction({ to: wallet.address, value: parseEther("1") });
    const before = (await allDeposits(api)).length;
    const self = platformClient(sandbox, "base", wallet.address);
    await self.writeContract({
      abi: erc20Abi,
      address: sandbox.chain("base").token("USDC"),
      functionName: "transfer",
      args: [wallet.address, parseUnits("2", 6)],
    });
    await self.sendTransaction({ to: wallet.address, value: parseEther("0.5") });
    expect((await allDeposits(api)).length).toBe(before);
    expect(await rawBalance(api, wallet.address, "USDC")).toBe("5000000");
    const left = await sandbox.chain("base").public.getBalance({ address: wallet.address });
    expect(left).toBeLessThan(parseEther("1"));
    expect(await rawBalance(api, wallet.address, "ETH")).toBe(left.toString());
    await expectOnlyRed(sandbox, ["I-05"]);
  });
});

describe("each tenant sees its own side (K-3, H-08)", () => {
  test("one transaction pays wallets of two tenants: each finds its own leg", async () => {
    const { sandbox, api, wallet } = await aSandboxWithWallet();
    const other = await sandbox.control("POST", "/tenants", { name: "other" });
    const theirs = sandbox.clientFor(other.api_key);
    const bob = await aWallet(theirs, { owner: "bob" });
    const contract = await aContract(sandbox, "BatchSender");
    const legs = [wallet.address, bob.address].map((to, index) => ({
      token: zeroAddress,
      to,
      amount: BigInt(index + 1),
    }));
    const { transactionHash } = await contract.call("send", [legs], 3n);
    const [mine, their] = [await depositsOf(api, transactionHash), await depositsOf(theirs, transactionHash)];
    expect([mine, their].map((list) => list.map(({ owner, balance }) => [owner, balance.raw]))).toEqual([
      [["alice", 1]],
      [["bob", 2]],
    ]);
    expect((await api.GET("/deposits/{id}", { params: { path: { id: their[0]!.id } } })).response.status).toBe(404);
    expect(
      (await theirs.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: transactionHash } } })).data?.data,
    ).toEqual(their[0]);
  });

  test("a wallet of one tenant pays: it is a user to its own tenant and external to the other", async () => {
    const { sandbox, api, wallet } = await aSandboxWithWallet();
    const other = await sandbox.control("POST", "/tenants", { name: "other" });
    const theirs = sandbox.clientFor(other.api_key);
    const [own, foreign] = [await aWallet(api, { owner: "own" }), await aWallet(theirs, { owner: "foreign" })];
    await sandbox.chain("base").wallet.sendTransaction({ to: wallet.address, value: parseEther("1") });
    const payer = platformClient(sandbox, "base", wallet.address);
    const inside = await payer.sendTransaction({ to: own.address, value: 10n });
    const outside = await payer.sendTransaction({ to: foreign.address, value: 20n });
    const [seenInside] = await depositsOf(api, inside);
    const [seenOutside] = await depositsOf(theirs, outside);
    expect(seenInside).toMatchObject({ from_wallet_category: "user", from_address: wallet.address });
    expect(seenOutside).toMatchObject({ from_wallet_category: "external", from_address: wallet.address });
    expect(await transactionOf(api, seenInside!.id)).toMatchObject({ from_wallet_category: "user", type: "deposit" });
    expect(await transactionOf(theirs, seenOutside!.id)).toMatchObject({ from_wallet_category: "external" });
    expect(await depositsOf(api, outside)).toEqual([]);
    // What left is gone from the payer's balance too, gas included.
    const left = await sandbox.chain("base").public.getBalance({ address: wallet.address });
    expect(await rawBalance(api, wallet.address, "ETH")).toBe(left.toString());
    await expectOnlyRed(sandbox, ["I-05", "I-17"]);
  });

  test("a payout that lands on a wallet is its deposit; the refill that paid the gas is none (R-041)", async () => {
    const { sandbox, api, wallet } = await aSandboxWithWallet();
    const other = await sandbox.control("POST", "/tenants", { name: "other" });
    const theirs = sandbox.clientFor(other.api_key);
    const foreign = await aWallet(theirs, { owner: "foreign" });
    const { data } = await api.GET("/vault/{vault_id}/addresses", {
      params: { path: { vault_id: sandbox.ready.vault_id } },
    });
    const vault = data!.data.find(({ network_symbol }) => network_symbol === "base")!.address;
    await payToken(sandbox, { to: vault, amount: "10" });
    for (const [index, to_address] of [wallet.address, foreign.address].entries()) {
      const { response } = await api.POST("/transfer/payout", {
        body: {
          vault_id: sandbox.ready.vault_id,
          asset: "USDC",
          network_symbol: "base",
          to_address,
          reference_id: `order-${index}`,
          amount: "2",
        },
      });
      expect(response.status).toBe(201);
    }
    const mine = (await allDeposits(api)).map(({ to_wallet_category, from_wallet_category }) => [
      from_wallet_category,
      to_wallet_category,
    ]);
    expect(mine).toEqual([
      ["vault", "user"],
      ["external", "vault"],
    ]);
    expect(
      (await allDeposits(theirs)).map(({ from_wallet_category, from_address }) => [from_wallet_category, from_address]),
    ).toEqual([["external", vault]]);
    const refills = await api.GET("/transactions", { params: { query: { "filter[]": ["type:refill"] } } });
    expect(refills.data?.data.map(({ status }) => status)).toEqual(["confirmed"]);
  });
});
