// Networks and assets through HTTP: what is supported, what the tenant has enabled, and switching it (H-39, H-47…H-51).
import { beforeEach, describe, expect, test } from "vitest";
import { updateConfirmations } from "../../src/domain/network/store.ts";
import { aTenant } from "../support/worlds/a-bare-world.ts";
import { aService, type Service } from "./a-service.ts";

let service: Service;
beforeEach(() => {
  service = aService();
});

const MESSAGE = "operation completed successfully";
const NATIVE = `0x${"0".repeat(40)}`;
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const problem = (code: number, error: string) => ({ success: false, code, error });
const ok = (data: unknown) => ({ success: true, message: MESSAGE, data });

const ETHEREUM = {
  network_id: "60",
  network_symbol: "ethereum",
  network_name: "Ethereum",
  eip155_id: "1",
  category: "evm",
  native_asset: { asset: "Ether", symbol: "ETH", decimal: 18 },
  confirmations: 2,
  uda_support: true,
  scanner_url: "http://localhost:4010/explorer/ethereum",
};

describe("supported networks and assets", () => {
  test("all networks, in the order of their ids (S-402, H-16, H-48)", async () => {
    const { status, body } = await service.get("/v1/blockchain/networks");
    expect(status).toBe(200);
    expect(body).toEqual(ok(body.data));
    expect(body.data.map((network: { network_id: string }) => network.network_id)).toEqual([
      ...["60", "966", "8453", "9001", "9006"],
    ]);
    expect(body.data[0]).toEqual(ETHEREUM);
  });

  test("the confirmation target is the one that holds now", async () => {
    updateConfirmations(service.world.db, "ethereum", 12);
    const { body } = await service.get("/v1/blockchain/networks");
    expect(body.data[0].confirmations).toBe(12);
  });

  test("all assets: networks by id, native coin first, then tickers (S-401, H-47)", async () => {
    const { body } = await service.get("/v1/blockchain/assets");
    expect(body.data.map((asset: Record<string, string>) => `${asset["network_id"]} ${asset["symbol"]}`)).toEqual([
      ...["60 ETH", "60 USDC", "60 USDT", "966 POL", "966 USDC", "966 USDT", "8453 ETH", "8453 USDC"],
      ...["9001 ETH", "9001 USDC", "9001 USDT", "9006 BNB", "9006 USDC", "9006 USDT"],
    ]);
    expect(body.data.slice(0, 2)).toEqual([
      {
        ...{ asset: "Ether", symbol: "ETH", network_id: "60", network_symbol: "ethereum", contract_address: NATIVE },
        ...{ decimal: 18, is_token: false, uda_support: true, logo: "http://localhost:4010/assets/eth.png" },
      },
      {
        ...{ asset: "USD Coin", symbol: "USDC", network_id: "60", network_symbol: "ethereum", contract_address: USDC },
        ...{ decimal: 6, is_token: true, uda_support: true, logo: "http://localhost:4010/assets/usdc.png" },
      },
    ]);
  });

  test.each([
    ["network_id=60", 3],
    ["network_symbol=BASE", 2],
    ["symbol=usdt", 4],
    ["network_id=60&symbol=usdt", 1],
    ["network_id=60&network_symbol=base", 0],
    ["network_id=1", 0],
    ["network_symbol=atlantis", 0],
    ["symbol=DOGE", 0],
    ["colour=red", 14],
  ])("the assets narrowed by %s are %i", async (query, count) => {
    const { status, body } = await service.get(`/v1/blockchain/assets?${query}`);
    expect([status, body.data.length]).toEqual([200, count]);
  });

  test.each(["network_id=", "symbol=%00", "symbol=ETH&symbol=USDC"])("?%s is malformed", async (query) => {
    const { body } = await service.get(`/v1/blockchain/assets?${query}`);
    expect(body).toEqual(problem(400, "Invalid query parameters"));
  });
});

