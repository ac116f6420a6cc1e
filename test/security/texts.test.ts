// User texts: they cannot forge log lines or terminal output, and are stored byte for byte (R-212, R-213).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adminDocument } from "../../src/admin/app.ts";
import { escapeControl } from "../../src/kernel/escape-control.ts";
import { createLog } from "../../src/kernel/log.ts";
import { prettyLine } from "../../src/kernel/log-lines.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsWithExamples } from "../admin/bad-requests.ts";
import { aSandbox, sharedSandbox } from "../support/a-sandbox.ts";
import { head, rawReply } from "../support/clients/a-raw-client.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aPayout, aVault, payoutBody } from "../support/payments/a-payout.ts";
import { digestOf } from "../support/worlds/a-digest.ts";

/** Control characters for cursor, lines and text direction, in seven and eight bits. */
const EVIL = [
  "\r\n",
  '\n{"level":60}',
  "\u001b[2J\u001b]0;owned\u0007",
  "\u009b31m",
  "\u0085",
  "\u2028",
  "\u2029",
  "\u202e",
  "\u2066",
  "\u007f",
  "\u0000",
  "\ufeff",
  "\u200b",
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(...EVIL),
  fc.array(fc.constantFrom(...EVIL, "a", '"', "\\"), { maxLength: 8 }).map((parts) => parts.join("")),
);

describe("R-212 the log", () => {
  test("writes each entry as one line that parses to the same text and contains no terminal control characters", () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (message, fact, stack) => {
        const written: string[] = [];
        const log = createLog("trace", { write: (line: string) => void written.push(line) });
        const error = Object.assign(new Error(fact), { stack: `Error\n  at ${stack}` });
        log.error({ fact, inner: { list: [fact] }, error }, message);
        expect(written).toHaveLength(1);
        const [line = ""] = written;
        expect(line.endsWith("\n")).toBe(true);
        expect(line.slice(0, -1)).not.toMatch(FORBIDDEN);
        expect(JSON.parse(line)).toMatchObject({
          level: 50,
          fact,
          inner: { list: [fact] },
          msg: message,
          error: { message: fact },
        });
      }),
    );
  });

  test("for people is one line too, without terminal control characters", () => {
    fc.assert(
      fc.property(anyText, anyText, (message, fact) => {
        const written: string[] = [];
        const log = createLog("trace", { write: (line: string) => void written.push(prettyLine(line)) });
        log.warn({ fact, [fact]: 1, inner: { list: [fact] }, error: new Error(fact) }, message);
        expect(written).toHaveLength(1);
        expect(written[0]?.endsWith("\n")).toBe(true);
        expect(written[0]?.slice(0, -1)).not.toMatch(FORBIDDEN);
      }),
    );
  });

  test("a line of any length is one line", () => {
    const written: string[] = [];
    createLog("trace", { write: (line: string) => void written.push(line) }).debug(
      { long: "x\n".repeat(100_000) },
      "long",
    );
    expect(written).toHaveLength(1);
    expect(written[0]?.split("\n")).toHaveLength(2);
  });

  test("cannot be forged by hostile texts in paths, headers, bodies, RPC calls and receivers' responses", async () => {
    const lines: string[] = [];
    const sandbox = await aSandbox({}, undefined, { hear: (line) => lines.push(line) });
    const { url, ready, control } = sandbox;
    const answer = (response: import("node:http").ServerResponse): void =>
      void response.writeHead(500, "No\u0080pe").end(EVIL.join("x"));
    const receiver = await aReceiver(() => answer);
    await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
    for (const evil of EVIL) {
      const encoded = encodeURIComponent(evil);
      const json = { "content-type": "application/json", "x-api-key": ready.api_key };
      const post = (path: string, body: unknown) =>
        fetch(url + path, { method: "POST", headers: json, body: JSON.stringify(body) });
      await Promise.all([
        fetch(`${url}/v1/deposits/${encoded}?filter[]=${encoded}`, { headers: json }),
        fetch(`${url}/admin/snapshots/${encoded}`, { method: "DELETE" }),
        fetch(`${url}/explorer/base?q=${encoded}`),
        post("/v1/wallets", { owner: evil, network_symbol: evil }),
        post("/v1/transfer/payout", payoutBody(ready.vault_id, { reference_id: `r${evil}`, remark: evil })),
        post("/admin/tenants", { name: evil }),
        post("/rpc/base", { jsonrpc: "2.0", id: evil, method: `eth_${evil}`, params: [evil] }),
        rawReply(
          url,
          Buffer.from(
            head("GET /v1/vault HTTP/1.1", ["Host: a", `User-Agent: ${evil.replace(/[\r\n\0]/g, "")}`]),
            "latin1",
          ),
        ),
      ]);
    }
    await sandbox.api.POST("/wallets", { body: { owner: "ann", network_symbol: "base" } });
    await control("POST", "/run-until-idle");
    expect(receiver.received.length).toBeGreaterThan(0);
    await sandbox.close();
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line.slice(0, -1)).not.toMatch(FORBIDDEN);
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
    }
  });

  test("text escaped for a terminal parses as JSON to the same text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(escapeControl(text)).not.toMatch(FORBIDDEN);
        expect(JSON.parse(escapeControl(JSON.stringify(text)))).toBe(text);
      }),
    );
  });
});

