// chain.submit on what the gas station sends for deposit addresses: delegations and sweeps are tried until they are through.
import type { Hex } from "viem";
import { expect } from "vitest";
import type { ASandbox } from "../../support/a-sandbox.ts";
import { faultStory } from "../../support/fault-story.ts";
import { aUda, delegationStatus, sendToken, settlementsOf, tokenBalance } from "../../support/payments/a-uda.ts";
import { differences, lanesBroken } from "../../support/worlds/ledger.ts";

const inject = (sandbox: ASandbox, effect: string, purpose: string) =>
  sandbox.control("POST", "/faults", { gate: "chain.submit", effect, match: { network: "polygon", purpose } });

const travel = ({ control }: ASandbox, by: string) => control("POST", "/clock/advance", { by });

const deposit = (sandbox: ASandbox, to: Hex, amount: string) =>
  sendToken(sandbox, { network: "polygon", asset: "USDT", to, amount });

const claims = ({ store }: ASandbox) =>
  store.all<{ state: string; tx_hash: Hex; tries: number }>("select state, tx_hash, tries from claim order by id");

async function expectPeace(sandbox: ASandbox): Promise<void> {
  expect((await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1d" })).pending).toEqual([]);
  expect(await differences(sandbox)).toEqual([]);
  expect(await lanesBroken(sandbox)).toEqual([]);
}

faultStory(
  "chain.submit",
  "stuck",
  "two sweeps of one address at once, the first stuck: both arrive, each once",
  async (sandbox) => {
    const { api } = sandbox;
    const { public: client } = sandbox.chain("polygon");
    const uda = await aUda(api);
    await inject(sandbox, "stuck", "sweep");
    await deposit(sandbox, uda.address, "100");
    await deposit(sandbox, uda.address, "40");
    // The settlements are completed; the next transactions wait for one nonce.
    expect((await settlementsOf(api, uda.id)).map(({ status }) => status)).toEqual(["completed", "completed"]);
    expect(claims(sandbox).map(({ state }) => state)).toEqual(["sent", "sent"]);
    expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(140_000_000n);
    await travel(sandbox, "61s");
    const swept = claims(sandbox);
    expect(swept.map(({ state }) => state)).toEqual(["confirmed", "confirmed"]);
    for (const { tx_hash } of swept) {
      expect((await client.getTransactionReceipt({ hash: tx_hash })).status).toBe("success");
    }
    expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(0n);
    await expectPeace(sandbox);
  },
);

faultStory(
  "chain.submit",
  "revert",
  "a delegation reverts: failed, tried again, and only what the code says counts",
  async (sandbox) => {
    const { api } = sandbox;
    const { public: client } = sandbox.chain("polygon");
    await inject(sandbox, "revert", "delegate");
    const uda = await aUda(api);
    expect(await delegationStatus(api, uda.id)).toBe("failed");
    await deposit(sandbox, uda.address, "100");
    expect(claims(sandbox).map(({ state }) => state)).toEqual(["pending"]);
    await travel(sandbox, "5s");
    expect(await delegationStatus(api, uda.id)).toBe("delegated");
    expect(claims(sandbox).map(({ state }) => state)).toEqual(["confirmed"]);
    const rows = sandbox.store.all<{ hash: Hex; state: string }>(
      "select hash, state from attempt where network = 'polygon' and purpose = 'delegate' order by id",
    );
    expect(rows.map(({ state }) => state)).toEqual(["failed", "confirmed"]);
    const receipts = await Promise.all(rows.map(({ hash }) => client.getTransactionReceipt({ hash })));
    expect(receipts.map(({ status }) => status)).toEqual(["reverted", "success"]);
    expect(await client.getCode({ address: uda.address })).toMatch(/^0xef0100/);
    await expectPeace(sandbox);
  },
);

faultStory(
  "chain.submit",
  "out-of-gas",
  "a sweep runs out of gas: all of it is paid, the money stays, the next one is through",
  async (sandbox) => {
    const { api } = sandbox;
    const { public: client } = sandbox.chain("polygon");
    const uda = await aUda(api);
    await inject(sandbox, "out-of-gas", "sweep");
    await deposit(sandbox, uda.address, "100");
    expect(claims(sandbox)).toMatchObject([{ state: "pending", tries: 1 }]);
    expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(100_000_000n);
    const [failed] = sandbox.store.all<{ hash: Hex }>(
      "select hash from attempt where purpose = 'sweep' and state = 'failed'",
    );
    const receipt = await client.getTransactionReceipt({ hash: failed!.hash });
    const sent = await client.getTransaction({ hash: failed!.hash });
    expect([receipt.status, receipt.gasUsed]).toEqual(["reverted", sent.gas]);
    await travel(sandbox, "5s");
    expect(claims(sandbox)).toMatchObject([{ state: "confirmed" }]);
    expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(0n);
    await expectPeace(sandbox);
  },
);
