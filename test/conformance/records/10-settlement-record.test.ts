// Section 10: the settlement record while it waits, when it is completed and when it has failed.
import { expect, test } from "vitest";
import { type ASandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { aUda, DESTINATION, sendToken, settlementsOf } from "../../support/payments/a-uda.ts";
import { DATE_TIME, exact, HASH, jsonNumber, recordOf, UUID } from "../api.ts";

const USDT_POLYGON = "0xc2132D05D31c914a87C6611C10748AEb04B58e8F";
const USDC_ARBITRUM = "0xaf88d065e77c8cC2239327C5EDb3A432268e5831";
const sandbox = sharedSandbox();

/** Creates a UDA with one deposit of 100 USDT on Polygon, and reads its settlement. */
async function aSettlement(place: ASandbox, owner: string) {
  const uda = await aUda(place.api, { owner });
  const hash = await sendToken(place, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  const found = await settlementsOf(place.api, uda.id);
  expect(found).toHaveLength(1);
  return { uda, hash, id: found[0]!.id, address: uda.deposit_addresses[0]!.address };
}

const now = async (id: string) => recordOf(await exact(sandbox(), `/uda/settlements/${id}`));

test("one settlement per deposit; completed, every member has its type and its value (S-172…S-177, S-179…S-200, R-054)", async () => {
  const { uda, hash, id, address } = await aSettlement(sandbox(), "completed");
  await sandbox().control("POST", "/run-until-idle");
  const settlement = await now(id);
  expect(settlement).toEqual({
    id: UUID,
    uda_id: uda.id,
    status: "completed",
    created_at: DATE_TIME,
    updated_at: DATE_TIME,
    error: "",
    source: {
      address,
      amount: "100000000",
      asset_symbol: "USDT",
      asset_address: USDT_POLYGON,
      network_id: jsonNumber(137),
      network_name: "Polygon",
      tx_hash: hash,
      confirmed_at: DATE_TIME,
    },
    destination: {
      address: expect.stringMatching(new RegExp(DESTINATION, "i")),
      amount: "99800000",
      asset_symbol: "USDC",
      asset_address: USDC_ARBITRUM,
      network_id: jsonNumber(42161),
      network_name: "Arbitrum One",
      tx_hash: HASH,
      settled_at: DATE_TIME,
    },
    fees: { total: "200000", platform: "150000", provider: "50000", fee_amount: "200000" },
    routing: { provider: "lifi", type: "cross_chain_diff_token", time_ms: expect.anything() },
  });
  const took = Date.parse(settlement.destination.settled_at) - Date.parse(settlement.created_at);
  expect(settlement.routing.time_ms).toEqual(jsonNumber(took));
  await sendToken(sandbox(), { network: "polygon", asset: "USDT", to: uda.address, amount: "1" });
  await sandbox().control("POST", "/run-until-idle");
  expect(await settlementsOf(sandbox().api, uda.id)).toHaveLength(2);
});

test("until it is completed the destination leg is empty, and error too (S-175, S-179, S-190)", async () => {
  await sandbox().control("POST", "/faults", { gate: "routing.provider", effect: "refuse", times: 1 });
  const { id } = await aSettlement(sandbox(), "waiting");
  expect(await now(id)).toMatchObject({
    status: "retrying",
    error: "",
    destination: { amount: "0", tx_hash: "", settled_at: null },
    fees: { total: "0", platform: "0", provider: "0", fee_amount: "0" },
    routing: { provider: "", type: "cross_chain_diff_token", time_ms: jsonNumber(0) },
  });
});

test("error gives the reason why a settlement failed (S-175, S-178)", async () => {
  await sandbox().control("POST", "/faults", { gate: "routing.provider", effect: "refuse", times: null });
  const { id } = await aSettlement(sandbox(), "failing");
  await sandbox().control("POST", "/clock/advance", { by: "5m" });
  const { status, error } = await now(id);
  expect({ status, error }).toEqual({
    status: "failed",
    error: expect.stringMatching(/all provider attempts exhausted/),
  });
  await sandbox().control("DELETE", "/faults");
});
