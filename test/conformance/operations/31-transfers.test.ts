// Section 31, and parts of 33: external and internal transfers from wallets and from the vault, by address and by id.
import { getAddress, type Hex } from "viem";
import { beforeAll, expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aVault, vaultBalance } from "../../support/payments/a-payout.ts";
import { tokenBalance } from "../../support/payments/a-uda.ts";
import { aWallet } from "../../support/payments/on-chain.ts";
import { OPERATIONS, problem, send, statusesByKey } from "../http-client.ts";

const sandbox = sharedSandbox();
const TO = getAddress(`0x${"6b".repeat(20)}`);
const NOBODY = getAddress(`0x${"99".repeat(20)}`);
const INVALID = problem(400, "Invalid request");

let wallet: Awaited<ReturnType<typeof aWallet>>;
let station: { id: string; address: Hex };
let vault: { id: string; address: Hex };
beforeAll(async () => {
  const { api, ready } = sandbox();
  wallet = await aWallet(api);
  const stations = await send(sandbox(), { path: "/gas-stations/wallets?network_symbol=base" });
  station = stations.body.data[0];
  const { data } = await api.GET("/vault/{vault_id}/addresses/{network}", {
    params: { path: { vault_id: ready.vault_id, network: "base" } },
  });
  vault = { id: data?.data.id ?? "", address: data?.data.address as Hex };
  await aVault(sandbox(), { network: "base", asset: "USDC", amount: "100" });
  await fund("100");
});

const fund = (amount: string, asset = "USDC") =>
  sandbox().control("POST", "/deposits", { network: "base", asset, amount, to_address: wallet.address });
const held = (address: string) => tokenBalance(sandbox(), "base", "USDC", address);
const post = (path: string, body: unknown) => send(sandbox(), { method: "POST", path, body });

/** The four transfer operations of a wallet, each with a valid request for 5 USDC. */
type Kind = { path: string; type: string; from: string; to: string; body(): Record<string, unknown> };
const KINDS: Kind[] = [
  {
    path: "/transfer/external/address",
    type: "external_transfer",
    from: "from_address",
    to: "to_address",
    body: () => ({ from_address: wallet.address, to_address: TO, asset: "USDC", amount: "5" }),
  },
  {
    path: "/transfer/external/wallet",
    type: "external_transfer",
    from: "from_wallet_id",
    to: "to_address",
    body: () => ({ from_wallet_id: wallet.id, to_address: TO, asset: "USDC", amount: "5" }),
  },
  {
    path: "/transfer/internal/address",
    type: "internal_transfer",
    from: "from_address",
    to: "to_address",
    body: () => ({ from_address: wallet.address, to_address: vault.address, asset: "USDC", amount: "5" }),
  },
  {
    path: "/transfer/internal/wallet",
    type: "internal_transfer",
    from: "from_wallet_id",
    to: "to_wallet_id",
    body: () => ({ from_wallet_id: wallet.id, to_wallet_id: vault.id, asset: "USDC", amount: "5" }),
  },
];

/** The destination address of each kind of transfer. */
const receiverOf = ({ to }: Kind, body: Record<string, unknown>): string =>
  to === "to_wallet_id" ? vault.address : String(body[to]);

// S-412, S-413, S-414: the operations by id and the internal ones answer like the one by address.
test.each(KINDS)(
  "POST $path needs a key, answers 201 with data null, and moves the money (S-380, S-387, S-412, S-413, S-414, S-529)",
  async (kind) => {
    const body = kind.body();
    const receiver = receiverOf(kind, body);
    expect(await statusesByKey(sandbox(), { method: "POST", path: kind.path, body })).toEqual([401, 201]);
    const [before, left] = [await held(receiver), await held(wallet.address)];
    const reply = await post(kind.path, { ...body, remark: "to where it belongs" });
    expect([reply.status, reply.body]).toEqual([
      201,
      { success: true, message: "operation completed successfully", data: null },
    ]);
    expect((await held(receiver)) - before).toBe(5_000_000n);
    expect(left - (await held(wallet.address))).toBe(5_000_000n);
    const { data } = (await send(sandbox(), { path: `/transactions/${reply.headers.get("x-transaction-id")}` })).body;
    expect(data).toMatchObject({
      type: kind.type,
      side: kind.type === "internal_transfer" ? "internal" : "out",
      status: "confirmed",
      memo: "to where it belongs",
      from_address: wallet.address,
      to_address: receiver,
      from_wallet_category: "user",
      to_wallet_category: kind.type === "internal_transfer" ? "vault" : "external",
      amount: { amount: 5, raw: 5_000_000 },
    });
  },
);

