// The README, followed as a stranger would: every command of it, in order, and what it says that they print.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./desk.ts";
import { follow } from "./follow.ts";

test("the README does what it says", async () => {
  expect(await follow(readFileSync(join(ROOT, "README.md"), "utf8"))).toEqual([]);
}, 300_000);
