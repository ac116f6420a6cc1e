// No folder has more than 25 files, and src/ has folders instead of loose files.
import { describe, expect, test } from "vitest";
import { folderFindings } from "./folders.ts";
import { filesBelow, lines } from "./sources.ts";

test("no folder of src, test, scripts and bench holds more than 25 files, and src itself at most three", () => {
  expect(lines(folderFindings(["src", "test", "scripts", "bench"].flatMap(filesBelow)))).toEqual([]);
});

describe("what is found", () => {
  const files = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/${at}.ts`);

  test("26 files in a folder, and four loose ones in src", () => {
    expect(folderFindings(files("src/flow", 25))).toEqual([]);
    expect(lines(folderFindings(files("src/flow", 26)))).toEqual(["src/flow:1 holds 26 files: at most 25"]);
    expect(folderFindings(files("src", 3))).toEqual([]);
    expect(lines(folderFindings(files("src", 4)))).toEqual(["src:1 holds 4 files: at most 3"]);
    expect(folderFindings(files("src/db/migrations", 40))).toEqual([]);
  });
});