test.each(KINDS)(
  "POST $path: who, to whom and what are required strings (S-381, S-382, S-383, S-388, S-412, S-413, S-414)",
  async (kind) => {
    const before = await held(wallet.address);
    for (const name of [kind.from, kind.to, "asset"]) {
      const { [name]: right, ...without } = kind.body();
      for (const wrong of [undefined, null, "", 7, [right]])
        expect((await post(kind.path, { ...without, [name]: wrong })).body, `${name} ${String(wrong)}`).toEqual(
          INVALID,
        );
    }
    for (const asset of ["DOGE", NOBODY])
      expect((await post(kind.path, { ...kind.body(), asset })).body).toEqual(INVALID);
    expect(await held(wallet.address)).toBe(before);
  },
);

test.each(KINDS)(
  "POST $path: amount is an optional string; without one everything available is sent (S-384, S-385, S-390, S-412, S-413, S-414)",
  async (kind) => {
    const { amount: _, ...rest } = kind.body();
    expect((await post(kind.path, { ...rest, amount: 5 })).body).toEqual(INVALID);
    for (const amount of ["0", "-1", "1e1", "five", "1.0000001", ".5"])
      expect((await post(kind.path, { ...rest, amount })).body, amount).toEqual(problem(400, "Invalid amount"));
    for (const more of [{}, { amount: "" }, { amount: null }]) {
      await fund("7.25");
      const [all, before] = [await held(wallet.address), await held(receiverOf(kind, rest))];
      expect((await post(kind.path, { ...rest, ...more })).status, JSON.stringify(more)).toBe(201);
      expect((await held(receiverOf(kind, rest))) - before).toBe(all);
      expect(await held(wallet.address)).toBe(0n);
    }
    // A balance that is already being sent cannot be sent again, and an empty one cannot be sent.
    expect((await post(kind.path, rest)).body).toEqual(problem(400, "Insufficient balance"));
    await fund("100");
  },
);

test.each(KINDS)(
  "POST $path: network_id, network_symbol and remark are optional strings, and must agree with the wallet (S-386, S-412, S-413, S-414)",
  async (kind) => {
    const rights = [
      { network_id: "8453" },
      { network_symbol: "base" },
      { network_id: "8453", network_symbol: "Base" },
      { network_id: "", network_symbol: "", remark: "" },
      { remark: null },
    ];
    for (const right of rights)
      expect((await post(kind.path, { ...kind.body(), ...right, amount: "1" })).status, JSON.stringify(right)).toBe(
        201,
      );
    const wrongs = [{ remark: 1 }, { remark: "x".repeat(513) }];
    const byAddress = [
      { network_id: 8453 },
      { network_symbol: ["base"] },
      { network_id: "60" },
      { network_symbol: "ethereum" },
      { network_id: "8453", network_symbol: "ethereum" },
    ];
    // The internal transfer by id has no network in its body.
    for (const wrong of kind.to === "to_wallet_id" ? wrongs : [...wrongs, ...byAddress])
      expect((await post(kind.path, { ...kind.body(), ...wrong })).body, JSON.stringify(wrong)).toEqual(INVALID);
  },
);

test.each(KINDS)(
  "POST $path: more than there is, a wallet nobody has, a mistake of ours (S-389, S-391, S-392, S-412, S-413, S-414, S-533, S-539)",
  async (kind) => {
    const before = await held(wallet.address);
    expect((await post(kind.path, { ...kind.body(), amount: "1000000" })).body).toEqual(
      problem(400, "Insufficient balance"),
    );
    const [nobody, ...others] =
      kind.from === "from_address" ? [NOBODY, vault.address, station.address] : ["nobody", vault.id, station.id];
    const missing = problem(404, "Wallet not found");
    expect((await post(kind.path, { ...kind.body(), [kind.from]: nobody })).body).toEqual(missing);
    // For internal transfers the address has the wrong category (H-56); for external ones it is no wallet (H-43).
    for (const other of others)
      expect((await post(kind.path, { ...kind.body(), [kind.from]: other })).body, other).toEqual(
        kind.type === "internal_transfer" ? INVALID : missing,
      );
    const operation = OPERATIONS.find(({ path, method }) => path === kind.path && method === "post");
    await sandbox().control("POST", "/faults", {
      gate: "api.request",
      effect: "status",
      params: { status: 500 },
      match: { operation_id: operation?.id },
    });
    expect((await post(kind.path, kind.body())).body).toEqual(problem(500, "Internal server error"));
    expect(await held(wallet.address)).toBe(before);
  },
);

