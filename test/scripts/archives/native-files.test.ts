// What a native file is for is read from its headers; an archive with a file of another machine is refused.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Entry } from "../../../scripts/archives/contents.ts";
import { nativeKind } from "../../../scripts/archives/native-kind.ts";
import { nativeFaults } from "../../../scripts/archives/natives.ts";
import { PLATFORMS, type Platform } from "../../../scripts/archives/platforms.ts";
import { locked } from "../../../scripts/archives/sources.ts";

const PREBUILDS = join(import.meta.dirname, "../../../node_modules/better-sqlite3/prebuilds");
const prebuild = (name: string): Buffer => readFileSync(join(PREBUILDS, `${name}.node`));
const platform = (name: string): Platform => PLATFORMS.find((one) => one.name === name)!;

test("the database's binaries of eight machines are told apart by format and processor", () => {
  const found = readdirSync(PREBUILDS).map((file) => {
    const { format, machine } = nativeKind(readFileSync(join(PREBUILDS, file)))!;
    return [file, format, machine];
  });
  expect(found.toSorted()).toEqual([
    ["darwin-arm64.node", "mach-o", "arm64"],
    ["darwin-x64.node", "mach-o", "x64"],
    ["linux-arm64.node", "elf", "arm64"],
    ["linux-x64.node", "elf", "x64"],
    ["linuxmusl-arm64.node", "elf", "arm64"],
    ["linuxmusl-x64.node", "elf", "x64"],
    ["win32-arm64.node", "pe", "arm64"],
    ["win32-x64.node", "pe", "x64"],
  ]);
});

test("an ELF file names the libraries that it needs, so that glibc and musl are told apart", () => {
  expect(nativeKind(prebuild("linux-x64"))!.needed).toContain("libc.so.6");
  expect(nativeKind(prebuild("linuxmusl-x64"))!.needed).not.toContain("libc.so.6");
});

test("text, an empty file and the beginning of a native file are nothing native, and throw nothing", () => {
  expect(nativeKind(Buffer.alloc(0))).toBeUndefined();
  expect(
    nativeKind(Buffer.from("MZ is how some texts begin, and this one is longer than a header of 64 bytes")),
  ).toBeUndefined();
  expect(nativeKind(prebuild("linux-x64").subarray(0, 40))).toBeUndefined();
});

/** The native files of an archive; any binary of the right machine stands for Node and the engine. */
function natives({ database, engine }: Platform, bytes = prebuild(database)): Entry[] {
  const places = [
    "bin/node",
    `node_modules/${engine}/edr.node`,
    `node_modules/better-sqlite3/prebuilds/${database}.node`,
  ];
  return places.map((path) => ({ path, bytes, isProgram: false }));
}

test("an archive with the files of its machine has no fault, for each machine", () => {
  for (const one of PLATFORMS) expect([one.name, nativeFaults(one, natives(one))]).toEqual([one.name, []]);
});

test("a file of another machine, a library that is nowhere, and a file that is missing are named", () => {
  const own = platform("linux-x64");
  const [node, ...others] = natives(own);
  const foreign = { ...node!, bytes: prebuild("darwin-x64") };
  expect(nativeFaults(own, [foreign, ...others])).toEqual(["bin/node is mach-o for x64, not for linux-x64"]);
  expect(nativeFaults(own, [{ ...node!, bytes: prebuild("linux-arm64") }, ...others])).toHaveLength(1);
  expect(nativeFaults(own, natives(own, prebuild("linuxmusl-x64"))).join()).toContain(
    "which a bare machine does not have",
  );
  expect(nativeFaults(own, others)).toEqual(["no native file at ^bin\\/node(\\.exe)?$"]);
});

test("the engine's packages of all machines are in the lock file, with the engine's version", () => {
  const { version } = locked("@nomicfoundation/edr");
  for (const { engine } of PLATFORMS) expect([engine, locked(engine).version]).toEqual([engine, version]);
  expect(() => locked("left-pad")).toThrow("package-lock.json has no left-pad");
});
