// The contract report in the test library, and the variable that makes a suite's own sandbox strict.
import { expect, test } from "vitest";
import { connectSandbox, startSandbox } from "../../src/testing/testing.ts";
import { setVariable } from "../support/set-variable.ts";

test("a suite fails on what its app did wrong, with evidence and the next step, until it begins anew", async () => {
  await using sandbox = await startSandbox();
  await sandbox.contract.expectNoFindings("note");
  await fetch(`${sandbox.apiBaseUrl}/wallet/owner/alice`, { headers: { "X-API-Key": sandbox.apiKey } });
  const { findings, requests } = await sandbox.contract.report();
  expect([requests, findings.map(({ rule }) => rule)]).toEqual([1, ["CF-01"]]);
  await expect(sandbox.contract.expectNoFindings()).rejects.toThrow(
    /breaks the contract in 1 ways:\n- CF-01.*, error: .*\n {2}GET .*\n {2}call /,
  );
  await sandbox.contract.reset();
  await sandbox.contract.expectNoFindings("note");
});

test("a note does not fail a suite that asks for warnings, and a suite in a shared sandbox sees its own tenant", async () => {
  await using sandbox = await startSandbox();
  await using suite = await connectSandbox({ url: sandbox.url });
  await sandbox.client.GET("/blockchain/assets");
  await sandbox.contract.expectNoFindings("error");
  await expect(sandbox.contract.expectNoFindings("warning")).rejects.toThrow(/CF-12/);
  await suite.contract.expectNoFindings("note");
  await suite.contract.reset();
  await expect(sandbox.contract.expectNoFindings("warning")).rejects.toThrow(/CF-12/);
});

test("SANDBOX_STRICT makes a sandbox strict that a suite starts itself, and the option overrules it (C-40)", async () => {
  setVariable("SANDBOX_STRICT", "invented");
  await using strict = await startSandbox();
  expect((await strict.client.GET("/blockchain/assets")).response.status).toBe(501);
  await using other = await startSandbox({ strict: "inferred" });
  expect((await other.client.GET("/wallets")).response.status).toBe(501);
});
