// Requests to the control API: unknown members are refused, and every refusal says what to do next.
import { expect, test } from "vitest";
import { adminDocument } from "../../src/admin/app.ts";
import { operationsOf } from "../../src/spec/operations.ts";
import { aSandbox } from "../support/a-sandbox.ts";

test("an unknown member of a body is refused by name, and nothing is done", async () => {
  const sandbox = await aSandbox();
  const answer = await sandbox.admin("POST", "/tenants", { name: "shop", teir: "pro" });
  expect(answer).toMatchObject({
    status: 400,
    body: { success: false, code: 400, details: { unknown: "teir", known: ["name", "tier", "rate_limit"] } },
  });
  expect(answer.body.error).toContain('"teir"');
  expect((await sandbox.control("GET", "/tenants")).items).toHaveLength(1);
});

test("an unknown query parameter is refused, so that a typing error never widens a list", async () => {
  const sandbox = await aSandbox();
  const answer = await sandbox.admin("GET", "/events?tenant=x");
  expect(answer).toMatchObject({ status: 400, body: { details: { unknown: "tenant" } } });
});

test("every operation without members refuses one", async () => {
  const sandbox = await aSandbox();
  for (const path of ["/reset", "/clock/freeze", "/clock/resume", `/tenants/${sandbox.ready.tenant_id}/keys`]) {
    expect((await sandbox.admin("POST", path, { force: true })).status, path).toBe(400);
  }
});

test("a wrong type, a missing member and a value out of range are refused by name", async () => {
  const sandbox = await aSandbox();
  const refusals: readonly (readonly [string, unknown, string])[] = [
    ["/tenants", {}, "name"],
    ["/tenants", { name: 5 }, "name"],
    ["/tenants", { name: "shop", tier: "gold" }, "tier"],
    ["/tenants", { name: "shop", rate_limit: 0 }, "rate_limit"],
    ["/networks/base/mine", { blocks: 0 }, "blocks"],
    ["/networks/base/mine", { blocks: 1001 }, "blocks"],
    ["/networks/base/reorg", { depth: 1, transactions: "burn" }, "transactions"],
    ["/clock/advance", { by: "soon" }, "by"],
  ];
  for (const [path, body, name] of refusals) {
    const answer = await sandbox.admin("POST", path, body);
    expect(answer.status, JSON.stringify(body)).toBe(400);
    expect(answer.body.error).toContain(name);
  }
});

test("bodies that are not a JSON object, are too large or have another media type end in the envelope", async () => {
  const sandbox = await aSandbox();
  const post = async (body: string, type = "application/json") => {
    const answer = await fetch(`${sandbox.ready.admin_url}/tenants`, {
      method: "POST",
      body,
      headers: { "content-type": type },
    });
    return { status: answer.status, body: await answer.json() };
  };
  const refusals: readonly (readonly [number, string, string?])[] = [
    [400, ""],
    [400, "{"],
    [400, "[]"],
    [400, '{"__proto__": {}}'],
    [413, `{"name": "${"x".repeat(110_000)}"}`],
    [415, '{"name": "shop"}', "text/plain"],
  ];
  for (const [status, body, type] of refusals) {
    expect(await post(body, type), body.slice(0, 20)).toMatchObject({ status, body: { success: false, code: status } });
  }
});

test("unknown paths are 404, known ones with another method 405", async () => {
  const sandbox = await aSandbox();
  for (const path of ["/nowhere", "/", "/contracts"]) {
    expect(await sandbox.admin("GET", path), path).toMatchObject({ status: 404, body: { success: false, code: 404 } });
  }
  const answer = await fetch(`${sandbox.ready.admin_url}/status`, { method: "DELETE" });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
});

test("unknown tenants and networks in a path are 404 and list the known ones", async () => {
  const sandbox = await aSandbox();
  const tenant = await sandbox.admin("GET", "/tenants/0197a001-77aa-7b02-9c03-1d2e3f405162/keys");
  expect(tenant).toMatchObject({
    status: 404,
    body: { details: { known: [{ tenant_id: sandbox.ready.tenant_id, name: "default" }] } },
  });
  const network = await sandbox.admin("POST", "/networks/solana/mine", {});
  expect(network.status).toBe(404);
  expect(network.body.details.known.toSorted()).toEqual(Object.keys(sandbox.ready.rpc).toSorted());
});

test("the document names every status of an operation that reads a body", () => {
  for (const operation of operationsOf(adminDocument).values()) {
    const expected = operation.body === undefined ? [401, 403, 500] : [400, 401, 403, 413, 415, 500];
    expect(operation.statuses, operation.id).toEqual(expect.arrayContaining(expected));
  }
});
