// Transfers through HTTP without chains, so that they stay queued: the order of the checks, what is reserved (H-43, H-54…H-57).
import { beforeEach, describe, expect, test } from "vitest";
import { addressOfHolderOn, gasStationOn, ownedOn } from "../../src/domain/address/store.ts";
import { putTenantNetwork } from "../../src/domain/tenant/store.ts";
import { aBalance, aTenant, EXTERNAL } from "../support/worlds/a-bare-world.ts";
import { aService, type Service } from "./a-service.ts";

type Wallet = { id: string; address: string };
type Kind = "vault" | "external/address" | "external/wallet" | "internal/address" | "internal/wallet";

const PAYEE = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const ZERO = `0x${"0".repeat(40)}`;
const KINDS: Kind[] = ["vault", "external/address", "external/wallet", "internal/address", "internal/wallet"];
const OUT: Kind[] = KINDS.slice(0, 3);
const FROM_WALLET: Kind[] = KINDS.slice(1);
const BY_NETWORK: Kind[] = KINDS.slice(0, 4);
const WITH_OWN_NETWORK: Kind[] = KINDS.slice(1, 4);

const problem = (code: number, error: string) => ({ success: false, code, error });
const INVALID = problem(400, "Invalid request");
const INVALID_AMOUNT = problem(400, "Invalid amount");
const INSUFFICIENT = problem(400, "Insufficient balance");
const NO_WALLET = problem(404, "Wallet not found");

let service: Service;
let wallet: Wallet;
let vault: Wallet;
let station: Wallet;
beforeEach(async () => {
  service = aService();
  const { world, tenantId, vaultId } = service;
  wallet = await aWallet("ann");
  vault = addressOfHolderOn(world.db, vaultId, "ethereum")!;
  station = gasStationOn(world.db, tenantId, "ethereum")!;
  for (const { address } of [wallet, vault]) {
    aBalance(world, "ethereum", address, "USDC", 100_000_000n);
    aBalance(world, "ethereum", address, "ETH", 10n ** 18n);
  }
});

async function aWallet(owner: string, network = "ethereum"): Promise<Wallet> {
  return (await service.post("/v1/wallets", { owner, network_symbol: network })).body.data;
}

/** A right body of a kind: 25.5 USDC on Ethereum. Members set to undefined are left out. */
function bodyOf(kind: Kind, more: object = {}): Record<string, unknown> {
  const ends: Record<Kind, object> = {
    vault: { vault_id: service.vaultId, to_address: PAYEE, network_symbol: "ethereum" },
    "external/address": { from_address: wallet.address, to_address: PAYEE },
    "external/wallet": { from_wallet_id: wallet.id, to_address: PAYEE },
    "internal/address": { from_address: wallet.address, to_address: vault.address },
    "internal/wallet": { from_wallet_id: wallet.id, to_wallet_id: vault.id },
  };
  return { ...ends[kind], asset: "USDC", amount: "25.5", ...more };
}

const send = (kind: Kind, more: object = {}) => service.post(`/v1/transfer/${kind}`, bodyOf(kind, more));

/** What a transfer is answered with, and its unified transaction. */
async function sent(kind: Kind, more: object = {}) {
  const reply = await send(kind, more);
  expect(reply.body).toEqual({ success: true, message: "operation completed successfully", data: null });
  expect(reply.status).toBe(201);
  const record = await service.get(`/v1/transactions/${reply.headers["x-transaction-id"]}`);
  expect(record.status).toBe(200);
  return record.body.data;
}

/** Rows that a refused transfer must not create. */
const written = () =>
  ["transaction_record", "hold", "agenda", "event"].map(
    (table) => service.world.db.get<{ count: number }>(`select count(*) as count from ${table}`)!.count,
  );

async function refused(kind: Kind, more: object): Promise<unknown> {
  const before = written();
  const reply = await send(kind, more);
  expect(written()).toEqual(before);
  expect(reply.headers["x-transaction-id"]).toBeUndefined();
  expect(reply.status).toBe(reply.body.code);
  return reply.body;
}

