// `contract compare` against a running service: what it calls, what it never does, and what it finds (C-60…C-63).
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { compareCommand } from "../../src/cli/commands/contract/compare.ts";
import { runCommand } from "../../src/cli/program.ts";
import { createSandbox } from "../../src/runtime/sandbox.ts";
import { anIo } from "../cli/an-io.ts";
import { aJumpingClock } from "../support/a-jumping-clock.ts";
import { type ASandbox, sharedSandbox } from "../support/a-sandbox.ts";
import { aLife } from "../support/worlds/a-tenants-life.ts";

const KEY = "sk_live_0123456789abcdef";
const shared = sharedSandbox();

/** Runs the command on a clock whose pauses take no time. */
async function compare(options: object, environment: Record<string, string> = {}, files: Record<string, string> = {}) {
  const { io, said } = anIo(environment, files);
  const wall = aJumpingClock();
  const call = { options, args: [], rest: [], io, create: createSandbox };
  const code = await compareCommand(wall)
    .run(call)
    .catch((error: Error & { code?: number }) => {
      said.err += `${error.message}\n`;
      return error.code ?? -1;
    });
  return { code, ...said, files, waited: wall.waited };
}

type Heard = { method: string; url: string; key: string | undefined };

/** A host that answers every GET in the same way, and remembers what it was asked. */
async function aHost(answer: { status?: number; headers?: Record<string, string>; body?: string } = {}) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const key = request.headers["x-api-key"];
    heard.push({
      method: request.method ?? "",
      url: request.url ?? "",
      key: key === undefined ? undefined : String(key),
    });
    response.writeHead(answer.status ?? 200, answer.headers ?? {});
    response.end(answer.body ?? '{"success":true,"message":"x","data":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

const filled = new WeakMap<ASandbox, Promise<unknown>>();

/** The shared sandbox with a record of each kind. */
async function aFilledSandbox(): Promise<ASandbox> {
  const sandbox = shared();
  const { ready } = sandbox;
  const tenant = { id: ready.tenant_id, apiKey: ready.api_key, vaultId: ready.vault_id };
  if (!filled.has(sandbox)) filled.set(sandbox, aLife(sandbox, tenant));
  await filled.get(sandbox);
  return sandbox;
}

describe("against the sandbox itself", () => {
  it("finds no difference: every answer is as the document says", async () => {
    const { ready } = await aFilledSandbox();
    const environment = { SERVICE_API_KEY: ready.api_key };
    const { code, out, err, files } = await compare(
      { baseUrl: ready.api_base_url, output: "shapes.json", readingsOut: "readings.json", json: true },
      environment,
    );
    const result = JSON.parse(out);
    expect(result).toMatchObject({ spoken: [], not_covered: [], undecided: [], not_reached: [], readings: {} });
    expect(code).toBe(0);
    expect(result.counts).toMatchObject({ extra: 0, missing: 0, "other type": 0, "other form": 0, "unknown value": 0 });
    expect(result.counts.same).toBeGreaterThan(400);
    expect(err).toMatch(/^34 calls to http.*one every 1 s/);
    expect(err).toContain("/34 getSettlement: answered 200");
    const kept = JSON.stringify(files) + out + err;
    expect(kept).not.toContain(ready.api_key);
    for (const value of [ready.tenant_id, ready.vault_id, "user_8a7f3c", "0x"])
      expect(files["shapes.json"]).not.toContain(value);
  });

  it("asks for chosen operations alone, and for the lists that they need", async () => {
    const { ready } = await aFilledSandbox();
    const { out, err } = await compare({ baseUrl: ready.api_base_url, operations: "getPayout", dryRun: true });
    expect(err).toBe("");
    expect(out.split("\n").slice(1, -1)).toEqual(["  GET /transfer/payout?limit=50", "  GET /transfer/payout/{id}"]);
  });
});

describe("what it sends", () => {
  it("is GET alone, a call a second, with the key where one is needed (C-60)", async () => {
    const host = await aHost();
    const { waited } = await compare({ baseUrl: host.url }, { SERVICE_API_KEY: KEY });
    expect(new Set(host.heard.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(host.heard.length).toBeLessThanOrEqual(60);
    expect(waited).toHaveLength(host.heard.length - 1);
    expect(waited.every((ms) => ms === 1_000)).toBe(true);
    expect(host.heard.find(({ url }) => url === "/v1/vault")?.key).toBe(KEY);
    expect(host.heard.find(({ url }) => url === "/v1/uda/supported-assets")?.key).toBeUndefined();
  });

  it("is nothing with --dry-run, which needs no key", async () => {
    const host = await aHost();
    const { code, out } = await compare({ baseUrl: host.url, dryRun: true });
    expect(code).toBe(0);
    expect(out).toContain("GET /transfer/payout?limit=50");
    expect(host.heard).toEqual([]);
  });

  it("may be slower and never faster than one a second", async () => {
    const line = ["contract", "compare", "--base-url", "https://api.example.com/v1", "--dry-run", "--rate"];
    for (const [rate, code] of [
      ["2", 2],
      ["0", 2],
      ["x", 2],
      ["1/s", 0],
      ["0.5", 0],
    ] as const)
      expect(await runCommand([...line, rate], anIo().io), rate).toBe(code);
  });

  it("never follows a redirect, so the key goes to one host", async () => {
    const elsewhere = await aHost();
    const host = await aHost({ status: 302, headers: { location: `${elsewhere.url}/vault` } });
    const { out } = await compare({ baseUrl: host.url }, { SERVICE_API_KEY: KEY });
    expect(elsewhere.heard).toEqual([]);
    expect(out).toMatch(/other status: the whole answer\n +expected .*; seen 302/);
  });
});

describe("what it refuses", () => {
  it.each([
    ["http://api.example.com/v1", "must begin with https"],
    ["https://user:secret@api.example.com/v1", "user name or password"],
    ["https://api.example.com/v1?key=1", "no query"],
    ["ftp://api.example.com", "must be the URL that your app calls"],
  ])("the base URL %s", async (baseUrl, why) => {
    const { code, err } = await compare({ baseUrl }, { SERVICE_API_KEY: KEY });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(why) });
    expect(err).not.toContain("secret");
  });

  it("a call without the key, and a key that no header can hold, without repeating it", async () => {
    const host = await aHost();
    expect(await compare({ baseUrl: host.url })).toMatchObject({
      code: 2,
      err: expect.stringContaining("SERVICE_API_KEY"),
    });
    const { code, err } = await compare({ baseUrl: host.url }, { SERVICE_API_KEY: "sk_live_a\nb" });
    expect({ code, repeats: err.includes("sk_live_a") }).toEqual({ code: 2, repeats: false });
    expect(host.heard).toEqual([]);
  });

  it("neither a service nor a recording, and an operation that writes", async () => {
    expect(await compare({})).toMatchObject({ code: 2, err: expect.stringContaining("--har") });
    expect(await compare({ baseUrl: "https://api.example.com", operations: "createPayout" })).toMatchObject({
      code: 2,
    });
    expect(await compare({ har: ["x.har"], reading: ["record=left"] })).toMatchObject({
      code: 2,
      err: expect.stringContaining("record has no value"),
    });
  });
});

describe("what cannot be judged has exit code 3", () => {
  it("a host that does not answer", async () => {
    const { code, err } = await compare({ baseUrl: "http://127.0.0.1:1/v1" }, { SERVICE_API_KEY: KEY });
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining("did not answer") });
  });

  it("a key that the service refuses: nothing more is tried", async () => {
    const body = '{"success":false,"code":401,"error":"no"}';
    const host = await aHost({ status: 401, headers: { "content-type": "application/json" }, body });
    const { code, err } = await compare({ baseUrl: host.url }, { SERVICE_API_KEY: KEY });
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining("check SERVICE_API_KEY") });
    expect(err).not.toContain(KEY);
    expect(host.heard.filter(({ key }) => key !== undefined)).toHaveLength(1);
  });

  it("a recording without an answer of the service", async () => {
    const har = { log: { entries: [{ request: { method: "GET", url: "https://x.example/other" }, response: {} }] } };
    const files = { "a.har": JSON.stringify(har), "b.har": "{}" };
    expect(await compare({ har: ["a.har"] }, {}, files)).toMatchObject({
      code: 3,
      err: expect.stringContaining("/v1"),
    });
    expect(await compare({ har: ["b.har"] }, {}, files)).toMatchObject({
      code: 3,
      err: expect.stringContaining("no HAR"),
    });
  });
});

