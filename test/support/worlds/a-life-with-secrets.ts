// A world in which every kind of secret was made, used, rotated, revoked and put where it does not belong, and a search for them.
import { bytesToHex } from "viem";
import { HDKey, privateKeyToAddress } from "viem/accounts";
import { expect } from "vitest";
import { Random } from "../../../src/kernel/random.ts";
import type { ASandbox } from "../a-sandbox.ts";
import { aReceiver } from "../clients/a-receiver.ts";
import { aPayout, aVault } from "../payments/a-payout.ts";
import { aUda, sendToken } from "../payments/a-uda.ts";

/** The admin token and the signing secret that these worlds are given. */
export const TOKEN = "operator-token-0c5c1a7e";
export const OWN_SECRET = "a-signing-secret-of-our-own-77";

/** The private keys of all addresses of the world, derived from its seed; each is checked against its address. */
export function privateKeys({ store }: ASandbox, seed: string): string[] {
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
export async function aLifeWithSecrets(sandbox: ASandbox): Promise<{ apiKeys: string[]; webhookSecrets: string[] }> {
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
export async function misplaceKeys({ ready, url }: ASandbox): Promise<void> {
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

/** `SECRET in WHERE` for each secret that a text holds; of private keys the digits alone count. */
export const found = (secrets: readonly string[], texts: Iterable<readonly [string, string]>): string[] =>
  [...texts].flatMap(([where, text]) =>
    secrets.filter((secret) => text.includes(secret.replace(/^0x/, ""))).map((secret) => `${secret} in ${where}`),
  );
