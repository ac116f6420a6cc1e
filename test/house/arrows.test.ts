// Imports between the folders of src/ follow the dependency rules, and there is no import cycle.
import { describe, expect, test } from "vitest";
import { arrowFindings, arrows, circles } from "./arrows.ts";
import { lines, source, sourcesBelow } from "./sources.ts";

const src = sourcesBelow("src");

test("every import in src follows the dependency rules", () => {
  expect(lines(arrowFindings(src))).toEqual([]);
});

test("there is no import cycle, not even of types", () => {
  expect(circles(src)).toEqual([]);
});

test("the dependency rules themselves have no cycle", () => {
  const rooms = Object.keys(arrows).map((room) => ({ room, path: `src/${room.replace(/\.ts$/, "")}.ts` }));
  const text = (room: string) =>
    (arrows[room] ?? []).map((to) => `import "./${to.replace(/\.ts$/, "")}.ts";`).join("\n");
  expect(circles(rooms.map(({ room, path }) => source(path, text(room))))).toEqual([]);
});

describe("what is found", () => {
  const says = (path: string, text: string) => arrowFindings([source(path, text)]).map((finding) => finding.says);

  test.each([
    ["src/http/app.ts", 'import { loop } from "../flow/loop.ts";', "http may not import flow"],
    ["src/domain/outbox.ts", 'import type { Chain } from "../chains/chain.ts";', "domain may not import chains"],
    ["src/db/database.ts", 'export { a } from "../domain/outbox.ts";', "db may not import domain"],
    ["src/kernel/clock.ts", 'const a = await import("../db/database.ts");', "kernel may not import db"],
    ["src/spec/read.ts", 'let a: import("../http/app.ts").App;', "spec may not import http"],
    ["src/demo/demo.ts", 'import "../db/database.ts";', "demo may not import db"],
    ["src/cli/commands/chains/deposit.ts", 'import "../../../domain/deposit/deposit.ts";', "cli may not import domain"],
    ["src/attic/a.ts", 'import "../kernel/clock.ts";', "the room attic is not in the table of arrows"],
    ["src/domain/uda/retire.ts", 'import "../payout/store.ts";', "uda may not import payout: it is to its right"],
    ["src/domain/uda/retire.ts", 'import "../thing/store.ts";', "the noun thing is not in the order of nouns"],
    ["src/domain/thing/verb.ts", 'import "../uda/store.ts";', "the noun thing is not in the order of nouns"],
    ["src/domain/agenda.ts", 'import "./uda/store.ts";', "src/domain/agenda.ts stands below the noun uda"],
    [
      "src/domain/vault/store.ts",
      'import "../provision.ts";',
      "src/domain/provision.ts stands above the nouns and what is below them",
    ],
    ["src/kernel/ids.ts", 'import "node:fs";', "the kernel imports node:fs"],
    ["src/kernel/ids.ts", 'import pino from "pino";', "imports pino, which belongs to src/kernel/log.ts alone"],
    [
      "src/chains/token.ts",
      'import "@nomicfoundation/edr";',
      "imports @nomicfoundation/edr, which belongs to src/chains/simulated.ts alone",
    ],
    ["src/chains/simulated.ts", 'import "hardhat/hre";', "imports hardhat/hre, which belongs to the tests alone"],
    ["src/domain/uda/store.ts", 'import "better-sqlite3";', "imports better-sqlite3, which belongs to src/db alone"],
    [
      "src/flow/loop/loop.ts",
      'import "../../../test/support/a.ts";',
      "imports test/support/a.ts: outside of src/ only JSON of chain, fixtures and spec",
    ],
    ["src/flow/loop/loop.ts", 'import "./live";', "imports ./live without its ending"],
    ["src/flow/loop/loop.ts", 'import "#kernel/clock";', "imports #kernel/clock: only relative paths and packages"],
  ])("%s with `%s`", (path, text, answer) => {
    expect(says(path, text)).toEqual([answer]);
  });

  test.each([
    ["src/flow/loop/loop.ts", 'import "../../chains/chain.ts"; import "./live.ts"; import "viem";'],
    ["src/kernel/log.ts", 'import pino from "pino"; import "node:crypto";'],
    ["src/chains/simulated.ts", 'import "@nomicfoundation/edr"; import data from "../../chain/catalogue.json";'],
    ["src/domain/payout/create.ts", 'import "../vault/store.ts"; import "../outbox.ts"; import "./store.ts";'],
  ])("%s with `%s` is as it should be", (path, text) => {
    expect(says(path, text)).toEqual([]);
  });

  test("cycles of one file, of two files and of types only", () => {
    const files = [
      source("src/a.ts", 'import type { B } from "./b.ts";'),
      source("src/b.ts", 'import type { A } from "./a.ts"; import "./c.ts";'),
      source("src/c.ts", 'let self: import("./c.ts").C;'),
    ];
    expect(circles(files)).toEqual([["src/c.ts"], ["src/a.ts", "src/b.ts"]].reverse());
  });
});
