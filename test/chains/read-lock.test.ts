// The lock that keeps readers away from a change that is not complete.
import { expect, test } from "vitest";
import { ReadLock } from "../../src/chains/read-lock.ts";

test("a change waits for the reads that have begun, and later reads wait for the change", async () => {
  const lock = new ReadLock();
  const steps: string[] = [];
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const first = lock.read(async () => {
    begun.resolve();
    await slow.promise;
    steps.push("first read");
  });
  await begun.promise;
  const change = lock.holdDuring(async () => {
    steps.push("change");
  });
  const second = lock.read(async () => {
    steps.push("second read");
  });
  slow.resolve();
  await Promise.all([first, change, second]);
  expect(steps).toEqual(["first read", "change", "second read"]);
});

test("when changes overlap, readers wait for the end of both", async () => {
  const lock = new ReadLock();
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const steps: string[] = [];
  const changes = [one, two].map((each, index) =>
    lock.holdDuring(async () => {
      await each.promise;
      steps.push(`change ${index}`);
    }),
  );
  const read = lock.read(async () => {
    steps.push("read");
  });
  two.resolve();
  await changes[1];
  one.resolve();
  await Promise.all([...changes, read]);
  expect(steps).toEqual(["change 1", "change 0", "read"]);
});
