// `hunt.json`: every option of the hunt can stand in it beside the adapter, flags win, and no story keeps one (U-01).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import schema from "../../../spec/hunt.schema.json" with { type: "json" };
import { withFileOptions } from "../../../src/cli/hunt/file-options.ts";
import { HUNT_OPTIONS, type HuntFlags, huntOptionsOf } from "../../../src/cli/hunt/options.ts";
import { checkAdapter, FILE_OPTIONS, type FileOptions, readHuntFile } from "../../../src/hunt/hunt-file.ts";

const ROOT = join(import.meta.dirname, "../../../examples");
const ADAPTER = { app: "npm start", webhook: "http://127.0.0.1:3000/webhooks" };
/** They say what one call does, or let it reach other machines: nobody's file decides that. */
const FLAGS_ALONE = ["adapter", "quick", "shard", "replay", "list", "allow_remote", "json"];

test("U-01 every option of the hunt can stand in the file, but those of one call", () => {
  const names = HUNT_OPTIONS.map(({ flags }) => (/^--([a-z-]+)/.exec(flags)?.[1] ?? "").replaceAll("-", "_"));
  expect(names.filter((name) => !(name in schema.properties))).toEqual(FLAGS_ALONE);
  expect(FILE_OPTIONS.filter((name) => !names.includes(name))).toEqual([]);
});

const ALL: Required<FileOptions> = {
  ...{ for: "2m", worlds: 70, seed: 9, phase: ["pairs", "swarm"], only: ["value", "payout plain"], without: ["app"] },
  ...{ most: 3, jobs: 2, beside: 4, settle: "1s", deep: true, report: "found", fail_on: "warning" },
};

test("U-01 what stands in the file is what the flags would say", () => {
  const { adapter, options } = readHuntFile(JSON.stringify({ ...ADAPTER, ...ALL }));
  expect(adapter).toEqual(ADAPTER);
  const flags = withFileOptions({}, options);
  expect(flags).toMatchObject({ report: "found", failOn: "warning" });
  expect(huntOptionsOf(flags, adapter)).toEqual({
    ...{ adapter, budgetMs: 120_000, maxWorlds: 70, seed: 9, phases: ["pairs", "swarm"], most: 3, settleMs: 1_000 },
    ...{ only: ["value", "payout plain"], without: ["app"], jobs: 2, beside: 4, deep: true },
  });
});

test.each<[string, HuntFlags, HuntFlags]>([
  ["flags win", { seed: 1, jobs: 1, only: "api" }, { seed: 1, jobs: 1, only: "api", most: 3 }],
  ["--quick keeps its minute, its phases and its one finding", { quick: true }, { quick: true, jobs: 2, seed: 9 }],
  ["a shard has no time", { shard: { index: 1, total: 2, text: "1/2" } }, { worlds: 70, jobs: 2 }],
  ["kept stories are played one after the other", { replay: "hunt" }, { settle: 1_000 }],
  ["a flag that was not given is none", { seed: undefined } as unknown as HuntFlags, { seed: 9 }],
])("U-01 %s", (_, flags, expected) => {
  const taken = withFileOptions(flags, ALL);
  expect(taken).toMatchObject(expected);
  if (flags.quick) expect(Object.keys(taken)).not.toEqual(expect.arrayContaining(["for"]));
  const without = { quick: ["for", "worlds", "most", "phase"], shard: ["for"], replay: ["jobs"] };
  for (const [flag, names] of Object.entries(without))
    if (flag in flags) for (const name of names) expect(taken).not.toHaveProperty(name);
});

test.each([
  [{ jobs: 0 }, "/jobs must be >= 1"],
  [{ for: "soon" }, "/for must be a duration such as 90s, 10m or 1h"],
  [{ phase: ["triples"] }, "/phase/0 must be one of singles, pairs, swarm"],
  [{ quick: true }, "/quick is not known"],
])("U-04 %j in the file is refused with its place", (options, says) => {
  expect(() => readHuntFile(JSON.stringify({ ...ADAPTER, ...options }))).toThrow(says);
});

test("U-20 a story has an adapter and no options of a hunt", () => {
  expect(checkAdapter(ADAPTER)).toEqual(ADAPTER);
  expect(() => checkAdapter({ ...ADAPTER, jobs: 2 })).toThrow(
    "/jobs is an option of hunt: it stands in hunt.json alone",
  );
});

test.each(["shop-with-books", "books-python"])("%s is hunted on two cores", (example) => {
  const { adapter, options } = readHuntFile(readFileSync(join(ROOT, example, "hunt.json"), "utf8"));
  expect(huntOptionsOf(withFileOptions({ quick: true }, options), adapter).jobs).toBe(2);
  expect(JSON.stringify(adapter.env)).toContain("${folder}");
});
