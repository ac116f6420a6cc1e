// Follows the README like a new user: every command in order, with the output that it shows.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./desk.ts";
import { follow } from "./follow.ts";

test("the README is correct", async () => {
  expect(await follow(readFileSync(join(ROOT, "README.md"), "utf8"))).toEqual([]);
}, 300_000);
