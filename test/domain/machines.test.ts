// Every state machine against the tables of the decisions, written out by hand: what may happen, and that nothing else does.
import { describe, expect, test } from "vitest";
import { created, historyOf, move } from "../../src/domain/apply-transition.ts";
import { attemptMachine } from "../../src/domain/attempt/machine.ts";
import { deliveryMachine } from "../../src/domain/delivery/machine.ts";
import { depositMachine } from "../../src/domain/deposit/machine.ts";
import { payoutMachine } from "../../src/domain/payout/machine.ts";
import { settlementMachine } from "../../src/domain/settlement/machine.ts";
import { transactionMachine } from "../../src/domain/transaction/machine.ts";
import { udaMachine } from "../../src/domain/uda/machine.ts";
import { drawing, type Machine } from "../../src/kernel/machine.ts";
import { aWorld } from "../support/worlds/a-world.ts";

/** One row a legal step: where from, by which move, where to, which event it raises. */
type Step = readonly [from: string, move: string, to: string, emits?: string];

type Expected = { machine: Machine; states: string[]; initial: string[]; steps: Step[] };

const BROADCASTED = "transaction.broadcasted";
const CONFIRMED = "transaction.confirmed";
const FAILED = "transaction.failed";
const SETTLING = "uda.settlement.created";
const SETTLED = "uda.settlement.completed";
const UNSETTLED = "uda.settlement.failed";

const EXPECTED: Record<string, Expected> = {
  "a payout (H-22)": {
    machine: payoutMachine,
    states: ["queued", "processing", "confirmed", "failed", "expired"], // S-201…S-205
    initial: ["queued"],
    steps: [
      ["queued", "start", "processing"],
      ["processing", "requeue", "queued"],
      ["processing", "confirm", "confirmed", CONFIRMED],
      ["processing", "fail", "failed", FAILED],
      ["queued", "reject", "expired"],
      ["queued", "expire", "expired"],
      ["processing", "expire", "expired"],
    ],
  },
  "a unified transaction (H-26)": {
    machine: transactionMachine,
    states: ["created", "prepared", "signed", "broadcasted", "confirmed", "failed", "rejected", "expired"],
    initial: ["created", "broadcasted"],
    steps: [
      ["created", "prepare", "prepared"],
      ["prepared", "sign", "signed"],
      ["signed", "broadcast", "broadcasted", BROADCASTED],
      ["broadcasted", "confirm", "confirmed", CONFIRMED],
      ["created", "retry", "created"],
      ["prepared", "retry", "created"],
      ["signed", "retry", "created"],
      ["created", "fail", "failed", FAILED],
      ["prepared", "fail", "failed", FAILED],
      ["signed", "fail", "failed", FAILED],
      ["broadcasted", "fail", "failed", FAILED],
      ["failed", "revive", "broadcasted"],
      ["created", "reject", "rejected"],
      ["created", "expire", "expired"],
      ["prepared", "expire", "expired"],
      ["signed", "expire", "expired"],
      ["broadcasted", "expire", "expired"],
    ],
  },
  "a settlement (H-25)": {
    machine: settlementMachine,
    states: ["created", "routing", "completed", "failed", "retrying"], // S-215
    initial: ["created"],
    steps: [
      ["created", "accept", "routing", SETTLING],
      ["retrying", "accept", "routing", SETTLING],
      ["created", "postpone", "retrying"],
      ["routing", "postpone", "retrying"],
      ["retrying", "postpone", "retrying"],
      ["routing", "complete", "completed", SETTLED],
      ["created", "exhaust", "failed", UNSETTLED],
      ["retrying", "exhaust", "failed", UNSETTLED],
      ["routing", "exhaust", "failed", UNSETTLED],
      ["failed", "requeue", "retrying"],
    ],
  },
  "a UDA (H-24)": {
    machine: udaMachine,
    states: ["active", "retired"], // S-211
    initial: ["active"],
    steps: [
      ["active", "retire", "retired"], // S-212
      ["retired", "reactivate", "active"],
    ],
  },
  "a deposit (H-02)": {
    machine: depositMachine,
    states: ["seen", "confirmed", "orphaned"],
    initial: ["seen"],
    steps: [
      ["seen", "confirm", "confirmed", "deposit.confirmed"],
      ["seen", "orphan", "orphaned", FAILED],
      ["orphaned", "revive", "seen"],
    ],
  },
  "an attempt (R-072…R-082)": {
    machine: attemptMachine,
    states: ["prepared", "signed", "sent", "mined", "confirmed", "failed", "void", "lost"],
    initial: ["prepared"],
    steps: [
      ["prepared", "sign", "signed"],
      ["signed", "send", "sent"],
      ["sent", "send", "sent"],
      ["signed", "mine", "mined"],
      ["sent", "mine", "mined"],
      ["lost", "mine", "mined"],
      ["mined", "unmine", "sent"],
      ["mined", "confirm", "confirmed"],
      ["mined", "fail", "failed"],
      ["prepared", "void", "void"],
      ["signed", "void", "void"],
      ["prepared", "lose", "lost"],
      ["signed", "lose", "lost"],
      ["sent", "lose", "lost"],
      ["confirmed", "displace", "lost"],
      ["failed", "displace", "lost"],
    ],
  },
  "a delivery (H-81)": {
    machine: deliveryMachine,
    states: ["due", "sending", "delivered", "dead"],
    initial: ["due"],
    steps: [
      ["due", "send", "sending"],
      ["sending", "deliver", "delivered"],
      ["sending", "retry", "due"],
      ["sending", "die", "dead"],
      ["due", "die", "dead"],
      ["dead", "replay", "due"],
      ["delivered", "replay", "due"],
      ["due", "hasten", "due"],
    ],
  },
};

