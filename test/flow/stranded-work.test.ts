// What a lost process leaves behind of a send: taken on as it was meant, the same bytes and the same faults, once.
import { expect, test } from "vitest";
import { nextNonce } from "../../src/domain/attempt/store.ts";
import { payoutById } from "../../src/domain/payout/store.ts";
import { movePayout } from "../../src/domain/payout/transitions.ts";
import { transactionById } from "../../src/domain/transaction/store.ts";
import { moveTransaction } from "../../src/domain/transaction/transitions.ts";
import { insertFault, listFaults } from "../../src/faults/store.ts";
import { aPayout, fund } from "../support/worlds/a-world.ts";
import { aLane, MINUTE, SENDER } from "./a-sender-account.ts";

type Lane = ReturnType<typeof aLane>;

function fault({ world }: Lane, effect: string, more: { skip?: number; times?: number } = {}): void {
  const counts = { skip: 0, times: 1, ...more, seen: 0, hits: 0 };
  const id = `f-${listFaults(world.db).length}`;
  world.write(() => insertFault(world.db, { id, gate: "chain.submit", effect, match: "{}", params: "{}", ...counts }));
}

const counted = ({ world }: Lane) => listFaults(world.db).map(({ seen, hits }) => [seen, hits]);

/** The process is gone in the middle of the n-th send. */
const goneAt = (number: number) => (submitted: number) =>
  submitted === number ? new TypeError("the process is gone") : undefined;

test("a prepared attempt is signed and sent, and taking it on again does nothing", async () => {
  const lane = aLane();
  const { id } = lane.prepare();
  await lane.watch(id, 0);
  expect([lane.now(id).state, lane.submitted.length, lane.heard().at(-1)]).toEqual(["sent", 1, "broadcast"]);
  await lane.watch(id, 0);
  expect([lane.now(id).state, lane.submitted.length]).toEqual(["sent", 1]);
});

test("a signed attempt goes out with the identical bytes, also when the node had them already", async () => {
  const lane = aLane(goneAt(1));
  const { id } = lane.prepare();
  await expect(lane.send(lane.now(id))).rejects.toThrow("the process is gone");
  lane.pool.add(lane.submitted[0]!);
  await lane.watch(id, 0);
  expect(lane.submitted).toEqual([lane.submitted[0], lane.submitted[0]]);
  expect([lane.now(id).state, lane.heard()]).toEqual(["sent", ["", "prepare", "sign", "broadcast"]]);
});

test("what a send meets is decided once: a fault that fired before the end fires again, and counts once", async () => {
  const lane = aLane(goneAt(1));
  fault(lane, "drop");
  const { id } = lane.prepare();
  await expect(lane.send(lane.now(id))).rejects.toThrow("the process is gone");
  expect([lane.now(id).effect, counted(lane)]).toEqual(["drop", [[1, 1]]]);
  await lane.watch(id, 0);
  expect([lane.now(id).state, lane.pool.size, lane.now(id).effect, counted(lane)]).toEqual(["sent", 0, null, [[1, 1]]]);
  // The next send of the same bytes is another passage.
  await lane.watch(id);
  expect([lane.pool.size, counted(lane)]).toEqual([1, [[2, 1]]]);
});

test("a send that was to meet nothing meets nothing, whatever was ordered since", async () => {
  const lane = aLane(goneAt(1));
  const { id } = lane.prepare();
  await expect(lane.send(lane.now(id))).rejects.toThrow("the process is gone");
  fault(lane, "unavailable");
  await lane.watch(id, 0);
  expect([lane.now(id).state, counted(lane)]).toEqual(["sent", [[0, 0]]]);
});

test.each(["revert", "out-of-gas", "stuck"])(
  "bytes of a %s are written with the plan: signing them later gives the same",
  async (effect) => {
    const [first, second] = [aLane(), aLane()];
    for (const lane of [first, second]) fault(lane, effect);
    const { id } = first.prepare();
    second.prepare();
    await first.send(first.now(id));
    fault(second, effect);
    await second.watch(id, 0);
    expect(second.submitted).toEqual(first.submitted);
    expect(counted(second)).toEqual([
      [1, 1],
      [0, 0],
    ]);
  },
);

function aPayoutTakenUp(lane: Lane) {
  const { world } = lane;
  fund(world, world.vaultOn("ethereum"), "USDT", 100_000_000n);
  const payout = aPayout(world, { expiredAt: "2026-01-01T00:00:30Z" });
  const { id } = lane.prepare("payout", payout.transaction_id);
  world.write(() => {
    movePayout(world, payout.id, "start");
    moveTransaction(world, payout.transaction_id, "prepare");
  });
  const states = () => [
    payoutById(world.db, payout.id)?.status,
    transactionById(world.db, payout.transaction_id)?.status,
    ...lane.all().map(({ kind, state }) => `${kind} ${state}`),
  ];
  return { id, states };
}

test("past its cutoff a payout that was never signed is not signed: it has expired, its nonce is free (R-087)", async () => {
  const lane = aLane();
  const { id, states } = aPayoutTakenUp(lane);
  await lane.watch(id, 29_999);
  expect(states()).toEqual(["processing", "broadcasted", "pay sent"]);

  const late = aLane();
  const other = aPayoutTakenUp(late);
  await late.watch(other.id, 30_000);
  expect(other.states()).toEqual(["expired", "expired", "pay void"]);
  expect([late.submitted, nextNonce(late.world.db, "bsc", SENDER)]).toEqual([[], 0]);
});

test("past its cutoff a payout that was signed is cancelled at its nonce, and its own bytes stay here (R-088)", async () => {
  const lane = aLane(goneAt(1));
  const { id, states } = aPayoutTakenUp(lane);
  await expect(lane.send(lane.now(id))).rejects.toThrow("the process is gone");
  const payment = lane.submitted[0];
  await lane.watch(id, 30_000);
  expect(states()).toEqual(["processing", "signed", "pay signed", "cancel sent"]);
  expect(lane.submitted.slice(1)).not.toContain(payment);
  await lane.watch(id);
  expect(lane.submitted).toHaveLength(2);
});

test("six sends without an answer are enough: then a cancel goes out, and it alone is kept alive (H-22)", async () => {
  const lane = aLane();
  fault(lane, "unavailable", { times: 6 });
  const { id } = lane.prepare();
  for (let send = 0; send < 6; send += 1) await lane.watch(id);
  expect([lane.now(id).state, lane.now(id).sends, lane.submitted.length]).toEqual(["signed", 6, 0]);
  await lane.watch(id);
  const [, cancel] = lane.all();
  expect(cancel).toMatchObject({ kind: "cancel", state: "sent", nonce: 0 });
  expect(JSON.parse(cancel!.plan).ends).toBe("broadcast failed after 6 attempts: the node does not answer");
  expect(lane.submitted).toEqual([cancel!.raw]);
  // The node refuses what it has already: nothing changes.
  await lane.watch(id);
  expect(lane.all().map(({ state }) => state)).toEqual(["signed", "sent"]);
  await lane.watch(cancel!.id, MINUTE);
  expect(lane.all().map(({ kind, state }) => `${kind} ${state}`)).toEqual(["pay signed", "cancel sent", "cancel sent"]);
});
