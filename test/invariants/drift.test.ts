// Deliberate inconsistencies: each is found by its invariant and by no other.
import { numberToHex } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { INVARIANTS } from "../../src/invariants/statements.ts";
import { brokenInvariants } from "../support/worlds/invariants.ts";
import { aFullWorld, type FullWorld } from "./a-full-world.ts";

let world: FullWorld;

beforeAll(async () => {
  world = await aFullWorld();
});
afterAll(async () => {
  await world.end();
});
afterEach(() => {
  // The breaches are intended, so their log lines are dropped.
  world.sandbox.mistakes.length = 0;
});

const ids = async (): Promise<string[]> =>
  (await brokenInvariants(world.sandbox)).map((text) => text.slice(0, 4)).toSorted();

/** Edits the books, looks, and takes the edit back. Who edits them by hand also gets past what the schema itself refuses. */
async function afterEdit(...edits: readonly string[]): Promise<string[]> {
  const { store } = world.sandbox;
  store.script("savepoint drift; pragma defer_foreign_keys = on");
  try {
    for (const { name } of store.all<{ name: string }>("select name from sqlite_schema where type = 'trigger'"))
      store.script(`drop trigger ${name}`);
    for (const edit of edits) expect(store.run(edit), edit).toBeGreaterThan(0);
    return await ids();
  } finally {
    store.script("rollback to drift; release drift");
  }
}

test("all of them hold in a world in which something of everything has happened", async () => {
  expect(await brokenInvariants(world.sandbox)).toEqual([]);
  const count = (sql: string): number =>
    world.sandbox.store.get<{ n: number }>(`select count(*) as n from ${sql}`)?.n ?? 0;
  for (const there of [
    "deposit where state = 'orphaned'",
    "deposit where state = 'seen'",
    "payout where status = 'confirmed'",
    "payout where status = 'processing'",
    "settlement where status = 'completed'",
    "claim where state = 'confirmed'",
    "delivery where attempts = 2",
    "attempt where purpose = 'refill' and state = 'confirmed'",
    "attempt where purpose = 'delegate' and state = 'confirmed'",
    "hold where state = 'open'",
  ])
    expect(count(there), there).toBeGreaterThan(0);
});

const ONE_PAID = "(select id from payout where reference_id = 'paid')";
const ONE_WAITING = "(select id from payout where reference_id = 'waiting')";
const DELEGATE =
  "(select max(id) from attempt where purpose = 'delegate' and state = 'confirmed' and network = 'ethereum')";
const SETTLED = "(select id from settlement where status = 'completed')";
const ALICE = "(select id from address where owner = 'alice' and category = 'user')";

