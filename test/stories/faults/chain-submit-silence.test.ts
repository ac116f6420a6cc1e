// A node that does not answer: whether it has the payment is unknown, so nothing fails and nothing is sent twice.
import type { Hex } from "viem";
import { expect } from "vitest";
import type { ASandbox } from "../../support/a-sandbox.ts";
import { faultStory } from "../../support/fault-story.ts";
import { aPayout, aVault, PAYEE, payoutNow, recordOf, vaultBalance } from "../../support/payments/a-payout.ts";
import { tokenBalance } from "../../support/payments/a-uda.ts";
import { differences, lanesBroken } from "../../support/worlds/ledger.ts";

async function aReadyVault(sandbox: ASandbox): Promise<Hex> {
  const vault = await aVault(sandbox, { amount: "100" });
  await sandbox.control("POST", "/faucet", { network: "ethereum", asset: "ETH", to_address: vault, amount: "1" });
  return vault;
}

const silence = (sandbox: ASandbox, times: number | null) =>
  sandbox.control("POST", "/faults", {
    ...{ gate: "chain.submit", effect: "unavailable", times },
    match: { network: "ethereum", purpose: "payout" },
  });

const travel = ({ control }: ASandbox, by: string) => control("POST", "/clock/advance", { by });
const paid = (sandbox: ASandbox) => tokenBalance(sandbox, "ethereum", "USDT", PAYEE);
const nonceOf = async (sandbox: ASandbox, hash: string) =>
  (await sandbox.chain("ethereum").public.getTransaction({ hash: hash as Hex })).nonce;

async function expectPeace(sandbox: ASandbox): Promise<void> {
  expect((await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1d" })).pending).toEqual([]);
  expect(await differences(sandbox)).toEqual([]);
  expect(await lanesBroken(sandbox)).toEqual([]);
}

faultStory(
  "chain.submit",
  "unavailable",
  "the payout stays in progress, later nonces wait, and all are sent in order when the node answers",
  async (sandbox) => {
    const { api } = sandbox;
    await aReadyVault(sandbox);
    await silence(sandbox, 2);
    const first = await aPayout(sandbox);
    expect(await payoutNow(api, first.id)).toMatchObject({ status: "processing", tx_id: "", error: "" });
    expect((await recordOf(api, first.id)).status).toBe("signed");
    // it can neither be rejected nor does it get another nonce.
    const reject = await api.POST("/transfer/payout/{id}/reject", { params: { path: { id: first.id } } });
    expect(reject.response.status).toBe(400);
    await travel(sandbox, "2s");
    const second = await aPayout(sandbox, { reference_id: "order-2", amount: "7" });
    expect((await payoutNow(api, second.id)).status).toBe("processing");
    expect(await paid(sandbox)).toBe(0n);
    await travel(sandbox, "4s");
    const [one, two] = [await payoutNow(api, first.id), await payoutNow(api, second.id)];
    expect([one.status, two.status]).toEqual(["confirmed", "confirmed"]);
    expect([await nonceOf(sandbox, one.tx_id), await nonceOf(sandbox, two.tx_id)]).toEqual([0, 1]);
    expect(await paid(sandbox)).toBe(17_000_000n);
    await expectPeace(sandbox);
  },
);

faultStory(
  "chain.submit",
  "unavailable",
  "six sends without an answer: an empty transaction uses up the nonce, only then the payout has failed",
  async (sandbox) => {
    const { api, control } = sandbox;
    const vault = await aReadyVault(sandbox);
    const { public: client } = sandbox.chain("ethereum");
    await silence(sandbox, 6);
    const { id } = await aPayout(sandbox);
    await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
    await travel(sandbox, "62s");
    expect((await payoutNow(api, id)).status).toBe("processing");
    await travel(sandbox, "64s");
    expect(await payoutNow(api, id)).toMatchObject({ status: "processing", error: "" });
    expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "90" });
    await control("POST", "/networks/ethereum/mine", { blocks: 2 });
    expect(await payoutNow(api, id)).toMatchObject({
      status: "failed",
      error: "broadcast failed after 6 attempts: the node does not answer",
      tx_id: "",
    });
    expect(await client.getTransactionCount({ address: vault })).toBe(1);
    expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "100" });
    expect(await paid(sandbox)).toBe(0n);
    await control("PUT", "/networks/ethereum/mining", { mode: "instant" });
    const next = await aPayout(sandbox, { reference_id: "order-2" });
    expect((await payoutNow(api, next.id)).status).toBe("confirmed");
    await expectPeace(sandbox);
  },
);

faultStory(
  "chain.submit",
  "unavailable",
  "the cutoff passes while the outcome is unknown: a cancel decides, and nothing is paid after it",
  async (sandbox) => {
    const { api, control } = sandbox;
    await aReadyVault(sandbox);
    await silence(sandbox, 3);
    const { now } = await control("GET", "/clock");
    const expired_at = new Date(Date.parse(now) + 10_000).toISOString();
    const { id } = await aPayout(sandbox, { expired_at });
    await travel(sandbox, "9999ms");
    expect((await payoutNow(api, id)).status).toBe("processing");
    await travel(sandbox, "1ms");
    expect(await payoutNow(api, id)).toMatchObject({ status: "expired", error: "", tx_id: "" });
    expect(await paid(sandbox)).toBe(0n);
    expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "100" });
    await expectPeace(sandbox);
  },
);
