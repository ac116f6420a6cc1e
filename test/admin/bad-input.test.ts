// Invalid input to the control API: for every operation of its document and every possible mistake a helpful 400 or 404, and nothing changed.
import { beforeAll, describe, expect, test } from "vitest";
import { adminDocument } from "../../src/admin/app.ts";
import { type ASandbox, sharedSandbox } from "../support/a-sandbox.ts";
import { digestOf } from "../support/worlds/a-digest.ts";
import { type BadRequest, badRequests, operationsWithExamples } from "./bad-requests.ts";

const sandboxOf = sharedSandbox();

let endpointId = "";

/** Creates what the examples of the document name, so that a request has one mistake and not two. */
beforeAll(async () => {
  const { api, control, ready } = sandboxOf();
  await api.POST("/wallets", { body: { owner: "user_8a7f3c", network_symbol: "base" } });
  const input = { url: "http://127.0.0.1:4999/hooks", active: false };
  endpointId = (await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, input)).id;
});

/** Path parameters where the mistake is elsewhere; any other is an id that does not exist. */
function knownPaths({ ready }: ASandbox, path: string): Record<string, string> {
  const known = { tenant_id: ready.tenant_id, network: "base", provider: "lifi" };
  return path.includes("/webhook-endpoints/") ? { ...known, id: endpointId } : known;
}

async function send({ ready }: ASandbox, { method, path, body, type }: BadRequest) {
  const response = await fetch(`${ready.admin_url}${path}`, {
    method: method.toUpperCase(),
    ...(body === undefined ? {} : { body, headers: { "content-type": type ?? "application/json" } }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

/** An error says more than its title: the member, the known values, or what to do instead. */
function helps({ error, details }: Record<string, unknown>): boolean {
  return details !== undefined || /^[^:]+: .{12,}/.test(String(error));
}

describe.each(operationsWithExamples(adminDocument))("$id", (operation) => {
  test("refuses each mistake in the envelope, with help, and changes nothing", async () => {
    const sandbox = sandboxOf();
    const before = digestOf(sandbox.store);
    const requests = badRequests(operation, knownPaths(sandbox, operation.path));
    expect(requests.length).toBeGreaterThan(0);
    const wrongly: string[] = [];
    for (const request of requests) {
      const { status, json } = await send(sandbox, request);
      const isRefusal = json["success"] === false && json["code"] === status && typeof json["error"] === "string";
      if (isRefusal && request.expected.includes(status) && helps(json)) continue;
      wrongly.push(`${request.wrong}: ${request.path} ${request.body ?? ""} → ${status} ${JSON.stringify(json)}`);
    }
    expect(wrongly).toEqual([]);
    expect(digestOf(sandbox.store)).toEqual(before);
    expect(sandbox.mistakes).toEqual([]);
  });
});

describe("mistakes that the document cannot express", () => {
  const rows: readonly (readonly [string, string, string, unknown, number, RegExp])[] = [
    ["a gate that is none", "POST", "/faults", { gate: "chain.mind", effect: "halt" }, 400, /gate/],
    ["an effect of another gate", "POST", "/faults", { gate: "chain.mine", effect: "revert" }, 400, /skip|halt/],
    [
      "a network nobody runs",
      "POST",
      "/faults",
      { gate: "chain.mine", effect: "halt", match: { network: "x" } },
      400,
      /base/,
    ],
    ["the past", "POST", "/clock/advance", { to: "2025-12-31T23:59:59Z" }, 400, /forward/],
    ["a jump beyond ten years", "POST", "/clock/advance", { by: "4000d" }, 400, /less|steps/],
    ["an instant beyond ten years", "POST", "/clock/advance", { to: "2040-01-01T00:00:00Z" }, 400, /steps/],
    ["both by and to", "POST", "/clock/advance", { by: "1h", to: "2026-01-02T00:00:00Z" }, 400, /one of/],
    ["neither by nor to", "POST", "/clock/advance", {}, 400, /one of/],
    ["a limit beyond ten years", "POST", "/run-until-idle", { advance: true, limit: "4000d" }, 400, /limit/],
    ["a depth below block 1", "POST", "/networks/base/reorg", { depth: 900 }, 400, /depth/],
    [
      "a block time below a second",
      "PUT",
      "/networks/base/mining",
      { mode: "interval", block_time: 10 },
      400,
      /second/,
    ],
    ["a transfer of nothing", "POST", "/faucet", { ...aTransfer(), amount: "0" }, 400, /amount/],
    ["a negative amount", "POST", "/faucet", { ...aTransfer(), amount: "-1" }, 400, /amount/],
    ["more digits than the token has", "POST", "/faucet", { ...aTransfer(), amount: "0.0000001" }, 400, /decimals/],
    ["a token of another network", "POST", "/faucet", { ...aTransfer(), asset: "POL" }, 400, /USDC/],
    ["a wrong checksum", "POST", "/faucet", { ...aTransfer(), to_address: `0x${"aB".repeat(20)}` }, 400, /checksum/],
    [
      "an owner nobody has",
      "POST",
      "/deposits",
      { network: "base", asset: "USDC", amount: "1", owner: "nobody" },
      404,
      /nobody.*create/,
    ],
    ["a price of zero", "PUT", "/rates", { USDC: "0" }, 400, /above zero/],
    ["a price of what is not traded", "PUT", "/rates", { GOLD: "1" }, 400, /USDC/],
  ];

  function aTransfer() {
    return { network: "base", asset: "USDC", to_address: `0x${"11".repeat(20)}`, amount: "1" };
  }

  test.each(rows)("%s is refused with what to do instead, and changes nothing", async (_name, ...row) => {
    const [method, path, body, status, says] = row;
    const sandbox = sandboxOf();
    const before = digestOf(sandbox.store);
    const answer = await sandbox.admin(method, path, body);
    expect([answer.status, answer.body.success]).toEqual([status, false]);
    expect(`${answer.body.error} ${JSON.stringify(answer.body.details)}`).toMatch(says);
    expect(digestOf(sandbox.store)).toEqual(before);
  });
});
