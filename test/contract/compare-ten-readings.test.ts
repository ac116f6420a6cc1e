// A service that speaks ten other readings and differs in five ways that no reading covers: a comparison names all fifteen, and a sandbox
// that starts with the readings it wrote answers as that service does (C-62, C-63).
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { compareCommand } from "../../src/cli/commands/contract/compare.ts";
import { isObject } from "../../src/kernel/is-object.ts";
import { createSandbox } from "../../src/runtime/sandbox.ts";
import { anIo } from "../cli/an-io.ts";
import { aJumpingClock } from "../support/a-jumping-clock.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aVault, payoutBody } from "../support/payments/a-payout.ts";
import { anAssignment } from "../support/payments/a-webhook.ts";

const TEN = {
  ...{ record: "top-level", list_array: "named", nested_names: "long", absent_time: "omitted", time_text: "seconds" },
  ...{
    usd_text: "six",
    address_case: "lower",
    list_order: "oldest",
    out_of_range: "clamped",
    rate_reset: "seconds-left",
  },
};
const texts = (readings: object): string[] => Object.entries(readings).map(([name, value]) => `${name}=${value}`);

/** What the service does otherwise, by operation path: a change of the parsed answer, or of the status. */
const FIVE: readonly { path: RegExp; change: (body: any) => unknown; status?: number }[] = [
  { path: /^\/v1\/uda\/[^/]+$/, change: ({ delegation_status, ...body }) => renamed(body, delegation_status) },
  { path: /^\/v1\/vault$/, change: (body) => each(body, (vault) => ({ ...vault, colour: "blue" })) },
  { path: /^\/v1\/deposits$/, change: (body) => each(body, (one) => ({ ...one, decimal: String(one.decimal) })) },
  { path: /^\/v1\/networks$/, change: (body) => each(body, ({ enabled: _, ...one }) => one) },
  {
    path: /^\/v1\/blockchain\/assets$/,
    change: () => ({ success: false, code: 404, error: "Network not found" }),
    status: 404,
  },
];

const each = (body: any, change: (one: any) => unknown): unknown => ({ ...body, data: body.data.map(change) });

/** The member stands in `data` or beside it. */
function renamed(body: any, beside: unknown): unknown {
  if (beside !== undefined) return { ...body, delegation: beside };
  if (!isObject(body.data)) return body;
  const { delegation_status, ...data } = body.data;
  return { ...body, data: { ...data, delegation: delegation_status } };
}

/** Passes requests on to a sandbox and changes some answers; records all as HAR. */
async function aDeviatingProxy({ ready }: ASandbox, changes: typeof FIVE) {
  const entries: object[] = [];
  const server = createServer(async (request, response) => {
    const key = String(request.headers["x-api-key"] ?? "");
    const answer = await fetch(`${ready.url}${request.url}`, { headers: key === "" ? {} : { "x-api-key": key } });
    const path = (request.url ?? "").split("?")[0] ?? "";
    const change = changes.find((one) => one.path.test(path) && answer.status === 200);
    const plain = await answer.text();
    const text = change === undefined ? plain : JSON.stringify(change.change(JSON.parse(plain)));
    const status = change?.status ?? answer.status;
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => !/^(content-|connection|keep|transfer)/.test(name)),
    );
    response.writeHead(status, headers);
    response.end(text);
    entries.push({
      request: { method: "GET", url: `https://api.example.com${request.url}` },
      response: {
        status,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        content: { text },
      },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { url, har: () => JSON.stringify({ log: { entries } }) };
}

/** Records of each kind, with deposits at different times. */
async function aService(reading: readonly string[]): Promise<ASandbox> {
  const sandbox = await aSandbox({ reading });
  await anAssignment(sandbox);
  for (const owner of ["u1", "u2"]) {
    const destination = {
      address: "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
      asset_symbol: "USDC",
      network_id: "9001",
    };
    await sandbox.api.POST("/uda", { body: { owner, destination } });
    await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner: "alice" });
    await sandbox.control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "50", owner });
    await sandbox.control("POST", "/clock/advance", { by: "10s" });
  }
  await aVault(sandbox, { amount: "100" });
  for (const reference_id of ["a", "b"]) {
    await sandbox.api.POST("/transfer/payout", { body: payoutBody(sandbox.ready.vault_id, { reference_id }) });
    await sandbox.control("POST", "/clock/advance", { by: "10s" });
  }
  return sandbox;
}

async function compare(options: object, key: string, files: Record<string, string>) {
  const { io, said } = anIo({ SERVICE_API_KEY: key }, files);
  const call = { options: { ...options, json: true }, args: [], rest: [], io, create: createSandbox };
  const code = await compareCommand(aJumpingClock()).run(call);
  return { code, result: JSON.parse(said.out) };
}

it("names 15 of 15 and nothing else; a sandbox with the readings it wrote answers without a difference", async () => {
  const files: Record<string, string> = {};
  const service = await aService(texts(TEN));
  const proxy = await aDeviatingProxy(service, FIVE);
  const first = await compare(
    { baseUrl: proxy.url, readingsOut: "readings.json", output: "a.json" },
    service.ready.api_key,
    files,
  );
  expect(first.code).toBe(1);
  expect(first.result.readings).toEqual(TEN);
  const named = first.result.not_covered.map(({ verdict, member, called }: any) => [
    verdict,
    member,
    ...(called ? [called] : []),
  ]);
  expect(named.toSorted()).toEqual([
    ["extra", "colour"],
    ["missing", "delegation_status", "delegation"],
    ["missing", "enabled"],
    ["other status", ""],
    ["other type", "decimal"],
  ]);
  expect(first.result.undecided).toEqual([]);

  // The recording of the same traffic says the same.
  const har = proxy.har();
  const recorded = await compare({ har: ["t.har"] }, "", { "t.har": har });
  expect(recorded.result.readings).toEqual(TEN);

  const written = JSON.parse(files["readings.json"] ?? "").readings;
  const second = await aService(texts(written));
  const plain = await aDeviatingProxy(second, []);
  const again = await compare({ baseUrl: plain.url, reading: ["@readings.json"] }, second.ready.api_key, files);
  expect(again.result).toMatchObject({ spoken: [], not_covered: [], undecided: [] });
  expect(again.code).toBe(0);
});
