// The explorer where an admin token is set: the chain is public, data of tenants requires the token.
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";
import { sendToken } from "../support/payments/a-uda.ts";

const OWNER = "a-customer-of-a-tenant";

test("without the token the chain is shown and no data of tenants; with it, both", async () => {
  const sandbox = await aSandbox({ adminToken: "secret-token" });
  const { data } = await sandbox.api.POST("/wallets", { body: { owner: OWNER, network_symbol: "base" } });
  const address = data?.data.address as Hex;
  const hash = await sendToken(sandbox, { network: "base", asset: "USDC", to: address, amount: "25.5" });
  const deposits = await sandbox.api.GET("/deposits");
  const id = deposits.data?.data[0]?.id ?? "?";
  const basic = { authorization: `Basic ${Buffer.from("any:secret-token").toString("base64")}` };
  for (const path of [`/explorer/base/tx/${hash}`, `/explorer/base/address/${address}`]) {
    const open = await fetch(`${sandbox.url}${path}`);
    const shown = await open.text();
    expect(open.status).toBe(200);
    expect(shown).toContain("25.5 USDC");
    for (const secret of [OWNER, id, "wallet</span>"]) expect(shown).not.toContain(secret);
    const seen = await (await fetch(`${sandbox.url}${path}`, { headers: basic })).text();
    expect(seen).toContain(OWNER);
    expect(seen).toContain(id);
  }
  const stray = await sendToken(sandbox, { network: "bsc", asset: "USDC", to: address, amount: "1" });
  const [open, seen] = await Promise.all(
    [{}, basic].map(async (headers) => (await fetch(`${sandbox.url}/explorer/bsc/tx/${stray}`, { headers })).text()),
  );
  expect(open).not.toContain("was assigned on");
  expect(seen).toContain(`${address.toLowerCase()} was assigned on Base`);
  const search = await fetch(`${sandbox.url}/explorer/base?q=${id}`, { redirect: "manual" });
  expect(search.status).toBe(404);
});
