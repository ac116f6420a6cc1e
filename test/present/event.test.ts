// The ten webhook bodies, made by the domain's own verbs, against the document (H-79, H-82, H-83).
import { beforeEach, describe, expect, test } from "vitest";
import { watchedAt } from "../../src/domain/address/store.ts";
import { announceBalance } from "../../src/domain/movement/balance-event.ts";
import { type EventRow, type EventType, listEvents } from "../../src/domain/outbox.ts";
import { settlementById } from "../../src/domain/settlement/store.ts";
import { createSettlement, failRoutingAttempt, moveSettlement } from "../../src/domain/settlement/transitions.ts";
import type { TenantRow } from "../../src/domain/tenant/tenant.ts";
import { createTransaction, moveTransaction } from "../../src/domain/transaction/transitions.ts";
import { createUda } from "../../src/domain/uda/create.ts";
import { assignWallet } from "../../src/domain/wallet/assign.ts";
import type { World } from "../../src/domain/world.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { envelopeText, envelopeTime } from "../../src/present/event.ts";
import { presentSettlement } from "../../src/present/settlement.ts";
import { testEventText } from "../../src/present/test-event.ts";
import type { View } from "../../src/present/view.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { Validators } from "../../src/spec/validators.ts";
import { aDeposit, aHash, aTenant, aWorld, EXTERNAL } from "../support/worlds/a-bare-world.ts";

const validators = new Validators(serviceDocument);
let world: World;
let view: View;
let tenant: TenantRow;
beforeEach(() => {
  world = aWorld();
  view = { catalogue: world.catalogue, origin: "http://localhost:4010" };
  tenant = aTenant(world).tenant;
});

function events(): EventRow[] {
  world.db.run("update event set drained = 1");
  return listEvents(world.db, { after: 0, limit: 100 });
}

/** The envelope of the only event of a type, checked against the document. */
function envelopeOf(type: string): { text: string; payload: Record<string, unknown> } {
  const found = events().filter((event) => event.type === type);
  expect(found).toHaveLength(1);
  const text = envelopeText(view, found[0]!);
  expect(validators.webhook(type)(JSON.parse(text))).toEqual([]);
  return { text, payload: JSON.parse(text).payload };
}

const wallet = () => assignWallet(world, tenant, { owner: "ann", networkId: undefined, networkSymbol: "ethereum" });

test("keys come in the order of the specification (H-79, S-487…S-491)", () => {
  wallet();
  const { text } = envelopeOf("address.assigned");
  expect(Object.keys(JSON.parse(text))).toEqual(["id", "version", "type", "time", "payload"]);
  expect(text).toContain(
    '"version":"1","type":"address.assigned","time":"2026-01-01 00:00:00.000000","payload":{"id":',
  );
});

test("envelope time has six digits, events of one millisecond keep their order (S-490, R-239)", () => {
  expect(envelopeTime(Date.UTC(2026, 4, 29, 11, 58, 40, 123), 456)).toBe("2026-05-29 11:58:40.123456");
  expect(envelopeTime(EPOCH_MS, 7)).toBe("2026-01-01 00:00:00.000007");
});

test("address.assigned names the wallet, its owner and when", () => {
  const row = wallet();
  expect(envelopeOf("address.assigned").payload).toMatchObject({
    id: row.id,
    owner: "ann",
    assigned_at: "2026-01-01T00:00:00.000Z",
  });
});

test("deposit.new has five fields, deposit.confirmed the complete record (S-492…S-496)", () => {
  const deposit = aDeposit(world, wallet().address, { confirmed: true });
  expect(envelopeOf("deposit.new").payload).toEqual({
    id: deposit.id,
    network_symbol: "ethereum",
    tx_hash: deposit.tx_hash,
    amount: "25.5",
    owner: "ann",
  });
  expect(envelopeOf("deposit.confirmed").payload).toMatchObject({
    id: deposit.id,
    balance: { amount: "25.5", raw: "25500000", usd: "25.50" },
  });
});

test("H-84 amounts, raw amounts, fees and balances are texts in every payload; what counts or names stays a number", () => {
  const payloads = (Object.keys(serviceDocument.webhooks!) as EventType[]).map(
    (type) => JSON.parse(testEventText({ id: "e", type, time: EPOCH_MS, micros: 0 })).payload,
  );
  const numbers = payloads.flatMap((payload) => numbersIn(payload));
  expect(new Set(numbers)).toEqual(new Set(["decimal", "network_id", "time_ms"]));
});

/** The names of all members that are JSON numbers. */
function numbersIn(value: object): string[] {
  return Object.entries(value ?? {}).flatMap(([name, member]) =>
    typeof member === "number" ? [name] : typeof member === "object" ? numbersIn(member) : [],
  );
}