describe("a transfer that is accepted", () => {
  test.each([
    ["vault", "vault_transfer", "out", "vault", "external", ""],
    ["external/address", "external_transfer", "out", "user", "external", "ann"],
    ["external/wallet", "external_transfer", "out", "user", "external", "ann"],
    ["internal/address", "internal_transfer", "internal", "user", "vault", "ann"],
    ["internal/wallet", "internal_transfer", "internal", "user", "vault", "ann"],
  ] as const)("%s answers 201 with no data and names its %s (S-029, S-387, S-411…S-414, H-10)", async (...row) => {
    const [kind, type, side, fromCategory, toCategory, owner] = row;
    const record = await sent(kind, { remark: "note" });
    expect(record).toMatchObject({
      type,
      side,
      status: "created",
      owner,
      source_id: record.id,
      tx_id: "",
      memo: "note",
      meta: null,
      from_wallet_category: fromCategory,
      to_wallet_category: toCategory,
      contract_address: USDC,
      amount: { amount: 25.5, raw: 25_500_000, usd: "25.50" },
      network: { network_symbol: "ethereum" },
    });
    expect(record.from_address.toLowerCase()).toBe((fromCategory === "vault" ? vault : wallet).address.toLowerCase());
    expect(service.settles()).toBe(2);
  });

  test("its owner is the user wallet's at either end (H-10)", async () => {
    const bob = await aWallet("bob");
    expect((await sent("vault", { to_address: bob.address })).owner).toBe("bob");
    expect((await sent("external/wallet", { to_address: bob.address })).owner).toBe("ann");
    const other = aTenant(service.world, { name: "other" });
    const foreign = await service
      .post("/v1/wallets", { owner: "eve", network_symbol: "ethereum" })
      .set("X-API-Key", other.apiKey);
    const record = await sent("vault", { to_address: foreign.body.data.address });
    expect(record).toMatchObject({ owner: "", to_wallet_category: "external" });
  });

  test.each(KINDS)("%s reserves the amount (H-43)", async (kind) => {
    await sent(kind, { amount: "60" });
    expect(await refused(kind, { amount: "40.000001" })).toEqual(INSUFFICIENT);
    await sent(kind, { amount: "40" });
    expect(await refused(kind, { amount: "0.000001" })).toEqual(INSUFFICIENT);
  });

  test.each(KINDS)("%s takes assets and networks in every spelling (K-8)", async (kind) => {
    for (const asset of ["usdc", USDC, USDC.toLowerCase()]) await sent(kind, { asset, amount: "1" });
    for (const asset of ["eth", "native", ZERO])
      expect((await sent(kind, { asset, amount: "0.1" })).contract_address).toBe("");
    if (kind === "internal/wallet") return;
    for (const network of [
      { network_id: "60", network_symbol: undefined },
      { network_id: "60", network_symbol: "ETHEREUM" },
      { network_id: "", network_symbol: "ethereum" },
      { network_id: null, network_symbol: "ethereum" },
    ])
      await sent(kind, { ...network, amount: "1" });
  });

  test.each(["internal/address", "internal/wallet"] as const)(
    "%s may go to a gas station (H-56, H-57)",
    async (kind) => {
      const to = kind === "internal/address" ? { to_address: station.address } : { to_wallet_id: station.id };
      expect(await sent(kind, { ...to, asset: "ETH", amount: "0.5" })).toMatchObject({
        side: "internal",
        to_wallet_category: "gas_station",
      });
    },
  );

  test("an Idempotency-Key means nothing here (H-40)", async () => {
    for (let round = 0; round < 2; round += 1) {
      const reply = await send("external/address").set("Idempotency-Key", "once");
      expect(reply.status).toBe(201);
      expect(reply.headers["idempotent-replayed"]).toBeUndefined();
    }
    expect((await service.get("/v1/transactions?type=external_transfer")).body.pagination.total_items).toBe(2);
  });
});

