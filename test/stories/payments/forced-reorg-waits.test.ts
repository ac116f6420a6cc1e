// Story: a forced reorg takes money that is reserved: the correction waits until the balance covers it (R-016, I-08).
import { createTestClient, type Hex, http, parseEther } from "viem";
import { expect, test } from "vitest";
import { VALUE_CORRECTION } from "../../../src/domain/movement/movement.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, PAYEE, payoutNow, vaultAddress, vaultBalance } from "../../support/payments/a-payout.ts";
import { tokenBalance } from "../../support/payments/a-uda.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

const NETWORK = "ethereum";

const height = async ({ control }: ASandbox): Promise<number> =>
  (await control("GET", "/status")).networks.find((one: { network: string }) => one.network === NETWORK).head.number;

/** A second tenant that holds 50 USDT. */
async function aSecondTenant(sandbox: ASandbox) {
  const { tenant_id, api_key, vault_id } = await sandbox.control("POST", "/tenants", { name: "Second" });
  const api = sandbox.clientFor(api_key);
  const vault = await vaultAddress(api, vault_id, NETWORK);
  const deposit = (amount: string) =>
    sandbox.control("POST", "/deposits", { network: NETWORK, asset: "USDT", amount, to_address: vault });
  await deposit("50");
  const station = sandbox.store.get<{ address: Hex }>(
    "select address from address where tenant_id = :tenant_id and category = 'gas_station' and network = :network",
    { tenant_id, network: NETWORK },
  );
  const ready = { ...sandbox.ready, vault_id };
  return { api, ready, vault, deposit, station: station?.address as Hex };
}

/** Corrections in base units of USDT, with their state. */
const corrections = ({ store }: ASandbox, address: string): unknown[] =>
  store.all(
    `select m.kind, m.raw, m.state from movement m join address a on a.id = m.address_id
     where m.ordinal = :ordinal and a.address = :address and a.network = :network`,
    { ordinal: VALUE_CORRECTION, address: address.toLowerCase(), network: NETWORK },
  );

/**
 * The second tenant was paid 100 by the first one, and has reserved 120 of its 150 for a payout that waits for gas. A forced
 * reorg drops the deposit that the 100 came from: mined again, the first tenant's payout reverts.
 */
async function aReservedLoss() {
  const sandbox = await aSandbox();
  const second = await aSecondTenant(sandbox);
  const chain = sandbox.chain(NETWORK);
  const client = createTestClient({ mode: "hardhat", chain: chain.chain, transport: http(chain.url) });
  const gas = (coins: string) => client.setBalance({ address: second.station, value: parseEther(coins) });
  await gas("0");
  const above = await height(sandbox);
  await aVault(sandbox, { amount: "100" });
  const paid = await aPayout(sandbox, { amount: "100", to_address: second.vault });
  expect((await payoutNow(sandbox.api, paid.id)).status).toBe("confirmed");
  const { id } = await aPayout(second, { amount: "120", reference_id: "reserved" });
  expect(await vaultBalance(second)).toEqual({ balance: "150", available: "30" });
  const reorg = { depth: (await height(sandbox)) - above, transactions: "drop", force: true };
  await sandbox.control("POST", `/networks/${NETWORK}/reorg`, reorg);
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1h" });
  const state = () => corrections(sandbox, second.vault);
  // The chain has 50 left; 120 of the recorded 150 are promised, so nothing can be taken yet.
  expect(state()).toEqual([{ kind: "out", raw: "100000000", state: "pending" }]);
  expect(await tokenBalance(sandbox, NETWORK, "USDT", second.vault)).toBe(50_000_000n);
  expect(await vaultBalance(second)).toEqual({ balance: "150", available: "30" });
  expect(await brokenInvariants(sandbox)).toEqual([]);
  const taken = [{ kind: "out", raw: "100000000", state: "confirmed" }];
  return { sandbox, second, gas, payout: id, state, taken };
}

test("R-016 I-08 a correction of reserved money waits for a deposit that covers it; the payout is paid then", async () => {
  const { sandbox, second, gas, payout, state, taken } = await aReservedLoss();
  await second.deposit("60");
  expect(state()).not.toEqual(taken);
  expect(await vaultBalance(second)).toEqual({ balance: "210", available: "90" });
  await second.deposit("10");
  expect(state()).toEqual(taken);
  expect(await vaultBalance(second)).toEqual({ balance: "120", available: "0" });
  expect(await brokenInvariants(sandbox)).toEqual([]);
  await gas("100");
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1h" });
  expect((await payoutNow(second.api, payout)).status).toBe("confirmed");
  expect(await tokenBalance(sandbox, NETWORK, "USDT", PAYEE)).toBe(120_000_000n);
  expect(await vaultBalance(second)).toEqual({ balance: "0", available: "0" });
});

test("R-016 I-08 a correction of reserved money is taken once the payout is rejected", async () => {
  const { sandbox, second, payout, state, taken } = await aReservedLoss();
  const path = { id: payout };
  expect((await second.api.POST("/transfer/payout/{id}/reject", { params: { path } })).response.status).toBe(200);
  await sandbox.control("POST", `/networks/${NETWORK}/mine`, { blocks: 1 });
  expect(state()).toEqual(taken);
  expect(await vaultBalance(second)).toEqual({ balance: "50", available: "50" });
  expect(await brokenInvariants(sandbox)).toEqual([]);
});
