// Every operation of the service through HTTP: what it answers, in the document's form, and its own refusals.
import { beforeEach, describe, expect, test } from "vitest";
import { addressesOfHolder } from "../../src/domain/address/store.ts";
import { putSetting } from "../../src/domain/network/store.ts";
import { putTenantNetwork } from "../../src/domain/tenant/store.ts";
import { putPool } from "../../src/domain/wallet/store.ts";
import { aBalance, aDeposit, aHash, aTenant, EXTERNAL } from "../support/worlds/a-bare-world.ts";
import { aService, type Service } from "./a-service.ts";

let service: Service;
beforeEach(() => {
  service = aService();
});

const MESSAGE = "operation completed successfully";
const problem = (code: number, error: string) => ({ success: false, code, error });
const PAYEE = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

async function aWallet(owner = "ann", network = "ethereum"): Promise<{ id: string; address: string }> {
  const { body, status } = await service.post("/v1/wallets", { owner, network_symbol: network });
  expect(status).toBe(201);
  return body.data;
}

describe("wallets", () => {
  test("a new wallet is answered with 201 and exactly four fields (S-054…S-057, S-355)", async () => {
    const { status, body } = await service.post("/v1/wallets", { owner: "ann", network_id: "8453" });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: MESSAGE,
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        network_id: "8453",
        network_symbol: "base",
      },
    });
    expect(service.settles()).toBe(1);
  });

  test("each call assigns another address; network names are taken in any case (H-03, K-8)", async () => {
    const first = await aWallet("ann", "BASE");
    const second = await aWallet("ann", "base");
    expect(second.address).not.toBe(first.address);
  });

  test.each([
    [{ network_id: "60" }, 400, "Invalid request"],
    [{ owner: "ann" }, 400, "Invalid request"],
    [{ owner: "ann", network_id: "60", network_symbol: "base" }, 400, "Invalid request"],
    [{ owner: "ann", network_symbol: "atlantis" }, 404, "Network not found"],
  ])("%j is refused", async (body, code, error) => {
    const reply = await service.post("/v1/wallets", body);
    expect(reply.status).toBe(code);
    expect(reply.body).toEqual(problem(code, error));
  });

  test("a disabled network and an empty pool have different errors (S-357, S-359)", async () => {
    for (const asset of service.world.catalogue.network("base").assets)
      putTenantNetwork(service.world.db, service.tenantId, "base", asset.key, false);
    putPool(service.world.db, service.tenantId, "bsc", 0);
    expect((await service.post("/v1/wallets", { owner: "a", network_symbol: "base" })).body).toEqual(
      problem(400, "Network not enabled"),
    );
    expect((await service.post("/v1/wallets", { owner: "a", network_symbol: "bsc" })).body).toEqual(
      problem(404, "No available wallets"),
    );
  });

  test("an owner's wallets are listed newest first, filtered, sorted and paged (S-361…S-375)", async () => {
    const made = [await aWallet("ann", "ethereum"), await aWallet("ann", "base"), await aWallet("ann", "polygon")];
    await aWallet("bob", "base");
    const all = await service.get("/v1/wallets/owner/ann");
    expect(all.body.data.map((wallet: { id: string }) => wallet.id)).toEqual(made.map(({ id }) => id).toReversed());
    expect(all.body.pagination).toEqual({
      page: 1,
      limit: 20,
      total_items: 3,
      total_pages: 1,
      has_next: false,
      has_prev: false,
    });
    const one = await service.get("/v1/wallets/owner/ann?filter[]=network_id:8453");
    expect(one.body.data).toHaveLength(1);
    const sorted = await service.get("/v1/wallets/owner/ann?sort[]=network_id:asc&limit=2&page=2");
    expect(sorted.body.data.map((wallet: { network_id: string }) => wallet.network_id)).toEqual(["8453"]);
    expect(sorted.body.pagination).toMatchObject({ has_next: false, has_prev: true, total_pages: 2 });
    expect((await service.get("/v1/wallets/owner/ann?network_symbol=BASE")).body.data).toHaveLength(1);
    expect(
      (
        await service.get(
          `/v1/wallets/owner/ann?filter[]=address:${made[0]!.address.toUpperCase().replace("0X", "0x")}`,
        )
      ).body.data,
    ).toHaveLength(1);
    expect((await service.get("/v1/wallets/owner/nobody")).body.data).toEqual([]);
    expect((await service.get("/v1/wallets/owner/ann?filter[]=colour:red")).body).toEqual(
      problem(400, "Invalid query parameters"),
    );
  });

  test("a wallet's details hold one balance per asset of its network (S-376, H-09)", async () => {
    const { address } = await aWallet("ann", "ethereum");
    aBalance(service.world, "ethereum", address, "USDC", 25_500_000n);
    const { body } = await service.get(`/v1/wallets/address/${address.toLowerCase()}`);
    expect(body.data.owner).toBe("ann");
    expect(body.data.address).toBe(address);
    expect(body.data.balances.map((entry: { symbol: string }) => entry.symbol)).toEqual(["ETH", "USDC", "USDT"]);
    expect(body.data.balances[1]).toEqual({
      asset: "USD Coin",
      symbol: "USDC",
      network_id: "60",
      network_symbol: "ethereum",
      decimal: 6,
      balance: { amount: "25.5", raw: "25500000", usd: "25.50" },
    });
  });

  test("vault addresses, foreign addresses and malformed ones are no wallets (H-42)", async () => {
    const vault = addressesOfHolder(service.world.db, service.vaultId)[0]!;
    for (const address of [vault.address, PAYEE, "x", "%20"]) {
      const { status, body } = await service.get(`/v1/wallets/address/${address}`);
      expect(status).toBe(404);
      expect(body).toEqual(problem(404, "Wallet not found"));
    }
  });
});

