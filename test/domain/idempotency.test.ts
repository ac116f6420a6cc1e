// Stored answers of requests with an Idempotency-Key: whose, for what, and how long (H-40).
import { expect, test } from "vitest";
import { storeAnswer, storedAnswer } from "../../src/domain/idempotency.ts";
import { aTenant, aWorld } from "../support/worlds/a-world.ts";

const DAY = 24 * 3_600_000;
const ANSWER = { requestHash: "hash-1", status: 201, body: '{"success":true}' };

function aStoredAnswer() {
  const world = aWorld();
  const of = { tenantId: world.tenant.id, operation: "createWallet", key: "key-1" };
  const now = world.clock.now();
  storeAnswer(world.db, of, ANSWER, now);
  return { world, of, now };
}

test("an answer is given again byte for byte (S-351)", () => {
  const { world, of, now } = aStoredAnswer();
  expect(storedAnswer(world.db, of, now)).toEqual({ request_hash: "hash-1", status: 201, body: '{"success":true}' });
});

test("it is stored for 24 hours of virtual time, to the millisecond", () => {
  const { world, of, now } = aStoredAnswer();
  expect(storedAnswer(world.db, of, now + DAY - 1)?.body).toBe(ANSWER.body);
  expect(storedAnswer(world.db, of, now + DAY)).toBeUndefined();
});

test("it belongs to one tenant, one operation and one key", () => {
  const { world, of, now } = aStoredAnswer();
  const other = world.write(() => aTenant(world, "other").tenant.id);
  for (const wrong of [{ tenantId: other }, { operation: "createPayout" }, { key: "key-2" }, { key: "KEY-1" }]) {
    expect(storedAnswer(world.db, { ...of, ...wrong }, now)).toBeUndefined();
  }
});

test("a key that has run out can be used for something else, for another 24 hours", () => {
  const { world, of, now } = aStoredAnswer();
  storeAnswer(world.db, of, { ...ANSWER, requestHash: "hash-2" }, now + DAY);
  expect(storedAnswer(world.db, of, now + 2 * DAY - 1)?.request_hash).toBe("hash-2");
});

test("an answer that is rolled back was never stored (R-065)", () => {
  const world = aWorld();
  const of = { tenantId: world.tenant.id, operation: "createWallet", key: "key-1" };
  const failing = () =>
    world.write(() => {
      storeAnswer(world.db, of, ANSWER, 0);
      throw new RangeError("stopped");
    });
  expect(failing).toThrow(RangeError);
  expect(storedAnswer(world.db, of, 0)).toBeUndefined();
});

test("answers that have run out make room for new ones: never many more than are alive (R-181)", () => {
  const world = aWorld();
  const now = world.clock.now();
  const count = (): number => world.db.get<{ n: number }>("select count(*) as n from idempotency_key")?.n ?? 0;
  const store = (key: string, at: number): void =>
    storeAnswer(world.db, { tenantId: world.tenant.id, operation: "createWallet", key }, ANSWER, at);
  for (let key = 0; key < 50; key += 1) store(`first ${key}`, now);
  store("while they live", now + DAY - 1);
  expect(count()).toBe(51);
  for (const left of [32, 13, 4]) {
    store(`later ${left}`, now + DAY);
    expect(count()).toBe(left);
  }
  const alive = { tenantId: world.tenant.id, operation: "createWallet", key: "while they live" };
  expect(storedAnswer(world.db, alive, now + DAY)).toBeDefined();
});
