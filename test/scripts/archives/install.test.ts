// Archives are equal whenever they are made, and the files that install them check what they install.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Entry } from "../../../scripts/archives/contents.ts";
import { type Archive, installFiles } from "../../../scripts/archives/install-files.ts";
import { tarball, zip } from "../../../scripts/archives/pack.ts";
import { PLATFORMS } from "../../../scripts/archives/platforms.ts";

let desk = "";
beforeEach(() => {
  desk = mkdtempSync(join(tmpdir(), "releases-"));
});
afterEach(() => rmSync(desk, { recursive: true, force: true }));

const PROGRAM = '#!/bin/sh\necho started "$@"\n';
const entries: readonly Entry[] = [
  { path: "cpsandbox", bytes: Buffer.from(PROGRAM), isProgram: true },
  { path: "crypto-payment-sandbox", bytes: Buffer.from(PROGRAM), isProgram: true },
  { path: "dist/main.js", bytes: Buffer.from("0"), isProgram: false },
  { path: "files.json", bytes: Buffer.from("{}"), isProgram: false },
];
const digest = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

test("the same files give the same bytes, with another mask and in another folder: no time, user or place is in them", () => {
  const first = tarball("a-1", entries, join(desk, "one"));
  const mask = process.umask(0o077);
  const second = tarball("a-1", entries, join(desk, "two"));
  process.umask(mask);
  expect(digest(second)).toBe(digest(first));
  expect(digest(zip("a-1", entries))).toBe(digest(zip("a-1", entries)));
  expect(digest(tarball("a-2", entries, join(desk, "one")))).not.toBe(digest(first));
});

test("a tar has the files in the order given, so that the list comes last, owned by nobody in particular", () => {
  writeFileSync(join(desk, "a.tar.gz"), tarball("a-1", entries, join(desk, "one")));
  const { stdout } = spawnSync("tar", ["-tvzf", join(desk, "a.tar.gz"), "--utc"], { encoding: "utf8" });
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => line.split(/\s+/).filter((_, index) => index !== 2)),
  ).toEqual([
    ["-rwxr-xr-x", "0/0", "2026-01-01", "00:00", "a-1/cpsandbox"],
    ["-rwxr-xr-x", "0/0", "2026-01-01", "00:00", "a-1/crypto-payment-sandbox"],
    ["-rw-r--r--", "0/0", "2026-01-01", "00:00", "a-1/dist/main.js"],
    ["-rw-r--r--", "0/0", "2026-01-01", "00:00", "a-1/files.json"],
  ]);
});

const machine = spawnSync("sh", ["-c", "printf '%s' $(uname -s)-$(uname -m)"], { encoding: "utf8" }).stdout;

/** A release with one archive, for this machine. */
function release(program = PROGRAM): Archive {
  const file = "crypto-payment-sandbox-1.2.3-here.tar.gz";
  const files = entries.map((entry) => (entry.isProgram ? { ...entry, bytes: Buffer.from(program) } : entry));
  const bytes = tarball("crypto-payment-sandbox-1.2.3-here", files, join(desk, "made"));
  mkdirSync(join(desk, "release"), { recursive: true });
  writeFileSync(join(desk, "release", file), bytes);
  const archive = { file, sha256: digest(bytes), platform: { ...PLATFORMS[0]!, machines: [machine] } };
  const made = installFiles({ version: "1.2.3", downloads: "", archives: [archive] });
  for (const [name, text] of Object.entries(made)) writeFileSync(join(desk, "release", name), text);
  return archive;
}

function install(...args: readonly string[]) {
  const env = { ...process.env, HOME: join(desk, "home"), XDG_DATA_HOME: "" };
  const { status, stderr, stdout } = spawnSync("sh", [join(desk, "release/install.sh"), ...args], {
    env,
    encoding: "utf8",
  });
  return { status, err: stderr.trim(), out: stdout };
}

test("the script installs the archive beside it for one user, and a second time over the first", () => {
  release();
  for (const _ of [1, 2]) {
    const { status, out } = install();
    expect([status, out.split("\n")[0]]).toEqual([0, `installed: ${desk}/home/.local/bin/crypto-payment-sandbox`]);
  }
  const started = spawnSync(join(desk, "home/.local/bin/cpsandbox"), ["--version"], { encoding: "utf8" });
  expect(started.stdout).toBe("started --version\n");
  expect(spawnSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: join(desk, "release") }).status).toBe(0);
});

test("an archive that is not the one of the release is not unpacked, and nothing is installed", () => {
  const { file } = release();
  writeFileSync(join(desk, "release", file), "something else");
  const { status, err } = install("--to", join(desk, "there"));
  expect([status, err]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^install.sh: ${file} is not the one of this release`)),
  ]);
  expect(existsSync(join(desk, "there"))).toBe(false);
});

test("a program that does not run on this machine is not installed", () => {
  const { file } = release('#!/bin/sh\necho "another C library" >&2\nexit 1\n');
  const { status, err } = install("--to", join(desk, "there"));
  expect([status, err.split("\n")]).toEqual([
    1,
    ["another C library", expect.stringMatching(/^install.sh: nothing is installed/)],
  ]);
  expect([existsSync(join(desk, "there")), existsSync(join(desk, "release", file))]).toEqual([false, true]);
});

test("an unknown option, a folder without the archive and a machine without one are said in one line", () => {
  release();
  expect(install("--top").err).toBe("install.sh: there is no option --top: use --from FOLDER_OR_URL or --to FOLDER");
  expect(install("--from", desk).err).toContain(
    `install.sh: there is no crypto-payment-sandbox-1.2.3-here.tar.gz in ${desk}`,
  );
  const script = readFileSync(join(desk, "release/install.sh"), "utf8");
  writeFileSync(join(desk, "release/install.sh"), script.replaceAll(machine, "Plan9-mips"));
  expect(install().err).toBe(`install.sh: there is no archive for ${machine}`);
});

test("Homebrew and Scoop get the address and the checksum of each archive, and nothing while nobody has named an address", () => {
  const archives = PLATFORMS.map((platform) => {
    const file = `s-1.2.3-${platform.name}${platform.system === "win32" ? ".zip" : ".tar.gz"}`;
    return { file, sha256: digest(Buffer.from(platform.name)), platform };
  });
  const none = installFiles({ version: "1.2.3", downloads: "", archives });
  expect(Object.keys(none)).toEqual(["SHA256SUMS", "install.sh"]);
  const files = installFiles({ version: "1.2.3", downloads: "https://files.test/v1", archives });
  const formula = files["crypto-payment-sandbox.rb"]!;
  for (const { file, sha256, platform } of archives) {
    const text = platform.system === "win32" ? files["crypto-payment-sandbox.json"]! : formula;
    expect(text).toContain(`https://files.test/v1/${file}"`);
    expect(text).toContain(sha256);
  }
  expect(JSON.parse(files["crypto-payment-sandbox.json"]!)).toMatchObject({
    architecture: { "64bit": { extract_dir: "s-1.2.3-win32-x64" } },
  });
  expect(formula.match(/\bon_(intel|arm) do/g)).toHaveLength(4);
  expect(formula.match(/^\s*(class|on_\w+ do|def|test do)/gm)!.length).toBe(formula.match(/^\s*end$/gm)!.length);
});