describe("deposits", () => {
  test("a deposit is found by id and by hash, in the document's form (H-07)", async () => {
    const { address } = await aWallet("ann");
    const { id } = aDeposit(service.world, address, { at: Date.UTC(2026, 4, 29, 11, 58, 40) });
    const byId = await service.get(`/v1/deposits/${id}`);
    expect(byId.status).toBe(200);
    expect(byId.body.data).toEqual({
      id,
      tx_id: aHash("tx"),
      asset: "USD Coin",
      symbol: "USDC",
      network_id: "60",
      network_symbol: "ethereum",
      contract_address: USDC,
      decimal: 6,
      is_token_transfer: true,
      block_number: "1042",
      from_address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      to_address: address,
      from_wallet_category: "external",
      to_wallet_category: "user",
      owner: "ann",
      balance: { amount: 25.5, raw: 25_500_000, usd: "25.50" },
      scanner_url: `http://localhost:4010/explorer/ethereum/tx/${aHash("tx")}`,
      time: "2026-05-29T11:58:40.000Z",
    });
    expect((await service.get(`/v1/deposits/tx/${aHash("tx").toUpperCase().replace("0X", "0x")}`)).body).toEqual(
      byId.body,
    );
  });

  test("a native deposit has no contract, and its numbers keep every digit (R-049, S-050)", async () => {
    const { address } = await aWallet("ann");
    aDeposit(service.world, address, { symbol: "ETH", raw: 123_456_789_012_345_678_901_234_567n });
    const { text, body } = await service.get(`/v1/deposits/tx/${aHash("tx")}`);
    expect(text).toContain('"balance":{"amount":123456789.012345678901234567,"raw":123456789012345678901234567,');
    expect(body.data).toMatchObject({ contract_address: "", is_token_transfer: false, symbol: "ETH" });
  });

  test("of several legs the look-up gives the latest, the list gives all (S-237…S-240)", async () => {
    const { address } = await aWallet("ann");
    const legs = [0, 1, 2].map((ordinal) => aDeposit(service.world, address, { ordinal }).id);
    expect((await service.get(`/v1/deposits/tx/${aHash("tx")}`)).body.data.id).toBe(legs[2]);
    for (const query of [
      `tx_id=${aHash("tx")}`,
      `filter[]=tx_id:${aHash("tx")}`,
      `filter%5B%5D=tx_id:eq:${aHash("tx")}`,
    ]) {
      const { body } = await service.get(`/v1/deposits?${query}`);
      expect(body.data.map((row: { id: string }) => row.id)).toEqual(legs.toReversed());
    }
  });

  test.each([
    ["symbol=usdc", 2],
    ["network_id=8453", 1],
    ["network_symbol=Ethereum", 2],
    ["is_token_transfer=false", 1],
    ["asset=USD%20Coin", 2],
    ["filter[]=block_number:gt:1042", 1],
    ["filter[]=time:gte:2026-01-01T00:01:00Z", 1],
    ["filter[]=to_wallet_category:user", 3],
    ["filter[]=contract_address:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", 1],
    ["owner=bob", 0],
  ])("the list filtered by %s has %i", async (query, count) => {
    const [onEthereum, onBase] = [await aWallet("ann"), await aWallet("ann", "base")];
    aDeposit(service.world, onEthereum.address, { tx: "a" });
    aDeposit(service.world, onEthereum.address, { tx: "b", symbol: "ETH", raw: 1n });
    aDeposit(service.world, onBase.address, { tx: "c", network: "base", height: 1043, at: Date.UTC(2026, 0, 1, 0, 2) });
    expect((await service.get(`/v1/deposits?${query}`)).body.pagination.total_items).toBe(count);
  });

  test("unknown ones are 404, malformed ids 400 (S-241, S-242)", async () => {
    for (const path of ["/v1/deposits/does-not-exist", "/v1/deposits/tx/0xabc"])
      expect((await service.get(path)).body).toEqual(problem(404, "Transaction not found"));
    for (const path of ["/v1/deposits/a'b", "/v1/deposits/tx/%20", "/v1/deposits/tx/"])
      expect((await service.get(path)).body).toEqual(problem(400, "Invalid request parameters"));
  });
});

