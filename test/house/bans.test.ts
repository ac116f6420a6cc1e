// The clock, random numbers, `process` and async code are used only in the files that exist for them.
import { describe, expect, test } from "vitest";
import { banFindings } from "./bans.ts";
import { lines, source, sourcesBelow } from "./sources.ts";

test("R-221 R-238 R-058 R-150 R-007 R-017 R-048 src uses no banned API outside of its own files: one virtual and one wall clock, milliseconds, and no async code in db and domain", () => {
  expect(lines(banFindings(sourcesBelow("src")))).toEqual([]);
});

describe("what is found (R-176)", () => {
  const says = (path: string, text: string) => banFindings([source(path, text)]).map((finding) => finding.says);

  test.each([
    ["src/flow/loop/loop.ts", "const a = Date.now();", "Date.now"],
    ["src/flow/loop/loop.ts", "const now = Date.now;", "Date.now"],
    ["src/flow/loop/loop.ts", "const a = new Date();", "a date of now"],
    ["src/flow/loop/loop.ts", "const a = Date.parse(text);", "a date made from a text"],
    ["src/flow/loop/loop.ts", 'const a = new Date("2026-01-01").getTime();', "a date made from a text"],
    ["src/flow/loop/loop.ts", "const a = new Date;", "a date of now"],
    ["src/flow/loop/loop.ts", "const a = Date();", "a date of now"],
    ["src/flow/loop/loop.ts", "setTimeout(run, 5);", "setTimeout"],
    ["src/flow/loop/loop.ts", "globalThis.setTimeout(run, 5);", "setTimeout"],
    ["src/flow/loop/loop.ts", "const { setInterval } = globalThis;", "setInterval"],
    ["src/flow/loop/loop.ts", "wait(setImmediate);", "setImmediate"],
    ["src/flow/loop/loop.ts", 'import { setTimeout as wait } from "node:timers/promises";', "setTimeout"],
    ["src/flow/loop/loop.ts", 'import * as wait from "node:timers/promises";', "import of node:timers/promises"],
    ["src/domain/quote/fee.ts", "const a = Math.random();", "Math.random"],
    ["src/domain/quote/fee.ts", 'const fee = Number.parseFloat("0.15");', "parseFloat"],
    ["src/present/amount.ts", "const text = amount.toFixed(6);", "toFixed"],
    ["src/http/app.ts", 'import { randomUUID } from "node:crypto";', "randomUUID"],
    ["src/http/app.ts", "crypto.randomUUID();", "randomUUID"],
    ["src/http/app.ts", "crypto.getRandomValues(bytes);", "getRandomValues"],
    ["src/cli/commands/sandbox/start.ts", "process.exit(1);", "process"],
    ["src/cli/commands/sandbox/start.ts", "const { env } = process;", "process"],
    ["src/cli/commands/sandbox/start.ts", "globalThis.process.exit(1);", "process"],
    ["src/cli/commands/sandbox/start.ts", 'import { env } from "node:process";', "import of node:process"],
    ["src/kernel/wall-clock.ts", "export const a = async () => {};", "async in a synchronous folder"],
    ["src/domain/uda/retire.ts", "class A { async b() {} }", "async in a synchronous folder"],
    ["src/present/uda.ts", "const a = await b;", "async in a synchronous folder"],
    ["src/chains/producer.ts", 'send({ method: "hardhat_mine" });', "hardhat_mine"],
    ["src/rpc/guard.ts", 'forward("hardhat_mine", []);', "hardhat_mine"],
    ["src/chains/simulated.ts", "const port = process.env.PORT;", "process"],
    ["src/flow/loop/loop.ts", 'process.env.HARDHAT_DISABLE_TELEMETRY = "true";', "process"],
    ["src/flow/attempts/send-attempt.ts", "const answer = await fetch(url);", "fetch"],
    ["src/chains/price.ts", "globalThis.fetch(url);", "fetch"],
    ["src/chains/price.ts", 'import { request } from "node:https";', "import of node:https"],
    ["src/web/home/serve-home.ts", 'import { lookup } from "node:dns/promises";', "import of node:dns/promises"],
    ["src/rpc/server.ts", 'import { connect } from "node:tls";', "import of node:tls"],
    ["src/flow/loop/loop.ts", 'import { createSocket } from "dgram";', "import of dgram"],
    ["src/cli/commands/sandbox/exec.ts", 'import { spawn } from "node:child_process";', "import of node:child_process"],
    ["src/domain/payout/store.ts", 'import { readFileSync } from "node:fs";', "import of node:fs"],
    ["src/http/app.ts", 'import { readFile } from "node:fs/promises";', "import of node:fs/promises"],
    ["src/flow/indexer/read.ts", 'getBlock({ blockTag: "safe" });', "the block tag safe"],
    ["src/flow/indexer/read.ts", "getBlock({ blockTag: `finalized` });", "the block tag finalized"],
  ])("in %s: %s", (path, text, answer) => {
    expect(says(path, text)).toEqual(expect.arrayContaining([answer]));
  });

  test.each([
    ["src/kernel/wall-clock.ts", "Date.now(); new Date(); setTimeout(run, 1); setInterval(run, 1); setImmediate(run);"],
    ["src/cli/http-client.ts", "const answer = await fetch(url);"],
    ["src/webhooks/send.ts", 'import { request } from "node:https"; import { lookup } from "node:dns";'],
    ["src/storage/data-folder.ts", 'import { openSync } from "node:fs";'],
    ["src/kernel/clock.ts", 'Date.parse("2026-01-01"); new Date("2026-01-01");'],
    ["src/kernel/ids.ts", 'import { randomUUID } from "node:crypto"; Math.random();'],
    ["src/main.ts", "process.exit(0);"],
    [
      "src/flow/loop/loop.ts",
      "new Date(atMs); wall.setTimeout(run, 1); socket.setTimeout(5); await job; async () => {};",
    ],
    [
      "src/flow/loop/loop.ts",
      "payout.process(); const a = { process: 1, setTimeout: 2 }; type B = { process: string }; // Date.now()",
    ],
    ["src/rpc/tags.ts", 'const tags = ["safe", "finalized"];'],
    ["src/rpc/guard.ts", 'const refused = ["hardhat_mine"]; if (method === "hardhat_mine") refuse();'],
    ["src/flow/loop/loop.ts", 'const text = "it is safe now";'],
  ])("in %s nothing is wrong with: %s", (path, text) => {
    expect(says(path, text)).toEqual([]);
  });
});
