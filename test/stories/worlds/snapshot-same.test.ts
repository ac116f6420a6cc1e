// A world restored from a snapshot continues byte for byte like one that was never interrupted (K-1, R-161).
import { parseEther } from "viem";
import { describe, expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { payoutBody, vaultAddress } from "../../support/payments/a-payout.ts";
import { aUda } from "../../support/payments/a-uda.ts";
import { aWallet, payToken, signedPayment } from "../../support/payments/on-chain.ts";
import type { Digest } from "../../support/worlds/a-digest.ts";
import { aRandomLife, diceOf, liveOn } from "../../support/worlds/a-random-life.ts";
import { digestNow } from "../../support/worlds/a-world-file.ts";

/** One HTTP call: `/v1/…` with the default tenant's key, `/admin/…` without. */
type Call = readonly [method: string, path: string, body?: unknown];
type Story = {
  config?: Parameters<typeof aSandbox>[0];
  /** The calls before the snapshot. */
  begin(sandbox: ASandbox): Promise<unknown>;
  /** The calls after it, the same each time. */
  after: readonly Call[];
};

const toBase = (mode: string): Call => ["PUT", "/admin/networks/base/mining", { mode }];
const LATER: Call = ["POST", "/admin/run-until-idle", { advance: true, limit: "1h" }];
const READS: readonly Call[] = [
  ["GET", "/v1/deposits"],
  ["GET", "/v1/transactions?limit=100"],
  ["GET", "/admin/events?limit=1000"],
  ["GET", "/admin/networks"],
  ["GET", "/admin/faults"],
  ["GET", "/admin/claims"],
];

const aManualDeposit = async (sandbox: ASandbox): Promise<void> => {
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 3 });
  const { address } = await aWallet(sandbox.api);
  await payToken(sandbox, { to: address, amount: "25.5" });
};

const STORIES: Record<string, Story> = {
  "a deposit one block short of its confirmations": {
    async begin(sandbox) {
      await aManualDeposit(sandbox);
      await sandbox.control("POST", "/networks/base/mine", { blocks: 2 });
    },
    after: [["POST", "/admin/networks/base/mine", { blocks: 1 }], toBase("instant"), LATER],
  },
  "blocks that are owed in manual mode, mined once it is instant": {
    async begin(sandbox) {
      await aManualDeposit(sandbox);
      await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
    },
    after: [toBase("instant"), LATER],
  },
  "a block that waits for its slot in interval mode": {
    async begin(sandbox) {
      await sandbox.control("PUT", "/networks/base/mining", { mode: "interval", block_time: "12s" });
      const { address } = await aWallet(sandbox.api);
      await sandbox.control("POST", "/clock/advance", { by: 5_500 });
      await payToken(sandbox, { to: address, amount: "1" });
      await sandbox.control("POST", "/clock/advance", { by: 1_500 });
    },
    after: [["POST", "/admin/clock/advance", { by: "20s" }], LATER],
  },
  "a queued payout that waits for gas, and one behind it": {
    async begin(sandbox) {
      const { api, control, ready } = sandbox;
      const vault = await vaultAddress(api, ready.vault_id, "ethereum");
      await control("POST", "/deposits", { network: "ethereum", asset: "USDT", amount: "100", to_address: vault });
      await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
      for (const reference_id of ["one", "two"])
        await api.POST("/transfer/payout", { body: payoutBody(ready.vault_id, { reference_id }) });
    },
    after: [
      ["POST", "/admin/networks/ethereum/mine", { blocks: 1 }],
      ["POST", "/admin/clock/advance", { by: "70s" }],
      ["PUT", "/admin/networks/ethereum/mining", { mode: "instant" }],
      LATER,
    ],
  },
  "a settlement whose provider is slow": {
    async begin({ api, control }) {
      const uda = await aUda(api);
      const fault = { gate: "routing.provider", effect: "slow", params: { by: "90s" } };
      await control("POST", "/faults", fault);
      const input = { network: "polygon", asset: "USDC", amount: "100", to_address: uda.address };
      await control("POST", "/deposits", input);
    },
    after: [["POST", "/admin/clock/advance", { by: "89s" }], LATER, ["GET", "/v1/uda"]],
  },
  "faults in the middle of their count": {
    async begin({ control, api }) {
      const fault = { gate: "api.request", effect: "status", after: 1, times: 2, params: { status: 500 } };
      await control("POST", "/faults", { ...fault, match: { operation_id: "createWallet" } });
      for (const owner of ["a", "b"]) await api.POST("/wallets", { body: { owner, network_symbol: "base" } });
    },
    after: ["c", "d"].map((owner) => ["POST", "/v1/wallets", { owner, network_symbol: "base" }] as const),
  },
  "a pool of waiting transactions with a gap, and the payer's next nonce": {
    async begin(sandbox) {
      await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
      const { address } = await aWallet(sandbox.api);
      const base = sandbox.chain("base");
      for (const nonce of [0, 1, 3])
        await base.wallet.sendTransaction({ to: address, value: parseEther("0.1"), nonce, gas: 21_000n });
      const input = { network: "base", asset: "USDC", amount: "5", to_address: address };
      for (const _time of [1, 2]) await sandbox.control("POST", "/deposits", input);
    },
    after: [
      ["POST", "/admin/deposits", { network: "base", asset: "USDC", amount: "7", owner: "alice" }],
      ["POST", "/admin/networks/base/mine", { blocks: 2 }],
      toBase("instant"),
      LATER,
    ],
  },
  "a chain that was replaced, with a transaction back in the pool": {
    async begin(sandbox) {
      await aManualDeposit(sandbox);
      await sandbox.control("POST", "/networks/base/mine", { blocks: 2 });
      await sandbox.control("POST", "/networks/base/reorg", { depth: 2, transactions: "delay" });
    },
    after: [
      ["POST", "/admin/networks/base/mine", { blocks: 4 }],
      ["POST", "/admin/networks/base/reorg", { depth: 1, transactions: "keep" }],
      toBase("instant"),
      LATER,
    ],
  },
  "tenants, keys and gas stations that were given their coins": {
    async begin({ control }) {
      const tenant = await control("POST", "/tenants", { name: "second" });
      await control("POST", `/tenants/${tenant.tenant_id}/keys`);
    },
    after: [
      ["POST", "/admin/tenants", { name: "third" }],
      ["POST", "/admin/faucet", { network: "base", asset: "ETH", amount: "1", to_address: `0x${"ab".repeat(20)}` }],
      ["POST", "/admin/networks/base/reorg", { depth: 1, force: true }],
    ],
  },
};

