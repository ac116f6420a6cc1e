// One address and the worth of a vault, and gas stations by address, by id and as a list, through HTTP (H-65, H-67, H-70…H-72).
import { beforeEach, describe, expect, test } from "vitest";
import { addressesOfHolder, addressOfHolderOn, gasStationOn } from "../../src/domain/address/store.ts";
import { putRate } from "../../src/domain/network/store.ts";
import { aBalance, aTenant } from "../support/worlds/a-bare-world.ts";
import { aService, type Service } from "./a-service.ts";

let service: Service;
beforeEach(() => {
  service = aService();
});

const problem = (code: number, error: string) => ({ success: false, code, error });
const ok = (data: unknown) => ({ success: true, message: "operation completed successfully", data });
const vault = (path: string) => service.get(`/v1/vault/${service.vaultId}/${path}`);
const asStranger = (path: string) =>
  service.get(path).set("X-API-Key", aTenant(service.world, { name: "other" }).apiKey);

describe("the address of a vault on a network", () => {
  test("is one of its list, by network id or slug in any case (S-428, H-65)", async () => {
    const all = (await vault("addresses")).body.data;
    for (const row of all) {
      for (const network of [row.network_id, row.network_symbol, row.network_symbol.toUpperCase()])
        expect((await vault(`addresses/${network}`)).body, network).toEqual(ok(row));
    }
    expect(all).toHaveLength(5);
  });

  test("is 404 for an unknown network and an unknown vault, each in its words; malformed is 400", async () => {
    for (const network of ["1", "atlantis", "Base%20"])
      expect((await vault(`addresses/${network}`)).body, network).toEqual(
        network.endsWith("%20") ? problem(400, "Invalid request parameters") : problem(404, "Network not found"),
      );
    expect((await vault("addresses/")).body).toEqual(problem(400, "Invalid request parameters"));
    expect((await service.get("/v1/vault/nope/addresses/base")).body).toEqual(problem(404, "Vault not found"));
    expect((await service.get("/v1/vault/nope/addresses/atlantis")).body).toEqual(problem(404, "Vault not found"));
    const theirs = await asStranger(`/v1/vault/${service.vaultId}/addresses/base`);
    expect(theirs.body).toEqual(problem(404, "Vault not found"));
  });
});

describe("the total of a vault", () => {
  const fund = (network: string, symbol: string, raw: bigint) => {
    const { address } = addressOfHolderOn(service.world.db, service.vaultId, network)!;
    aBalance(service.world, network, address, symbol, raw);
  };

  test("is nothing at first (S-431, H-67)", async () => {
    expect((await vault("total")).body).toEqual(ok({ vault_id: service.vaultId, total_usd: "0.00" }));
  });

  test("adds up all networks and assets at their present prices", async () => {
    fund("ethereum", "USDT", 1_000_000_000n);
    fund("ethereum", "ETH", 10n ** 18n);
    expect((await vault("total")).body.data.total_usd).toBe("3500.00");
    fund("bsc", "USDC", 250_000_000_000_000_000n);
    putRate(service.world.db, "ETH", "2000.5");
    expect((await vault("total")).body.data.total_usd).toBe("3000.75");
  });

  test("is rounded once, after adding: five times 0.0000004 are two millionths, not none (H-14)", async () => {
    for (const network of ["ethereum", "bsc", "polygon", "arbitrum", "base"])
      fund(network, "USDC", network === "bsc" ? 1_000_000_000_000n : 1n);
    putRate(service.world.db, "USDC", "0.4");
    const each = (await vault("balances?non_zero=true")).body.data.map(
      (row: { balance: { usd: string } }) => row.balance.usd,
    );
    expect(each).toEqual(["0.00", "0.00", "0.00", "0.00", "0.00"]);
    expect((await vault("total")).body.data.total_usd).toBe("0.000002");
  });

  test("is 404 for unknown and foreign vaults, 400 for malformed ids", async () => {
    expect((await service.get("/v1/vault/nope/total")).body).toEqual(problem(404, "Vault not found"));
    expect((await asStranger(`/v1/vault/${service.vaultId}/total`)).body).toEqual(problem(404, "Vault not found"));
    expect((await service.get("/v1/vault/a%20b/total")).body).toEqual(problem(400, "Invalid request parameters"));
  });
});

