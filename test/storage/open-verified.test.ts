// Files next to the database are written atomically and readable by their owner only.
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

const calls: string[] = [];
const files = new Map<number, string>();
let writeAtomically: (file: string, bytes: Buffer) => void;

/** The real file system, with a record of its calls. */
function telling(real: typeof fs): typeof fs {
  const name = (path: unknown): string => String(path).split("/").at(-1) ?? "";
  return {
    ...real,
    openSync: (...[path, flags, mode]: Parameters<typeof fs.openSync>) => {
      const handle = real.openSync(path, flags, mode);
      files.set(handle, name(path));
      return handle;
    },
    fsyncSync: (handle: number) => {
      calls.push(`fsync ${files.get(handle)}`);
      real.fsyncSync(handle);
    },
    renameSync: (from: fs.PathLike, to: fs.PathLike) => {
      calls.push(`rename ${name(from)} to ${name(to)}`);
      real.renameSync(from, to);
    },
  };
}

// Other files of the tests are played in the same process: they keep the modules that they know.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock("node:fs", () => telling(fs));
  ({ writeAtomically } = await import("../../src/storage/folder-files.ts"));
});

afterAll(() => {
  vi.doUnmock("node:fs");
  vi.resetModules();
});

function aFolder(): string {
  const folder = fs.mkdtempSync(join(tmpdir(), "whole-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

test("R-160 written beside it and brought to the disk, then renamed, then the folder is: readable for its owner alone", () => {
  const folder = aFolder();
  const file = join(folder, "kept.json");
  fs.writeFileSync(file, "the old one");
  // What an earlier end left half-written.
  fs.writeFileSync(`${file}.new`, "half of");
  calls.length = 0;
  writeAtomically(file, Buffer.from("the new one"));
  expect(calls).toEqual([
    "fsync kept.json.new",
    "rename kept.json.new to kept.json",
    `fsync ${basename(join(file, ".."))}`,
  ]);
  expect(fs.readFileSync(file, "utf8")).toBe("the new one");
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(folder)).toEqual(["kept.json"]);
});

test("R-160 one that cannot be brought to the disk leaves the old one as it was", () => {
  const folder = aFolder();
  const file = join(folder, "kept.json");
  fs.writeFileSync(file, "the old one");
  const broken = vi.spyOn(calls, "push").mockImplementation(() => {
    throw new Error("the disk is full");
  });
  onTestFinished(() => broken.mockRestore());
  expect(() => writeAtomically(file, Buffer.from("the new one"))).toThrow("the disk is full");
  expect(fs.readFileSync(file, "utf8")).toBe("the old one");
});