test("of a native coin, everything is the balance less the gas, and the account is left with less than a cent's worth (S-385)", async () => {
  const owner = await aWallet(sandbox().api, { owner: "native" });
  await sandbox().control("POST", "/deposits", {
    network: "base",
    asset: "ETH",
    amount: "1",
    to_address: owner.address,
  });
  const { public: client } = sandbox().chain("base");
  const before = await client.getBalance({ address: TO });
  expect(
    (await post("/transfer/external/address", { from_address: owner.address, to_address: TO, asset: "ETH" })).status,
  ).toBe(201);
  const arrived = (await client.getBalance({ address: TO })) - before;
  const left = await client.getBalance({ address: owner.address });
  expect(arrived).toBeGreaterThan(10n ** 18n - 10n ** 15n);
  expect(left).toBeLessThan(4n * 10n ** 12n);
});

test("an internal transfer goes to a vault or a gas station of the tenant, nowhere else, and makes no deposit (S-413, S-414)", async () => {
  const second = await aWallet(sandbox().api, { owner: "second" });
  const body = { asset: "USDC", amount: "1" };
  const rows = [
    [
      "/transfer/internal/address",
      { from_address: wallet.address },
      "to_address",
      station.address,
      vault.address,
      second.address,
      NOBODY,
    ],
    [
      "/transfer/internal/wallet",
      { from_wallet_id: wallet.id },
      "to_wallet_id",
      station.id,
      vault.id,
      second.id,
      "nobody",
    ],
  ] as const;
  for (const [path, from, to, toStation, toVault, toUser, toNobody] of rows) {
    const deposits = (await send(sandbox(), { path: "/deposits" })).body.pagination.total_items;
    const before = [await held(station.address), await held(vault.address)];
    expect((await post(path, { ...body, ...from, [to]: toStation })).status).toBe(201);
    expect((await post(path, { ...body, ...from, [to]: toVault })).status).toBe(201);
    expect([await held(station.address), await held(vault.address)]).toEqual(before.map((raw) => raw + 1_000_000n));
    expect((await post(path, { ...body, ...from, [to]: toUser })).body).toEqual(INVALID);
    expect((await post(path, { ...body, ...from, [to]: toNobody })).body).toEqual(problem(404, "Wallet not found"));
    expect((await send(sandbox(), { path: "/deposits" })).body.pagination.total_items).toBe(deposits);
  }
});

test("from the vault to an external address (S-411)", async () => {
  const { vault_id } = sandbox().ready;
  const path = "/transfer/vault";
  const body = { vault_id, to_address: TO, asset: "USDC", network_symbol: "base", amount: "5" };
  expect(await statusesByKey(sandbox(), { method: "POST", path, body })).toEqual([401, 201]);
  const before = await held(TO);
  const reply = await post(path, { ...body, network_symbol: "", network_id: "8453", remark: "a note" });
  expect([reply.status, reply.body.data]).toEqual([201, null]);
  expect((await held(TO)) - before).toBe(5_000_000n);
  const { data } = (await send(sandbox(), { path: `/transactions/${reply.headers.get("x-transaction-id")}` })).body;
  expect(data).toMatchObject({
    type: "vault_transfer",
    side: "out",
    status: "confirmed",
    memo: "a note",
    from_address: vault.address,
    to_address: TO,
  });
  for (const name of ["vault_id", "to_address", "asset", "network_symbol"])
    expect((await post(path, { ...body, [name]: undefined })).body, name).toEqual(INVALID);
  expect((await post(path, { ...body, vault_id: "nobody" })).body).toEqual(problem(404, "Vault not found"));
  expect((await post(path, { ...body, amount: "100000" })).body).toEqual(problem(400, "Insufficient balance"));
  expect((await post(path, { ...body, amount: "x" })).body).toEqual(problem(400, "Invalid amount"));
  const rest = await vaultBalance(sandbox(), "base", "USDC");
  const all = [await held(vault.address), await held(TO)] as const;
  expect((await post(path, { ...body, amount: "" })).status).toBe(201);
  expect([await held(vault.address), await held(TO)]).toEqual([0n, all[0] + all[1]]);
  expect(rest.available).not.toBe("0");
});
