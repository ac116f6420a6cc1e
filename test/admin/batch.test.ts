// POST /admin/batch: calls of the control API in one request, in order, until the first is refused (U-62).
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adminDocument } from "../../src/admin/app.ts";
import { NOT_IN_BATCH } from "../../src/admin/batch.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { operationsWithExamples } from "./bad-requests.ts";

const deposit = { network: "base", asset: "USDC", amount: "5", owner: "alice" };

test("calls are made in order, each after all work of the last one, and every answer is there", async () => {
  const sandbox = await aSandbox();
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  const { results } = await sandbox.control("POST", "/batch", {
    calls: [
      { method: "POST", path: "/admin/faults", body: { gate: "chain.mine", effect: "skip", times: 2 } },
      { method: "DELETE", path: "/admin/faults" },
      { method: "POST", path: "/admin/deposits", body: deposit },
      { method: "GET", path: "/admin/deposits?owner=alice&state=confirmed" },
      { method: "GET", path: "/admin/events?type=deposit.confirmed" },
    ],
  });
  expect(results.map(({ status }: { status: number }) => status)).toEqual([201, 200, 201, 200, 200]);
  expect(results[1].data).toEqual({ removed: 1 });
  expect(results[3].data.items).toMatchObject([{ owner: "alice", tx_id: results[2].data.tx_id }]);
  expect(results[4].data.items).toHaveLength(1);
  // Each call is in the log, as if it had been sent alone.
  const { items } = await sandbox.control("GET", "/requests?surface=admin&limit=6");
  expect(items.map(({ operation_id }: { operation_id: string }) => operation_id)).toEqual([
    ...["runBatch", "listEvents", "listDeposits", "createDeposit", "deleteFaults", "createFault"],
  ]);
});

test("the first refusal ends the batch with its own status and says which call it was; what was done stays", async () => {
  const sandbox = await aSandbox();
  const fault = { gate: "webhook.delivery", effect: "drop" };
  const { status, body } = await sandbox.admin("POST", "/batch", {
    calls: [
      { method: "POST", path: "/admin/faults", body: fault },
      { method: "POST", path: "/admin/deposits", body: deposit },
      { method: "POST", path: "/admin/faults", body: fault },
    ],
  });
  expect(status).toBe(404);
  expect(body.error).toContain('call 1, POST /admin/deposits: "alice"');
  expect(body.details).toMatchObject({ call: 1, results: [{ status: 201, data: { effect: "drop" } }] });
  expect((await sandbox.control("GET", "/faults")).items).toHaveLength(1);
});

test.each([
  ["a path of the service", { method: "GET", path: "/v1/wallets" }, 400],
  ["a path beside this API", { method: "GET", path: "/administrator/x" }, 400],
  ["a batch", { method: "POST", path: "/admin/batch", body: { calls: [] } }, 400],
  ["an address with a host", { method: "GET", path: "http://127.0.0.1/admin/status" }, 400],
  ["an unknown method", { method: "TRACE", path: "/admin/status" }, 400],
])("nothing is done where one call is %s", async (_what, call, expected) => {
  const sandbox = await aSandbox();
  const first = { method: "POST", path: "/admin/faults", body: { gate: "webhook.delivery", effect: "drop" } };
  const { status } = await sandbox.admin("POST", "/batch", { calls: [first, call] });
  expect(status).toBe(expected);
  expect((await sandbox.control("GET", "/faults")).items).toEqual([]);
});

test.each([
  [{ method: "GET", path: "/admin/nowhere" }, 404, "nothing is served at this path"],
  [{ method: "DELETE", path: "/admin/status" }, 405, "takes GET"],
  [{ method: "GET", path: "/admin/status?surprise=1" }, 400, "unknown member"],
  [{ method: "POST", path: "/admin/faults" }, 400, "the body is missing"],
  [{ method: "POST", path: "/admin/faults", body: { gate: "nowhere", effect: "drop" } }, 400, "there is no"],
])("a call that would be refused alone is refused here alike: %j", async (call, expected, says) => {
  const sandbox = await aSandbox();
  const { status, body } = await sandbox.admin("POST", "/batch", { calls: [call] });
  expect([status, body.error]).toEqual([expected, expect.stringContaining(says)]);
});

test("streams, files, waiting, scenarios and batches are refused; every other operation can be called", async () => {
  const sandbox = await aSandbox();
  for (const { id, method, path } of operationsWithExamples(adminDocument)) {
    if (!NOT_IN_BATCH.has(id) || id === "runBatch") continue;
    const call = { method: method.toUpperCase(), path: `/admin${path}`, ...(method === "post" ? { body: {} } : {}) };
    const { status, body } = await sandbox.admin("POST", "/batch", { calls: [call] });
    expect([status, body.error]).toEqual([400, expect.stringContaining("is not possible in a batch")]);
  }
  expect(NOT_IN_BATCH.size).toBe(9);
});

test("a batch may take the world back: the next call is made in the world that is there then", async () => {
  const sandbox = await aSandbox();
  const { id } = await sandbox.control("POST", "/snapshots", { name: "before" });
  await sandbox.control("POST", "/faults", { gate: "webhook.delivery", effect: "drop" });
  const { results } = await sandbox.control("POST", "/batch", {
    calls: [
      { method: "POST", path: `/admin/snapshots/${id}/restore` },
      { method: "GET", path: "/admin/faults" },
      { method: "POST", path: "/admin/faults", body: { gate: "webhook.delivery", effect: "timeout" } },
    ],
  });
  expect(results[1].data.items).toEqual([]);
  expect((await sandbox.control("GET", "/faults")).items).toMatchObject([{ effect: "timeout" }]);
});

test("with an admin token a batch needs it, and its calls need no other", async () => {
  const sandbox = await aSandbox({ adminToken: "a-token-of-sixteen-letters" });
  const calls = [{ method: "GET", path: "/admin/clock" }];
  expect((await sandbox.control("POST", "/batch", { calls })).results).toHaveLength(1);
  const headers = { "content-type": "application/json" };
  const url = `${sandbox.ready.admin_url}/batch`;
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ calls }) });
  expect(answer.status).toBe(401);
});

test("a recording holds the calls of a batch, not the batch", async () => {
  const file = join(tmpdir(), `batch-${process.pid}.json`);
  const sandbox = await aSandbox({ record: file });
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await sandbox.control("POST", "/batch", {
    calls: [
      { method: "POST", path: "/admin/deposits", body: deposit },
      { method: "POST", path: "/admin/clock/advance", body: { by: "1m" } },
    ],
  });
  await sandbox.close();
  const { steps } = JSON.parse(readFileSync(file, "utf8")) as { steps: object[] };
  rmSync(file);
  expect(
    steps.map((step) => Object.keys(step).find((key) => ["call", "pay", "travel", "expect"].includes(key))),
  ).toEqual([...["call", "pay", "travel", "expect"]]);
});
