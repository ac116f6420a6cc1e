// The next nonces of senders, known without asking the engine.
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { SenderNonces } from "../../../src/chains/engine/sender-nonces.ts";
import { anAddress } from "../../support/worlds/a-world.ts";

const sender = anAddress(1) as Hex;

test("a nonce is the sender's next when it follows the last mined one, or is the first", () => {
  const nonces = new SenderNonces();
  expect(nonces.isNext({ sender, nonce: 0 })).toBe(true);
  expect(nonces.isNext({ sender, nonce: 1 })).toBe(false);
  nonces.mined([
    { from: sender, nonce: "0x0" },
    { from: sender, nonce: "0x1" },
  ]);
  expect(nonces.isNext({ sender, nonce: 2 })).toBe(true);
  expect(nonces.isNext({ sender, nonce: 3 })).toBe(false);
});

test("an account whose code has created a contract has a higher nonce: then the engine is asked", () => {
  const nonces = new SenderNonces();
  nonces.mined([{ from: sender, nonce: "0x0" }]);
  expect(nonces.isNext({ sender, nonce: 5 })).toBe(false);
});

test("after the engine went back nothing is known, and only so many senders are remembered", () => {
  const nonces = new SenderNonces();
  nonces.mined([{ from: sender, nonce: "0x4" }]);
  nonces.clear();
  expect(nonces.isNext({ sender, nonce: 5 })).toBe(false);
  nonces.mined([{ from: sender, nonce: "0x4" }]);
  nonces.mined(
    Array.from({ length: 4_096 }, (_, index) => ({ from: anAddress(index + 2) as Hex, nonce: "0x0" as const })),
  );
  expect(nonces.isNext({ sender, nonce: 5 })).toBe(false);
});
