// The committed artifacts equal a fresh compilation of the contracts.
import { expect, test } from "vitest";
import { buildArtifacts, driftedArtifacts } from "../../chain/build.ts";

test("the committed artifacts equal what the npm compiler builds from the contracts", () => {
  expect(driftedArtifacts()).toEqual([]);
}, 30_000);

test("an artifact that differs from its contract is named", () => {
  const built = buildArtifacts();
  const token = built.get("SandboxToken.json") ?? "";
  built.set("SandboxToken.json", token.replace('"contractName": "SandboxToken"', '"contractName": "Other"'));
  built.set("Missing.json", "{}\n");
  built.delete("Sweeper.json");
  expect(driftedArtifacts(built)).toEqual(["Missing.json", "SandboxToken.json", "Sweeper.json"]);
}, 30_000);