describe("bounds", () => {
  it("an answer larger than 1 MiB is not read", async () => {
    const host = await aHost({ body: `{"data":"${"x".repeat(1_100_000)}"}` });
    const { code, err } = await compare({ baseUrl: host.url }, { SERVICE_API_KEY: KEY });
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining("larger than 1048576 bytes") });
    expect(host.heard).toHaveLength(3);
  });
});

describe("recordings", () => {
  const payout = (data: object): object => ({
    request: { method: "GET", url: "https://api.example.com/v1/transfer/payout/p1" },
    response: {
      status: 200,
      headers: [{ name: "X-Api-Key", value: KEY }],
      content: { text: JSON.stringify({ success: true, message: "operation completed successfully", data }) },
    },
  });

  it("a HAR file is read as calls are: what differs is named by pointer", async () => {
    const har = JSON.stringify({ log: { entries: [payout({ id: "p1", status: "paused", surprise: 1 })] } });
    const { code, out, files } = await compare({ har: ["t.har"], json: true, output: "s.json" }, {}, { "t.har": har });
    const found = JSON.parse(out).not_covered.map((one: { verdict: string; member: string }) => [
      one.verdict,
      one.member,
    ]);
    expect(code).toBe(1);
    expect(found).toContainEqual(["unknown value", "status"]);
    expect(found).toContainEqual(["extra", "surprise"]);
    expect(found).toContainEqual(["missing", "reference_id"]);
    expect(files["s.json"]).not.toContain(KEY);
    expect(await compare({ har: ["t.har"], failOn: "none" }, {}, { "t.har": har })).toMatchObject({ code: 0 });
  });

  it("a webhook is read from its headers and body, or from JSON", async () => {
    const body = JSON.stringify({
      ...{ id: "e1", version: "1", type: "deposit.new", time: "2026-05-29 11:58:40.123456" },
      payload: {
        ...{ id: "0197a3c2-7b1e-7c55-9d0a-1f2e3d4c5b6a", network_symbol: "ethereum", owner: "alice", amount: 25.5 },
        tx_hash: `0x${"6f1c0d7b".repeat(8)}`,
      },
    });
    const headers = { "webhook-id": "e1", "webhook-timestamp": "1", "webhook-signature": "ab" };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const files = {
      "lines.txt": `POST /hooks HTTP/1.1\r\n${lines.join("")}\r\n${body}`,
      "file.json": JSON.stringify({ headers, body }),
    };
    for (const file of Object.keys(files)) {
      const { out } = await compare({ webhook: [file], json: true }, {}, { ...files });
      expect(JSON.parse(out).not_covered, file).toMatchObject([
        { verdict: "other type", member: "amount", seen: "number" },
      ]);
    }
  });
});
