// Supported versions of Node, and the command that an error message gives for the others.
import { expect, test } from "vitest";
import { nodeVersionError } from "../../src/kernel/node-version.ts";

test.each(["22.19.0", "22.20.1", "24.0.0", "24.21.0", "26.0.0", "27.1.0"])("Node %s is supported", (version) => {
  expect(nodeVersionError(version, "npx x")).toBeUndefined();
});

test.each(["18.20.0", "20.20.2", "21.0.0", "22.18.9", "23.11.0", "25.9.0"])("Node %s is not", (version) => {
  expect(nodeVersionError(version, "npx x")).toBe(
    `crypto-payment-sandbox needs Node 22.19, 24 or from 26 on; this is ${version}: install Node 24, or run: npx -y -p node@24 -- npx x`,
  );
});
