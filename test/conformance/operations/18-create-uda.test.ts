// Section 18: POST /uda.
import { expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { exact, expectProblem, recordOf } from "../api.ts";
import { send } from "../http-client.ts";

const DESTINATION = { address: `0x${"5b".repeat(20)}`, asset_symbol: "USDC", network_id: "9001" };
const sandbox = sharedSandbox();

/** A request body; members that are undefined are left out. */
const post = (body: unknown, key?: null) =>
  send(sandbox(), { method: "POST", path: "/uda", body, ...(key === null ? { key } : {}) });
const create = async (owner: string, more: object = {}) => {
  const { status, body } = await post({ owner, destination: DESTINATION, ...more });
  expect(status).toBe(201);
  return recordOf(body);
};
const tokensOf = (uda: any) =>
  uda.deposit_addresses.map((entry: any) => [entry.network_name, entry.accepted_tokens.map((one: any) => one.symbol)]);

test("it is there, for those who have a key (S-267)", async () => {
  expectProblem(await post({ owner: "keyless", destination: DESTINATION }, null), 401, "Missing or invalid API key");
  expect((await exact(sandbox(), "/uda?owner=keyless")).data.items).toEqual([]);
  await create("keyless");
});

test.each([
  ["owner (S-268)", [undefined, null, 5, "", {}], (owner: unknown) => ({ owner })],
  ["destination (S-269)", [undefined, null, "0x", [], 5], (destination: unknown) => ({ destination })],
  [
    "destination.address (S-270)",
    [undefined, 5, "bob"],
    (address: unknown) => ({ destination: { ...DESTINATION, address } }),
  ],
  [
    "destination.asset_symbol (S-270)",
    [undefined, 5, ""],
    (asset_symbol: unknown) => ({ destination: { ...DESTINATION, asset_symbol } }),
  ],
  [
    "destination.network_id (S-270)",
    [undefined, 9001, ""],
    (network_id: unknown) => ({ destination: { ...DESTINATION, network_id } }),
  ],
  ["accepted_tokens (S-271)", ["USDC", 5, [5], { 0: "USDC" }], (accepted_tokens: unknown) => ({ accepted_tokens })],
])("%s: anything else is an invalid request and creates nothing (S-277)", async (_title, values, membersOf) => {
  const owner = "refused";
  for (const value of values)
    expectProblem(await post({ owner, destination: DESTINATION, ...membersOf(value) }), 400, "Invalid request");
  expect((await exact(sandbox(), "/uda?owner=refused")).data.count).toEqual({ number: "0" });
});

test("the destination is the one of the body (S-270)", async () => {
  const { destination } = await create("destined");
  expect(destination).toMatchObject({ network_id: "9001", token_symbol: "USDC" });
  expect(destination.address.toLowerCase()).toBe(DESTINATION.address);
});

test("accepted tokens are optional; left out and empty are every token on every chain (S-271, S-272, S-273)", async () => {
  expect(tokensOf(await create("two", { accepted_tokens: ["USDT", "BNB"] })).toSorted()).toEqual([
    ["Arbitrum One", ["USDT"]],
    ["BNB Smart Chain", ["BNB", "USDT"]],
    ["Ethereum", ["USDT"]],
    ["Polygon", ["USDT"]],
  ]);
  const all = [
    ["Arbitrum One", ["ETH", "USDC", "USDT"]],
    ["BNB Smart Chain", ["BNB", "USDC", "USDT"]],
    ["Base", ["ETH", "USDC"]],
    ["Ethereum", ["ETH", "USDC", "USDT"]],
    ["Polygon", ["POL", "USDC", "USDT"]],
  ];
  expect(tokensOf(await create("left out")).toSorted()).toEqual(all);
  expect(tokensOf(await create("empty", { accepted_tokens: [] })).toSorted()).toEqual(all);
});

test("again for the same owner is no error: 200 with the record there is (S-274, S-275)", async () => {
  const first = await create("again");
  const { status, body } = await post({ owner: "again", destination: { ...DESTINATION, network_id: "60" } });
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, message: "operation completed successfully" });
  expect(recordOf(body)).toEqual(first);
  const found = recordOf(await exact(sandbox(), `/uda/${first.id}`));
  expect(found.destination.network_id).toBe("9001");
});

test("both answers have the members of the UDA address (S-276)", async () => {
  const body = { owner: "shape", destination: DESTINATION };
  for (const status of [201, 200]) {
    const uda = recordOf(await exact(sandbox(), { method: "POST", path: "/uda", body }, status));
    expect(uda).toMatchObject({
      id: expect.any(String),
      owner: "shape",
      status: "active",
      created_at: expect.any(String),
      destination: {
        address: expect.any(String),
        eip155_id: "42161",
        network_id: "9001",
        network_name: "Arbitrum One",
        token_address: expect.any(String),
        token_decimals: { number: "6" },
        token_symbol: "USDC",
      },
    });
    for (const entry of uda.deposit_addresses)
      expect(entry).toMatchObject({
        eip155_id: expect.any(String),
        network_name: expect.any(String),
        address: uda.deposit_addresses[0].address,
        accepted_tokens: expect.arrayContaining([
          expect.objectContaining({ symbol: "USDC", address: expect.any(String), decimals: expect.any(Object) }),
        ]),
      });
  }
});
