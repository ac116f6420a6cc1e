// A complete run with all output recorded: no key, secret or token appears where it does not belong (R-192, R-211).
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesToHex } from "viem";
import { HDKey, privateKeyToAddress } from "viem/accounts";
import { expect, onTestFinished, test } from "vitest";
import { DEVELOPMENT_MNEMONIC } from "../../src/chains/address.ts";
import { Random } from "../../src/kernel/random.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { anEventStream } from "../support/clients/an-event-stream.ts";
import { ADMIN_ROUTES, OTHER_ROUTES, SERVICE_ROUTES } from "../support/clients/every-route.ts";
import { aPayout, aVault } from "../support/payments/a-payout.ts";
import { aUda, sendToken } from "../support/payments/a-uda.ts";

const TOKEN = "operator-token-0c5c1a7e";
const OWN_SECRET = "a-signing-secret-of-our-own-77";
const CHOSEN_KEY = "sk_sandbox_chosen_by_its_operator_4711";

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The text of every file below a folder. */
function filesBelow(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return new Map(files.filter((file) => statSync(file).isFile()).map((file) => [file, readFileSync(file, "latin1")]));
}

/** The private keys of all addresses of the world, derived from its seed; each is checked against its address. */
function privateKeys({ store }: ASandbox, seed: string): string[] {
  const random = new Random(seed).fork("keys");
  const root = HDKey.fromMasterSeed(Buffer.concat([random.bytes("root/0"), random.bytes("root/1")]));
  const rows = store.all<{ derivation: string; address: string }>("select derivation, address from address");
  expect(rows.length).toBeGreaterThan(10);
  return rows.map(({ derivation, address }) => {
    const key = bytesToHex(root.derive(`m/${derivation.replace(/^m\//, "")}`).privateKey ?? new Uint8Array());
    expect(privateKeyToAddress(key).toLowerCase()).toBe(address);
    return key;
  });
}

/** Creates one of everything, with successes and failures; returns the secrets that appeared. */
async function aLife(sandbox: ASandbox): Promise<{ apiKeys: string[]; webhookSecrets: string[] }> {
  const { control, api, ready, url } = sandbox;
  const receiver = await aReceiver((number) => (number % 3 === 0 ? 500 : 200));
  const made = await control("POST", "/tenants", { name: "second" });
  const spare = await control("POST", `/tenants/${made.tenant_id}/keys`);
  const gone = await control("POST", `/tenants/${made.tenant_id}/keys`);
  await control("DELETE", `/tenants/${made.tenant_id}/keys/${gone.key_id}`);
  const hooks = `/tenants/${ready.tenant_id}/webhook-endpoints`;
  const first = await control("POST", hooks, { url: receiver.url });
  const second = await control("POST", hooks, { url: receiver.url, secret: OWN_SECRET });
  const rotated = await control("POST", `${hooks}/${first.id}/rotate-secret`, { overlap: "1h" });
  await control("POST", `${hooks}/${second.id}/test`, { type: "deposit.new" });
  await control("POST", "/faults", { gate: "webhook.delivery", effect: "wrong-secret" });
  await control("POST", "/faults", {
    gate: "rpc.request",
    effect: "error",
    times: 1,
    params: { code: -32000, message: "no" },
  });
  await fetch(`${url}/rpc/base`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_sendRawTransaction", params: ["0xdead"] }),
  });
  const wallet = await api.POST("/wallets", { body: { owner: "ann", network_symbol: "base" } });
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "25", owner: "ann" });
  const uda = await aUda(api);
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "50" });
  await aVault(sandbox, { amount: "100" });
  await aPayout(sandbox);
  await control("POST", "/faults", { gate: "chain.submit", effect: "revert" });
  await aPayout(sandbox, { reference_id: "order-2" });
  await control("POST", "/networks/base/reorg", { depth: 1 });
  await control("POST", "/clock/advance", { by: "5m" });
  expect(wallet.response.status).toBe(201);
  return {
    apiKeys: [ready.api_key, made.api_key, spare.api_key, gone.api_key],
    webhookSecrets: [ready.webhook_secret, first.secret, second.secret, rotated.secret],
  };
}

