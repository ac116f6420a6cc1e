// Story: a pending transaction is dropped from the pool on request; its sender has to send it again, the platform does so by itself.
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, PAYEE, payoutNow, vaultBalance } from "../../support/payments/a-payout.ts";
import { tokenBalance } from "../../support/payments/a-uda.ts";
import { allDeposits, aWallet, signedPayment } from "../../support/payments/on-chain.ts";
import { differences, lanesBroken } from "../../support/worlds/ledger.ts";

const drop = ({ admin }: ASandbox, network: string, hash: string) =>
  admin("POST", `/networks/${network}/transactions/${hash}/drop`);

const manual = ({ control }: ASandbox, network: string) =>
  control("PUT", `/networks/${network}/mining`, { mode: "manual" });

const mine = ({ control }: ASandbox, network: string) => control("POST", `/networks/${network}/mine`, { blocks: 2 });

const waiting = async ({ control }: ASandbox): Promise<number> =>
  (await control("GET", "/status")).pending.waiting_transactions;

test("a user's transfer is dropped: no deposit, until the same bytes are sent again", async () => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  const { address: to } = await aWallet(api);
  await manual(sandbox, "base");
  const { public: client, account } = sandbox.chain("base");
  const serializedTransaction = await signedPayment(sandbox, { to, amount: "5" });
  const hash = await client.sendRawTransaction({ serializedTransaction });
  expect(await waiting(sandbox)).toBe(1);

  const dropped = await drop(sandbox, "8453", hash.toUpperCase().replace("0X", "0x"));
  expect(dropped).toMatchObject({
    status: 200,
    body: {
      data: {
        ...{ network: "base", hash, from: account.address.toLowerCase(), nonce: 0 },
        ...{ purpose: null, sent_again_at: null },
      },
    },
  });
  expect(await waiting(sandbox)).toBe(0);
  await expect(client.getTransaction({ hash })).rejects.toThrow("could not be found");
  await mine(sandbox, "base");
  expect(await allDeposits(api)).toEqual([]);

  expect(await client.sendRawTransaction({ serializedTransaction })).toBe(hash);
  await mine(sandbox, "base");
  expect(await allDeposits(api)).toMatchObject([{ tx_id: hash, balance: { amount: 5 } }]);
});

test("a payout is dropped: the answer says when it is sent again, and then the same bytes are sent once", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const vault = await aVault(sandbox, { amount: "100" });
  await control("POST", "/faucet", { network: "ethereum", asset: "ETH", to_address: vault, amount: "1" });
  await manual(sandbox, "ethereum");
  const first = await aPayout(sandbox);
  const second = await aPayout(sandbox, { reference_id: "order-2", amount: "7" });
  const { tx_id } = await payoutNow(api, first.id);
  await control("POST", "/clock/advance", { by: "20s" });

  const { body } = await drop(sandbox, "ethereum", tx_id);
  const { now } = await control("GET", "/clock");
  expect(body.data).toMatchObject({ purpose: "payout", from: vault.toLowerCase(), nonce: 0 });
  const again = Date.parse(body.data.sent_again_at) - Date.parse(now);
  expect(again).toBe(40_000);
  // The following nonce cannot be mined now.
  expect(await waiting(sandbox)).toBe(0);
  await mine(sandbox, "ethereum");
  expect(await payoutNow(api, first.id)).toMatchObject({ status: "processing", tx_id, error: "" });

  await control("POST", "/clock/advance", { by: again });
  expect(await waiting(sandbox)).toBe(2);
  await mine(sandbox, "ethereum");
  expect(await payoutNow(api, first.id)).toMatchObject({ status: "confirmed", tx_id });
  expect((await payoutNow(api, second.id)).status).toBe("confirmed");
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(17_000_000n);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "83", available: "83" });
  await control("PUT", "/networks/ethereum/mining", { mode: "instant" });
  expect((await control("POST", "/run-until-idle", { advance: true, limit: "1d" })).pending).toEqual([]);
  expect(await differences(sandbox)).toEqual([]);
  expect(await lanesBroken(sandbox)).toEqual([]);
});

test("a deposit made on request is dropped: the next one takes its nonce and arrives", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const { address } = await aWallet(api);
  await manual(sandbox, "base");
  const body = { network: "base", asset: "USDC", to_address: address };
  const { tx_id } = await control("POST", "/deposits", { ...body, amount: "5" });
  expect((await drop(sandbox, "base", tx_id)).status).toBe(200);
  const next = await control("POST", "/deposits", { ...body, amount: "6" });
  await mine(sandbox, "base");
  expect(await allDeposits(api)).toMatchObject([{ tx_id: next.tx_id, balance: { amount: 6 } }]);
});

test("a transaction that is not pending is not dropped: 404 with the pending ones, 400 for one in a block, and nothing changes", async () => {
  const sandbox = await aSandbox();
  const { control } = sandbox;
  const { address } = await aWallet(sandbox.api);
  const body = { network: "base", asset: "USDC", to_address: address };
  const { tx_id: mined } = await control("POST", "/deposits", { ...body, amount: "5" });
  await manual(sandbox, "base");
  const { tx_id: hash } = await control("POST", "/deposits", { ...body, amount: "6" });
  const unknown = `0x${"ab".repeat(32)}`;
  for (const name of [unknown, "0x12", "nonsense"]) {
    const { status, body } = await drop(sandbox, "base", name);
    expect(status).toBe(404);
    expect(body.details.waiting).toMatchObject([{ hash, nonce: 1, purpose: null }]);
    expect(body.error).toContain("details.waiting");
  }
  const { number } = (await control("GET", "/networks")).items.find(
    (one: { network: string }) => one.network === "base",
  ).head;
  const inBlock = await drop(sandbox, "base", mined);
  expect(inBlock).toMatchObject({ status: 400, body: { details: { head: number } } });
  expect(inBlock.body.error).toContain("reorg");
  expect(await drop(sandbox, "ethereum", hash)).toMatchObject({ status: 404, body: { details: { waiting: [] } } });
  expect((await drop(sandbox, "nowhere", hash)).status).toBe(404);
  expect(await waiting(sandbox)).toBe(1);
  await mine(sandbox, "base");
  expect((await sandbox.chain("base").public.getTransaction({ hash: hash as Hex })).blockNumber).not.toBeNull();
});