describe("transactions", () => {
  test("a deposit's unified transaction is found by source and by id (H-10, H-11)", async () => {
    const { address } = await aWallet("ann");
    const deposit = aDeposit(service.world, address, { confirmed: true });
    const list = await service.get(`/v1/transactions?source_id=${deposit.id}`);
    expect(list.body.pagination.total_items).toBe(1);
    const one = await service.get(`/v1/transactions/${deposit.transaction_id}`);
    expect(one.body.data).toEqual(list.body.data[0]);
    expect(one.body.data).toMatchObject({
      type: "deposit",
      side: "in",
      status: "confirmed",
      meta: null,
      source_id: deposit.id,
      owner: "ann",
    });
    expect(one.body.data.timestamps.prepared_at).toBeNull();
    expect((await service.get(`/v1/transactions/${deposit.id}`)).body).toEqual(problem(404, "Transaction not found"));
  });

  test("a value outside an enum is refused (H-60)", async () => {
    for (const query of ["type=gift", "filter[]=status:done", "filter[]=side:in:both", "from_wallet_category=hot"])
      expect((await service.get(`/v1/transactions?${query}`)).body).toEqual(problem(400, "Invalid query parameters"));
  });
});

describe("payouts", () => {
  const order = (more: object = {}) => ({
    vault_id: service.vaultId,
    asset: "usdt",
    network_symbol: "Ethereum",
    to_address: PAYEE,
    reference_id: "order-1",
    amount: "100.50",
    ...more,
  });
  const fund = (raw = 1_000_000_000n) => aBalance(service.world, "ethereum", vaultAddress(), "USDT", raw);
  const vaultAddress = () =>
    addressesOfHolder(service.world.db, service.vaultId).find(({ network }) => network === "ethereum")!.address;

  test("a payout is queued, reserved and found again (S-318, H-13, H-35)", async () => {
    fund();
    const { status, body } = await service.post("/v1/transfer/payout", order({ remark: "rent" }));
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String),
      vault_id: service.vaultId,
      asset: "USDT",
      network_symbol: "ethereum",
      amount: "100.50",
      usd_amount: "100.50",
      rate: "",
      to_address: PAYEE,
      reference_id: "order-1",
      remark: "rent",
      status: "queued",
      tx_id: "",
      error: "",
      created_at: "2026-01-01T00:00:00.000Z",
      confirmed_at: null,
      expired_at: null,
    });
    expect((await service.get(`/v1/transfer/payout/${body.data.id}`)).body).toEqual(body);
    const balances = await service.get(`/v1/vault/${service.vaultId}/balances?network_symbol=ethereum&asset=USDT`);
    expect(balances.body.data[0]).toMatchObject({
      balance: { amount: "1000" },
      available: { amount: "899.5", usd: "899.50" },
    });
  });

  test("a repeat is 409 whatever else it says, and nothing more is reserved (S-319, S-320, R-059)", async () => {
    fund();
    await service.post("/v1/transfer/payout", order());
    for (const more of [{}, { amount: "999999" }, { to_address: EXTERNAL }])
      expect((await service.post("/v1/transfer/payout", order(more))).body).toEqual(
        problem(409, "Duplicate reference_id"),
      );
    expect((await service.get("/v1/transactions?type=payout")).body.pagination.total_items).toBe(1);
  });

  test.each([
    [{ amount: "1e3" }, 400, "Invalid amount"],
    [{ amount: "0.0000001" }, 400, "Invalid amount"],
    [{ amount: 5 }, 400, "Invalid request"],
    [{ usd_amount: "5" }, 400, "Invalid request"],
    [{ amount: undefined }, 400, "Invalid request"],
    [{ network_symbol: "atlantis" }, 400, "Invalid request"],
    [{ asset: "DOGE" }, 400, "Invalid request"],
    [{ to_address: `0x${"0".repeat(40)}` }, 400, "Invalid request"],
    [{ to_address: PAYEE.replace("Ab", "aB") }, 400, "Invalid request"],
    [{ expired_at: "2020-01-01T00:00:00Z" }, 400, "Invalid request"],
    [{ vault_id: "nope" }, 404, "Vault not found"],
    [{ amount: "1000.000001" }, 400, "Insufficient balance"],
  ])("%j is refused and keeps the reference free (R-060)", async (more, code, error) => {
    fund();
    expect((await service.post("/v1/transfer/payout", order(more))).body).toEqual(problem(code, error));
    expect((await service.post("/v1/transfer/payout", order())).status).toBe(201);
  });

  test("a USD payout keeps its price (S-107, S-315)", async () => {
    fund();
    const { body } = await service.post("/v1/transfer/payout", order({ amount: "", usd_amount: "7.5" }));
    expect(body.data).toMatchObject({ amount: "7.5", usd_amount: "7.5", rate: "1" });
  });

  test("an unknown payout is 404, a malformed id 400", async () => {
    expect((await service.get("/v1/transfer/payout/nope")).body).toEqual(problem(404, "Payout not found"));
    expect((await service.get("/v1/transfer/payout/a%20b")).body).toEqual(problem(400, "Invalid request parameters"));
  });
});

