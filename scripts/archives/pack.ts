// Writes the entries of an archive as .tar.gz or .zip. The same entries give the same bytes: no time, no user and no order of the machine is in them.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Zippable, zipSync } from "fflate";
import type { Entry } from "./contents.ts";

/** 2026-01-01, the time of every file: also of block 0 of every chain. A zip cannot say anything before 1980. */
const MTIME_S = Date.UTC(2026, 0, 1) / 1000;

/** A gzipped tar with everything in one folder. GNU tar is needed. @throws Error of tar */
export function tarball(folder: string, entries: readonly Entry[], desk: string): Buffer {
  rmSync(desk, { recursive: true, force: true });
  for (const { path, bytes, isProgram } of entries) {
    const file = join(desk, folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    chmodSync(file, isProgram ? 0o755 : 0o644);
    utimesSync(file, MTIME_S, MTIME_S);
  }
  // Files alone, in the given order: folders come of themselves, and their modes do not depend on a mask.
  const names = entries.map(({ path }) => `${folder}/${path}\n`).join("");
  const who = ["--owner=0", "--group=0", "--numeric-owner", "--format=ustar"];
  const args = ["-C", desk, ...who, "--no-recursion", "-cf", "-", "-T", "-"];
  const { status, stdout, stderr } = spawnSync("tar", args, { input: names, maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`tar: ${stderr}`);
  rmSync(desk, { recursive: true, force: true });
  return gzipSync(stdout, { level: 9 });
}

/** The same as a zip, which Windows opens by itself. */
export function zip(folder: string, entries: readonly Entry[]): Buffer {
  const files: Zippable = {};
  // The time of a zip is local: the offset is taken out, so that it does not depend on the machine's zone.
  const mtime = new Date(2026, 0, 1);
  for (const { path, bytes } of entries) files[`${folder}/${path}`] = [bytes, { mtime, level: 9 }];
  return Buffer.from(zipSync(files));
}
