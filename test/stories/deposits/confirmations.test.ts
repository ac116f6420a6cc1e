// The confirmation target: when a deposit counts, and what a change of the target does (H-02, R-009… ).
import { parseEther } from "viem";
import { nonceManager, privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { aSandbox } from "../../support/a-sandbox.ts";
import {
  allDeposits,
  aWallet,
  depositsOf,
  eventsOf,
  payToken,
  transactionOf,
} from "../../support/payments/on-chain.ts";

const aManualBase = async (confirmations: number) => {
  const sandbox = await aSandbox();
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  await sandbox.control("PUT", "/networks/base/confirmations", { blocks: confirmations });
  const wallet = await aWallet(sandbox.api);
  const hash = await payToken(sandbox, { to: wallet.address, amount: "1" });
  const mine = (blocks = 1) => sandbox.control("POST", "/networks/base/mine", { blocks });
  const target = (blocks: number) => sandbox.control("PUT", "/networks/base/confirmations", { blocks });
  const status = async () => {
    const [deposit] = await depositsOf(sandbox.api, hash);
    return deposit === undefined ? undefined : (await transactionOf(sandbox.api, deposit.id)).status;
  };
  const types = async () => (await eventsOf(sandbox)).map(({ type }) => type);
  return { sandbox, wallet, hash, mine, target, status, types };
};

describe("the block of the transfer is the first confirmation", () => {
  test("with a target of 1 it is seen and confirmed by one block, in that order (R-055)", async () => {
    const { mine, status, types } = await aManualBase(1);
    await mine();
    expect(await status()).toBe("confirmed");
    expect(await types()).toEqual(["address.assigned", "deposit.new", "deposit.confirmed", "balance.updated"]);
  });

  test("with a target of 4 the fourth block confirms, and no later one again (R-009, R-011)", async () => {
    const { mine, status, types } = await aManualBase(4);
    const seen = [];
    for (let block = 0; block < 6; block += 1) {
      await mine();
      seen.push(await status());
    }
    expect(seen).toEqual(["broadcasted", "broadcasted", "broadcasted", "confirmed", "confirmed", "confirmed"]);
    expect((await types()).filter((type) => type === "deposit.confirmed")).toHaveLength(1);
  });
});

describe("a change of the target", () => {
  test("that is reached already confirms at once, without a block (I-15)", async () => {
    const { sandbox, mine, target, status } = await aManualBase(5);
    await mine(2);
    expect(await status()).toBe("broadcasted");
    const head = await sandbox.chain("base").public.getBlockNumber();
    await target(3);
    expect(await status()).toBe("broadcasted");
    await target(2);
    expect(await status()).toBe("confirmed");
    expect(await sandbox.chain("base").public.getBlockNumber({ cacheTime: 0 })).toBe(head);
  });

  test("that is raised lets the unconfirmed wait longer and leaves the confirmed alone (R-010)", async () => {
    const { sandbox, wallet, mine, target, types } = await aManualBase(2);
    await mine(2);
    const later = await payToken(sandbox, { to: wallet.address, amount: "2" });
    await mine();
    await target(4);
    await mine(2);
    const [unconfirmed, confirmed] = await allDeposits(sandbox.api);
    expect(unconfirmed!.tx_id).toBe(later);
    expect((await transactionOf(sandbox.api, confirmed!.id)).status).toBe("confirmed");
    expect((await transactionOf(sandbox.api, unconfirmed!.id)).status).toBe("broadcasted");
    await mine();
    expect((await types()).filter((type) => type === "deposit.confirmed")).toHaveLength(2);
  });
});

test("in instant mode a network mines the blocks that its target needs and then stops", async () => {
  const sandbox = await aSandbox();
  await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 12 });
  const wallet = await aWallet(sandbox.api);
  await payToken(sandbox, { to: wallet.address, amount: "1" });
  expect(await sandbox.chain("base").public.getBlockNumber()).toBe(12n);
  expect((await eventsOf(sandbox, { type: "deposit.confirmed" })).length).toBe(1);
});

test("forty transfers sent at once by four accounts with a running clock: each is one deposit, confirmed once", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const wallets = await Promise.all(["a", "b", "c", "d"].map((owner) => aWallet(sandbox.api, { owner })));
  const { chain } = sandbox.chain("base");
  const hashes = await Promise.all(
    wallets.flatMap(({ address }, index) => {
      const account = privateKeyToAccount(sandbox.ready.accounts[index]!.private_key as `0x${string}`, {
        nonceManager,
      });
      const { wallet } = sandbox.chain("base", index);
      return Array.from({ length: 10 }, (_, count) =>
        wallet.sendTransaction({ account, chain, to: address, value: parseEther("0.001") + BigInt(count) }),
      );
    }),
  );
  await sandbox.control("POST", "/run-until-idle", {});
  const deposits = await allDeposits(sandbox.api);
  expect(deposits.map(({ tx_id }) => tx_id).toSorted()).toEqual(hashes.toSorted());
  for (const type of ["deposit.new", "deposit.confirmed"]) {
    const events = (await eventsOf(sandbox, { type })).map(({ resource_id }) => resource_id);
    expect(events.toSorted()).toEqual(deposits.map(({ id }) => id).toSorted());
  }
  for (const { address } of wallets) {
    const { data } = await sandbox.api.GET("/wallets/address/{address}", { params: { path: { address } } });
    const onChain = await sandbox.chain("base").public.getBalance({ address });
    expect(data?.data.balances[0]?.balance.raw).toBe(onChain.toString());
    expect(onChain).toBe(parseEther("0.01") + 45n);
  }
});

test("two hundred transfers in one block are two hundred deposits in the order of the block", async () => {
  const sandbox = await aSandbox();
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  const wallet = await aWallet(sandbox.api);
  const account = privateKeyToAccount(sandbox.ready.accounts[0]!.private_key as `0x${string}`);
  const { public: client } = sandbox.chain("base");
  for (let nonce = 0; nonce < 200; nonce += 1) {
    const transfer = { to: wallet.address, value: BigInt(nonce + 1), gas: 21_000n, nonce, chainId: 8453 } as const;
    const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1n, type: "eip1559" } as const;
    await client.sendRawTransaction({ serializedTransaction: await account.signTransaction({ ...transfer, ...fees }) });
  }
  await sandbox.control("POST", "/networks/base/mine", { blocks: 2 });
  const oldest = await sandbox.api.GET("/deposits", { params: { query: { limit: 100, page: 2 } } });
  expect(oldest.data?.pagination.total_items).toBe(200);
  expect(oldest.data?.data.map(({ balance }) => balance.raw)).toEqual(
    Array.from({ length: 100 }, (_, index) => 100 - index),
  );
  const [change, ...more] = await eventsOf(sandbox, { type: "balance.updated" });
  expect([change?.payload.balance.raw, more]).toEqual([String((200 * 201) / 2), []]);
});