describe("universal deposit addresses", () => {
  const order = (more: object = {}) => ({
    owner: "ann",
    destination: { address: PAYEE, asset_symbol: "usdc", network_id: "9001" },
    ...more,
  });

  test("created with 201, then found with 200 and the same body (S-171, S-274, H-30)", async () => {
    const first = await service.post("/v1/uda", order({ accepted_tokens: ["usdc", "USDC"] }));
    expect(first.status).toBe(201);
    expect(first.body.data.destination).toEqual({
      address: PAYEE,
      network_id: "9001",
      eip155_id: "42161",
      network_name: "Arbitrum One",
      token_symbol: "USDC",
      token_address: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
      token_decimals: 6,
      asset_symbol: "USDC",
      asset_address: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
      asset_decimals: 6,
    });
    expect(first.body.data.deposit_addresses).toHaveLength(5);
    expect(first.body.data.deposit_addresses[0].accepted_tokens).toEqual([
      { symbol: "USDC", address: USDC, decimals: 6, logo: "http://localhost:4010/assets/usdc.png" },
    ]);
    const again = await service.post("/v1/uda", order());
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual(first.body.data);
    const details = await service.get(`/v1/uda/${first.body.data.id}`);
    expect(details.body.data).toEqual({ ...first.body.data, delegation_status: "pending" });
  });

  test("H-89 an owner that has one gets it with 200, retired or not, whatever the rest of the body says (S-171, S-274)", async () => {
    const { body } = await service.post("/v1/uda", order());
    await service.delete(`/v1/uda/${body.data.id}`).expect(200);
    const existing = (await service.get(`/v1/uda/${body.data.id}`)).body.data;
    const { delegation_status: _, ...record } = existing;
    for (const more of [
      { destination: undefined },
      { destination: 5, accepted_tokens: "DOGE" },
      { destination: { address: "x", asset_symbol: "DOGE", network_id: "1" }, extra: 1 },
    ]) {
      const reply = await service.post("/v1/uda?x=1", order(more)).expect(200);
      expect(reply.body.data).toEqual(record);
      expect(reply.headers["x-sandbox-warning"]).toBe(
        `ignored: ${["x", ...Object.keys(more).filter((name) => more[name as keyof typeof more] !== undefined)].join(", ")}`,
      );
    }
    expect((await service.get(`/v1/uda/${body.data.id}`)).body.data).toEqual(existing);
    for (const wrong of [
      { owner: "" },
      { owner: 5 },
      { owner: null },
      { owner: "bob", destination: 5 },
      { constructor: 1 },
    ])
      await service.post("/v1/uda", order(wrong)).expect(400);
    await service.post("/v1/uda?x=%", order()).expect(400);
    await service
      .post("/v1/uda", order({ destination: 5 }))
      .set("X-API-Key", "wrong")
      .expect(401);
    const other = aTenant(service.world, { name: "other" });
    await service.post("/v1/uda", order()).set("X-API-Key", other.apiKey).expect(201);
  });

  test.each([
    { owner: "" },
    { destination: { address: PAYEE, asset_symbol: "USDC" } },
    { destination: { address: PAYEE, asset_symbol: "USDC", network_id: "1" } },
    { destination: { address: PAYEE, asset_symbol: "DOGE", network_id: "60" } },
    { destination: { address: `0x${"0".repeat(40)}`, asset_symbol: "USDC", network_id: "60" } },
    { accepted_tokens: ["DOGE"] },
  ])("%j is an invalid request", async (more) => {
    expect((await service.post("/v1/uda", order(more))).body).toEqual(problem(400, "Invalid request"));
  });

  test("retiring answers ok, again too, and the list can be narrowed (S-027, S-211, S-279…S-293)", async () => {
    const ann = (await service.post("/v1/uda", order())).body.data;
    const bob = (
      await service.post(
        "/v1/uda",
        order({ owner: "bob", destination: { address: EXTERNAL, asset_symbol: "USDT", network_id: "60" } }),
      )
    ).body.data;
    for (const _ of [1, 2])
      expect((await service.delete(`/v1/uda/${ann.id}`)).body).toEqual({ success: true, message: "ok", data: null });
    const ids = async (query: string) =>
      (await service.get(`/v1/uda?${query}`)).body.data.items.map((uda: { id: string }) => uda.id);
    expect(await ids("")).toEqual([bob.id, ann.id]);
    expect(await ids("status=retired")).toEqual([ann.id]);
    expect(await ids("owner=bob")).toEqual([bob.id]);
    expect(
      await ids(`network_id=60&to_address=${EXTERNAL.toUpperCase().replace("0X", "0x")}&asset_symbol=usdt`),
    ).toEqual([bob.id]);
    expect(await ids("network_id=60&asset_symbol=USDC")).toEqual([]);
    expect(await ids("network_id=999999")).toEqual([]);
    expect((await service.get("/v1/uda?limit=1&offset=1")).body.data).toMatchObject({
      count: 1,
      limit: 1,
      offset: 1,
      items: [{ id: ann.id }],
    });
    expect((await service.get("/v1/uda?asset_symbol=USDC")).body).toEqual(problem(400, "Invalid query parameters"));
  });

  test("unknown and malformed ids have their own words", async () => {
    expect((await service.get("/v1/uda/nope")).body).toEqual(problem(404, "UDA not found"));
    expect((await service.delete("/v1/uda/nope")).body).toEqual(problem(404, "UDA not found"));
    expect((await service.delete("/v1/uda/a%20b")).body).toEqual(problem(400, "Invalid request"));
    expect((await service.get("/v1/uda/nope/settlements")).body).toEqual(problem(404, "UDA not found"));
    expect((await service.get("/v1/uda/settlements/nope")).body).toEqual(problem(404, "Settlement not found"));
  });

  test("a UDA without deposits has an empty page of settlements (S-304)", async () => {
    const { id } = (await service.post("/v1/uda", order())).body.data;
    expect((await service.get(`/v1/uda/${id}/settlements`)).body.data).toEqual({
      items: [],
      count: 0,
      limit: 50,
      offset: 0,
    });
  });
});

