// The committed artifacts equal a fresh compilation of the contracts.
import { expect, test } from "vitest";
import { buildArtifacts, driftedArtifacts } from "../../chain/build.ts";

/** Compiled once: it takes the compiler seconds. */
const compiled = buildArtifacts();

test("the committed artifacts equal what the npm compiler builds from the contracts", () => {
  expect(driftedArtifacts(compiled)).toEqual([]);
});

test("an artifact that differs from its contract is named", () => {
  const built = new Map(compiled);
  const token = built.get("SandboxToken.json") ?? "";
  built.set("SandboxToken.json", token.replace('"contractName": "SandboxToken"', '"contractName": "Other"'));
  built.set("Missing.json", "{}\n");
  built.delete("Sweeper.json");
  expect(driftedArtifacts(built)).toEqual(["Missing.json", "SandboxToken.json", "Sweeper.json"]);
});
