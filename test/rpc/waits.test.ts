// Who waits for confirmations: receipt polls, and height polls of a client that has its receipt.
import { expect, test } from "vitest";
import { createConfirmationWaits, RECEIPT_INTEREST_MS } from "../../src/rpc/confirmation-waits.ts";
import { aWall } from "./a-wall.ts";

const someWaits = () => {
  const told: string[] = [];
  const clock = aWall();
  return {
    told,
    clock,
    waits: createConfirmationWaits({ wall: clock.wall, clientWaits: (network) => told.push(network) }),
  };
};

test("height polls alone tell nothing", () => {
  const { told, waits } = someWaits();
  waits.headPolled("base");
  expect(told).toEqual([]);
});

test("a receipt poll tells, and height polls of the same network after it", () => {
  const { told, clock, waits } = someWaits();
  waits.receiptPolled("base");
  clock.advance(RECEIPT_INTEREST_MS);
  waits.headPolled("base");
  waits.headPolled("polygon");
  expect(told).toEqual(["base", "base"]);
  clock.advance(1);
  waits.headPolled("base");
  expect(told).toEqual(["base", "base"]);
});
