// Attempts: nonces without a gap, competing attempts at one nonce, and pending ones (R-072…R-080).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttemptRow, UnsignedTransaction } from "../../src/domain/attempt/attempt.ts";
import {
  attemptByHash,
  attemptsAtNonce,
  countVoid,
  gapIn,
  insertCompetingAttempt,
  liveAttempts,
  minedFrom,
  minedUpTo,
  nextNonce,
  openAttempts,
  unminedOf,
} from "../../src/domain/attempt/store.ts";
import {
  type AttemptChange,
  type AttemptMove,
  moveAttempt,
  prepareAttempt,
} from "../../src/domain/attempt/transitions.ts";
import { type AWorld, anAddress, aWorld } from "../support/worlds/a-world.ts";

const PLAN: UnsignedTransaction = {
  to: anAddress(9),
  value: "0",
  data: "0x",
  gas: "21000",
  maxFeePerGas: "3",
  maxPriorityFeePerGas: "1",
};

type AttemptFacts = { network?: string; sender?: string; subject?: string };

function anAttempt(world: AWorld, facts: AttemptFacts = {}): AttemptRow {
  const { network = "ethereum", sender = anAddress(1), subject = "t-1" } = facts;
  return world.write(() =>
    prepareAttempt(world, { network, sender, derivation: "m/0", purpose: "payout", subject, plan: PLAN }),
  );
}

function walk(world: AWorld, row: AttemptRow, ...moves: (AttemptMove | [AttemptMove, AttemptChange])[]): AttemptRow {
  return moves.reduce((now, step) => {
    const [name, change] = Array.isArray(step) ? step : [step, {}];
    return world.write(() => moveAttempt(world, now, name, change));
  }, row);
}

describe("a sender", () => {
  test("counts from zero, without a gap (R-077)", () => {
    const world = aWorld();
    expect([anAttempt(world), anAttempt(world), anAttempt(world)].map(({ nonce }) => nonce)).toEqual([0, 1, 2]);
  });

  test("is a sender on a network: others count for themselves", () => {
    const world = aWorld();
    anAttempt(world);
    expect(anAttempt(world, { network: "bsc" }).nonce).toBe(0);
    expect(anAttempt(world, { sender: anAddress(2) }).nonce).toBe(0);
    expect(anAttempt(world).nonce).toBe(1);
  });

  test("gives a nonce again when its bytes certainly never reached the node", () => {
    const world = aWorld();
    walk(world, anAttempt(world), "sign", "void");
    expect(anAttempt(world).nonce).toBe(0);
  });

  test("uses the lowest nonce that was released below later ones first, so that no gap stays (R-077)", () => {
    const world = aWorld();
    const [first, second, third] = [anAttempt(world), anAttempt(world), anAttempt(world)];
    walk(world, third, "sign", "send");
    walk(world, second, "sign", "void");
    walk(world, first, "sign", "void");
    expect([anAttempt(world), anAttempt(world), anAttempt(world)].map(({ nonce }) => nonce)).toEqual([0, 1, 3]);
  });

  test("finds the first unused nonce of a range", () => {
    const world = aWorld();
    const rows = [anAttempt(world), anAttempt(world), anAttempt(world), anAttempt(world)];
    const gap = (from: number, below: number) =>
      gapIn(world.db, { network: "ethereum", sender: anAddress(1), from, below });
    expect([gap(0, 4), gap(2, 4), gap(1, 1)]).toEqual([4, 4, 1]);
    walk(world, rows[1]!, "sign", "void");
    walk(world, rows[3]!, "sign", "send", "lose");
    expect([gap(0, 4), gap(2, 4), gap(0, 1)]).toEqual([1, 3, 1]);
  });

  test("never gives a nonce again that was sent, whatever became of it", () => {
    const world = aWorld();
    walk(world, anAttempt(world), "sign", "send", "mine", "fail");
    walk(world, anAttempt(world), "sign", "send", "lose");
    expect(nextNonce(world.db, "ethereum", anAddress(1))).toBe(2);
  });

  test("has no gap and no double, whatever is refused on the way", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (sent) => {
        const world = aWorld();
        for (const ok of sent) walk(world, anAttempt(world), "sign", ok ? "send" : "void");
        const nonces = world.db.all<{ nonce: number }>("select nonce from attempt where state <> 'void' order by id");
        expect(nonces.map(({ nonce }) => nonce)).toEqual(sent.filter(Boolean).map((_ok, index) => index));
      }),
      { numRuns: 30 },
    );
  });
});

