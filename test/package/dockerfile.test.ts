// The image is packed from what the Dockerfile copies: it has every file of the package that the code reads.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

test("the Dockerfile copies every folder and file of chain/ and fixtures/ that the package contains", () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { files: string[] };
  const read = files.filter((path) => /^(chain|fixtures)(\/|$)/.test(path));
  const [, stage = ""] = readFileSync(join(ROOT, "Dockerfile"), "utf8").split(" AS build\n");
  const copied = [...stage.split("\nFROM ")[0]!.matchAll(/^COPY (.+)$/gm)].flatMap(([, words = ""]) =>
    words.split(" "),
  );
  expect(read).toContain("chain/canonical/contracts.json");
  expect(read.filter((path) => !copied.some((from) => path === from || path.startsWith(`${from}/`)))).toEqual([]);
});
