// Sections 12 to 14: the states of UDAs, settlements and transactions, in the document and on real records.
import { expect, test } from "vitest";
import { type Schema, serviceDocument } from "../../../src/spec/document.ts";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault } from "../../support/payments/a-payout.ts";
import { aUda, sendToken, settlementOf, settlementsOf } from "../../support/payments/a-uda.ts";
import { exact, recordOf } from "../api.ts";

const SETTLEMENT_STATES = ["completed", "created", "failed", "retrying", "routing"];
const sandbox = sharedSandbox();

/** The enum values that the document allows for a member. */
function allowed(name: string): readonly unknown[] {
  const { components } = serviceDocument as unknown as { components: { schemas: Record<string, Schema> } };
  return [...(components.schemas[name]?.enum ?? [])].toSorted();
}

test("a UDA is active until it is retired, and there is no third state (S-211, S-212)", async () => {
  expect(allowed("UdaStatus")).toEqual(["active", "retired"]);
  const { id } = await aUda(sandbox().api, { owner: "two states" });
  const status = async () => recordOf(await exact(sandbox(), `/uda/${id}`)).status;
  expect(await status()).toBe("active");
  await exact(sandbox(), { method: "DELETE", path: `/uda/${id}` });
  expect(await status()).toBe("retired");
});

test("a settlement is created, routing, retrying, completed or failed, and nothing else (S-175, S-215)", async () => {
  expect(allowed("SettlementStatus")).toEqual(SETTLEMENT_STATES);
  const { api, control } = sandbox();
  const seen = new Set<string>();
  const deposit = async (owner: string) => {
    const uda = await aUda(api, { owner });
    await sendToken(sandbox(), { network: "polygon", asset: "USDT", to: uda.address, amount: "20" });
    return uda.id;
  };
  const look = async (id: string) => seen.add((await settlementOf(api, id)).status);
  const fault = { gate: "routing.provider" };
  await control("POST", "/faults", { ...fault, effect: "slow", params: { by: "5m" }, times: 1 });
  const slow = await deposit("slow");
  await look(slow);
  await control("POST", "/clock/advance", { by: "10m" });
  await look(slow);
  await control("POST", "/faults", { ...fault, effect: "refuse", times: null });
  const refused = await deposit("refused");
  await look(refused);
  await control("POST", "/clock/advance", { by: "10m" });
  await look(refused);
  await control("DELETE", "/faults");
  // The first state is left in the same step: only its event shows it.
  const { items } = await control("GET", "/events?type=uda.settlement.created&limit=1000");
  for (const { payload } of items) seen.add(payload.status);
  expect([...seen].toSorted()).toEqual(SETTLEMENT_STATES);
});

test("retired: deposits confirmed before settle, later ones do not (S-213, S-214)", async () => {
  const { api, control } = sandbox();
  const uda = await aUda(api, { owner: "retiring" });
  await control("POST", "/faults", { gate: "routing.provider", effect: "slow", params: { by: "5m" }, times: 1 });
  await sendToken(sandbox(), { network: "polygon", asset: "USDT", to: uda.address, amount: "30" });
  await exact(sandbox(), { method: "DELETE", path: `/uda/${uda.id}` });
  await sendToken(sandbox(), { network: "base", asset: "USDC", to: uda.address, amount: "7" });
  await control("POST", "/clock/advance", { by: "10m" });
  const settlements = await settlementsOf(api, uda.id);
  expect(settlements).toMatchObject([{ status: "completed", source: { network_id: 137 } }]);
});

test("a transaction has a time for each state it reached (S-228)", async () => {
  const { control } = sandbox();
  await aVault(sandbox(), { amount: "100" });
  await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const { id } = await aPayout(sandbox());
  const times = async () => {
    const { data } = await exact(sandbox(), `/transactions?source_id=${id}`);
    const { created_at, updated_at, ...reached } = data[0].timestamps;
    expect(Object.keys(reached).map((name) => name.replace("_at", ""))).toEqual([
      "prepared",
      "signed",
      "broadcasted",
      "confirmed",
      "failed",
      "rejected",
      "expired",
    ]);
    return [data[0].status, ...Object.keys(reached).filter((name) => reached[name] !== null)];
  };
  expect(await times()).toEqual(["created"]);
  await control("POST", "/networks/ethereum/mine", { blocks: 2 });
  expect(await times()).toEqual(["broadcasted", "prepared_at", "signed_at", "broadcasted_at"]);
  await control("POST", "/networks/ethereum/mine", { blocks: 2 });
  expect(await times()).toEqual(["confirmed", "prepared_at", "signed_at", "broadcasted_at", "confirmed_at"]);
});