describe("quotes and supported assets", () => {
  const path = `/v1/uda/quote?from_chain_id=1&from_token=${USDC}&to_chain_id=56&to_token=0x55d398326f99059fF775485246999027B3197955&amount=100000000`;
  const quote = (more = "") => service.get(`${path}${more}`);

  test("the example of the decision, figure by figure (H-29, S-255…S-264)", async () => {
    expect((await quote()).body.data).toEqual({
      from: { chain_id: 1, token_address: USDC, amount: "100000000" },
      to: { chain_id: 56, token_address: "0x55d398326f99059fF775485246999027B3197955", amount: "99800000000000000000" },
      fees: { gas_fee: "50000", protocol_fee: "150000", total_fee: "200000" },
      route: { provider: "lifi", scenario: "cross_chain_diff_token", estimated_time_seconds: 60 },
      exchange_rate: "0.998",
      expires_at: "2026-01-01T00:01:00.000Z",
    });
  });

  test("USD members appear with the price feed only", async () => {
    putSetting(service.world.db, "price_feed", "true");
    const { data } = (await quote()).body;
    expect([data.from.amount_usd, data.to.amount_usd]).toEqual(["100.00", "99.80"]);
    expect(data.fees).toMatchObject({ gas_fee_usd: "0.05", protocol_fee_usd: "0.15", total_fee_usd: "0.20" });
  });

  test("what no provider knows is 502, what is malformed 400 (S-265, S-266)", async () => {
    const others = ["from_chain_id=99", `to_token=0x${"1".repeat(40)}`, "amount=50000", `amount=${"9".repeat(78)}`];
    for (const other of others) {
      const changed = path.replace(new RegExp(`${other.split("=")[0]}=[^&]*`), other);
      expect((await service.get(changed)).body).toEqual(problem(502, "No provider could produce a quote"));
    }
    expect((await quote("&to_address=bob")).body).toEqual(problem(400, "Invalid request"));
  });

  test("five networks with native currency and tokens (S-420…S-423)", async () => {
    const { assets } = (await service.get("/v1/uda/supported-assets")).body.data;
    expect(assets.map((chain: { network_symbol: string }) => chain.network_symbol)).toEqual([
      "ethereum",
      "polygon",
      "base",
      "arbitrum",
      "bsc",
    ]);
    expect(assets[0]).toMatchObject({
      chain_type: "EVM",
      eip155_id: "1",
      native_currency: { symbol: "ETH", decimals: 18 },
    });
    expect(assets[0].assets.map((token: { symbol: string }) => token.symbol)).toEqual(["USDC", "USDT"]);
  });
});