/** What is edited, and exactly which invariants see it. */
const EDITS: readonly (readonly [says: string, red: readonly string[], edits: readonly string[]])[] = [
  [
    "a block that was read in under another hash",
    ["I-04"],
    [`update chain_tail set hash = 'x' where network = 'base' and height = 0`],
  ],
  ["a block that was never read in", ["I-04"], [`delete from chain_tail where network = 'arbitrum' and height = 1`]],
  [
    "a block of the journal with another hash",
    ["I-04"],
    [`update block set hash = 'x' where network = 'arbitrum' and height = 1 and state = 'done'`],
  ],
  ["an attempt that was another transaction", ["I-05"], [`update attempt set hash = 'x' where id = ${DELEGATE}`]],
  ["a nonce that is left out", ["I-06"], [`update attempt set nonce = nonce + 1 where id = ${DELEGATE}`]],
  [
    "more reserved than there is",
    ["I-08"],
    [
      `update payout set raw = '900000000' where id = ${ONE_WAITING}`,
      `update transaction_record set raw = '900000000' where source_id = ${ONE_WAITING}`,
      `update hold set raw = '900000000' where state = 'open'`,
      `update balance set held = '900000000' where held <> '0'`,
    ],
  ],
  [
    "a hold without a payment",
    ["I-09"],
    [
      `update balance set held = '1' where address_id = ${ALICE} and asset <> '0x0000000000000000000000000000000000000000'`,
    ],
  ],
  [
    "a reservation that is gone while its payment is not",
    ["I-09"],
    [`update hold set state = 'voided' where state = 'open'`, `update balance set held = '0' where held <> '0'`],
  ],
  [
    "a movement that was edited",
    ["I-11"],
    [`update movement set ordinal = 90 where kind = 'gas' and id = (select max(id) from movement where kind = 'gas')`],
  ],
  [
    "a balance that is not what came in",
    ["I-12", "I-17"],
    [`update balance set confirmed = '1' where address_id = ${ALICE} and confirmed <> '3'`],
  ],
  [
    "a deposit of another amount",
    ["I-13", "I-17"],
    [`update deposit set raw = '1' where address_id = ${ALICE} and state = 'confirmed' and raw not in ('1', '2')`],
  ],
  [
    "two deposits that are one leg",
    ["I-13", "I-14"],
    [`update deposit set ordinal = (select min(ordinal) from deposit where raw in ('1', '2')) where raw in ('1', '2')`],
  ],
  [
    "a deposit of a block that never was",
    ["I-15"],
    [`update deposit set block_hash = 'x' where state = 'confirmed' and address_id = ${ALICE}`],
  ],
  [
    "a deposit that is deep enough and not confirmed",
    ["I-15"],
    [`update network_setting set confirmations = 1 where network = 'bsc'`],
  ],
  [
    "an orphaned deposit that counts",
    ["I-13", "I-16"],
    [`update movement set state = 'pending' where state = 'orphaned' and kind = 'in'`],
  ],
  [
    "a payout that was paid twice",
    ["I-19", "I-24"],
    [
      `update attempt set purpose = 'payout', subject = (select transaction_id from payout where id = ${ONE_PAID}) where id = ${DELEGATE}`,
    ],
  ],
  [
    "a payout to another address",
    ["I-20"],
    [`update payout set to_address = '0x00000000000000000000000000000000000000ff' where id = ${ONE_PAID}`],
  ],
  [
    "a payout that was never sent and is confirmed",
    ["I-20", "I-24"],
    [`update payout set tx_hash = 'x' where id = ${ONE_PAID}`],
  ],
  ["a payout that is gone", ["I-22"], [`delete from payout where id = ${ONE_PAID}`]],
  ["a record that moved by itself", ["I-23"], [`update uda set status = 'retired'`]],
  [
    "a step that is in no table",
    ["I-23"],
    [`update history set from_state = 'retrying' where noun = 'settlement' and move = 'complete'`],
  ],
  ["a payout that was sent and has no tx_id", ["I-24"], [`update payout set tx_hash = '' where id = ${ONE_WAITING}`]],
  [
    "a settlement of another deposit",
    ["I-03", "I-17", "I-25"],
    [`update settlement set source_raw = '50000001' where id = ${SETTLED}`],
  ],
  [
    "a settlement that was filled twice",
    ["I-26"],
    [`update attempt set purpose = 'fill', subject = ${SETTLED} where id = ${DELEGATE}`],
  ],
  [
    "a settlement that paid another address",
    ["I-27"],
    [`update settlement set destination_address = '0x00000000000000000000000000000000000000ff' where id = ${SETTLED}`],
  ],
  [
    "a settlement with fees above its source amount",
    ["I-03", "I-28"],
    [`update settlement set fee_platform = '60000000' where id = ${SETTLED}`],
  ],
  [
    "a settlement that began from a refill",
    ["I-29"],
    [
      `insert into attempt (network, sender, derivation, nonce, purpose, subject, kind, plan, raw, hash, state, sends, error)
       select source_network, 'x', '', 0, 'refill', 'x', 'pay', '{}', '', source_tx_hash, 'prepared', 0, '' from settlement where id = ${SETTLED}`,
    ],
  ],
  [
    "an event about another record",
    ["I-30", "I-32"],
    [
      `update event set resource_id = 'x' where type = 'deposit.confirmed' and sequence = (select min(sequence) from event where type = 'deposit.confirmed')`,
    ],
  ],
  [
    "a wallet without its event",
    ["I-30", "I-32"],
    [`update event set resource_id = 'x' where type = 'address.assigned'`],
  ],
  [
    "a delivery without a 2xx",
    ["I-31"],
    [`update delivery_attempt set status = 500 where number = 1 and status = 200`],
  ],
  [
    "a sweep that leaves one unit",
    ["I-03"],
    [`update claim set payments = replace(payments, '"raw":"49', '"raw":"48') where state = 'confirmed'`],
  ],
  [
    "a wrong amount in an event",
    ["I-18", "I-32", "I-33"],
    [
      `update event set body = replace(body, '"raw":"25000000"', '"raw":"25000001"') where type = 'deposit.confirmed' and body like '%"raw":"25000000"%'`,
    ],
  ],
  [
    "a signature of other bytes",
    ["I-33"],
    [
      `update delivery_attempt set headers = replace(headers, '"webhook-timestamp":"1', '"webhook-timestamp":"2') where number = 1 and status = 200 and delivery_id = (select max(delivery_id) from delivery_attempt where number = 1 and status = 200)`,
    ],
  ],
  [
    "a delivery that is due at an endpoint that was switched off",
    ["I-36", "I-43"],
    [
      "update webhook_endpoint set active = 0",
      "update delivery set state = 'due' where id = (select max(id) from delivery)",
      "insert into history (noun, record_id, move, from_state, to_state, at) select 'delivery', cast(max(id) as text), 'replay', 'delivered', 'due', (select max(at) from history) from delivery",
    ],
  ],
  [
    "a delivery to an endpoint that was deleted before",
    ["I-36"],
    [`update webhook_endpoint set deleted_at = 0, active = 0`],
  ],
  [
    "a record of one tenant that hangs on another's",
    ["I-40"],
    [
      `insert into tenant (id, number, name, tier, rate_limit, created_at) values ('x', 99, 'x', 'pro', 1, 0)`,
      `update counter set value = value + 1 where kind = 'tenant'`,
      `update uda set tenant_id = 'x'`,
    ],
  ],
  ["a body that was edited", ["I-32", "I-33"], [`update event set body = body || ' ' where sequence = 2`]],
  ["an attempt before its time", ["I-34"], [`update delivery_attempt set at = at - 1 where number = 2`]],
  [
    "an event out of its time",
    ["I-35"],
    [
      `update event set time = time + 3600000 where sequence = (select min(sequence) from event where type = 'balance.updated')`,
    ],
  ],
  [
    "a chain ahead of the clock",
    ["I-39"],
    [
      `update chain_tail set timestamp = timestamp + 3600 where network = 'bsc' and height = (select max(height) from chain_tail where network = 'bsc')`,
    ],
  ],
  ["a transaction without its job", ["I-43"], [`delete from agenda where job = 'watch-attempt'`]],
  [
    "an ended payout that can be paid",
    ["I-21"],
    [
      `update payout set status = 'expired', tx_hash = tx_hash where id = ${ONE_WAITING}`,
      `update transaction_record set status = 'expired' where source_id = ${ONE_WAITING}`,
      `update hold set state = 'voided' where state = 'open'`,
      `update balance set held = '0' where held <> '0'`,
      `insert into history (noun, record_id, move, from_state, to_state, at) select 'payout', ${ONE_WAITING}, 'expire', 'processing', 'expired', max(at) from history`,
      `insert into history (noun, record_id, move, from_state, to_state, at) select 'transaction', id, 'expire', 'broadcasted', 'expired', (select max(at) from history) from transaction_record where source_id = ${ONE_WAITING}`,
    ],
  ],
];