/** Keys where they do not belong: in a query, in a body, in a path, of the wrong kind. */
async function misplaceKeys({ ready, url }: ASandbox): Promise<void> {
  for (const key of [ready.api_key, TOKEN, OWN_SECRET]) {
    const body = JSON.stringify({ owner: "eve", network_symbol: "nowhere", api_key: key });
    const headers = { "content-type": "application/json", "x-api-key": ready.api_key };
    await fetch(`${url}/v1/wallets?api_key=${key}`, { method: "POST", headers, body });
    await fetch(`${url}/admin/status?token=${key}`, { headers: { authorization: `Bearer ${key}x` } });
    await fetch(`${url}/v1/vault`, { headers: { "x-api-key": `${key}x`, authorization: `Basic ${btoa(`a:${key}`)}` } });
    await fetch(`${url}/nowhere/${key}`);
  }
  // Created by the sandbox, so they are found by their form anywhere.
  for (const key of [ready.api_key, ready.api_key.replace("sandbox", "live"), ready.webhook_secret]) {
    await fetch(`${url}/v1/deposits/${key}`, { headers: { "x-api-key": ready.api_key } });
    await fetch(`${url}/v1/wallets/owner/x${key}y`, { headers: { "x-api-key": ready.api_key } });
    await fetch(`${url}/admin/snapshots/${key}`, { method: "DELETE", headers: { authorization: `Bearer ${TOKEN}` } });
    await fetch(`${url}/v1/${key}`);
  }
}

/** Every GET route with known ids, and the first part of the event stream. */
async function everyWord(sandbox: ASandbox): Promise<Map<string, string>> {
  const { ready, url, control } = sandbox;
  const said = new Map<string, string>();
  const headers = { "x-api-key": ready.api_key, authorization: `Bearer ${TOKEN}` };
  const gets = [...SERVICE_ROUTES, ...ADMIN_ROUTES, ...OTHER_ROUTES].filter(({ method }) => method === "GET");
  // An export contains secrets, as documented: it has its own test.
  const asked = gets.filter(({ id }) => !["exportWorld", "streamEvents", "streamChanges", "waitForEvent"].includes(id));
  for (const { path, name } of asked) {
    // The tenant's id; elsewhere it is just an unknown id.
    const answer = await fetch(`${url}${path.replace("00000000-0000-7000-8000-000000000000", ready.tenant_id)}`, {
      headers,
    });
    said.set(name, `${JSON.stringify([...answer.headers])} ${await answer.text()}`);
  }
  for (const path of ["/events?limit=1000", "/deliveries?limit=100", "/tenants", "/faults"])
    said.set(path, JSON.stringify(await control("GET", path)));
  const stream = await anEventStream(`${url}/admin/events/stream?after=0`, { headers });
  await stream.count(10);
  said.set("stream", JSON.stringify(stream.messages));
  stream.leave();
  return said;
}

const found = (secrets: readonly string[], texts: Iterable<readonly [string, string]>): string[] =>
  [...texts].flatMap(([where, text]) =>
    secrets.filter((secret) => text.includes(secret.replace(/^0x/, ""))).map((secret) => `${secret} in ${where}`),
  );

test("R-211 no key, secret, private key or token is in any log line, page, metric, event or answer after the first", async () => {
  const lines: string[] = [];
  const data = aFolder();
  const options = { adminToken: TOKEN, data, seed: 7 };
  const sandbox = await aSandbox(options, undefined, { hear: (line) => lines.push(line) });
  const { apiKeys, webhookSecrets } = await aLife(sandbox);
  await misplaceKeys(sandbox);
  const keys = privateKeys(sandbox, "7");
  const development = sandbox.ready.accounts.map(({ private_key }) => private_key);
  const never = [...apiKeys, TOKEN, ...keys, ...development, DEVELOPMENT_MNEMONIC];
  const words = await everyWord(sandbox);
  expect(words.size).toBeGreaterThan(60);
  expect([...words.values()].join("")).toContain("ann");
  expect(found([...never, ...webhookSecrets], words)).toEqual([]);
  await sandbox.close();
  expect(lines.length).toBeGreaterThan(0);
  expect(
    found(
      [...never, ...webhookSecrets],
      lines.entries().map(([at, line]) => [`line ${at}`, line] as const),
    ),
  ).toEqual([]);
  // On disk: only hashes of API keys; signing secrets are readable, because they are needed to sign (R-192).
  const files = filesBelow(data);
  expect(files.size).toBeGreaterThan(0);
  expect(found(never, files)).toEqual([]);
  expect(found([OWN_SECRET], files)).not.toEqual([]);
});

test("R-211 the file of --record contains no token, no configured key and no private key", async () => {
  const record = join(aFolder(), "story.json");
  const sandbox = await aSandbox({ adminToken: TOKEN, apiKey: CHOSEN_KEY, record });
  const { apiKeys } = await aLife(sandbox);
  const keys = [...privateKeys(sandbox, "1"), ...sandbox.ready.accounts.map(({ private_key }) => private_key)];
  await sandbox.close();
  const story = readFileSync(record, "utf8");
  expect(story).toContain("ann");
  expect(found([...apiKeys, TOKEN, ...keys], [["record", story]])).toEqual([]);
});
