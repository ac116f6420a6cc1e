// The contract report over HTTP and as a command: what was called, what is found, what is never counted, and its exit codes.
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { anIo } from "../cli/an-io.ts";
import { type ASandbox, aSandbox, sharedSandbox } from "../support/a-sandbox.ts";

const sandbox = sharedSandbox();

async function run(of: ASandbox, line: string, terminal?: { columns: number }, files: Record<string, string> = {}) {
  const hands = anIo(
    { SANDBOX_URL: of.ready.url, SANDBOX_API_KEY: of.ready.api_key },
    files,
    terminal ? { terminal } : {},
  );
  const code = await runCommand(line.split(" "), hands.io);
  return { code, ...hands.said, files };
}

const call = (of: ASandbox, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${of.ready.api_base_url}${path}`, { headers: { "x-api-key": of.ready.api_key, ...headers } });

test("the report has what was called, what was found with its request, and what was never met", async () => {
  const { control, api, ready } = sandbox();
  await control("DELETE", "/contract");
  await api.POST("/wallets", { body: { owner: "anna", network_symbol: "base" } });
  const wrong = await call(sandbox(), "/walets");
  const report = await control("GET", "/contract");
  expect(report).toMatchObject({ requests: 2, readings: {}, strict: null, findings_dropped: 0 });
  expect(report.operations).toHaveLength(1);
  expect(report.operations[0]).toMatchObject({
    ...{
      operation_id: "createWallet",
      method: "POST",
      path: "/wallets",
      provenance: "documented",
      calls: 1,
      touched: null,
    },
    statuses: [{ status: 201, calls: 1, injected: 0 }],
    never: { statuses: expect.arrayContaining([400, 429]), members: expect.arrayContaining(["Idempotency-Key"]) },
  });
  expect(report.never_called).toContain("createPayout");
  expect(report.never_called).not.toContain("createWallet");
  expect(report.never_delivered).toContain("transaction.failed");
  expect(report.findings).toMatchObject([
    {
      ...{ id: "CF-01:GET /v1/walets", level: "error", count: 1, tenant_id: ready.tenant_id },
      first: { request_id: wrong.headers.get("x-request-id"), clock: "2026-01-01T00:00:00.000Z" },
      evidence: expect.stringContaining("/wallets"),
    },
  ]);
});

test("our own clients, /admin and /rpc are not counted; a tenant's report is its own", async () => {
  const { control, ready } = sandbox();
  const { tenant_id: other, api_key: key } = await control("POST", "/tenants", { name: "other" });
  await control("DELETE", "/contract");
  expect((await run(sandbox(), "wallets")).code).toBe(0);
  await control("POST", "/scenarios/run", { name: "first-deposit" }).catch(() => "no such scenario");
  await call(sandbox(), "/wallets", { "x-sandbox-client": "docs" });
  expect((await control("GET", "/contract")).requests).toBe(0);
  await call(sandbox(), "/wallets", { "x-api-key": key });
  expect((await control("GET", `/contract?tenant_id=${other}`)).requests).toBe(1);
  expect((await control("GET", `/contract?tenant_id=${ready.tenant_id}`)).requests).toBe(0);
  await control("DELETE", `/contract?tenant_id=${ready.tenant_id}`);
  expect((await control("GET", "/contract")).requests).toBe(1);
  expect((await sandbox().admin("GET", "/contract?tenant_id=nobody")).status).toBe(404);
});

test("events and attempts are counted by type, with those that a fault touched; the report survives a reset", async () => {
  const at = await aSandbox();
  const { control, ready } = at;
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: "http://127.0.0.1:50999/nobody" });
  await control("POST", "/faults", { gate: "webhook.delivery", effect: "drop", times: 1 });
  await at.api.POST("/wallets", { body: { owner: "anna", network_symbol: "base" } });
  const { events } = await control("GET", "/contract");
  expect(events).toContainEqual({
    type: "address.assigned",
    announced: 1,
    delivered: 0,
    refused: 0,
    faulted: 1,
    touched: null,
  });
  await control("POST", "/reset", {});
  expect((await control("GET", "/contract")).events).toMatchObject([
    { type: "address.assigned", announced: 1, faulted: 1 },
  ]);
});

test.each([
  ["json", "application/json; charset=utf-8", /"title": "Contract report"/],
  ["junit", "application/xml; charset=utf-8", /<testsuite/],
  ["html", "text/html; charset=utf-8", /<!doctype html>/i],
  ["markdown", "text/markdown; charset=utf-8", /# Contract report/],
])("the control API writes the report as %s", async (format, type, text) => {
  const answer = await fetch(`${sandbox().ready.admin_url}/contract/report?format=${format}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
  expect(await answer.text()).toMatch(text);
});