test("a competing attempt has the same nonce and subject and takes no new nonce (R-079)", () => {
  const world = aWorld();
  const first = walk(world, anAttempt(world), "sign", "send");
  const rival = world.write(() => insertCompetingAttempt(world.db, first, "replacement", "{}"));
  expect(rival).toMatchObject({ nonce: 0, subject: "t-1", kind: "replacement", state: "prepared", raw: "", hash: "" });
  expect(attemptsAtNonce(world.db, "ethereum", anAddress(1), 0).map(({ id }) => id)).toEqual([first.id, rival.id]);
  expect(anAttempt(world).nonce).toBe(1);
});

test("bytes and hash are stored by the transition that signs, and found by hash on their own network only", () => {
  const world = aWorld();
  const row = walk(world, anAttempt(world), ["sign", { raw: "0x02aa", hash: "0xhash" }]);
  expect(attemptByHash(world.db, "ethereum", "0xhash")).toEqual(row);
  expect(row).toMatchObject({ state: "signed", raw: "0x02aa", hash: "0xhash" });
  expect(attemptByHash(world.db, "bsc", "0xhash")).toBeUndefined();
});

test("a row that has moved on is not moved again", () => {
  const world = aWorld();
  const stale = anAttempt(world);
  walk(world, stale, "sign");
  expect(() => walk(world, stale, "sign")).toThrow("a move lost its race");
});

test("what was or can be mined blocks another attempt; what ended does not (R-100)", () => {
  const world = aWorld();
  const ends: (readonly AttemptMove[])[] = [
    [],
    ["sign"],
    ["sign", "send"],
    ["sign", "send", "mine"],
    ["sign", "send", "mine", "confirm"],
    ["sign", "send", "mine", "fail"],
    ["sign", "void"],
    ["sign", "send", "lose"],
  ];
  const live = ends.map((moves, index) => {
    walk(world, anAttempt(world, { subject: `t-${index}` }), ...moves);
    return liveAttempts(world.db, "payout", `t-${index}`).length;
  });
  expect(live).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
  expect(liveAttempts(world.db, "refill", "t-0")).toEqual([]);
});

test("gas is spoken for until its cost is in the confirmed balance (H-22)", () => {
  const world = aWorld();
  const row = anAttempt(world);
  const open = () => openAttempts(world.db, "ethereum", anAddress(1)).length;
  const counts = [open()];
  let now = row;
  for (const move of ["sign", "send", "mine", "confirm"] as const) {
    now = walk(world, now, move);
    counts.push(open());
  }
  expect(counts).toEqual([1, 1, 1, 1, 0]);
  expect(openAttempts(world.db, "ethereum", anAddress(2))).toEqual([]);
});

test("mined attempts are found by height, to confirm them and to take them out of removed blocks", () => {
  const world = aWorld();
  const mine = (height: number) => walk(world, anAttempt(world), "sign", "send", ["mine", { block_height: height }]);
  const [five, six, seven] = [mine(5), mine(6), mine(7)];
  walk(world, mine(4), "confirm");
  expect(minedUpTo(world.db, "ethereum", 6).map(({ id }) => id)).toEqual([five.id, six.id]);
  expect(minedFrom(world.db, "ethereum", 6).map(({ id }) => id)).toEqual([six.id, seven.id]);
  expect(minedUpTo(world.db, "bsc", 6)).toEqual([]);
  const back = walk(world, six, ["unmine", { block_height: null }]);
  expect(back).toMatchObject({ state: "sent", block_height: null });
  expect(unminedOf(world.db, "ethereum").map(({ id }) => id)).toEqual([six.id]);
});

test("refusals are counted by subject", () => {
  const world = aWorld();
  for (let count = 0; count < 3; count += 1) walk(world, anAttempt(world), "sign", "void");
  walk(world, anAttempt(world, { subject: "t-2" }), "sign", "void");
  expect([
    countVoid(world.db, "payout", "t-1"),
    countVoid(world.db, "payout", "t-2"),
    countVoid(world.db, "refill", "t-1"),
  ]).toEqual([3, 1, 0]);
});