test("the three transaction events carry the record; a failure says why (H-82)", () => {
  const payout = (name: string) =>
    createTransaction(world, {
      ...{
        tenant_id: tenant.id,
        owner: "",
        type: "payout",
        side: "out",
        memo: name,
        network: "ethereum",
        symbol: "USDC",
      },
      ...{ asset: world.catalogue.assetBySymbol("ethereum", "USDC")!.key, raw: "1", usd: "0.00" },
      ...{
        from_address: EXTERNAL,
        to_address: EXTERNAL,
        from_category: "vault",
        to_category: "external",
        from_address_id: "",
      },
      meta: { reference_id: name },
    });
  const [good, bad] = [payout("good"), payout("bad")];
  for (const move of ["prepare", "sign"] as const) moveTransaction(world, good.id, move);
  moveTransaction(world, good.id, "broadcast", { tx_hash: aHash("good") });
  moveTransaction(world, good.id, "confirm", { block_height: 7, fee_raw: "42000000000000" });
  moveTransaction(world, bad.id, "fail", { error: "transaction reverted" });
  expect(envelopeOf("transaction.broadcasted").payload).toMatchObject({
    status: "broadcasted",
    block_number: "",
    timestamps: { confirmed_at: null },
  });
  const confirmed = envelopeOf("transaction.confirmed");
  expect(confirmed.text).toContain('"fee":{"amount":"0.000042","raw":"42000000000000"}');
  expect(confirmed.payload).toMatchObject({ status: "confirmed", block_number: "7" });
  expect(envelopeOf("transaction.failed").payload).toMatchObject({
    status: "failed",
    meta: { reference_id: "bad", error: "transaction reverted" },
  });
});

test("balance.updated shows both balances (H-83)", () => {
  const row = wallet();
  const asset = world.catalogue.assetBySymbol("ethereum", "ETH")!;
  announceBalance(world, { addressId: row.id, asset: asset.key, previous: 0n, current: 10n ** 18n });
  expect(envelopeOf("balance.updated").payload).toMatchObject({
    wallet_id: row.id,
    wallet_category: "user",
    contract_address: "",
    previous_balance: { amount: "0", raw: "0", usd: "0.00" },
    balance: { amount: "1", raw: "1000000000000000000", usd: "2500.00" },
  });
});

describe("settlements", () => {
  function settlement(): string {
    const destination = { address: EXTERNAL, asset_symbol: "USDC", network_id: "9001" };
    const { uda } = world.db.transaction(() =>
      createUda(world, tenant, { owner: "ann", destination, acceptedTokens: [] }),
    );
    const receiver = watchedAt(world.db, "ethereum", uda.address)!;
    const deposit = aDeposit(world, receiver.address, { raw: 100_000_000n, confirmed: true });
    return createSettlement(world, deposit)!.id;
  }
  const shown = (id: string) => presentSettlement(view, settlementById(world.db, id)!);

  test("before the destination transfer has landed its leg is empty (H-20)", () => {
    const id = settlement();
    expect(shown(id)).toMatchObject({
      status: "created",
      source: { amount: "100000000", network_id: 1, network_name: "Ethereum" },
      destination: { amount: "0", tx_hash: "", settled_at: null, network_id: 42161 },
      fees: { total: "0", platform: "0", provider: "0", fee_amount: "0" },
      routing: { provider: "", type: "cross_chain_same_token", time_ms: 0 },
    });
    moveSettlement(world, id, "accept", {
      provider: "lifi",
      fee_platform: "150000",
      fee_provider: "50000",
      quoted_raw: "99800000",
    });
    moveSettlement(world, id, "postpone", { destination_tx_hash: aHash("fill") });
    expect(shown(id).destination).toMatchObject({ amount: "0", tx_hash: "" });
  });

  test("accepted, then completed: fees add up, both snapshots say what their event says (S-196, S-221, H-82)", () => {
    const id = settlement();
    moveSettlement(world, id, "accept", {
      provider: "lifi",
      fee_platform: "150000",
      fee_provider: "50000",
      quoted_raw: "99800000",
    });
    expect(envelopeOf("uda.settlement.created").payload).toMatchObject({
      status: "created",
      owner: "ann",
      fees: { total: "200000", fee_amount: "200000" },
    });
    world.clock.moveTo(EPOCH_MS + 44_000);
    moveSettlement(world, id, "complete", {
      destination_raw: "99800000",
      destination_tx_hash: aHash("fill"),
      settled_at: world.clock.now(),
    });
    expect(envelopeOf("uda.settlement.completed").payload).toMatchObject({
      status: "completed",
      destination: { amount: "99800000", tx_hash: aHash("fill"), settled_at: "2026-01-01T00:00:44.000Z" },
      routing: { provider: "lifi", time_ms: 44_000 },
    });
  });

  test("exhausted: the error is filled (S-226)", () => {
    const id = settlement();
    for (let attempt = 0; attempt < 4; attempt += 1)
      failRoutingAttempt(world, settlementById(world.db, id)!, "refused");
    expect(envelopeOf("uda.settlement.failed").payload).toMatchObject({
      status: "failed",
      error: expect.stringContaining("all provider attempts exhausted (lifi, relay)"),
    });
  });
});
