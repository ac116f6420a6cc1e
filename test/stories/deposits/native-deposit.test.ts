// Stories (c) and (d): native coin through a contract's inner calls, and several movements in one transaction (H-02, R-021…R-023).
import { getAddress, type Hex, parseEther, zeroAddress } from "viem";
import { expect, test } from "vitest";
import { insertAddress } from "../../../src/domain/address/store.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aContract, allDeposits, aWallet, depositsOf, eventsOf, payToken } from "../../support/payments/on-chain.ts";

const NOBODY = "0x00000000000000000000000000000000000000d4";

/** A sandbox with a wallet on Ethereum and a contract there that can pay in every way. */
const aPayingContract = async (network = "ethereum") => {
  const sandbox = await aSandbox();
  const wallet = await aWallet(sandbox.api, { network });
  const contract = await aContract(sandbox, "BatchSender", { network });
  return { sandbox, api: sandbox.api, wallet, contract };
};

/** What the list shows of a transaction: sender, receiver and exact value, oldest leg first. */
const legsOf = async (sandbox: ASandbox, hash: Hex) =>
  (await depositsOf(sandbox.api, hash))
    .toReversed()
    .map(({ from_address, to_address, symbol, balance }) => [from_address, to_address, symbol, balance.raw]);

test("a plain transfer of native coin is one deposit without a contract (R-021, H-07)", async () => {
  const sandbox = await aSandbox();
  const wallet = await aWallet(sandbox.api, { network: "ethereum" });
  const chain = sandbox.chain("ethereum");
  const hash = await chain.wallet.sendTransaction({ to: wallet.address, value: parseEther("0.02") });
  const [deposit, ...more] = await depositsOf(sandbox.api, hash);
  expect(more).toEqual([]);
  expect(deposit).toMatchObject({
    asset: "Ether",
    symbol: "ETH",
    contract_address: "",
    decimal: 18,
    is_token_transfer: false,
    from_address: chain.account.address,
    to_address: wallet.address,
    balance: { amount: 0.02, raw: 2e16, usd: "50.00" },
  });
});

test("native coin that a contract passes on inside its call is a deposit from the contract (R-023, R-044)", async () => {
  const { sandbox, wallet, contract } = await aPayingContract();
  const legs = [{ token: zeroAddress, to: wallet.address, amount: 5n }];
  const receipt = await contract.call("send", [legs], 5n);
  expect(await legsOf(sandbox, receipt.transactionHash)).toEqual([
    [getAddress(contract.address), wallet.address, "ETH", 5],
  ]);
  const types = (await eventsOf(sandbox)).map(({ type }) => type);
  expect(types).toEqual(["address.assigned", "deposit.new", "deposit.confirmed", "balance.updated"]);
});

test("SELFDESTRUCT in favour of a wallet is a deposit from the contract that ended", async () => {
  const { sandbox, wallet, contract } = await aPayingContract();
  const { transactionHash } = await contract.call("sendBySelfDestruct", [wallet.address], 7n);
  const [leg, ...more] = await legsOf(sandbox, transactionHash);
  expect([leg?.slice(1), more]).toEqual([[wallet.address, "ETH", 7], []]);
  expect([contract.address.toLowerCase(), sandbox.chain("ethereum").account.address.toLowerCase()]).not.toContain(
    leg?.[0]?.toString().toLowerCase(),
  );
});

test("CREATE with a value is a deposit where the created address is watched", async () => {
  const { sandbox, contract } = await aPayingContract();
  const salt = `0x${"5a".repeat(32)}`;
  const created = (await contract.read("createdAddress", [salt])) as Hex;
  // No key has a contract's address, so no wallet is ever assigned there: the test inserts one.
  sandbox.mayBreak(["I-30"], "the wallet is inserted, not assigned: no event says so");
  const row = {
    id: "created",
    tenant_id: sandbox.ready.tenant_id,
    network: "ethereum",
    address: created.toLowerCase(),
  };
  insertAddress(sandbox.store, {
    ...row,
    category: "user",
    owner: "maker",
    holder_id: "",
    derivation: "",
    created_at: 0,
  });
  const { transactionHash } = await contract.call("sendByCreate", [salt], 9n);
  expect(await legsOf(sandbox, transactionHash)).toEqual([
    [getAddress(contract.address), getAddress(created), "ETH", 9],
  ]);
});