/** Makes the calls; every answer with its status, in order. */
async function play({ url, ready }: ASandbox, calls: readonly Call[]): Promise<string[]> {
  const seen: string[] = [];
  for (const [method, path, body] of calls) {
    const headers = { "x-api-key": ready.api_key, "content-type": "application/json" };
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    seen.push(`${method} ${path} ${response.status} ${(await response.text()).replaceAll(url, "http://here")}`);
  }
  return seen;
}

describe("in the middle of", () => {
  test.each(Object.entries(STORIES))("%s", async (_name, { config, begin, after }) => {
    const sandbox = await aSandbox(config);
    await begin(sandbox);
    const { id } = await sandbox.control("POST", "/snapshots", { name: "middle" });
    const middle = await digestNow(sandbox);
    const calls = [...after, ...READS];
    const seen = await play(sandbox, calls);
    const end = await digestNow(sandbox);
    expect(end).not.toEqual(middle);
    for (const _time of ["once", "twice"]) {
      await sandbox.control("POST", `/snapshots/${id}/restore`);
      expect(await digestNow(sandbox)).toEqual(middle);
      expect(await play(sandbox, calls)).toEqual(seen);
      expect(await digestNow(sandbox)).toEqual(end);
    }
    const untouched = await aSandbox(config);
    await begin(untouched);
    expect(await play(untouched, calls)).toEqual(seen);
  });
});

test("a webhook in retry continues where it was: same id, same body, six attempts in all", async () => {
  const receiver = await aReceiver(() => 503);
  const sandbox = await aSandbox({ webhook: receiver.url });
  await aWallet(sandbox.api);
  await sandbox.control("POST", "/clock/advance", { by: "35s" });
  expect(receiver.received).toHaveLength(3);
  const { id } = await sandbox.control("POST", "/snapshots");
  await sandbox.control("POST", "/clock/advance", { by: "10m" });
  const first = receiver.received.splice(0).map(({ headers, body }) => [headers["webhook-id"], body]);
  expect(first).toHaveLength(6);
  await sandbox.control("POST", `/snapshots/${id}/restore`);
  await sandbox.control("POST", "/clock/advance", { by: "10m" });
  const second = receiver.received.map(({ headers, body }) => [headers["webhook-id"], body]);
  expect(second).toEqual(first.slice(3));
  const { items } = await sandbox.control("GET", "/deliveries");
  expect(items).toMatchObject([{ state: "dead" }]);
  expect(items[0].attempts.map(({ at }: { at: string }) => at)).toEqual(
    [0, 10, 30, 70, 150, 310].map((seconds) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString()),
  );
});

test("bytes that were signed before are the same transaction in both worlds", async () => {
  const sandbox = await aSandbox();
  const { address } = await aWallet(sandbox.api);
  const { id } = await sandbox.control("POST", "/snapshots");
  const raw = await signedPayment(sandbox, { to: address, amount: "1" });
  const send = () => sandbox.chain("base").public.sendRawTransaction({ serializedTransaction: raw });
  const hash = await send();
  const { blockHash } = await sandbox.chain("base").public.getTransactionReceipt({ hash });
  await sandbox.control("POST", `/snapshots/${id}/restore`);
  await expect(sandbox.chain("base").public.getTransactionReceipt({ hash })).rejects.toThrow();
  expect(await send()).toBe(hash);
  expect((await sandbox.chain("base").public.getTransactionReceipt({ hash })).blockHash).toBe(blockHash);
});

test.each([1, 2, 3])("a random history continues the same way from any of its points (seed %i)", async (seed) => {
  const receiver = await aReceiver();
  const sandbox = await aSandbox();
  const life = await aRandomLife(sandbox, receiver, `snapshot/${seed}`, 40);
  const goOn = async (): Promise<Digest> => {
    life.dice = diceOf(`after/${seed}`);
    life.count = 1_000;
    await liveOn(life, 25);
    await sandbox.control("POST", "/run-until-idle");
    return digestNow(sandbox);
  };
  await sandbox.control("POST", "/run-until-idle");
  const { id } = await sandbox.control("POST", "/snapshots");
  const middle = await digestNow(sandbox);
  const end = await goOn();
  await sandbox.control("POST", `/snapshots/${id}/restore`);
  expect(await digestNow(sandbox)).toEqual(middle);
  expect(await goOn()).toEqual(end);
});