describe("contract report", () => {
  test("exit codes: 3 when nothing was called, 0, 1 from the level on, 2 for a wrong call", async () => {
    const { control, api } = sandbox();
    await control("DELETE", "/contract");
    const nothing = await run(sandbox(), "contract report");
    expect([nothing.code, nothing.err]).toEqual([3, expect.stringContaining("SANDBOX_API_BASE_URL")]);
    await api.GET("/vault");
    expect((await run(sandbox(), "contract report")).code).toBe(0);
    await call(sandbox(), "/vault?colour=red");
    expect((await run(sandbox(), "contract report")).code).toBe(0);
    expect((await run(sandbox(), "contract report --fail-on warning")).code).toBe(1);
    expect((await run(sandbox(), "contract report --fail-on warning --ignore CF-03")).code).toBe(0);
    await call(sandbox(), "/walets");
    expect((await run(sandbox(), "contract report")).code).toBe(1);
    expect((await run(sandbox(), "contract report --fail-on none")).code).toBe(0);
    const stray = await run(sandbox(), "contract report --ignore CF-77");
    expect([stray.code, stray.err]).toEqual([2, expect.stringContaining("known are CF-01")]);
    expect((await run(sandbox(), "contract report --json --format html")).code).toBe(2);
    // Nobody listens at the port of discarded messages.
    const alone = await run(sandbox(), "contract report --url http://127.0.0.1:9");
    expect([alone.code, alone.err]).toEqual([3, expect.stringContaining("no sandbox answers at http://127.0.0.1:9")]);
  });

  test("its text fits 80 columns and says what to do; files and --reset work", async () => {
    const { control } = sandbox();
    await control("DELETE", "/contract");
    await call(sandbox(), "/walets?api_key=planted-key-4711");
    const { out } = await run(sandbox(), "contract report");
    expect(out).toContain("error  CF-01:GET /v1/walets");
    expect(out).toContain("do: call the operation");
    expect(out).not.toContain("planted-key-4711");
    const long = out.split("\n").filter((line) => line.length > 80 && line.includes(" "));
    expect(long).toEqual([]);
    const written = await run(sandbox(), "contract report --format junit -o out.xml --reset");
    expect([written.code, written.out, written.files["out.xml"]]).toEqual([1, "", expect.stringContaining("CF-01")]);
    expect((await control("GET", "/contract")).requests).toBe(0);
  });

  test("bodies stand in it only with --with-bodies", async () => {
    const { control, ready } = sandbox();
    await control("DELETE", "/contract");
    await fetch(`${ready.api_base_url}/wallets`, {
      ...{ method: "POST", headers: { "x-api-key": ready.api_key, "content-type": "application/json" } },
      body: '{"owner":"planted owner","colour":"red"}',
    });
    for (const format of ["text", "json", "html", "markdown", "junit"]) {
      expect((await run(sandbox(), `contract report --format ${format}`)).out).not.toContain("planted owner");
      expect((await run(sandbox(), `contract report --format ${format} --with-bodies`)).out).toContain("planted owner");
    }
  });
});

describe("requests", () => {
  test("lists, filters, shows one, writes HAR and forgets; a row fits 80 columns", async () => {
    const at = sandbox();
    await at.control("DELETE", "/requests");
    await call(at, "/vault");
    const id = (await call(at, "/walets")).headers.get("x-request-id") ?? "";
    const { out } = await run(at, "requests --surface v1", { columns: 80 });
    expect(out).toMatch(/TIME.*STATUS/);
    expect(out.indexOf("/v1/walets")).toBeLessThan(out.indexOf("/v1/vault"));
    expect(
      stripVTControlCharacters(out)
        .split("\n")
        .filter((line) => line.length > 80),
    ).toEqual([]);
    expect(JSON.parse((await run(at, "requests --status 4xx --json")).out).items).toHaveLength(1);
    expect((await run(at, `requests ${id}`)).out).toMatch(/404 GET \/v1\/walets[\s\S]*x-api-key: …/);
    const har = await run(at, "requests --surface v1 --har traffic.har");
    expect([har.out, JSON.parse(har.files["traffic.har"] ?? "").log.entries.length]).toEqual([
      "2 requests are in traffic.har\n",
      2,
    ]);
    expect((await run(at, "requests --clear")).out).toMatch(/^forgot \d+ requests\n$/);
    expect((await run(at, `requests ${id}`)).err).toContain("--request-log");
    expect((await run(at, "requests --clear --follow")).code).toBe(2);
  });
});
