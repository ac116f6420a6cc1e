// Failpoints: without effect unless armed, then once, at the armed pass; each name is used in the code.
import { expect, test } from "vitest";
import { armFailpoint, FAILPOINT_NAMES, failpoint, parseFailpoint } from "../../src/kernel/failpoint.ts";
import { sourcesBelow } from "../house/sources.ts";

test("R-175 a failpoint does nothing unless it was armed, and then ends the process at its turn only", () => {
  let deaths = 0;
  for (const name of FAILPOINT_NAMES) failpoint(name);
  armFailpoint({ name: "attempt.after_sign", count: 2 }, () => {
    deaths += 1;
  });
  failpoint("attempt.after_sign");
  for (const name of FAILPOINT_NAMES) if (name !== "attempt.after_sign") failpoint(name);
  expect(deaths).toBe(0);
  failpoint("attempt.after_sign");
  expect(deaths).toBe(1);
  failpoint("attempt.after_sign");
  expect(deaths).toBe(1);
});

test("R-175 a command that names none takes back what an earlier one of its process had armed", () => {
  let deaths = 0;
  const die = (): void => {
    deaths += 1;
  };
  armFailpoint({ name: "replay.mid", count: 1 }, die);
  armFailpoint(null, die);
  failpoint("replay.mid");
  expect(deaths).toBe(0);
});

test("a failpoint is ordered by its name, and by the time it is passed", () => {
  expect(parseFailpoint("attempt.after_sign")).toEqual({ name: "attempt.after_sign", count: 1 });
  expect(parseFailpoint("replay.mid:17")).toEqual({ name: "replay.mid", count: 17 });
});

test.each([
  ...["attempt.nowhere", "", "attempt.after_sign:0", "attempt.after_sign:x", "attempt.after_sign:1:2", "toString"],
])("%s is no failpoint", (order) => {
  expect(parseFailpoint(order)).toBeUndefined();
});

test("R-175 there are thirty-two failpoints, and each is passed at exactly one place of the code", () => {
  const passed = sourcesBelow("src").flatMap(({ text }) =>
    [...text.matchAll(/\bfailpoint\("([^"]+)"\)/g)].map(([, name]) => name),
  );
  expect(passed.toSorted()).toEqual(FAILPOINT_NAMES.toSorted());
  expect(FAILPOINT_NAMES).toHaveLength(32);
});
