// Section 9: the UDA record as create, get and list show it.
import { expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { ADDRESS, DATE_TIME, exact, expectProblem, jsonNumber, recordOf, UUID } from "../api.ts";
import { send } from "../http-client.ts";

const TO = "0x8F4a91F2C1B0D6fC2A7B6F3e5d7C0b1a2e3f4d6E".toLowerCase();
const USDC_ARBITRUM = "0xaf88d065e77c8cC2239327C5EDb3A432268e5831";
const TOKENS: Record<string, [eip155: string, name: string, decimals: number, usdc: string]> = {
  "60": ["1", "Ethereum", 6, "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"],
  "966": ["137", "Polygon", 6, "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"],
  "8453": ["8453", "Base", 6, "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"],
  "9001": ["42161", "Arbitrum One", 6, USDC_ARBITRUM],
  "9006": ["56", "BNB Smart Chain", 18, "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d"],
};
const sandbox = sharedSandbox();

const bodyOf = (owner: string, more: object = {}) => ({
  owner,
  destination: { address: TO, asset_symbol: "USDC", network_id: "9001" },
  accepted_tokens: ["USDC"],
  ...more,
});

const create = async (owner: string, more: object = {}) =>
  recordOf(await exact(sandbox(), { method: "POST", path: "/uda", body: bodyOf(owner, more) }, 201));

const listed = async (query: string) => recordOf(await exact(sandbox(), `/uda?${query}`)).items;

/** Every member of a UDA that takes USDC everywhere, apart from its id and address. */
function wholeRecord(owner: string, { address, to }: { address: unknown; to: unknown }) {
  return {
    id: UUID,
    owner,
    status: "active",
    created_at: DATE_TIME,
    destination: {
      address: to,
      network_id: "9001",
      eip155_id: "42161",
      network_name: "Arbitrum One",
      token_symbol: "USDC",
      token_address: USDC_ARBITRUM,
      token_decimals: jsonNumber(6),
      asset_symbol: "USDC",
      asset_address: USDC_ARBITRUM,
      asset_decimals: jsonNumber(6),
    },
    deposit_addresses: Object.entries(TOKENS).map(([network_id, [eip155_id, network_name, decimals, token]]) => ({
      address,
      network_id,
      eip155_id,
      network_name,
      accepted_tokens: [
        { symbol: "USDC", address: token, decimals: jsonNumber(decimals), logo: `${sandbox().url}/assets/usdc.png` },
      ],
    })),
    routing_rules: [],
    source_network_id: "",
    source_asset_symbol: "",
    source_token_address: "",
  };
}

test("created: every member, ids of networks as strings, decimals as integers (S-122, S-123, S-125…S-142)", async () => {
  const uda = await create("created");
  const record = wholeRecord("created", { address: ADDRESS, to: expect.stringMatching(new RegExp(TO, "i")) });
  expect({ ...uda, deposit_addresses: uda.deposit_addresses.toSorted(byNetwork) }).toEqual(record);
  expect(new Set(uda.deposit_addresses.map(({ address }: { address: string }) => address)).size).toBe(1);
  expect(uda.deposit_addresses[0].address).not.toBe(uda.destination.address);
});

test("listed: the same members, the destination resolved to its contract, each token with its picture (S-143…S-167)", async () => {
  const { address, uda } = await create("listed").then((made) => ({
    uda: made,
    address: made.deposit_addresses[0].address,
  }));
  const [entry, ...others] = await listed("owner=listed");
  expect(others).toEqual([]);
  const record = wholeRecord("listed", { address, to: uda.destination.address });
  expect({ ...entry, deposit_addresses: entry.deposit_addresses.toSorted(byNetwork) }).toEqual({
    ...record,
    id: uda.id,
  });
  expect(new URL(entry.deposit_addresses[0].accepted_tokens[0].logo).protocol).toBe("http:");
});

test("retired UDAs say so in the list and by themselves (S-125, S-145)", async () => {
  const { id } = await create("leaving");
  await exact(sandbox(), { method: "DELETE", path: `/uda/${id}` });
  expect(await listed("owner=leaving")).toMatchObject([{ id, status: "retired" }]);
  expect(recordOf(await exact(sandbox(), `/uda/${id}`)).status).toBe("retired");
});

test("without rules the list of rules is there and empty; addresses are shown all the same (S-168)", async () => {
  const uda = await create("ruleless");
  const [entry] = await listed("owner=ruleless");
  for (const record of [uda, entry]) {
    expect(record.routing_rules).toEqual([]);
    expect(record.deposit_addresses).toHaveLength(5);
  }
});

test("a single UDA has its delegation status, lists do not (S-169)", async () => {
  const { id } = await create("delegated");
  await sandbox().control("POST", "/run-until-idle");
  expect(recordOf(await exact(sandbox(), `/uda/${id}`)).delegation_status).toBe("delegated");
  const [entry] = await listed("owner=delegated");
  expect(entry).not.toHaveProperty("delegation_status");
});

test("the owner cannot be changed: not by creating again, not by an update (S-124)", async () => {
  const { id } = await create("first owner");
  for (const method of ["PATCH", "PUT"]) {
    const body = { owner: "second owner" };
    expectProblem(await send(sandbox(), { method, path: `/uda/${id}`, body }), 400, "Invalid request");
  }
  expect(recordOf(await exact(sandbox(), `/uda/${id}`)).owner).toBe("first owner");
  expect(await listed("owner=second%20owner")).toEqual([]);
});

test("owner, network, address and symbol together find the one UDA (S-170)", async () => {
  const { id } = await create("tuple");
  await create("tuple 2", { destination: { address: TO, asset_symbol: "USDT", network_id: "9001" } });
  const tuple = { owner: "tuple", network_id: "9001", to_address: TO, asset_symbol: "USDC" };
  const query = (more: object) => new URLSearchParams({ ...tuple, ...more }).toString();
  expect(await listed(query({}))).toMatchObject([{ id }]);
  const others = [
    { owner: "tuple 2" },
    { network_id: "60" },
    { to_address: `0x${"12".repeat(20)}` },
    { asset_symbol: "USDT" },
  ];
  for (const other of others) expect(await listed(query(other)), JSON.stringify(other)).toEqual([]);
});

test("creating again for an owner gives the record there is, for this tenant only (S-171)", async () => {
  const first = await create("repeated");
  const other = bodyOf("repeated", { destination: { address: TO, asset_symbol: "USDT", network_id: "60" } });
  const again = recordOf(await exact(sandbox(), { method: "POST", path: "/uda", body: other }));
  expect(again).toEqual(first);
  const stranger = await sandbox().control("POST", "/tenants", { name: "stranger" });
  const place = { url: sandbox().url, ready: { api_key: stranger.api_key } };
  const theirs = recordOf(await exact(place, { method: "POST", path: "/uda", body: other }, 201));
  expect(theirs.id).not.toBe(first.id);
  expect(theirs.deposit_addresses[0].address).not.toBe(first.deposit_addresses[0].address);
});

function byNetwork(a: { network_id: string }, b: { network_id: string }): number {
  return Number(a.network_id) - Number(b.network_id);
}
