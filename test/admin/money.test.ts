// Incoming transfers: real ones, to an owner or an address; prices, and records the service does not show.
import { erc20Abi } from "viem";
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";

const STRANGER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

test("the faucet sends real transfers: native coin and tokens arrive at the address", async () => {
  const sandbox = await aSandbox();
  const base = sandbox.chain("base");
  const fresh = "0x00000000000000000000000000000000000000AA";
  const coin = await sandbox.admin("POST", "/faucet", {
    network: "base",
    asset: "native",
    to_address: fresh.toLowerCase(),
    amount: "1.5",
  });
  expect(coin.status).toBe(201);
  expect(await base.public.getBalance({ address: fresh })).toBe(1_500_000_000_000_000_000n);
  const { tx_id } = await sandbox.control("POST", "/faucet", {
    network: 8453,
    asset: "usdc",
    to_address: fresh.toLowerCase(),
    amount: "0.000001",
  });
  expect((await base.public.getTransactionReceipt({ hash: tx_id })).status).toBe("success");
  expect(
    await base.public.readContract({
      address: base.token("USDC"),
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [fresh],
    }),
  ).toBe(1n);
});

test("a deposit finds the only address of its owner, wallet or universal deposit address", async () => {
  const sandbox = await aSandbox();
  const wallet = await sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
  const paid = await sandbox.admin("POST", "/deposits", {
    network: "base",
    asset: "USDC",
    amount: "25.5",
    owner: "user_1",
  });
  expect(paid).toMatchObject({ status: 201, body: { data: { to_address: wallet.data?.data.address } } });
  const destination = { address: STRANGER, asset_symbol: "USDC", network_id: "8453" };
  const uda = await sandbox.api.POST("/uda", { body: { owner: "user_2", destination } });
  const settled = await sandbox.control("POST", "/deposits", {
    network: "polygon",
    asset: "USDT",
    amount: "50",
    owner: "user_2",
  });
  expect(settled.to_address).toBe(uda.data?.data.deposit_addresses[0]?.address);
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  const { items } = await sandbox.control("GET", "/claims");
  expect(items).toContainEqual(expect.objectContaining({ kind: "sweep", state: "confirmed", network: "polygon" }));
  expect(items).toContainEqual(expect.objectContaining({ kind: "delegation", network: "polygon" }));
});

test("several addresses of an owner are listed to choose from, none is an error that says how to create one", async () => {
  const sandbox = await aSandbox();
  const input = { network: "base", asset: "USDC", amount: "1", owner: "user_1" };
  const unknownOwner = await sandbox.admin("POST", "/deposits", input);
  expect(unknownOwner.status).toBe(404);
  expect(unknownOwner.body.error).toContain("POST /v1/wallets");
  const made = [];
  for (let count = 0; count < 2; count += 1) {
    made.push((await sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } })).data?.data);
  }
  const several = await sandbox.admin("POST", "/deposits", input);
  expect(several.status).toBe(400);
  expect(several.body.details.candidates).toEqual(
    made.map((wallet) => ({ to_address: wallet?.address, kind: "wallet", wallet_id: wallet?.id })),
  );
  expect((await sandbox.control("GET", "/deposits")).items).toEqual([]);
});

test("the owner of another tenant is found with tenant_id", async () => {
  const sandbox = await aSandbox();
  const { tenant_id, api_key } = await sandbox.control("POST", "/tenants", { name: "shop" });
  const wallet = await sandbox
    .clientFor(api_key)
    .POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
  const input = { network: "base", asset: "USDC", amount: "1", owner: "user_1" };
  expect((await sandbox.admin("POST", "/deposits", input)).status).toBe(404);
  const paid = await sandbox.control("POST", "/deposits", { ...input, tenant_id });
  expect(paid.to_address).toBe(wallet.data?.data.address);
});

test("contradictory input is refused and moves nothing", async () => {
  const sandbox = await aSandbox();
  const good = { network: "base", asset: "USDC", amount: "1", to_address: STRANGER };
  const refused = [
    { ...good, network: "solana" },
    { ...good, asset: "DOGE" },
    { ...good, amount: "0" },
    { ...good, amount: "-1" },
    { ...good, amount: "1e3" },
    { ...good, amount: "0.0000001" },
    { ...good, to_address: "0x123" },
    { ...good, to_address: "0x3c44CdDdB6a900fa2b585dd299e03d12FA4293BC" },
    { ...good, to_address: `0x${"0".repeat(40)}` },
    { ...good, owner: "user_1" },
    { ...good, to_address: undefined },
    { ...good, tenant_id: sandbox.ready.tenant_id },
    { ...good, from_address: STRANGER },
  ];
  for (const input of refused)
    expect((await sandbox.admin("POST", "/deposits", input)).status, JSON.stringify(input)).toBe(400);
  const { items } = await sandbox.control("GET", "/networks");
  expect(items.map(({ head }: { head: { number: number } }) => head.number)).toEqual([0, 0, 0, 0, 0]);
});

test("prices are set by ticker, the others are kept", async () => {
  const sandbox = await aSandbox();
  expect(await sandbox.control("GET", "/rates")).toMatchObject({ USDC: "1.00", ETH: "2500.00" });
  expect(await sandbox.control("PUT", "/rates", { eth: "3000.5" })).toMatchObject({ USDC: "1.00", ETH: "3000.5" });
  for (const rates of [{ DOGE: "1" }, { ETH: "0" }, { ETH: "-1" }, { ETH: 5 }, { ETH: "1e3" }, {}]) {
    expect((await sandbox.admin("PUT", "/rates", rates)).status, JSON.stringify(rates)).toBe(400);
  }
  expect(await sandbox.control("GET", "/rates")).toMatchObject({ ETH: "3000.5" });
});