test.each(EDITS)("%s turns %j red", async (_says, red, edits) => {
  expect(await afterEdit(...edits)).toEqual(red);
  expect(await ids()).toEqual([]);
});

const SOMEBODY = "0x00000000000000000000000000000000000000aa";
const wei = async (network: string, address: string): Promise<bigint> =>
  BigInt(await world.engine(network).request<string>("eth_getBalance", [address, "latest"]));
const setWei = (network: string, address: string, amount: bigint): Promise<unknown> =>
  world.engine(network).request("hardhat_setBalance", [address, numberToHex(amount)]);

test("I-02 coin out of nowhere turns the sum of all coin red", async () => {
  const { address } = world.sandbox.ready.accounts[0] ?? { address: SOMEBODY };
  const before = await wei("base", address);
  await setWei("base", address, before + 1n);
  expect(await ids()).toEqual(["I-02"]);
  await setWei("base", address, before);
  expect(await ids()).toEqual([]);
});

test("I-07 I-10 coin that moved without a transaction turns the addresses red that it left and reached", async () => {
  const { address } = world.sandbox.ready.accounts[0] ?? { address: SOMEBODY };
  const [theirs, ours] = [await wei("base", address), await wei("base", world.wallet)];
  await setWei("base", address, theirs - 5n);
  await setWei("base", world.wallet, ours + 5n);
  const broken = await brokenInvariants(world.sandbox);
  expect(broken.map((text) => text.slice(0, 4))).toEqual(["I-07", "I-10"]);
  expect(broken[1]).toContain(
    `base ${world.wallet.toLowerCase()} native coin: by the books ${ours}, on the chain ${ours + 5n}`,
  );
  await setWei("base", address, theirs);
  await setWei("base", world.wallet, ours);
  expect(await ids()).toEqual([]);
});

test("I-10 coin that moved between two addresses of the platform is seen at each of them", async () => {
  const { address } = world.sandbox.store.get<{ address: string }>(
    "select address from address where network = 'base' and category = 'gas_station'",
  ) ?? { address: SOMEBODY };
  const [station, ours] = [await wei("base", address), await wei("base", world.wallet)];
  await setWei("base", address, station - 5n);
  await setWei("base", world.wallet, ours + 5n);
  expect(await ids()).toEqual(["I-10"]);
  await setWei("base", address, station);
  await setWei("base", world.wallet, ours);
  expect(await ids()).toEqual([]);
});

test("I-01 a token made without a mint turns its supply red", async () => {
  const { tokens } = world.sandbox.chain("base").definition;
  const slots = (await import("../../chain/artifacts/SandboxToken.json", { with: { type: "json" } })).default
    .storageSlots;
  const engine = world.engine("base");
  const place = [tokens[0]?.address, numberToHex(slots["_totalSupply"])] as const;
  const supply = await engine.request<string>("eth_getStorageAt", [...place, "latest"]);
  await engine.request("hardhat_setStorageAt", [...place, numberToHex(BigInt(supply) + 1n, { size: 32 })]);
  const broken = await brokenInvariants(world.sandbox);
  expect(broken.map((text) => text.slice(0, 4))).toEqual(["I-01"]);
  expect(broken[0]).toContain("base USDC");
  await engine.request("hardhat_setStorageAt", [...place, supply]);
  expect(await ids()).toEqual([]);
});

test("every invariant that is checked has its drift here", () => {
  const elsewhere = ["I-01", "I-02", "I-07", "I-10"];
  const drifted = new Set([...EDITS.flatMap(([, red]) => red), ...elsewhere]);
  expect(Object.keys(INVARIANTS).filter((id) => !drifted.has(id))).toEqual([]);
});
