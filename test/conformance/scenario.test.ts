// Every operation called once with a client generated from the document: typed by the compiler, without casts.
import createClient, { type Middleware } from "openapi-fetch";
import { expect, test } from "vitest";
import { servedDocument } from "../../src/spec/document.ts";
import type { paths } from "../../src/spec/served.gen.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { OPERATIONS } from "./http-client.ts";

const HOME = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const SHOP = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const USDC_ON_BASE = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

/** The data of an answer; fails if there is none. */
function got<Data>({ data, error, response }: { data?: { data: Data }; error?: unknown; response: Response }): Data {
  if (data === undefined) throw new Error(`${response.status} ${response.url}: ${JSON.stringify(error)}`);
  return data.data;
}

function the<Thing>(things: readonly Thing[], is: (thing: Thing) => boolean = () => true): Thing {
  const found = things.find(is);
  if (found === undefined) throw new Error("it is not in the list");
  return found;
}

test("a client generated from the document calls every operation without a cast", async () => {
  const sandbox = await aSandbox();
  expect(await (await fetch(`${sandbox.url}/openapi.json`)).json()).toMatchObject({ paths: servedDocument().paths });
  const called = new Set<string>();
  const note: Middleware = {
    onRequest: ({ schemaPath, request }) => void called.add(`${request.method} ${schemaPath}`),
  };
  const { api_base_url: baseUrl, api_key, vault_id } = sandbox.ready;
  const api = createClient<paths>({ baseUrl, headers: { "X-API-Key": api_key } });
  api.use(note);
  const pay = (network: string, asset: string, amount: string, to_address: string) =>
    sandbox.control("POST", "/deposits", { network, asset, amount, to_address });

  // Networks and assets
  const networks = got(await api.GET("/blockchain/networks"));
  expect(networks).toHaveLength(5);
  expect(got(await api.GET("/blockchain/assets", { params: { query: { symbol: "USDC" } } }))).toHaveLength(5);
  expect(the(got(await api.GET("/networks/list"))).networks).toHaveLength(5);
  expect(got(await api.GET("/networks", { params: { query: { enabled: true } } })).length).toBeGreaterThan(9);
  const onBase = { network_id: "8453", asset: USDC_ON_BASE };
  expect(
    got(await api.PATCH("/networks/{network_id}/{asset}", { params: { path: onBase }, body: { enabled: false } }))
      .enabled,
  ).toBe(false);
  expect(
    got(await api.PUT("/networks/{network_id}/{asset}", { params: { path: onBase }, body: { enabled: true } })).enabled,
  ).toBe(true);
  expect(got(await api.GET("/networks/{network_id}/{asset}", { params: { path: onBase } })).enabled).toBe(true);
  expect(got(await api.GET("/uda/supported-assets")).assets).toHaveLength(5);

  // A wallet and its deposit
  const wallet = got(await api.POST("/wallets", { body: { owner: "amy", network_symbol: "base" } }));
  const { tx_id } = await pay("base", "USDC", "50", wallet.address);
  const deposit = got(await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id } } }));
  expect(got(await api.GET("/deposits/{id}", { params: { path: { id: deposit.id } } }))).toEqual(deposit);
  expect(
    got(await api.GET("/deposits", { params: { query: { "filter[]": ["owner:amy"], "sort[]": ["time:desc"] } } })),
  ).toEqual([deposit]);
  expect(got(await api.GET("/wallets"))).toEqual([{ ...wallet, owner: "amy" }]);
  expect(got(await api.GET("/wallets/owner/{owner}", { params: { path: { owner: "amy" } } }))).toEqual([wallet]);
  const details = got(await api.GET("/wallets/{id}", { params: { path: { id: wallet.id } } }));
  expect(the(details.balances, ({ symbol }) => symbol === "USDC").balance.amount).toBe("50");
  expect(got(await api.GET("/wallets/address/{address}", { params: { path: { address: wallet.address } } }))).toEqual(
    details,
  );

  // Vault, gas stations, internal and external transfers
  expect(the(got(await api.GET("/vault"))).vault_id).toBe(vault_id);
  const addresses = got(await api.GET("/vault/{vault_id}/addresses", { params: { path: { vault_id } } }));
  const vault = got(
    await api.GET("/vault/{vault_id}/addresses/{network}", { params: { path: { vault_id, network: "base" } } }),
  );
  expect(addresses).toContainEqual(vault);
  const stations = got(
    await api.GET("/gas-stations/wallets", { params: { query: { "filter[]": ["network_symbol:base"] } } }),
  );
  const station = the(stations);
  expect(
    got(await api.GET("/gas-stations/address/{address}", { params: { path: { address: station.address } } })).id,
  ).toBe(station.id);
  expect(
    got(await api.GET("/gas-stations/wallet/{wallet_id}", { params: { path: { wallet_id: station.id } } })).id,
  ).toBe(station.id);
  const usdc = { asset: "USDC", amount: "10" };
  const from = { from_address: wallet.address, from_wallet_id: wallet.id };
  expect(
    (await api.POST("/transfer/internal/address", { body: { ...usdc, ...from, to_address: vault.address } })).response
      .status,
  ).toBe(201);
  expect(
    (await api.POST("/transfer/internal/wallet", { body: { ...usdc, ...from, to_wallet_id: vault.id } })).response
      .status,
  ).toBe(201);
  expect(
    (await api.POST("/transfer/external/address", { body: { ...usdc, ...from, to_address: SHOP } })).response.status,
  ).toBe(201);
  expect(
    (await api.POST("/transfer/external/wallet", { body: { ...usdc, ...from, to_address: SHOP } })).response.status,
  ).toBe(201);
  expect(
    (
      await api.POST("/transfer/vault", {
        body: { vault_id, asset: "USDC", amount: "5", network_symbol: "base", to_address: SHOP },
      })
    ).response.status,
  ).toBe(201);
  const balances = got(
    await api.GET("/vault/{vault_id}/balances", {
      params: { path: { vault_id }, query: { non_zero: true, asset: "USDC" } },
    }),
  );
  expect(the(balances).balance.amount).toBe("15");
  expect(
    Number(got(await api.GET("/vault/{vault_id}/total", { params: { path: { vault_id } } })).total_usd),
  ).toBeGreaterThan(14);

  // Payouts
  const order = { vault_id, asset: "USDC", network_symbol: "base", to_address: SHOP };
  const payout = got(await api.POST("/transfer/payout", { body: { ...order, reference_id: "one", amount: "1.5" } }));
  const byUsd = got(
    await api.POST("/transfer/payout/usd", { body: { ...order, reference_id: "two", usd_amount: "2" } }),
  );
  expect(got(await api.GET("/transfer/payout/{id}", { params: { path: { id: payout.id } } })).status).toBe("confirmed");
  // No gas on Ethereum's vault address, and a refill that is not mined: the payout waits.
  await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const onEthereum = the(addresses, ({ network_symbol }) => network_symbol === "ethereum");
  await pay("ethereum", "USDC", "9", onEthereum.address);
  await sandbox.control("POST", "/networks/ethereum/mine", { blocks: 2 });
  const waiting = got(
    await api.POST("/transfer/payout", {
      body: { ...order, network_symbol: "ethereum", reference_id: "three", amount: "1" },
    }),
  );
  const pending = got(await api.GET("/transfer/payout/pending", { params: { query: { vault_id } } }));
  expect(pending.map(({ id }) => id)).toEqual([waiting.id]);
  const rejected = got(
    await api.POST("/transfer/payout/{id}/reject", {
      params: { path: { id: waiting.id } },
      body: { reason: "changed our mind" },
    }),
  );
  expect(rejected.status).toBe("expired");
  await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "instant" });
  const confirmed = got(await api.GET("/transfer/payout", { params: { query: { status: "confirmed" } } }));
  expect(confirmed.map(({ id }) => id).toSorted()).toEqual([payout.id, byUsd.id].toSorted());

  // Universal deposit addresses
  const tokens = {
    from_chain_id: 137,
    from_token: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F",
    to_chain_id: 42161,
    to_token: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
  };
  const quote = got(await api.GET("/uda/quote", { params: { query: { ...tokens, amount: "100000000" } } }));
  const destination = { address: HOME, network_id: "9001", asset_symbol: "USDC" };
  const uda = got(await api.POST("/uda", { body: { owner: "ben", destination } }));
  const paid = await pay("polygon", "USDT", "100", the(uda.deposit_addresses).address);
  const settlement = the(got(await api.GET("/uda/{id}/settlements", { params: { path: { id: uda.id } } })).items);
  expect(settlement).toMatchObject({
    status: "completed",
    destination: { amount: quote.to.amount },
    fees: { total: quote.fees.total_fee },
  });
  expect(got(await api.GET("/uda/settlements/{id}", { params: { path: { id: settlement.id } } }))).toEqual(settlement);
  expect(
    got(await api.GET("/uda/settlements/by-reference", { params: { query: { reference: paid.tx_id } } })).items,
  ).toEqual([settlement]);
  expect(got(await api.GET("/uda/{id}", { params: { path: { id: uda.id } } })).delegation_status).toBe("delegated");
  expect(
    got(await api.PATCH("/uda/{id}", { params: { path: { id: uda.id } }, body: { accepted_tokens: ["USDC"] } }))
      .deposit_addresses,
  ).toHaveLength(5);
  expect(got(await api.PUT("/uda/{id}", { params: { path: { id: uda.id } }, body: { status: "active" } })).status).toBe(
    "active",
  );
  expect((await api.DELETE("/uda/{id}", { params: { path: { id: uda.id } } })).data?.message).toBe("ok");
  expect(the(got(await api.GET("/uda", { params: { query: { owner: "ben" } } })).items).status).toBe("retired");

  // Transactions
  const moved = got(await api.GET("/transactions", { params: { query: { limit: 100 } } }));
  expect(new Set(moved.map(({ type }) => type)).size).toBe(7);
  const one = the(moved, ({ type }) => type === "settlement");
  expect(got(await api.GET("/transactions/{id}", { params: { path: { id: one.id } } }))).toEqual(one);

  expect([...called].toSorted()).toEqual(OPERATIONS.map(({ name }) => name).toSorted());
});
