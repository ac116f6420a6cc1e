// A missing binary of the chain engine: the error names the cause and a whole command.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { explainMissingBinary, MissingBinary } from "../../src/chains/engine/missing-binary.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const MAIN = `${ROOT}/src/main.ts`;

/** Makes every binary of the engine look as if it were not installed. */
const WITHOUT_BINARY = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(name, context, next) {
      if (!/^@nomicfoundation\\/edr-|edr\\..*\\.(node|cjs)$/.test(name)) return next(name, context);
      throw Object.assign(new Error("Cannot find module '" + name + "'"), { code: "MODULE_NOT_FOUND" });
    },
  });`)}`;

const COMMAND =
  /^npx -y -p node@24 -- npm install --no-save --prefix "(.+)" @nomicfoundation\/edr-[a-z0-9-]+@\d+\.\d+\.\d+$/;

test("start says which binary is missing, why, and the one command that installs it", () => {
  const run = spawnSync(process.execPath, ["--import", WITHOUT_BINARY, MAIN, "start", "--port", "0"], {
    encoding: "utf8",
  });
  const [, cause = "", command = ""] =
    /^the chain engine's binary (@nomicfoundation\/edr-[a-z0-9-]+) is not installed, because npm ran under a Node older than 22\. To install it, run: (.*)\n$/.exec(
      run.stderr,
    ) ?? [];
  expect(run, run.stderr).toMatchObject({ status: 1, stdout: "" });
  expect(COMMAND.exec(command)?.[1], run.stderr).toBe(ROOT);
  expect(command).toContain(`${cause}@`);
});

test("other errors stay as they are", () => {
  const other = new Error("Cannot find native binding.", { cause: new Error("GLIBC_2.38 not found") });
  expect(explainMissingBinary(other)).toBe(other);
  expect(
    explainMissingBinary(new Error("x", { cause: new Error("@nomicfoundation/edr-linux-x64-gnu") })),
  ).not.toBeInstanceOf(MissingBinary);
  expect(explainMissingBinary("text")).toBe("text");
});
