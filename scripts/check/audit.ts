// The audit check: asks the registry for advisories about the dependencies. Exit code 0: none, 1: some, 3: the registry gave no answer.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Exception, judge } from "./advisories.ts";

const root = join(import.meta.dirname, "../..");
const exceptions = JSON.parse(readFileSync(join(root, "spec/audit-exceptions.json"), "utf8")) as Exception[];
const { stdout } = spawnSync("npm", ["audit", "--json"], { cwd: root, encoding: "utf8", timeout: 120_000 });
const { verdict, lines } = judge(stdout ?? "", exceptions, new Date().toISOString().slice(0, 10));
const codes = { clean: 0, refused: 1, unknown: 3 };

for (const line of lines) console.log(`   ${line}`);
if (verdict === "clean") console.log(`   nothing is known against any dependency (${exceptions.length} exceptions)`);
if (verdict === "unknown") console.log("   NOT CHECKED: known weaknesses of dependencies");
process.exitCode = codes[verdict];
