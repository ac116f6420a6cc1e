// The diagram in ARCHITECTURE.md matches the imports of src/.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { architectureDocument, roomPicture } from "../../scripts/generate/architecture.ts";
import { arrows } from "./arrows.ts";
import { source } from "./sources.ts";

const text = readFileSync(join(import.meta.dirname, "../../ARCHITECTURE.md"), "utf8");

test("the diagram of ARCHITECTURE.md matches the imports", () => {
  expect(text).toBe(architectureDocument());
});

test("the table of folders lists exactly the folders of the dependency rules", () => {
  const rows = [...text.matchAll(/^\| `([a-z]+)\/` \|/gm)].map(([, room]) => room ?? "");
  const rooms = Object.keys(arrows).filter((room) => !room.endsWith(".ts"));
  expect(rows.toSorted()).toEqual(rooms.toSorted());
});

test("the diagram leaves out an import that follows from others", () => {
  const files = [
    source("src/a/one.ts", 'import "../b/two.ts"; import "../c/three.ts";'),
    source("src/b/two.ts", 'import type { C } from "../c/three.ts";'),
    source("src/c/three.ts", ""),
  ];
  expect(roomPicture(files)).toBe("flowchart TD\n  a --> b\n  b --> c");
});