const CASES = Object.entries(EXPECTED);

/** Applies the transition to a row in state `from`; returns the new state, or "refused". */
function tryMove(machine: Machine, from: string, name: string): { ended: string; history: number } {
  const world = aWorld();
  let stored = from;
  try {
    move(world, machine, name, { id: "r", state: from }, (expected, to) => {
      if (stored !== expected) return 0;
      stored = to;
      return 1;
    });
    return { ended: stored, history: historyOf(world.db, machine.noun, "r").length };
  } catch {
    return { ended: stored === from ? "refused" : stored, history: historyOf(world.db, machine.noun, "r").length };
  }
}

describe.each(CASES)("%s", (_noun, { machine, states, initial, steps }) => {
  test("has exactly these states and these initial states", () => {
    expect([...machine.states].toSorted()).toEqual([...states].toSorted());
    expect([...machine.initial].toSorted()).toEqual([...initial].toSorted());
  });

  test("makes every move of the table, writes it down once, and refuses each other pair of state and move without a trace", () => {
    for (const from of states) {
      for (const name of Object.keys(machine.moves)) {
        const step = steps.find(([start, label]) => start === from && label === name);
        const expected = step === undefined ? { ended: "refused", history: 0 } : { ended: step[2], history: 1 };
        expect({ from, name, ...tryMove(machine, from, name) }).toEqual({ from, name, ...expected });
      }
    }
  });

  test("has no move that the table lacks, and raises the events of the table", () => {
    expect(Object.keys(machine.moves).toSorted()).toEqual([...new Set(steps.map(([, name]) => name))].toSorted());
    for (const [, name, , emits = ""] of steps) expect([name, machine.moves[name]?.emits]).toEqual([name, emits]);
  });

  test("is drawn with every step", () => {
    const lines = drawing(machine).split("\n");
    for (const [from, name, to] of steps) expect(lines).toContain(`  ${from} --> ${to}: ${name}`);
    for (const birth of initial) expect(lines).toContain(`  [*] --> ${birth}`);
    expect(lines).toHaveLength(1 + initial.length + steps.length);
  });

  test("is not created in any other state", () => {
    const world = aWorld();
    for (const state of states) {
      const birth = () => created(world, machine, `r-${state}`, state);
      if (initial.includes(state)) expect(birth).not.toThrow();
      else expect(birth).toThrow("created in an initial state");
    }
  });
});

test.each([
  ["payout", payoutMachine, ["confirmed", "failed", "expired"]],
  ["transaction", transactionMachine, ["confirmed", "rejected", "expired"]],
  ["settlement", settlementMachine, ["completed"]],
  ["deposit", depositMachine, ["confirmed"]],
  ["attempt", attemptMachine, ["confirmed", "failed", "void"]],
] as [string, Machine, string[]][])(
  "nothing leads out of the final states of a %s, but for an attempt whose block a forced reorg removed (I-23, R-016)",
  (_noun, machine, finals) => {
    for (const [name, { from }] of Object.entries(machine.moves))
      if (name !== "displace") expect(from.filter((state) => finals.includes(state))).toEqual([]);
  },
);

test("a row that has moved on meanwhile is not moved again: the number of changed rows decides (R-086)", () => {
  const world = aWorld();
  const late = () => move(world, payoutMachine, "reject", { id: "p", state: "queued" }, () => 0);
  expect(late).toThrow("a move lost its race");
  expect(historyOf(world.db, "payout", "p")).toEqual([]);
});

test("the transitions of a record are stored in order with their virtual times", () => {
  const world = aWorld();
  const at = world.clock.now();
  created(world, udaMachine, "u", "active");
  world.clock.moveTo(at + 1_000);
  move(world, udaMachine, "retire", { id: "u", state: "active" }, () => 1);
  world.clock.moveTo(at + 2_000);
  move(world, udaMachine, "reactivate", { id: "u", state: "retired" }, () => 1);
  expect(historyOf(world.db, "uda", "u")).toEqual([
    { move: "", to_state: "active", at },
    { move: "retire", to_state: "retired", at: at + 1_000 },
    { move: "reactivate", to_state: "active", at: at + 2_000 },
  ]);
});
