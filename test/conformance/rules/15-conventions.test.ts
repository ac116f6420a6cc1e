// Section 15: keys, bodies, content types and errors, the same on every operation.
import { expect, test } from "vitest";
import { resolve, serviceDocument } from "../../../src/spec/document.ts";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { expectProblem } from "../api.ts";
import { OPERATIONS, send } from "../http-client.ts";

const PUBLIC = ["GET /uda/quote", "GET /uda/supported-assets"];
const sandbox = sharedSandbox();
const withBody = (method: string) => (["post", "put", "patch"].includes(method) ? { body: {} } : {});

test.each(OPERATIONS)(
  "$name asks for a key unless it is public (S-229, S-230)",
  async ({ name, method, unknownPath }) => {
    const order = { method: method.toUpperCase(), path: unknownPath, ...withBody(method) };
    const without = await send(sandbox(), { ...order, key: null });
    if (PUBLIC.includes(name)) expect(without.status).not.toBe(401);
    else expectProblem(without, 401, "Missing or invalid API key");
    expect((await send(sandbox(), order)).status).not.toBe(401);
  },
);

test("every body, of requests and of answers, is JSON and nothing else (S-231)", async () => {
  for (const [path, item] of Object.entries(serviceDocument.paths)) {
    for (const { requestBody, responses } of Object.values(item).filter(({ responses }) => responses !== undefined)) {
      const bodies = [
        ...Object.values(responses).map((one) => resolve(serviceDocument, one)),
        ...(requestBody ? [requestBody] : []),
      ];
      for (const { content } of bodies) expect(Object.keys(content ?? {}), path).toEqual(["application/json"]);
    }
  }
  for (const { name, method, unknownPath } of OPERATIONS) {
    const reply = await send(sandbox(), { method: method.toUpperCase(), path: unknownPath, ...withBody(method) });
    expect(reply.headers.get("content-type"), name).toMatch(/^application\/json(; charset=utf-8)?$/);
    expect(reply.body, name).toBeTypeOf("object");
  }
});

test.each(OPERATIONS.filter(({ method }) => method === "post"))(
  "$name takes application/json, with parameters too, and nothing else (S-232)",
  async ({ unknownPath: path }) => {
    const order = { method: "POST", path, body: "{}" };
    for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON"])
      expect((await send(sandbox(), { ...order, headers: { "content-type": type } })).status).not.toBe(415);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml", "application/jsonx"]) {
      const refused = await send(sandbox(), { ...order, headers: { "content-type": type } });
      expectProblem(refused, 415, "Unsupported media type");
    }
  },
);

test.each(OPERATIONS)("every error of $name comes in the error envelope (S-233)", async (operation) => {
  const { id, method, unknownPath: path, errors } = operation;
  const statuses = [...errors.keys()];
  expect(statuses).toContain(500);
  for (const status of statuses) {
    const match = { operation_id: id };
    await sandbox().control("POST", "/faults", {
      gate: "api.request",
      match,
      effect: "status",
      params: { status },
      times: 1,
    });
    const reply = await send(sandbox(), { method: method.toUpperCase(), path, ...withBody(method) });
    const envelope = { success: false, code: status, error: expect.stringMatching(/\w{3}/) };
    expect([reply.status, reply.body]).toEqual([status, envelope]);
  }
});
