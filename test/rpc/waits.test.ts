// Detection of clients that wait for confirmations: receipt polls, and height polls after a receipt poll.
import { expect, test } from "vitest";
import { createConfirmationWaits, RECEIPT_INTEREST_MS } from "../../src/rpc/confirmation-waits.ts";
import { aWallClock } from "./a-wall-clock.ts";

const someWaits = () => {
  const reported: string[] = [];
  const clock = aWallClock();
  return {
    reported,
    clock,
    waits: createConfirmationWaits({ wall: clock.wall, clientWaits: (network) => reported.push(network) }),
  };
};

test("height polls alone do not count as waiting", () => {
  const { reported, waits } = someWaits();
  waits.headPolled("base");
  expect(reported).toEqual([]);
});

test("a receipt poll counts as waiting, and so do height polls of the same network after it", () => {
  const { reported, clock, waits } = someWaits();
  waits.receiptPolled("base");
  clock.advance(RECEIPT_INTEREST_MS);
  waits.headPolled("base");
  waits.headPolled("polygon");
  expect(reported).toEqual(["base", "base"]);
  clock.advance(1);
  waits.headPolled("base");
  expect(reported).toEqual(["base", "base"]);
});
