// With a running clock and no admin call in between, everything happens by itself, woken and not polled.
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { aPayout, aVault, PAYEE, payoutNow, recordOf } from "../../support/payments/a-payout.ts";
import {
  aUda,
  DESTINATION,
  delegationStatus,
  sendToken,
  settlementOf,
  tokenBalance,
} from "../../support/payments/a-uda.ts";

type Event = { type: string; payload: { type?: string } };

/** Waits for an event, as a test of a client does. */
function eventOf({ control }: ASandbox, type: string, query = ""): Promise<Event> {
  return control("GET", `/events/wait?type=${type}&timeout=20s${query}`);
}

test("S-218 S-221 live: a deposit on a UDA settles and is announced, without any admin call", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const { api, control, ready } = sandbox;
  const types = ["deposit.new", "deposit.confirmed", "uda.settlement.created", "uda.settlement.completed"];
  const receiver = await aReceiver();
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: receiver.url, event_types: types });
  const uda = await aUda(api);
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  await receiver.until(4);
  expect(receiver.types()).toEqual(types);
  expect((await settlementOf(api, uda.id)).status).toBe("completed");
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(99_800_000n);
  await control("POST", "/run-until-idle");
  expect(await delegationStatus(api, uda.id)).toBe("delegated");
  expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(0n);
});

test("S-203 live: a payout is refilled, sent and confirmed, without any admin call", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  await aVault(sandbox, { amount: "100" });
  const { id } = await aPayout(sandbox);
  const { id: record } = await recordOf(sandbox.api, id);
  const payment = await eventOf(sandbox, "transaction.confirmed", `&resource_id=${record}`);
  expect(payment.payload.type).toBe("payout");
  expect((await payoutNow(sandbox.api, id)).status).toBe("confirmed");
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
});

test("live: time travel with a running clock does all that is due on the way, and time continues", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const { api, control } = sandbox;
  await control("POST", "/faults", { gate: "routing.provider", effect: "refuse", times: 3 });
  const uda = await aUda(api);
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  await eventOf(sandbox, "deposit.confirmed");
  const { ran } = await control("POST", "/clock/advance", { by: "1h" });
  expect(ran.filter(({ what }: { what: string }) => what === "route-settlement").length).toBeGreaterThanOrEqual(3);
  const settlement = await settlementOf(api, uda.id);
  expect(settlement.status).toBe("completed");
  expect(settlement.routing.time_ms).toBeGreaterThanOrEqual(35_000);
  expect(
    (await sandbox.chain("arbitrum").public.getTransactionReceipt({ hash: settlement.destination.tx_hash as Hex }))
      .status,
  ).toBe("success");
});

test("R-228 advances, deposits and payouts all at once: each is done completely, one after the other", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const { control } = sandbox;
  const vault = await aVault(sandbox, { amount: "1000" });
  const start = Date.parse((await control("GET", "/clock")).now);
  const calls = Array.from({ length: 30 }, (_, index) => {
    if (index % 3 === 0) return control("POST", "/clock/advance", { by: "1m" });
    if (index % 3 === 1) return aPayout(sandbox, { amount: "1", reference_id: `order-${index}` });
    return control("POST", "/deposits", { network: "ethereum", asset: "USDT", amount: "1", to_address: vault });
  });
  await Promise.all(calls);
  await control("POST", "/run-until-idle", { advance: true });
  expect(Date.parse((await control("GET", "/clock")).now) - start).toBeGreaterThanOrEqual(600_000);
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
  expect(await tokenBalance(sandbox, "ethereum", "USDT", vault)).toBe(1_000_000_000n);
});