describe("gas stations", () => {
  const station = (network = "ethereum") => gasStationOn(service.world.db, service.tenantId, network)!;

  test("are the same object by address, by id and in the list (S-436, S-437, S-438, H-15)", async () => {
    const { id, address } = station();
    const byId = await service.get(`/v1/gas-stations/wallet/${id}`);
    expect(byId.status).toBe(200);
    expect(byId.body).toEqual(
      ok({
        ...{ id, address: expect.stringMatching(new RegExp(`^${address}$`, "i")) },
        ...{ network_id: "60", network_symbol: "ethereum" },
        balances: [
          {
            ...{ asset: "Ether", symbol: "ETH", network_id: "60", network_symbol: "ethereum", decimal: 18 },
            balance: { amount: "100", raw: "100000000000000000000", usd: "250000.00" },
          },
        ],
      }),
    );
    for (const text of [address, byId.body.data.address, `0x${address.slice(2).toUpperCase()}`])
      expect((await service.get(`/v1/gas-stations/address/${text}`)).body).toEqual(byId.body);
    expect((await service.get("/v1/gas-stations/wallets")).body.data[0]).toEqual(byId.body.data);
  });

  test("show a token only when they hold it, their coin always (H-15)", async () => {
    aBalance(service.world, "ethereum", station().address, "USDC", 5_000_000n);
    const { balances } = (await service.get(`/v1/gas-stations/wallet/${station().id}`)).body.data;
    expect(
      balances.map((entry: { symbol: string; balance: { amount: string } }) => [entry.symbol, entry.balance.amount]),
    ).toEqual([
      ["ETH", "100"],
      ["USDC", "5"],
    ]);
  });

  test("are 404 for whatever is no gas station of the tenant, 400 when malformed (H-70, H-71)", async () => {
    const [vaultRow] = addressesOfHolder(service.world.db, service.vaultId);
    const paths = [
      ...[`address/${vaultRow!.address}`, "address/0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B", "address/x"],
      ...[`wallet/${vaultRow!.id}`, `wallet/${station().address}`, "wallet/does-not-exist"],
    ];
    for (const path of paths)
      expect((await service.get(`/v1/gas-stations/${path}`)).body, path).toEqual(problem(404, "Wallet not found"));
    for (const path of [`address/${station().address}`, `wallet/${station().id}`])
      expect((await asStranger(`/v1/gas-stations/${path}`)).status, path).toBe(404);
    for (const path of ["address/", "address/a'b", "wallet/", "wallet/%20"])
      expect((await service.get(`/v1/gas-stations/${path}`)).body, path).toEqual(
        problem(400, "Invalid request parameters"),
      );
  });

  const symbols = async (query: string) =>
    (await service.get(`/v1/gas-stations/wallets?${query}`)).body.data.map(
      (row: { network_symbol: string }) => row.network_symbol,
    );

  test("are listed in the order of network ids, page by page (S-439, S-569, H-72)", async () => {
    expect(await symbols("")).toEqual(["ethereum", "polygon", "base", "arbitrum", "bsc"]);
    const { body } = await service.get("/v1/gas-stations/wallets?limit=2&page=3");
    expect(body.data.map((row: { network_id: string }) => row.network_id)).toEqual(["9006"]);
    expect(body.pagination).toEqual({
      ...{ page: 3, limit: 2, total_items: 5, total_pages: 3, has_next: false, has_prev: true },
    });
    expect((await asStranger("/v1/gas-stations/wallets")).body.pagination.total_items).toBe(5);
  });

  test("are filtered and sorted by each of their fields (S-440, K-10)", async () => {
    const { id, address } = station("base");
    for (const query of [
      ...["network_id=8453", "network_symbol=Base", `id=${id}`, `address=${address.toUpperCase().replace("0X", "0x")}`],
      ...[
        "filter[]=network_id:8453",
        "filter[]=network_symbol:like:bas",
        `filter[]=id:eq:${id}`,
        "filter=network_id:in:8453,1",
      ],
    ])
      expect(await symbols(query), query).toEqual(["base"]);
    expect(await symbols("filter[]=network_id:ne:60&filter[]=network_symbol:ne:bsc")).toEqual([
      ...["polygon", "base", "arbitrum"],
    ]);
    expect(await symbols("sort[]=network_id:desc")).toEqual(["bsc", "arbitrum", "base", "polygon", "ethereum"]);
    const byAddress = (await service.get("/v1/gas-stations/wallets?sort[]=address:desc")).body.data.map(
      (row: { address: string }) => row.address.toLowerCase(),
    );
    expect(byAddress).toEqual(byAddress.toSorted().toReversed());
    const byId = (await service.get("/v1/gas-stations/wallets?sort[]=id")).body.data.map(
      (row: { id: string }) => row.id,
    );
    expect(byId).toEqual(byId.toSorted());
  });

  test.each(["limit=101", "page=0", "filter[]=owner:x", "sort[]=created_at", "filter[]=network_id:gt:1", "id="])(
    "?%s is malformed",
    async (query) => {
      expect((await service.get(`/v1/gas-stations/wallets?${query}`)).body).toEqual(
        problem(400, "Invalid query parameters"),
      );
    },
  );
});
