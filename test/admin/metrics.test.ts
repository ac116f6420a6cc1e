// The numbers of /metrics.
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";

test("the numbers tell answers by operation and status, heights of the chains, and no mismatch", async () => {
  const sandbox = await aSandbox();
  await sandbox.api.GET("/vault");
  await sandbox.api.GET("/deposits/{id}", { params: { path: { id: "nobody" } } });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 3 });
  const response = await fetch(`${sandbox.url}/metrics`);
  const text = await response.text();
  expect(response.headers.get("content-type")).toContain("text/plain");
  expect(text).toContain('sandbox_answers_total{operation="listVaults",status="200"} 1');
  expect(text).toContain('sandbox_answers_total{operation="getDeposit",status="404"} 1');
  expect(text).toContain('sandbox_chain_height{network="base"} 3');
  expect(text).not.toMatch(/^sandbox_document_mismatches_total\{/m);
});
