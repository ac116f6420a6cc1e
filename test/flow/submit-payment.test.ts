// Claiming a payment while other requests come in: the first commit during the call to the chain decides.
import { expect, test } from "vitest";
import type { Chains } from "../../src/chains/chain.ts";
import { balanceOf, holdOf } from "../../src/domain/movement/store.ts";
import { rejectPayout } from "../../src/domain/payout/reject.ts";
import { payoutById } from "../../src/domain/payout/store.ts";
import { transactionById } from "../../src/domain/transaction/store.ts";
import { transferExternally } from "../../src/domain/transfer/external.ts";
import type { FlowDependencies } from "../../src/flow/dependencies.ts";
import { submitPayment } from "../../src/flow/payments/submit-payment.ts";
import { type AWorld, anAddress, aPayout, aWallet, aWorld, fund, problemOf } from "../support/worlds/a-world.ts";

const ETH = 10n ** 18n;

/** The flow over a chain that accepts everything; `meanwhile` runs during the gas estimate. */
function partsOf(world: AWorld, meanwhile: () => void = () => undefined): FlowDependencies & { sent: string[] } {
  const sent: string[] = [];
  const chain = {
    baseFee: 1_000_000_000n,
    request: async () => {
      meanwhile();
      return "0x5209";
    },
    submit: async (raw: string) => void sent.push(raw),
  };
  const account = { signTransaction: async () => `0x${"ab".repeat(40)}` };
  return {
    world,
    sent,
    chains: { get: () => chain } as unknown as Chains,
    accountAt: () => account,
  } as unknown as FlowDependencies & {
    sent: string[];
  };
}

function aVaultWithGas(): AWorld {
  const world = aWorld();
  fund(world, world.vaultOn("ethereum"), "USDT", 100_000_000n);
  fund(world, world.vaultOn("ethereum"), "ETH", ETH);
  return world;
}

test("a payout that is rejected while the worker waits for the chain is not claimed", async () => {
  const world = aVaultWithGas();
  const payout = aPayout(world);
  const parts = partsOf(world, () => world.write(() => rejectPayout(world, world.tenant, payout.id, undefined)));
  await submitPayment(parts, payout.transaction_id);
  expect(parts.sent).toEqual([]);
  expect(payoutById(world.db, payout.id)?.status).toBe("expired");
  expect(transactionById(world.db, payout.transaction_id)?.status).toBe("rejected");
  expect(holdOf(world.db, payout.transaction_id)?.state).toBe("voided");
  expect(world.db.all("select * from attempt")).toEqual([]);
});

test("a payout that was claimed first can no longer be rejected, from its first row on", async () => {
  const world = aVaultWithGas();
  const payout = aPayout(world);
  const parts = partsOf(world);
  const seen: string[] = [];
  const check = () =>
    seen.push(problemOf(() => world.write(() => rejectPayout(world, world.tenant, payout.id, undefined))));
  await submitPayment(
    {
      ...parts,
      accountAt: () => ({
        signTransaction: async () => {
          check();
          return `0x${"ab".repeat(40)}`;
        },
      }),
    } as unknown as FlowDependencies,
    payout.transaction_id,
  );
  check();
  expect(seen).toEqual(["payoutIsNotPending", "payoutIsNotPending"]);
  expect(parts.sent).toHaveLength(1);
  expect(payoutById(world.db, payout.id)?.status).toBe("processing");
});

test("a payout whose cutoff passed before it was claimed expires instead (R-087)", async () => {
  const world = aVaultWithGas();
  const payout = aPayout(world, { expiredAt: "2026-01-01T00:00:10Z" });
  const parts = partsOf(world, () => world.clock.moveTo(world.clock.now() + 10_000));
  await submitPayment(parts, payout.transaction_id);
  expect(parts.sent).toEqual([]);
  expect(payoutById(world.db, payout.id)?.status).toBe("expired");
});

test("two transfers of all native coin, requested around each other: together they never promise more than the balance", async () => {
  const world = aWorld();
  const wallet = aWallet(world);
  fund(world, wallet, "ETH", ETH);
  const input = {
    from: { id: wallet.id },
    toAddress: anAddress(7),
    asset: "ETH",
    amount: undefined,
    remark: undefined,
    networkId: undefined,
    networkSymbol: undefined,
  };
  const ask = () => world.write(() => transferExternally(world, world.tenant, input));
  const first = ask();
  const answers: string[] = [problemOf(ask)];
  const parts = partsOf(world, () => void answers.push(problemOf(ask)));
  await submitPayment(parts, first.id);
  answers.push(problemOf(ask));
  expect(answers).toEqual(["insufficientBalance", "insufficientBalance", "insufficientBalance"]);
  // Record and hold agree: everything but the gas, which the attempt reserves (I-09).
  const gas = 21_000n * 2_100_000_000n;
  expect(transactionById(world.db, first.id)).toMatchObject({ status: "broadcasted", raw: (ETH - gas).toString() });
  const native = world.asset("ethereum", "ETH").key;
  expect(balanceOf(world.db, wallet.id, native)).toEqual({ confirmed: ETH, held: ETH - gas });
});
