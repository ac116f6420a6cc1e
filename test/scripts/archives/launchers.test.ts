// The commands of an archive: they start its Node from anywhere, and say in one line what is wrong with the archive or the machine.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { launchers } from "../../../scripts/archives/launchers.ts";
import { PLATFORMS, type Platform } from "../../../scripts/archives/platforms.ts";

const here = spawnSync("sh", ["-c", "printf '%s' $(uname -s)-$(uname -m)"], { encoding: "utf8" }).stdout;

/** The machine that runs this test, whatever it is. */
const OWN: Platform = { ...PLATFORMS[0]!, name: "this-one", machines: [here], loader: "" };
const START = join(import.meta.dirname, "../../../scripts/archives/start.mjs");

let desk = "";
let home = "";

beforeEach(() => {
  desk = mkdtempSync(join(tmpdir(), "an archive-"));
  home = join(desk, "unpacked here");
  mkdirSync(join(home, "bin"), { recursive: true });
  mkdirSync(join(home, "dist"));
  writeFileSync(join(home, "dist/main.js"), "console.log(JSON.stringify(process.argv.slice(2)));");
  cpSync(START, join(home, "start.mjs"));
  symlinkSync(process.execPath, join(home, "bin/node"));
  list({ "dist/main.js": 51, "start.mjs": undefined });
  launcher(OWN);
});
afterEach(() => rmSync(desk, { recursive: true, force: true }));

/** The list of the archive; `undefined` leaves a file out of it. */
function list(
  files: Readonly<Record<string, number | undefined>>,
  platform = `${process.platform}-${process.arch}`,
): void {
  writeFileSync(join(home, "files.json"), JSON.stringify({ platform, files }));
}

function launcher(platform: Platform): void {
  for (const [name, text] of Object.entries(launchers(platform))) {
    writeFileSync(join(home, name), text);
    chmodSync(join(home, name), 0o755);
  }
}

function run(file: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: desk, encoding: "utf8" });
  return { status, out: stdout.trim(), err: stderr.trim() };
}

test("either command starts the program of the folder with the arguments as they are, and passes its exit code on", () => {
  const args = ["start", "--port 0", "", "$HOME", '"'];
  for (const name of ["crypto-payment-sandbox", "cpsandbox"])
    expect(run(join(home, name), ...args)).toEqual({ status: 0, out: JSON.stringify(args), err: "" });
  writeFileSync(join(home, "dist/main.js"), "process.exitCode = 7;");
  list({});
  expect(run(join(home, "cpsandbox")).status).toBe(7);
});

test("a link, a link to a link and a relative link start it too", () => {
  symlinkSync(join(home, "cpsandbox"), join(desk, "one"));
  symlinkSync("one", join(desk, "two"));
  expect(run(join(desk, "two"), "status")).toEqual({ status: 0, out: '["status"]', err: "" });
});

test("on another machine it says which archive this is, in one line", () => {
  launcher({ ...OWN, name: "plan9-mips", machines: ["Plan9-mips"] });
  const { status, err } = run(join(home, "cpsandbox"));
  expect([status, err]).toEqual([
    1,
    `crypto-payment-sandbox: this archive is for plan9-mips, and this machine is ${here}: take the archive for it`,
  ]);
});

test("with another C library it says so, in one line", () => {
  launcher({ ...OWN, loader: "/lib/nowhere.so.1" });
  const { status, err } = run(join(home, "cpsandbox"));
  expect([status, err.split("\n")]).toEqual([1, [expect.stringContaining("another C library")]]);
});

test("a half-unpacked archive says so, whatever is missing", () => {
  for (const file of ["files.json", "bin/node", "start.mjs"]) {
    cpSync(home, join(desk, "part"), { recursive: true, verbatimSymlinks: true });
    rmSync(join(desk, "part", file));
    const { status, err } = run(join(desk, "part/cpsandbox"));
    expect([file, status, err]).toEqual([
      file,
      1,
      `crypto-payment-sandbox: ${desk}/part is not the whole archive: unpack it again`,
    ]);
    rmSync(join(desk, "part"), { recursive: true });
  }
});

test("a file that is cut, one that is missing, a list that is cut and a list of another machine are named", () => {
  const said = (): string => run(join(home, "cpsandbox")).err.replace("crypto-payment-sandbox: ", "");
  list({ "dist/main.js": 52 });
  expect(said()).toBe("dist/main.js has 51 bytes instead of 52: unpack the archive again");
  list({ "dist/other.js": 1 });
  expect(said()).toBe(`dist/other.js is missing in ${home}: unpack the archive again`);
  list({}, "plan9-mips");
  expect(said()).toBe(`this archive is for plan9-mips, and this machine is ${process.platform}-${process.arch}`);
  writeFileSync(join(home, "files.json"), '{"platform":"lin');
  expect(said()).toBe(`${home} is not the whole archive: unpack it again`);
});

test("the command of Windows checks the same files, ends its lines as cmd.exe wants them, and needs no POSIX shell", () => {
  const files = launchers(PLATFORMS.find(({ system }) => system === "win32")!);
  expect(Object.keys(files)).toEqual(["crypto-payment-sandbox.cmd", "cpsandbox.cmd"]);
  for (const text of Object.values(files)) {
    expect(
      text
        .split("\n")
        .slice(0, -1)
        .every((line) => line.endsWith("\r")),
    ).toBe(true);
    expect(text).toContain('"%~dp0bin\\node.exe" "%~dp0start.mjs" %*');
    for (const file of ["bin\\node.exe", "start.mjs", "files.json"])
      expect(text).toContain(`if not exist "%~dp0${file}" goto broken`);
  }
});
