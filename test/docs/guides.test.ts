// Every guide is correct: each of its blocks is run or checked, in order, in an empty environment.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { follow } from "./follow.ts";
import { ROOT } from "./workspace.ts";

const guides = readdirSync(join(ROOT, "docs/guides"))
  .sort()
  .map((name) => `docs/guides/${name}`);

test.each(guides)(
  "%s does what it says",
  async (file) => {
    expect(await follow(readFileSync(join(ROOT, file), "utf8"))).toEqual([]);
  },
  600_000,
);