describe("everything (S-385, R-095)", () => {
  test.each(KINDS)("%s without an amount reserves all there is, and a second finds nothing", async (kind) => {
    await sent(kind, { amount: "30" });
    const record = await sent(kind, { amount: undefined });
    expect(record.amount).toEqual({ amount: 70, raw: 70_000_000, usd: "70.00" });
    for (const amount of ["", null, undefined, "0.000001"])
      expect(await refused(kind, { amount }), String(amount)).toEqual(INSUFFICIENT);
  });

  test.each(["", null])("the amount %j says the same", async (amount) => {
    expect((await sent("external/address", { amount })).amount.raw).toBe(100_000_000);
  });

  test("two at once: one is accepted", async () => {
    const replies = await Promise.all([1, 2, 3].map(() => send("external/wallet", { amount: "" })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
  });

  test("of native coin, too, nothing is left to promise", async () => {
    expect((await sent("external/address", { asset: "ETH", amount: "" })).amount.amount).toBe(1);
    expect(await refused("external/address", { asset: "ETH", amount: "" })).toEqual(INSUFFICIENT);
  });

  test("an empty wallet has nothing to send", async () => {
    const { address } = await aWallet("bob");
    expect(await refused("external/address", { from_address: address, amount: "" })).toEqual(INSUFFICIENT);
  });
});

describe("a transfer that is refused", () => {
  test.each(KINDS)("%s: every required member, and only strings (S-381…S-383)", async (kind) => {
    const { amount: _amount, network_symbol: _network, ...required } = bodyOf(kind);
    for (const name of Object.keys(required)) {
      for (const value of [undefined, null, "", 5, {}])
        expect(await refused(kind, { [name]: value }), `${name} ${value}`).toEqual(INVALID);
    }
  });

  test.each(KINDS)("%s: optional members of the wrong form (S-384, S-386, K-14)", async (kind) => {
    const wrong: object[] = [{ amount: 5 }, { remark: 5 }, { remark: "x".repeat(513) }, { remark: "\u0007" }];
    for (const more of wrong) expect(await refused(kind, more), JSON.stringify(more)).toEqual(INVALID);
    for (const amount of ["0", "0.0", "-1", "+1", "1e3", "0x10", "1.0000001", "01", " 1", ".5", "1.", "x"])
      expect(await refused(kind, { amount }), amount).toEqual(INVALID_AMOUNT);
  });

  test.each(KINDS)("%s: an asset that the network has not (H-43)", async (kind) => {
    for (const asset of ["DOGE", EXTERNAL, "BNB"]) expect(await refused(kind, { asset }), asset).toEqual(INVALID);
  });

  test.each(BY_NETWORK)("%s: a network that is unknown or contradicts itself", async (kind) => {
    for (const network of [{ network_symbol: "atlantis" }, { network_id: "1" }, { network_id: "9001" }])
      expect(await refused(kind, { network_symbol: "ethereum", ...network })).toEqual(INVALID);
  });

  test.each(WITH_OWN_NETWORK)("%s: another network than the wallet's (H-43)", async (kind) => {
    for (const network of [{ network_symbol: "base" }, { network_id: "8453" }])
      expect(await refused(kind, network)).toEqual(INVALID);
  });

  test("vault: without a network (H-54)", async () => {
    for (const network of [{ network_symbol: undefined }, { network_symbol: "" }, { network_symbol: null }])
      expect(await refused("vault", network)).toEqual(INVALID);
  });

  test.each(OUT)("%s: a forbidden recipient (R-094)", async (kind) => {
    const own = kind === "vault" ? vault.address : wallet.address;
    for (const to_address of [ZERO, USDC, own, own.toLowerCase(), "0x12", PAYEE.replace("Ab", "aB")])
      expect(await refused(kind, { to_address }), to_address).toEqual(INVALID);
  });

  test("external: an address that is no user wallet of the caller is not found (K-3, S-391)", async () => {
    const other = aTenant(service.world, { name: "other" });
    const foreign = await service
      .post("/v1/wallets", { owner: "eve", network_symbol: "ethereum" })
      .set("X-API-Key", other.apiKey);
    const uda = await aUdaAddress();
    for (const { id, address } of [foreign.body.data, vault, station, uda, { id: "nope", address: EXTERNAL }]) {
      expect(await refused("external/address", { from_address: address })).toEqual(NO_WALLET);
      expect(await refused("external/wallet", { from_wallet_id: id })).toEqual(NO_WALLET);
    }
    const stolen = await send("external/wallet").set("X-API-Key", other.apiKey);
    expect(stolen.body).toEqual(NO_WALLET);
  });

  test("internal: an unknown end is not found, an end of the wrong kind is a mistake (H-56, H-57)", async () => {
    const other = aTenant(service.world, { name: "other" });
    const foreign = addressOfHolderOn(service.world.db, other.vaultId, "ethereum")!;
    const elsewhere = addressOfHolderOn(service.world.db, service.vaultId, "base")!;
    const [bob, uda] = [await aWallet("bob"), await aUdaAddress()];
    const unknown = { id: "nope", address: EXTERNAL };
    const rows: [Wallet | undefined, Wallet | undefined, unknown][] = [
      [unknown, undefined, NO_WALLET],
      [foreign, undefined, NO_WALLET],
      [undefined, unknown, NO_WALLET],
      [undefined, foreign, NO_WALLET],
      [unknown, bob, NO_WALLET],
      [vault, unknown, NO_WALLET],
      [vault, station, INVALID],
      [station, undefined, INVALID],
      [uda, undefined, INVALID],
      [undefined, bob, INVALID],
      [undefined, wallet, INVALID],
      [undefined, uda, INVALID],
      [undefined, elsewhere, INVALID],
    ];
    for (const [from = wallet, to = vault, expected] of rows) {
      const byAddress = { from_address: from.address, to_address: to.address };
      expect(await refused("internal/address", byAddress)).toEqual(expected);
      expect(await refused("internal/wallet", { from_wallet_id: from.id, to_wallet_id: to.id })).toEqual(expected);
    }
  });

  test("vault: an unknown or foreign vault (K-3)", async () => {
    for (const vault_id of ["nope", aTenant(service.world, { name: "other" }).vaultId])
      expect(await refused("vault", { vault_id })).toEqual(problem(404, "Vault not found"));
  });

  test.each(KINDS)("%s: a disabled asset, before the balance is looked at (H-51, K-13)", async (kind) => {
    putTenantNetwork(service.world.db, service.tenantId, "ethereum", USDC.toLowerCase(), false);
    for (const amount of ["1", "1000000", ""])
      expect(await refused(kind, { amount })).toEqual(problem(400, "Network not enabled"));
    expect((await sent(kind, { asset: "ETH", amount: "0.1" })).status).toBe("created");
  });

  test("the first failing check decides: words, then look-up, then the wallet's network, then the balance (K-13)", async () => {
    const unknown = { from_address: EXTERNAL };
    expect(await refused("external/address", { ...unknown, amount: "x" })).toEqual(INVALID_AMOUNT);
    expect(await refused("external/address", { ...unknown, to_address: ZERO })).toEqual(INVALID);
    expect(await refused("external/address", { ...unknown, network_id: "60", asset: "DOGE" })).toEqual(INVALID);
    expect(await refused("external/address", { ...unknown, asset: "DOGE" })).toEqual(NO_WALLET);
    expect(await refused("external/address", { ...unknown, amount: "1000000" })).toEqual(NO_WALLET);
    expect(await refused("external/address", { network_symbol: "base", amount: "1000000" })).toEqual(INVALID);
    expect(await refused("vault", { vault_id: "nope", amount: "1000000" })).toEqual(problem(404, "Vault not found"));
    expect(await refused("vault", { vault_id: "nope", asset: "DOGE" })).toEqual(INVALID);
  });

  test.each(FROM_WALLET)("%s: more than there is (S-389, S-533)", async (kind) => {
    expect(await refused(kind, { amount: "100.000001" })).toEqual(INSUFFICIENT);
    expect(await refused(kind, { amount: "1".repeat(60) })).toEqual(INSUFFICIENT);
  });

  test.each(KINDS)("%s: without a key (S-380, S-470)", async (kind) => {
    const reply = await send(kind).set("X-API-Key", "");
    expect(reply.body).toEqual(problem(401, "Missing or invalid API key"));
  });
});

async function aUdaAddress(): Promise<Wallet> {
  const destination = { address: PAYEE, asset_symbol: "USDC", network_id: "9001" };
  await service.post("/v1/uda", { owner: "ann", destination });
  return ownedOn(service.world.db, service.tenantId, "ann", "ethereum").find(({ category }) => category === "uda")!;
}
