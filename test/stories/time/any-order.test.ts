// Random histories: whatever clients, chains and operators do in whatever order, the ledger agrees with the chains.
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { asTokenOwner } from "../../support/payments/a-payout.ts";
import { DESTINATION } from "../../support/payments/a-uda.ts";
import { digestOf } from "../../support/worlds/a-digest.ts";
import { aRandomLife, diceOf, type Life, NETWORKS, refused } from "../../support/worlds/a-random-life.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

/** Sets all mining to instant, deletes the faults, and advances until no work is left. */
async function comeToRest({ sandbox }: Life): Promise<void> {
  const { control } = sandbox;
  await control("DELETE", "/faults");
  for (const name of NETWORKS) {
    await control("PUT", `/networks/${name}/mining`, { mode: "instant" });
    await asTokenOwner(sandbox, { network: name, asset: "USDC" }, "unpause").catch(refused);
  }
  await control("POST", "/run-until-idle", { advance: true, limit: "2d" });
  for (const name of NETWORKS) await control("POST", `/networks/${name}/mine`, { blocks: 4 });
  const { pending } = await control("POST", "/run-until-idle", { advance: true, limit: "2d" });
  expect(pending).toEqual([]);
}

type Booked = { network: string; address: Hex; asset: Hex; confirmed: string; held: string };

/** Each balance of the ledger is the chain's, and nothing is reserved any more. */
async function expectBooksToAgree({ sandbox }: Life): Promise<void> {
  const rows = sandbox.store.all<Booked>(
    "select a.network, a.address, b.asset, b.confirmed, b.held from balance b join address a on a.id = b.address_id",
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { network: name, address, asset, confirmed, held } of rows) {
    const client = sandbox.chain(name).public;
    const onChain = /^0x0+$/.test(asset)
      ? await client.getBalance({ address })
      : BigInt(
          (await client.call({ to: asset, data: `0x70a08231${address.slice(2).padStart(64, "0")}` })).data ?? "0x0",
        );
    expect([name, address, asset, BigInt(confirmed), held]).toEqual([name, address, asset, onChain, "0"]);
  }
}

function count({ sandbox }: Pick<Life, "sandbox">, sql: string): number {
  return sandbox.store.get<{ n: number }>(`select count(*) as n from ${sql}`)?.n ?? -1;
}

/** Each record has reached its final state, and each event was announced as often as its record allows. */
function expectAllToHaveEnded(life: Life): void {
  expect(count(life, "payout where status not in ('confirmed', 'failed', 'expired')")).toBe(0);
  expect(count(life, "settlement where status not in ('completed', 'failed')")).toBe(0);
  expect(count(life, "transaction_record where status in ('created', 'prepared', 'signed', 'broadcasted')")).toBe(0);
  expect(count(life, "claim where state <> 'confirmed'")).toBe(0);
  expect(count(life, "hold where state = 'open'")).toBe(0);
  const once = [
    "deposit.new",
    "deposit.confirmed",
    "transaction.confirmed",
    "uda.settlement.created",
    "uda.settlement.completed",
    "uda.settlement.failed",
  ];
  for (const type of once) {
    expect(
      count(life, `(select resource_id from event where type = '${type}' group by resource_id having count(*) > 1)`),
      type,
    ).toBe(0);
  }
  // At most one destination transfer of a settlement is mined with success (I-26).
  const fills =
    "attempt where state = 'confirmed' and (purpose = 'fill' or (purpose = 'sweep' and subject in (select id from settlement)))";
  expect(count(life, `(select subject from ${fills} group by subject having count(*) > 1)`)).toBe(0);
  expect(count(life, `(select distinct subject from ${fills})`)).toBe(
    count(life, "settlement where status = 'completed'"),
  );
}

