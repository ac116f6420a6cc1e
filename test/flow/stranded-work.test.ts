// Recovery of an interrupted send: the same bytes and the same faults, once.
import { expect, test } from "vitest";
import { nextNonce } from "../../src/domain/attempt/store.ts";
import { payoutById } from "../../src/domain/payout/store.ts";
import { movePayout } from "../../src/domain/payout/transitions.ts";
import { transactionById } from "../../src/domain/transaction/store.ts";
import { moveTransaction } from "../../src/domain/transaction/transitions.ts";
import { insertFault, listFaults } from "../../src/faults/store.ts";
import { aPayout, fund } from "../support/worlds/a-world.ts";
import { aSenderAccount, MINUTE, SENDER } from "./a-sender-account.ts";

type SenderAccount = ReturnType<typeof aSenderAccount>;

function fault({ world }: SenderAccount, effect: string, more: { skip?: number; times?: number } = {}): void {
  const counts = { skip: 0, times: 1, ...more, seen: 0, hits: 0 };
  const id = `f-${listFaults(world.db).length}`;
  world.write(() => insertFault(world.db, { id, gate: "chain.submit", effect, match: "{}", params: "{}", ...counts }));
}

const counted = ({ world }: SenderAccount) => listFaults(world.db).map(({ seen, hits }) => [seen, hits]);

/** The process ends in the middle of the n-th send. */
const processLostAt = (number: number) => (submitted: number) =>
  submitted === number ? new TypeError("the process is gone") : undefined;

test("a prepared attempt is signed and sent, and resuming it again does nothing", async () => {
  const account = aSenderAccount();
  const { id } = account.prepare();
  await account.watch(id, 0);
  expect([account.now(id).state, account.submitted.length, account.moves().at(-1)]).toEqual(["sent", 1, "broadcast"]);
  await account.watch(id, 0);
  expect([account.now(id).state, account.submitted.length]).toEqual(["sent", 1]);
});

test("a signed attempt goes out with the identical bytes, also when the node had them already", async () => {
  const account = aSenderAccount(processLostAt(1));
  const { id } = account.prepare();
  await expect(account.send(account.now(id))).rejects.toThrow("the process is gone");
  account.pool.add(account.submitted[0]!);
  await account.watch(id, 0);
  expect(account.submitted).toEqual([account.submitted[0], account.submitted[0]]);
  expect([account.now(id).state, account.moves()]).toEqual(["sent", ["", "prepare", "sign", "broadcast"]]);
});

test("the fault of a send is decided once: one that applied before the end applies again, and counts once", async () => {
  const account = aSenderAccount(processLostAt(1));
  fault(account, "drop");
  const { id } = account.prepare();
  await expect(account.send(account.now(id))).rejects.toThrow("the process is gone");
  expect([account.now(id).effect, counted(account)]).toEqual(["drop", [[1, 1]]]);
  await account.watch(id, 0);
  expect([account.now(id).state, account.pool.size, account.now(id).effect, counted(account)]).toEqual([
    "sent",
    0,
    null,
    [[1, 1]],
  ]);
  // The next send of the same bytes passes the gate anew.
  await account.watch(id);
  expect([account.pool.size, counted(account)]).toEqual([1, [[2, 1]]]);
});

test("a send decided without a fault meets none, whatever faults were added since", async () => {
  const account = aSenderAccount(processLostAt(1));
  const { id } = account.prepare();
  await expect(account.send(account.now(id))).rejects.toThrow("the process is gone");
  fault(account, "unavailable");
  await account.watch(id, 0);
  expect([account.now(id).state, counted(account)]).toEqual(["sent", [[0, 0]]]);
});

test.each(["revert", "out-of-gas", "stuck"])(
  "bytes of a %s are written with the plan: signing them later gives the same",
  async (effect) => {
    const [first, second] = [aSenderAccount(), aSenderAccount()];
    for (const account of [first, second]) fault(account, effect);
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

function aClaimedPayout(account: SenderAccount) {
  const { world } = account;
  fund(world, world.vaultOn("ethereum"), "USDT", 100_000_000n);
  const payout = aPayout(world, { expiredAt: "2026-01-01T00:00:30Z" });
  const { id } = account.prepare("payout", payout.transaction_id);
  world.write(() => {
    movePayout(world, payout.id, "start");
    moveTransaction(world, payout.transaction_id, "prepare");
  });
  const states = () => [
    payoutById(world.db, payout.id)?.status,
    transactionById(world.db, payout.transaction_id)?.status,
    ...account.all().map(({ kind, state }) => `${kind} ${state}`),
  ];
  return { id, states };
}

test("past its cutoff a payout that was never signed is not signed: it has expired, its nonce is free (R-087)", async () => {
  const account = aSenderAccount();
  const { id, states } = aClaimedPayout(account);
  await account.watch(id, 29_999);
  expect(states()).toEqual(["processing", "broadcasted", "pay sent"]);

  const late = aSenderAccount();
  const other = aClaimedPayout(late);
  await late.watch(other.id, 30_000);
  expect(other.states()).toEqual(["expired", "expired", "pay void"]);
  expect([late.submitted, nextNonce(late.world.db, "bsc", SENDER)]).toEqual([[], 0]);
});

test("past its cutoff a payout that was signed is cancelled at its nonce, and its own bytes are never sent (R-088)", async () => {
  const account = aSenderAccount(processLostAt(1));
  const { id, states } = aClaimedPayout(account);
  await expect(account.send(account.now(id))).rejects.toThrow("the process is gone");
  const payment = account.submitted[0];
  await account.watch(id, 30_000);
  expect(states()).toEqual(["processing", "signed", "pay signed", "cancel sent"]);
  expect(account.submitted.slice(1)).not.toContain(payment);
  await account.watch(id);
  expect(account.submitted).toHaveLength(2);
});

test("after six sends without an answer a cancel is sent, and only the cancel is kept in the pool (H-22)", async () => {
  const account = aSenderAccount();
  fault(account, "unavailable", { times: 6 });
  const { id } = account.prepare();
  for (let send = 0; send < 6; send += 1) await account.watch(id);
  expect([account.now(id).state, account.now(id).sends, account.submitted.length]).toEqual(["signed", 6, 0]);
  await account.watch(id);
  const [, cancel] = account.all();
  expect(cancel).toMatchObject({ kind: "cancel", state: "sent", nonce: 0 });
  expect(JSON.parse(cancel!.plan).ends).toBe("broadcast failed after 6 attempts: the node does not answer");
  expect(account.submitted).toEqual([cancel!.raw]);
  // The node refuses a known transaction: nothing changes.
  await account.watch(id);
  expect(account.all().map(({ state }) => state)).toEqual(["signed", "sent"]);
  await account.watch(cancel!.id, MINUTE);
  expect(account.all().map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    "pay signed",
    "cancel sent",
    "cancel sent",
  ]);
});