describe("tenant networks", () => {
  const enable = (path: string, enabled: boolean) => service.patch(`/v1/networks/${path}`, { enabled });

  test("every asset of every network with its enabled status (S-404, H-50)", async () => {
    await enable(`60/${USDC}`, false);
    const { body } = await service.get("/v1/networks");
    expect(body.data).toHaveLength(14);
    expect(body.data.slice(0, 3)).toEqual([
      { network_id: "60", asset: NATIVE, enabled: true },
      { network_id: "60", asset: USDC, enabled: false },
      { network_id: "60", asset: USDT, enabled: true },
    ]);
    expect((await service.get("/v1/networks?enabled=false")).body.data).toEqual([
      { network_id: "60", asset: USDC, enabled: false },
    ]);
    expect((await service.get("/v1/networks?network_id=60&enabled=true")).body.data).toHaveLength(2);
    expect((await service.get("/v1/networks?network_id=999")).body).toEqual(ok([]));
    for (const query of ["enabled=1", "enabled=TRUE", "enabled=", "network_id="])
      expect((await service.get(`/v1/networks?${query}`)).body).toEqual(problem(400, "Invalid query parameters"));
  });

  test("one is found by its contract in any case; the native coin has two names (S-347, H-39, K-7)", async () => {
    for (const asset of [USDC, USDC.toLowerCase(), `0x${USDC.slice(2).toUpperCase()}`])
      expect((await service.get(`/v1/networks/60/${asset}`)).body).toEqual(
        ok({ network_id: "60", asset: USDC, enabled: true }),
      );
    for (const asset of [NATIVE, "native", "NATIVE"])
      expect((await service.get(`/v1/networks/60/${asset}`)).body.data.asset).toBe(NATIVE);
  });

  test.each([`1/${USDC}`, `ethereum/${USDC}`, "60/0x12", "60/USDC", `8453/${USDC}`, "60/%20", "a%2Fb/x", "60/"])(
    "%s is not found, malformed or not: this operation has no 400 (S-348, H-39)",
    async (path) => {
      const { status, body } = await service.get(`/v1/networks/${path}`);
      expect([status, body]).toEqual([404, problem(404, "Tenant network not found")]);
    },
  );

  test.each(["patch", "put"] as const)(
    "%s switches it, again too, and answers the new status (S-405, H-51)",
    async (verb) => {
      for (const enabled of [false, false, true]) {
        const { status, body } = await service[verb](`/v1/networks/60/${USDC.toLowerCase()}`, { enabled });
        expect([status, body]).toEqual([200, ok({ network_id: "60", asset: USDC, enabled })]);
        expect((await service.get(`/v1/networks/60/${USDC}`)).body.data.enabled).toBe(enabled);
      }
    },
  );

  test.each([{}, { enabled: "true" }, { enabled: null }, { enabled: 1 }, [], undefined])(
    "%j is no status",
    async (body) => {
      expect((await service.patch(`/v1/networks/60/${USDC}`, body)).body).toEqual(problem(400, "Invalid request"));
      expect((await service.get(`/v1/networks/60/${USDC}`)).body.data.enabled).toBe(true);
    },
  );

  test("unknown ones are 404 and malformed ones 400, the body first (K-2, K-13)", async () => {
    expect((await enable("60/0x12", false)).body).toEqual(problem(404, "Tenant network not found"));
    expect((await enable(`61/${USDC}`, false)).body).toEqual(problem(404, "Tenant network not found"));
    expect((await enable("60/%20", false)).body).toEqual(problem(400, "Invalid request"));
    expect((await service.patch("/v1/networks/60/0x12", {})).body).toEqual(problem(400, "Invalid request"));
  });

  test("a switch counts for its own tenant only (K-3)", async () => {
    const otherTenant = aTenant(service.world, { name: "other" });
    await enable("60/native", false);
    const theirs = await service.get("/v1/networks/60/native").set("X-API-Key", otherTenant.apiKey);
    expect(theirs.body.data.enabled).toBe(true);
    expect((await service.get("/v1/networks/60/native")).body.data.enabled).toBe(false);
  });

  test("networks by category; one is enabled while some asset of it is (S-403, H-49)", async () => {
    const listed = async () => (await service.get("/v1/networks/list")).body.data;
    expect(await listed()).toHaveLength(1);
    expect((await listed())[0].category).toBe("evm");
    expect((await listed())[0].networks[0]).toEqual({ ...ETHEREUM, enabled: true });
    const flags = async () =>
      (await listed())[0].networks.map(({ network_symbol: name, enabled }: Record<string, unknown>) => [name, enabled]);
    await enable("8453/native", false);
    expect(await flags()).toContainEqual(["base", true]);
    await enable("8453/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", false);
    expect(await flags()).toEqual([
      ["ethereum", true],
      ["polygon", true],
      ["base", false],
      ["arbitrum", true],
      ["bsc", true],
    ]);
  });

  test("a network gives wallets while one of its assets is enabled (S-357, S-534)", async () => {
    const wallet = () => service.post("/v1/wallets", { owner: "ann", network_symbol: "base" });
    await enable("8453/native", false);
    expect((await wallet()).status).toBe(201);
    await enable("8453/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", false);
    expect((await wallet()).body).toEqual(problem(400, "Network not enabled"));
    await enable("8453/native", true);
    expect((await wallet()).status).toBe(201);
  });
});
