// Story: a UDA is changed while money moves; confirmed deposits keep their terms, and delegations follow (H-18, H-24, H-53).
import { expect, test } from "vitest";
import { SWEEPER_ADDRESS } from "../../../src/chains/artifact.ts";
import type { paths } from "../../../src/spec/service.gen.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import {
  aUda,
  DESTINATION,
  delegationStatus,
  sendToken,
  settlementOf,
  settlementsOf,
  tokenBalance,
} from "../../support/payments/a-uda.ts";

const DELEGATED = `0xef0100${SWEEPER_ADDRESS.slice(2)}`.toLowerCase();
const ELSEWHERE = `0x${"5e".repeat(20)}`;

type Change = paths["/uda/{id}"]["patch"]["requestBody"]["content"]["application/json"];

async function change(api: ASandbox["api"], id: string, body: Change) {
  const { data, response } = await api.PATCH("/uda/{id}", { params: { path: { id } }, body });
  if (data === undefined) throw new Error(`PATCH /uda answered ${response.status}`);
  return data.data;
}

const codeAt = async (sandbox: ASandbox, network: string, address: `0x${string}`) =>
  (await sandbox.chain(network).public.getCode({ address }))?.toLowerCase();

test("a reactivated UDA settles deposits confirmed from then on, and none before (H-24, S-409)", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api);
  expect(await change(api, uda.id, { status: "retired" })).toMatchObject({ id: uda.id, status: "retired" });
  await control("POST", "/run-until-idle");
  expect(await delegationStatus(api, uda.id)).toBe("revoked");
  const early = await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "30" });
  await control("POST", "/run-until-idle");

  const woken = await change(api, uda.id, { status: "active" });
  expect(woken).toMatchObject({ id: uda.id, status: "active", delegation_status: "pending" });
  expect(woken.deposit_addresses).toEqual(uda.deposit_addresses);
  await control("POST", "/run-until-idle");
  expect(await delegationStatus(api, uda.id)).toBe("delegated");
  expect(await codeAt(sandbox, "polygon", uda.address)).toBe(DELEGATED);

  const late = await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  await control("POST", "/run-until-idle");
  const settlement = await settlementOf(api, uda.id);
  expect(settlement).toMatchObject({ status: "completed", source: { tx_hash: late } });
  expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(30_000_000n);
  const byReference = async (reference: string) =>
    (await api.GET("/uda/settlements/by-reference", { params: { query: { reference } } })).data?.data;
  expect(await byReference(late.toUpperCase().replace("0X", "0x"))).toMatchObject({ count: 1, items: [settlement] });
  expect(await byReference(early)).toEqual({ reference: early, count: 0, items: [] });
});

test("a running settlement keeps the destination of the time when its deposit was confirmed (H-21, H-53, S-407)", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api);
  await control("POST", "/faults", { gate: "routing.provider", effect: "slow", params: { by: "5m" }, times: 1 });
  const before = await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "30" });
  expect((await settlementOf(api, uda.id)).status).toBe("routing");
  const changed = await change(api, uda.id, {
    destination: { address: ELSEWHERE, asset_symbol: "USDC", network_id: "8453" },
  });
  expect(changed.destination).toMatchObject({ network_id: "8453", network_name: "Base", token_symbol: "USDC" });
  const after = await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  await control("POST", "/clock/advance", { by: "10m" });

  const settlements = await settlementsOf(api, uda.id);
  const networks = settlements.map(({ source, destination, status }) => [
    source.tx_hash,
    destination.network_id,
    status,
  ]);
  expect(networks).toEqual([
    [after, 8453, "completed"],
    [before, 42161, "completed"],
  ]);
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(29_905_000n);
  expect(await tokenBalance(sandbox, "base", "USDC", ELSEWHERE)).toBe(99_800_000n);
});

test("accepting a token of another network makes a UDA pending until it is delegated there too (H-18, S-408)", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await control("PUT", "/networks/bsc/mining", { mode: "manual" });
  const uda = await aUda(api, { accepted: ["ETH"] });
  expect(await delegationStatus(api, uda.id)).toBe("delegated");
  const wider = await change(api, uda.id, { accepted_tokens: ["eth", "BNB"] });
  expect(wider.delegation_status).toBe("pending");
  expect(wider.deposit_addresses.map(({ network_id }) => network_id)).toEqual(["60", "8453", "9001", "9006"]);
  await control("POST", "/networks/bsc/mine", { blocks: 2 });
  expect(await delegationStatus(api, uda.id)).toBe("delegated");
  expect(await codeAt(sandbox, "bsc", uda.address)).toBe(DELEGATED);
  // A network that is removed again stays delegated: deposits accepted earlier may still have to be swept.
  expect(await change(api, uda.id, { accepted_tokens: ["ETH"] })).toMatchObject({ delegation_status: "delegated" });
});

test("a retired UDA that accepts more is delegated for it when it is reactivated, and removed networks do not count (H-18)", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api, { accepted: ["BNB"] });
  await change(api, uda.id, { status: "retired" });
  await control("POST", "/run-until-idle");
  expect(await change(api, uda.id, { accepted_tokens: ["POL"] })).toMatchObject({
    status: "retired",
    delegation_status: "revoked",
  });
  await change(api, uda.id, { status: "active" });
  await control("POST", "/run-until-idle");
  expect(await delegationStatus(api, uda.id)).toBe("delegated");
  expect(await codeAt(sandbox, "polygon", uda.address)).toBe(DELEGATED);
  expect(await codeAt(sandbox, "bsc", uda.address)).toBeUndefined();
});

test("reactivated while its revocation is pending, a UDA is pending, never failed, and ends delegated (H-18)", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api);
  await control("PUT", "/networks/base/mining", { mode: "manual" });
  await change(api, uda.id, { status: "retired" });
  expect(await delegationStatus(api, uda.id)).toBe("delegated");
  expect(await change(api, uda.id, { status: "active" })).toMatchObject({ delegation_status: "pending" });
  const seen: (string | undefined)[] = [];
  for (let block = 0; block < 5; block += 1) {
    seen.push(await delegationStatus(api, uda.id));
    await control("POST", "/networks/base/mine", { blocks: 1 });
  }
  expect(seen).not.toContain("failed");
  expect(await delegationStatus(api, uda.id)).toBe("delegated");
  for (const network of ["base", "ethereum"]) expect(await codeAt(sandbox, network, uda.address)).toBe(DELEGATED);
  const { items } = await control("GET", "/claims");
  expect(items.filter(({ error }: { error: string }) => error !== "")).toEqual([]);
});
