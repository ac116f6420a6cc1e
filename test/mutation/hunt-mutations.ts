// Table: mutations of one line in the hunt's rest, and the tests that must fail.
import type { Mutation } from "./mutations.ts";

export const HUNT_MUTATIONS: readonly Mutation[] = [
  {
    file: "src/hunt/world/look.ts",
    find: "before.get(one.world) === textOfBooks(one.world)",
    replace: "true",
    tests: ["hunt/world/"],
  },
  {
    file: "src/hunt/world/look.ts",
    find: "one.isRepairedAnyway?.() === true",
    replace: "false",
    tests: ["hunt/world/"],
  },
  {
    file: "src/hunt/world/look.ts",
    find: "if (!isWrong(one)) return false;",
    replace: "if (!isWrong(one)) return reading === 1;",
    tests: ["hunt/world/"],
  },
  {
    file: "src/hunt/world/repair.ts",
    find: "return isRepairable(ended) && isUnknown(ended);",
    replace: "return isRepairable(ended);",
    tests: ["hunt/world/"],
  },
  {
    file: "src/hunt/world/repair.ts",
    find: 'has(steps, "restart") || arePayoutsLost(steps)',
    replace: 'has(steps, "restart")',
    tests: ["hunt/world/"],
  },
];