test("a reverted frame moves nothing; a payment after it counts (R-023)", async () => {
  const { sandbox, wallet, contract } = await aPayingContract();
  const kept = await aWallet(sandbox.api, { network: "ethereum", owner: "kept" });
  const undone = await contract.call("sendWithRevertedFrame", [zeroAddress, wallet.address, 5n, kept.address], 5n);
  expect(undone.status).toBe("success");
  expect(await legsOf(sandbox, undone.transactionHash)).toEqual([
    [getAddress(contract.address), kept.address, "ETH", 5],
  ]);

  const usdc = sandbox.chain("ethereum").token("USDC");
  await payToken(sandbox, { network: "ethereum", to: contract.address, amount: "1" });
  const token = await contract.call("sendWithRevertedFrame", [usdc, wallet.address, 6n, kept.address]);
  expect((await legsOf(sandbox, token.transactionHash)).map((leg) => leg.slice(1))).toEqual([
    [kept.address, "USDC", 6],
  ]);
});

test("a DELEGATECALL shows a value and moves none (R-023)", async () => {
  const { sandbox, contract } = await aPayingContract();
  // The code that runs by DELEGATECALL is at the first contract that the sender created.
  const bystander = await sandbox.chain("ethereum").public.request({
    method: "debug_traceTransaction" as never,
    params: [(await contract.call("lookByDelegateCall", [], 11n)).transactionHash, { tracer: "callTracer" }] as never,
  });
  const frame = (bystander as { calls: { type: string; to: Hex; value: Hex }[] }).calls[0]!;
  expect([frame.type, frame.value]).toEqual(["DELEGATECALL", "0xb"]);
  sandbox.mayBreak(["I-30"], "the wallet is inserted, not assigned: no event says so");
  const row = { id: "bystander", tenant_id: sandbox.ready.tenant_id, network: "ethereum", address: frame.to };
  insertAddress(sandbox.store, {
    ...row,
    category: "user",
    owner: "nobody",
    holder_id: "",
    derivation: "",
    created_at: 0,
  });
  const { transactionHash, status } = await contract.call("lookByDelegateCall", [], 11n);
  expect([status, await depositsOf(sandbox.api, transactionHash)]).toEqual(["success", []]);
});

test("a transaction that fails gives nothing, whatever its value and its inner calls (R-022)", async () => {
  const { sandbox, api, wallet, contract } = await aPayingContract();
  const failed = await contract.call("sendAndFail", [wallet.address], 3n);
  const legs = [
    { token: zeroAddress, to: wallet.address, amount: 3n },
    { token: sandbox.chain("ethereum").token("USDC"), to: wallet.address, amount: 1n },
  ];
  const tooPoor = await contract.call("send", [legs], 3n);
  expect([failed.status, tooPoor.status]).toEqual(["reverted", "reverted"]);
  expect(await allDeposits(api)).toEqual([]);
  const reply = await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: failed.transactionHash } } });
  expect([reply.response.status, reply.error]).toEqual([
    404,
    { success: false, code: 404, error: "Transaction not found" },
  ]);
});

test("every leg of one transaction is a deposit of its own: native first, then in log order; the lookup by hash returns the last (S-240, H-27, R-039)", async () => {
  const { sandbox, api, wallet, contract } = await aPayingContract("polygon");
  const bob = await aWallet(api, { network: "polygon", owner: "bob" });
  const chain = sandbox.chain("polygon");
  const [usdc, usdt] = [chain.token("USDC"), chain.token("USDT")];
  await payToken(sandbox, { network: "polygon", to: contract.address, amount: "10" });
  await payToken(sandbox, { network: "polygon", asset: "USDT", to: contract.address, amount: "10" });

  const { transactionHash: hash } = await contract.call(
    "send",
    [
      [
        { token: usdt, to: wallet.address, amount: 1n },
        { token: usdc, to: bob.address, amount: 2n },
        { token: zeroAddress, to: wallet.address, amount: 3n },
        { token: usdc, to: NOBODY, amount: 4n },
        { token: usdc, to: wallet.address, amount: 5n },
        { token: usdc, to: wallet.address, amount: 5n },
        { token: zeroAddress, to: bob.address, amount: 6n },
      ],
    ],
    9n,
  );
  const from = getAddress(contract.address);
  expect(await legsOf(sandbox, hash)).toEqual([
    [from, wallet.address, "POL", 3],
    [from, bob.address, "POL", 6],
    [from, wallet.address, "USDT", 1],
    [from, bob.address, "USDC", 2],
    [from, wallet.address, "USDC", 5],
    [from, wallet.address, "USDC", 5],
  ]);
  const deposits = await depositsOf(api, hash);
  expect(new Set(deposits.map(({ id }) => id)).size).toBe(6);
  expect(new Set(deposits.map(({ time, tx_id }) => `${time} ${tx_id}`)).size).toBe(1);
  expect(deposits.map(({ id }) => id)).toEqual(
    deposits
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
  const latest = await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: hash } } });
  expect(latest.data?.data).toEqual(deposits[0]);

  // One balance event a wallet and asset, although two of alice's USDC legs were confirmed by the same block (H-83).
  const balances = (await eventsOf(sandbox, { type: "balance.updated" })).map(({ payload }) => [
    payload.owner,
    payload.symbol,
    payload.balance.raw,
  ]);
  expect(balances.toSorted()).toEqual([
    ["alice", "POL", "3"],
    ["alice", "USDC", "10"],
    ["alice", "USDT", "1"],
    ["bob", "POL", "6"],
    ["bob", "USDC", "2"],
  ]);
});

