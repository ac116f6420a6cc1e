// Story: the base fee rises while a payment is pending: it is replaced at the present fee, and paid once.
import { type Hex, parseGwei } from "viem";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, PAYEE, payoutNow, recordOf, transactionsOf } from "../../support/payments/a-payout.ts";
import { tokenBalance } from "../../support/payments/a-uda.ts";
import { differences, lanesBroken } from "../../support/worlds/ledger.ts";

const mode = ({ control }: ASandbox, value: string) => control("PUT", "/networks/ethereum/mining", { mode: value });
const baseFee = ({ control }: ASandbox, gwei: string) => control("PUT", "/networks/ethereum/base-fee", { gwei });
const travel = ({ control }: ASandbox, by: string) => control("POST", "/clock/advance", { by });
const mine = ({ control }: ASandbox) => control("POST", "/networks/ethereum/mine", { blocks: 2 });

/** A vault on Ethereum with 100 USDT and one ether for gas. */
async function aReadyVault(sandbox: ASandbox): Promise<Hex> {
  const vault = await aVault(sandbox, { amount: "100" });
  await sandbox.control("POST", "/faucet", { network: "ethereum", asset: "ETH", to_address: vault, amount: "1" });
  return vault;
}

async function expectPaidOnce(sandbox: ASandbox): Promise<void> {
  expect((await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "3d" })).pending).toEqual([]);
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
  expect(await differences(sandbox)).toEqual([]);
  expect(await lanesBroken(sandbox)).toEqual([]);
}

test("interval mining: the payout is too cheap for the next blocks, after a minute it pays the present fee", async () => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  const { public: client } = sandbox.chain("ethereum");
  await aReadyVault(sandbox);
  await mode(sandbox, "interval");
  const { id } = await aPayout(sandbox);
  const { tx_id: cheap } = await payoutNow(api, id);
  const { nonce } = await client.getTransaction({ hash: cheap as Hex });
  await baseFee(sandbox, "300");
  await travel(sandbox, "59s");
  expect(await payoutNow(api, id)).toMatchObject({ status: "processing", tx_id: cheap });
  await travel(sandbox, "1m");
  const { status, tx_id } = await payoutNow(api, id);
  expect(status).toBe("confirmed");
  const winner = await client.getTransaction({ hash: tx_id as Hex });
  expect([winner.nonce, winner.maxFeePerGas]).toEqual([nonce, parseGwei("630")]);
  await expectPaidOnce(sandbox);
});

test("manual mining: one pending for hours is checked within a minute of the spike", async () => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  await aReadyVault(sandbox);
  await mode(sandbox, "manual");
  const { id } = await aPayout(sandbox);
  await travel(sandbox, "6h");
  await baseFee(sandbox, "200");
  await mine(sandbox);
  expect((await payoutNow(api, id)).status).toBe("processing");
  await travel(sandbox, "1m");
  await mine(sandbox);
  expect((await payoutNow(api, id)).status).toBe("confirmed");
  await mode(sandbox, "instant");
  await expectPaidOnce(sandbox);
});

test("a vault that cannot pay the higher fee gets another refill, then its payout is replaced", async () => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  await aVault(sandbox, { amount: "100" });
  await mode(sandbox, "manual");
  const { id } = await aPayout(sandbox);
  await mine(sandbox);
  const { status, tx_id: cheap } = await payoutNow(api, id);
  expect(status).toBe("processing");
  await baseFee(sandbox, "100");
  await mode(sandbox, "instant");
  await travel(sandbox, "1m");
  const refills = await transactionsOf(api, (await recordOf(api, id)).id);
  expect(refills).toMatchObject([
    { type: "refill", status: "confirmed" },
    { type: "refill", status: "confirmed" },
  ]);
  const ended = await payoutNow(api, id);
  expect(ended.status).toBe("confirmed");
  expect(ended.tx_id).not.toBe(cheap);
  await expectPaidOnce(sandbox);
});

test("a cutoff while the base fee is high: the cancel pays the present fee, and the payout expires", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await aReadyVault(sandbox);
  await mode(sandbox, "manual");
  const { now } = await control("GET", "/clock");
  const { id } = await aPayout(sandbox, { expired_at: new Date(Date.parse(now) + 30_000).toISOString() });
  await baseFee(sandbox, "300");
  await mode(sandbox, "instant");
  await travel(sandbox, "30s");
  expect((await payoutNow(api, id)).status).toBe("expired");
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(0n);
  expect(await differences(sandbox)).toEqual([]);
});
