// Failpoints: silent unless armed, and then once, at their turn.
import { expect, test } from "vitest";
import { armFailpoint, FAILPOINTS, failpoint } from "../../src/kernel/failpoint.ts";

test("R-175 a failpoint does nothing unless it was armed, and then ends the process at its turn only", () => {
  let deaths = 0;
  for (const name of FAILPOINTS) failpoint(name);
  armFailpoint("attempt.after_sign:2", () => {
    deaths += 1;
  });
  failpoint("attempt.after_sign");
  for (const name of FAILPOINTS) if (name !== "attempt.after_sign") failpoint(name);
  expect(deaths).toBe(0);
  failpoint("attempt.after_sign");
  expect(deaths).toBe(1);
  failpoint("attempt.after_sign");
  expect(deaths).toBe(1);
});

test.each(["attempt.nowhere", "", "attempt.after_sign:0", "attempt.after_sign:x"])("%s is no failpoint", (order) => {
  expect(() => armFailpoint(order, () => {})).toThrow(/failpoint/);
});