test("an account that runs a contract's code by delegation pays through it, also in the block that ends the delegation (R-044)", async () => {
  const { sandbox, api, wallet, contract } = await aPayingContract();
  const chain = sandbox.chain("ethereum", 3);
  const { account, wallet: client } = chain;
  const legs = [{ token: zeroAddress, to: wallet.address, amount: 5n }];
  const pay = {
    abi: contract.abi,
    address: account.address,
    functionName: "send",
    args: [legs],
    gas: 200_000n,
  } as const;
  const nonce = await chain.public.getTransactionCount({ address: account.address });
  const delegation = await client.signAuthorization({ contractAddress: contract.address, nonce: nonce + 1 });
  await client.sendTransaction({ to: account.address, authorizationList: [delegation], gas: 200_000n });
  expect((await chain.public.getCode({ address: account.address }))?.slice(0, 8)).toBe("0xef0100");

  await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const payer = sandbox.chain("ethereum", 4).wallet;
  const hash = await payer.writeContract({ ...pay, value: 5n });
  const after = await chain.public.getTransactionCount({ address: account.address });
  const revocation = await client.signAuthorization({ contractAddress: zeroAddress, nonce: after + 1 });
  await client.sendTransaction({ to: account.address, authorizationList: [revocation], gas: 200_000n });
  await sandbox.control("POST", "/networks/ethereum/mine", {});
  expect(await chain.public.getCode({ address: account.address })).toBeUndefined();
  expect(await legsOf(sandbox, hash)).toEqual([[account.address, wallet.address, "ETH", 5]]);

  // Indexed once more from a new branch, whose head has no delegation.
  const [deposit] = await depositsOf(api, hash);
  await sandbox.control("PUT", "/networks/ethereum/confirmations", { blocks: 5 });
  await sandbox.control("POST", "/networks/ethereum/reorg", { depth: 1 });
  expect((await depositsOf(api, hash)).map(({ id }) => id)).toEqual([deposit!.id]);
});

test("a new branch is read block by block, each with the code of its time", async () => {
  const { sandbox, api, wallet, contract } = await aPayingContract();
  await sandbox.control("PUT", "/networks/ethereum/confirmations", { blocks: 9 });
  await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const mine = () => sandbox.control("POST", "/networks/ethereum/mine", {});
  const chain = sandbox.chain("ethereum", 3);
  const { account, wallet: client } = chain;
  const delegate = async (contractAddress: Hex) => {
    const nonce = await chain.public.getTransactionCount({ address: account.address });
    const authorization = await client.signAuthorization({ contractAddress, nonce: nonce + 1 });
    await client.sendTransaction({ to: account.address, authorizationList: [authorization], gas: 200_000n, nonce });
    await mine();
  };
  await delegate(contract.address);
  const legs = [{ token: zeroAddress, to: wallet.address, amount: 5n }];
  const pay = {
    abi: contract.abi,
    address: account.address,
    functionName: "send",
    args: [legs],
    gas: 200_000n,
  } as const;
  const hash = await sandbox.chain("ethereum", 4).wallet.writeContract({ ...pay, value: 5n });
  await mine();
  await delegate(zeroAddress);
  const [deposit] = await depositsOf(api, hash);
  await sandbox.control("POST", "/networks/ethereum/reorg", { depth: 3 });
  expect((await depositsOf(api, hash)).map(({ id }) => id)).toEqual([deposit?.id]);
  expect((await eventsOf(sandbox)).map(({ type }) => type)).toEqual(["address.assigned", "deposit.new"]);
});
