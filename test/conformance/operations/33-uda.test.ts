// Sections 33 and 34, deposit addresses: reading one by its id, updating it, and the supported assets.
import { getAddress } from "viem";
import { beforeAll, expect, test } from "vitest";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aUda, DESTINATION, sendToken, settlementsOf } from "../../support/payments/a-uda.ts";
import { problem, send, statusesByKey } from "../http-client.ts";

const sandbox = sharedSandbox();
const ELSEWHERE = getAddress(`0x${"77".repeat(20)}`);
let uda: Awaited<ReturnType<typeof aUda>>;
beforeAll(async () => {
  uda = await aUda(sandbox().api);
});

const get = async () => (await send(sandbox(), { path: `/uda/${uda.id}` })).body.data;
const patch = (body: unknown) => send(sandbox(), { method: "PATCH", path: `/uda/${uda.id}`, body });
/** Sends 100 USDT on Polygon and returns the settlements afterwards. */
async function deposit() {
  await sendToken(sandbox(), { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  await sandbox().control("POST", "/run-until-idle");
  return settlementsOf(sandbox().api, uda.id);
}

test("one by its id, with its delegation status (S-406)", async () => {
  expect(await statusesByKey(sandbox(), { path: `/uda/${uda.id}` })).toEqual([401, 200]);
  const { address, status: _, ...created } = uda;
  expect(await get()).toEqual({ ...created, status: "active", delegation_status: "delegated" });
  expect((await send(sandbox(), { path: "/uda" })).body.data.items[0]).not.toHaveProperty("delegation_status");
  const code = await sandbox().chain("base").public.getCode({ address });
  expect(code?.slice(0, 8)).toBe("0xef0100");
});

test("an update changes the destination: later deposits go there (S-407)", async () => {
  const body = { destination: { address: ELSEWHERE, asset_symbol: "USDC", network_id: "8453" } };
  expect(await statusesByKey(sandbox(), { method: "PATCH", path: `/uda/${uda.id}`, body })).toEqual([401, 200]);
  expect(await get()).toMatchObject({ destination: body.destination, deposit_addresses: uda.deposit_addresses });
  const [settlement] = await deposit();
  expect(settlement?.destination).toMatchObject({ address: ELSEWHERE, network_id: 8453, asset_symbol: "USDC" });
  expect((await patch({ destination: { address: DESTINATION } })).body).toEqual(problem(400, "Invalid request"));
  expect(await get()).toMatchObject(body);
});

test("an update changes the accepted tokens: others no longer settle (S-408)", async () => {
  const count = (await settlementsOf(sandbox().api, uda.id)).length;
  const symbols = async (): Promise<Set<string>> =>
    new Set(
      (await get()).deposit_addresses.flatMap((row: any) =>
        row.accepted_tokens.map(({ symbol }: { symbol: string }) => symbol),
      ),
    );
  expect((await patch({ accepted_tokens: ["USDC"] })).status).toBe(200);
  expect(await symbols()).toEqual(new Set(["USDC"]));
  expect(await deposit()).toHaveLength(count);
  expect((await patch({ accepted_tokens: [] })).status).toBe(200);
  expect((await symbols()).size).toBeGreaterThan(2);
  expect(await deposit()).toHaveLength(count + 1);
});

test("an update changes the status: a retired address settles nothing until it is active again (S-409)", async () => {
  const count = (await settlementsOf(sandbox().api, uda.id)).length;
  expect((await patch({ status: "retired" })).body.data.status).toBe("retired");
  expect((await get()).status).toBe("retired");
  expect(await deposit()).toHaveLength(count);
  expect((await patch({ status: "active" })).body.data).toMatchObject({ id: uda.id, status: "active" });
  expect(await deposit()).toHaveLength(count + 1);
  expect((await patch({ status: "paused" })).body).toEqual(problem(400, "Invalid request"));
});

test("an update cannot change the owner, and then changes nothing else either (S-410)", async () => {
  const before = await get();
  expect((await patch({ owner: "someone else", status: "retired" })).body).toEqual(problem(400, "Invalid request"));
  expect(await get()).toEqual(before);
  expect((await patch({ owner: uda.owner, status: "active" })).body.data.owner).toBe(uda.owner);
  expect((await patch({ owner: uda.owner })).body).toEqual(problem(400, "Invalid request"));
});

test("supported assets: every network with its native currency and its token contracts, without a key (S-419, S-420, S-421, S-422, S-423)", async () => {
  const { status, body } = await send(sandbox(), { path: "/uda/supported-assets", key: null });
  expect(status).toBe(200);
  const wanted = readCatalogue().toSorted((a, b) => Number(a.network_id) - Number(b.network_id));
  expect(body.data.assets).toHaveLength(wanted.length);
  for (const [at, { network_id: id, symbol, eip155_id, native, tokens }] of wanted.entries()) {
    const group = body.data.assets[at];
    expect(group).toMatchObject({ network_id: id, network_symbol: symbol, eip155_id: String(eip155_id) });
    expect(group.native_currency).toMatchObject({
      symbol: native.symbol,
      decimals: 18,
      address: `0x${"0".repeat(40)}`,
    });
    expect(group.assets.map((row: any) => [row.symbol, row.address, row.decimals])).toEqual(
      tokens.map((token) => [token.symbol, token.address, token.decimals]),
    );
  }
});