test("R-212 a user text in a response header is printable and cannot start another header", async () => {
  const { url, ready } = await aSandbox();
  for (const evil of EVIL) {
    const target = `/v1/deposits?filter[]=${encodeURIComponent(`${evil}\r\nSet-Cookie: owned=1`)}`;
    const { status, headers } = await rawReply(
      url,
      head(`GET ${target} HTTP/1.1`, ["Host: a", `X-API-Key: ${ready.api_key}`]),
    );
    expect(status).toBe(400);
    expect(headers.get("x-sandbox-error")).toMatch(/^[\x20-\x7e]*$/);
    expect([...headers.keys()]).not.toContain("set-cookie");
  }
});

describe("R-213 stored texts", () => {
  const shared = sharedSandbox();
  const operations = [
    ...operationsWithExamples(serviceDocument).map((operation) => ({ ...operation, base: "/v1" })),
    ...operationsWithExamples(adminDocument).map((operation) => ({ ...operation, base: "/admin" })),
  ];
  const members = operations.flatMap((operation) =>
    Object.entries(operation.body?.members ?? {})
      .filter(([, schema]) => [schema.type].flat().includes("string") && schema["x-any-text"] !== true)
      .map(([name, schema]) => ({ operation, name, schema })),
  );

  async function statusOf({ operation, name }: (typeof members)[number], value: string): Promise<number> {
    const { base, path, method, body } = operation;
    const answer = await fetch(
      shared().url + base + path.replaceAll(/\{\w+\}/g, "00000000-0000-7000-8000-000000000000"),
      {
        method: method.toUpperCase(),
        headers: { "content-type": "application/json", "x-api-key": shared().ready.api_key },
        body: JSON.stringify({ ...body?.example, [name]: value }),
      },
    );
    await answer.body?.cancel();
    return answer.status;
  }

  test.each(["\u0000", "a\u0007b", "a\nb", "\u001b[31m", "a\u007f", "a\u0085b", "\ud800"])(
    "hold no %j, in any member of any body",
    async (evil) => {
      expect(members.length).toBeGreaterThan(60);
      const before = digestOf(shared().store);
      for (const member of members) {
        const status = await statusOf(member, evil);
        expect([member.operation.id, member.name, status]).toEqual([member.operation.id, member.name, 400]);
      }
      expect(digestOf(shared().store)).toEqual(before);
    },
  );

  test("have a maximum length in the document or by their format, and one character more is 400", async () => {
    const bounded = members.filter(({ schema }) => schema.maxLength !== undefined);
    expect(bounded.length).toBeGreaterThan(20);
    for (const member of bounded) {
      const status = await statusOf(member, "x".repeat((member.schema.maxLength ?? 0) + 1));
      expect([member.operation.id, member.name, status]).toEqual([member.operation.id, member.name, 400]);
    }
    for (const member of members)
      expect([member.operation.id, member.name, (await statusOf(member, "x".repeat(90_000))) < 500]).toEqual([
        member.operation.id,
        member.name,
        true,
      ]);
  });

  test("are returned byte for byte in the answer, the record, the list and the webhook", async () => {
    const sandbox = await aSandbox();
    const { api, control, ready } = sandbox;
    const receiver = await aReceiver();
    await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, {
      url: receiver.url,
      event_types: ["address.assigned"],
    });
    await aVault(sandbox, { amount: "1000" });
    const text = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
      .filter((one) => !/\p{Cc}/u.test(one) && [...one].length <= 255);
    const exotic = fc.constantFrom(
      " leading and trailing ",
      "e\u0301 and é",
      "\u202eevil",
      "Ω≈ç√",
      "👩‍👩‍👧‍👦",
      "\u2028",
      "%00",
      "<script>",
      "'; drop table event; --",
      "\ufeffbom",
      "０",
    );
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, exotic), fc.oneof(text, exotic), async (owner, remark) => {
        count += 1;
        const made = await api.POST("/wallets", { body: { owner, network_symbol: "base" } });
        expect(made.response.status).toBe(201);
        const details = await api.GET("/wallets/address/{address}", {
          params: { path: { address: made.data?.data.address ?? "" } },
        });
        expect(details.data?.data.owner).toBe(owner);
        const listed = await api.GET("/wallets/owner/{owner}", { params: { path: { owner } } });
        expect(listed.data?.data.map(({ id }) => id)).toContain(made.data?.data.id);
        const payout = await aPayout(sandbox, { reference_id: `${count} ${remark}`, remark, amount: "1" });
        const read = await api.GET("/transfer/payout/{id}", { params: { path: { id: payout.id } } });
        expect([read.data?.data.remark, read.data?.data.reference_id]).toEqual([remark, `${count} ${remark}`]);
        await control("POST", "/run-until-idle");
        expect(receiver.received.at(-1)?.json.payload.owner).toBe(owner);
      }),
      { numRuns: 25 },
    );
  });
});
