// The test library under an unsupported Node: refused before a native module is opened, because that would crash the process.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const LIBRARY = new URL("../../src/testing/testing.ts", import.meta.url).href;
const WORKER = new URL("../../src/testing/fixtures.ts", import.meta.url).href;

/** Runs `code` in a child process that pretends to be Node `version` and has no native modules. */
function under(version: string, code: string) {
  const setup = `
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: ${JSON.stringify(version)} } });
    process.dlopen = () => { console.log("native module opened"); process.exit(9); };`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", `${setup}\n${code}`], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const refused = /needs Node 22\.19, 24 or from 26 on; this is 20\.20\.2: .*npx -y -p node@24 -- /;

test("startSandbox() of an old Node throws an error that names a Node to use, and opens no native module", () => {
  const { status, stdout } = under(
    "20.20.2",
    `const { startSandbox } = await import(${JSON.stringify(LIBRARY)});
     await startSandbox().catch((error) => console.log(error.message));`,
  );
  expect([status, stdout]).toEqual([0, expect.stringMatching(refused)]);
});

test("the fixtures and hooks refuse an old Node in the same way", () => {
  const { status, stdout } = under(
    "20.20.2",
    `const { useSandbox } = await import(${JSON.stringify(WORKER)});
     useSandbox({ beforeAll: (run) => run().catch((error) => console.log(error.message)), afterAll() {} });`,
  );
  expect([status, stdout]).toEqual([0, expect.stringMatching(refused)]);
});