describe("vaults", () => {
  test("vault, addresses and balances (H-14, H-63…H-66)", async () => {
    const vaults = await service.get("/v1/vault");
    expect(vaults.body.data).toEqual([
      { id: service.vaultId, vault_id: service.vaultId, label: "hot", created_at: "2026-01-01T00:00:00.000Z" },
    ]);
    const addresses = await service.get(`/v1/vault/${service.vaultId}/addresses`);
    expect(addresses.body.data.map((row: { network_id: string }) => row.network_id)).toEqual([
      "60",
      "966",
      "8453",
      "9001",
      "9006",
    ]);
    const all = await service.get(`/v1/vault/${service.vaultId}/balances`);
    expect(all.body.data).toHaveLength(14);
    aBalance(service.world, "base", addresses.body.data[2].address, "USDC", 5n);
    const some = await service.get(`/v1/vault/${service.vaultId}/balances?non_zero=true`);
    expect(
      some.body.data.map((row: { network_symbol: string; symbol: string }) => `${row.network_symbol} ${row.symbol}`),
    ).toEqual(["base USDC"]);
    expect(
      (await service.get(`/v1/vault/${service.vaultId}/balances?asset=${USDC.toLowerCase()}`)).body.data,
    ).toHaveLength(1);
    expect((await service.get(`/v1/vault/${service.vaultId}/balances?network_id=1`)).body.data).toEqual([]);
    expect((await service.get(`/v1/vault/${service.vaultId}/balances?non_zero=1`)).body).toEqual(
      problem(400, "Invalid query parameters"),
    );
    for (const path of ["addresses", "balances"])
      expect((await service.get(`/v1/vault/nope/${path}`)).body).toEqual(problem(404, "Vault not found"));
  });
});

test("two tenants never see each other (K-3, S-006, S-007)", async () => {
  const { address } = await aWallet("ann");
  const deposit = aDeposit(service.world, address, { confirmed: true });
  const uda = (
    await service.post("/v1/uda", {
      owner: "ann",
      destination: { address: PAYEE, asset_symbol: "USDC", network_id: "60" },
    })
  ).body.data;
  const otherTenant = aTenant(service.world, { name: "other" });
  const paths = [
    `deposits/${deposit.id}`,
    `deposits/tx/${deposit.tx_hash}`,
    `transactions/${deposit.transaction_id}`,
    `uda/${uda.id}`,
    `uda/${uda.id}/settlements`,
    `vault/${service.vaultId}/addresses`,
    `vault/${service.vaultId}/balances`,
    `wallets/address/${address}`,
  ];
  for (const path of paths) {
    expect((await service.get(`/v1/${path}`)).status, path).toBe(200);
    expect((await service.get(`/v1/${path}`).set("X-API-Key", otherTenant.apiKey)).status, path).toBe(404);
  }
  for (const path of ["deposits", "transactions", "uda", "wallets/owner/ann"]) {
    const { body } = await service.get(`/v1/${path}`).set("X-API-Key", otherTenant.apiKey);
    expect(body.pagination?.total_items ?? body.data.count, path).toBe(0);
  }
  expect(service.errors).toEqual([]);
});
