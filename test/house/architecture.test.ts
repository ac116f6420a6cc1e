// The picture in ARCHITECTURE.md is that of the imports: generated, checked, and able to differ.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { architectureDocument, roomPicture } from "../../scripts/generate/architecture.ts";
import { arrows } from "./arrows.ts";
import { source } from "./sources.ts";

const text = readFileSync(join(import.meta.dirname, "../../ARCHITECTURE.md"), "utf8");

test("the picture of the rooms is that of the imports", () => {
  expect(text).toBe(architectureDocument());
});

test("the table of rooms names each room of the arrows, and no other", () => {
  const rows = [...text.matchAll(/^\| `([a-z]+)\/` \|/gm)].map(([, room]) => room ?? "");
  const rooms = Object.keys(arrows).filter((room) => !room.endsWith(".ts"));
  expect(rows.toSorted()).toEqual(rooms.toSorted());
});

test("a picture shows an import once, by its shortest arrow", () => {
  const files = [
    source("src/a/one.ts", 'import "../b/two.ts"; import "../c/three.ts";'),
    source("src/b/two.ts", 'import type { C } from "../c/three.ts";'),
    source("src/c/three.ts", ""),
  ];
  expect(roomPicture(files)).toBe("flowchart TD\n  a --> b\n  b --> c");
});