/** Times of a record follow its states, those of events their order, and a deposit is new before it is confirmed. */
function expectTimesInOrder(life: Life): void {
  const steps = ["created_at", "prepared_at", "signed_at", "broadcasted_at", "confirmed_at"];
  const pairs = steps.slice(1).map((later, index) => `${later} < ${steps[index]}`);
  expect(count(life, `transaction_record where type <> 'deposit' and (${pairs.join(" or ")})`)).toBe(0);
  const before =
    "select time, micros, lag(time) over w as t, lag(micros) over w as m from event window w as (order by sequence)";
  expect(count(life, `(${before}) where time < t or (time = t and micros < m)`)).toBe(0);
  const first = "select min(sequence) from event n where n.type = 'deposit.new' and n.resource_id = e.resource_id";
  expect(count(life, `event e where type = 'deposit.confirmed' and coalesce((${first}), sequence) >= sequence`)).toBe(
    0,
  );
}

/** The destination received what the completed settlements say, to the base unit. */
async function expectDestinationPaid({ sandbox }: Life): Promise<void> {
  const rows = sandbox.store.all<{ destination_raw: string }>(
    "select destination_raw from settlement where status = 'completed'",
  );
  const seen = rows.reduce((sum, { destination_raw }) => sum + BigInt(destination_raw), 0n);
  const chain = sandbox.chain("polygon");
  const data: Hex = `0x70a08231${DESTINATION.slice(2).padStart(64, "0")}`;
  expect(BigInt((await chain.public.call({ to: chain.token("USDC"), data })).data ?? "0x0")).toBe(seen);
}

/** Every event arrived, its bytes unchanged in every attempt, and those about one resource arrived in order. */
function expectAllToldInOrder({ sandbox, receiver }: Life): void {
  const events = sandbox.store.all<{ id: string; group_key: string; body: string }>(
    "select id, group_key, body from event order by sequence",
  );
  const bodies = new Map(events.map(({ id, body }) => [id, body]));
  const came = new Set<string>();
  for (const { body, headers } of receiver.received) {
    const id = String(headers["webhook-id"]);
    expect(body).toBe(bodies.get(id));
    came.add(id);
  }
  expect(came.size).toBe(events.length);
  const place = new Map([...came].map((id, index) => [id, index]));
  const last = new Map<string, number>();
  for (const { id, group_key } of events) {
    expect(place.get(id)).toBeGreaterThan(last.get(group_key) ?? -1);
    last.set(group_key, place.get(id) ?? 0);
  }
  expect(count({ sandbox }, "delivery where state not in ('delivered', 'dead')")).toBe(0);
}

const SEEDS = (process.env["SEEDS"] ?? "one,two,three").split(",");

test.each(SEEDS)(
  "R-024 R-097 I-26 after a hundred acts in the order of %s, everything has ended and the books are right",
  async (seed) => {
    const moods = diceOf(`${seed}: receiver`);
    const receiver = await aReceiver(() => (moods.upTo(3) === 0 ? 500 : 200));
    const life = await aRandomLife(await aSandbox(), receiver, seed);
    expect(await brokenInvariants(life.sandbox)).toEqual([]);
    await comeToRest(life);
    expectAllToHaveEnded(life);
    expectTimesInOrder(life);
    await expectBooksToAgree(life);
    await expectDestinationPaid(life);
    expect(await brokenInvariants(life.sandbox)).toEqual([]);
    expectAllToldInOrder(life);
  },
);

test("K-1 R-225 a history replayed gives one world, and one jump of an hour ends where sixty of a minute do", async () => {
  const receiver = await aReceiver((_number, { json }) => (json.id.endsWith("0") ? 500 : 200));
  const wall = { ...systemClock, now: () => Date.UTC(2026, 5, 1) };
  const [one, two] = [await aSandbox({}, undefined, { wall }), await aSandbox({}, undefined, { wall })];
  for (const sandbox of [one, two]) {
    await aRandomLife(sandbox, receiver, "twice");
    await sandbox.control("POST", "/run-until-idle");
  }
  expect(digestOf(two.store)).toEqual(digestOf(one.store));
  await one.control("POST", "/clock/advance", { by: "1h" });
  for (let minute = 0; minute < 60; minute += 1) await two.control("POST", "/clock/advance", { by: "1m" });
  expect(digestOf(two.store)).toEqual(digestOf(one.store));
});