test("the price feed puts the USD members into quotes", async () => {
  const sandbox = await aSandbox();
  const [ethereum, bsc] = [sandbox.chain("ethereum"), sandbox.chain("bsc")];
  const query = {
    from_chain_id: ethereum.definition.eip155_id,
    from_token: ethereum.token("USDC"),
    to_chain_id: bsc.definition.eip155_id,
    to_token: bsc.token("USDT"),
    amount: "100000000",
  };
  const quote = async () => JSON.stringify((await sandbox.api.GET("/uda/quote", { params: { query } })).data);
  expect(await quote()).not.toContain("usd");
  expect(await sandbox.control("PUT", "/price-feed", { enabled: true })).toEqual({ enabled: true });
  expect(await quote()).toContain("usd");
});

test("with a running clock too, a deposit is visible to its tenant when the call is answered", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  await sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
  const input = { network: "base", asset: "USDC", amount: "25.5", owner: "user_1" };
  const { tx_id } = await sandbox.control("POST", "/deposits", input);
  const seen = await sandbox.api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id } } });
  expect(seen.data?.data).toMatchObject({ tx_id, owner: "user_1" });
  const confirmed = await sandbox.control(
    "GET",
    `/events/wait?type=deposit.confirmed&resource_id=${seen.data?.data.id}`,
  );
  expect(confirmed.payload.tx_id).toBe(tx_id);
});

test("more than the faucet holds is refused in words, and the next request succeeds", async () => {
  const sandbox = await aSandbox();
  const input = { network: "base", asset: "native", to_address: STRANGER };
  const tooMuch = await sandbox.admin("POST", "/faucet", { ...input, amount: "1000000000000000000" });
  expect(tooMuch.status).toBe(400);
  expect(tooMuch.body.error).toMatch(
    /the faucet 0x\w{40} holds 1000000 ETH on base and cannot pay 1000000000000000000 and 0\.\d+ for gas: /,
  );
  expect((await sandbox.admin("POST", "/faucet", { ...input, amount: "1" })).status).toBe(201);
});

test("once the default tenant is deleted, an owner needs a tenant_id", async () => {
  const sandbox = await aSandbox();
  await sandbox.control("DELETE", `/tenants/${sandbox.ready.tenant_id}`);
  const answer = await sandbox.admin("POST", "/deposits", {
    network: "base",
    asset: "USDC",
    amount: "1",
    owner: "user_1",
  });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toContain("tenant_id");
});

test("a deposit carries type, resource and the service's own record, and the list takes filters and a cursor", async () => {
  const sandbox = await aSandbox();
  const other = await sandbox.control("POST", "/tenants", { name: "other" });
  await sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
  const pay = (asset: string, amount: string) =>
    sandbox.control("POST", "/deposits", { network: "base", asset, amount, owner: "user_1" });
  const { tx_id, to_address } = await pay("USDC", "12.345678");
  await pay("native", "0.5");
  await pay("USDC", "3");
  const list = async (query = "") => sandbox.control("GET", `/deposits?${query}`);
  const [latest, native, usdc] = (await list()).items;
  const { data } = await sandbox.api.GET("/deposits/{id}", { params: { path: { id: usdc.id } } });
  expect(usdc).toMatchObject({ type: "token", resource_id: usdc.id, tx_id, symbol: "USDC", body: data?.data });
  expect(native).toMatchObject({ type: "native", resource_id: native.id });
  const [transaction] =
    (await sandbox.api.GET("/transactions", { params: { query: { type: "deposit" } } })).data?.data ?? [];
  expect(latest.transaction_id).toBe(transaction?.id);
  for (const [query, expected] of [
    ["type=native", [native]],
    ["type=token&limit=1", [latest]],
    [`resource_id=${native.id}`, [native]],
    [`tx_id=${tx_id.toUpperCase().replace("0X", "0x")}`, [usdc]],
    [`to_address=${to_address}&network=8453`, [latest, native, usdc]],
    ["network=polygon", []],
    ["owner=user_1&state=confirmed", [latest, native, usdc]],
    ["owner=user_2", []],
    [`tenant_id=${other.tenant_id}`, []],
    [`tenant_id=${sandbox.ready.tenant_id}`, [latest, native, usdc]],
  ] as const)
    expect((await list(query)).items, query).toEqual(expected);
  const page = await list("limit=2");
  expect(page).toEqual({ items: [latest, native], next_before: native.id, next_after: null });
  const rest = await list(`limit=2&before=${page.next_before}`);
  expect(rest).toEqual({ items: [usdc], next_before: null, next_after: null });
});

test("an orphaned deposit has no record of the service", async () => {
  const sandbox = await aSandbox({ mining: "manual" });
  await sandbox.api.POST("/wallets", { body: { owner: "user_1", network_symbol: "base" } });
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "1", owner: "user_1" });
  await sandbox.control("POST", "/networks/base/mine");
  await sandbox.control("POST", "/networks/base/reorg", { depth: 1, transactions: "drop" });
  expect((await sandbox.control("GET", "/deposits")).items).toMatchObject([{ state: "orphaned", body: null }]);
});
