// Quotes through HTTP: the four scenarios to the last digit, in dollars when the price feed is on, and who is asked (H-29).
import { beforeEach, describe, expect, test } from "vitest";
import { putSetting } from "../../src/domain/network/store.ts";
import { insertFault } from "../../src/faults/store.ts";
import { aService, type Service } from "./a-service.ts";

let service: Service;
beforeEach(() => {
  service = aService();
});

const problem = (code: number, error: string) => ({ success: false, code, error });
const NATIVE = `0x${"0".repeat(40)}`;

/** A route between catalogue assets; the amount in the smallest unit of the first. */
type Route = { from: [string, string]; to: [string, string]; amount: string };

function pathOf({ from, to, amount }: Route): string {
  const { catalogue } = service.world;
  const side = (name: string, [network, symbol]: [string, string]) =>
    `${name}_chain_id=${catalogue.network(network).chainId}&${name}_token=${catalogue.assetBySymbol(network, symbol)!.address}`;
  return `/v1/uda/quote?${side("from", from)}&${side("to", to)}&amount=${amount}`;
}

function silence(match: Record<string, string>): void {
  const row = { gate: "routing.provider", effect: "no-quote", skip: 0, times: null, params: "{}", seen: 0, hits: 0 };
  insertFault(service.world.db, { ...row, id: JSON.stringify(match), match: JSON.stringify(match) });
}

const ACROSS: Route = { from: ["ethereum", "USDC"], to: ["arbitrum", "USDC"], amount: "100000000" };

describe.each([
  {
    scenario: "same_chain_same_token",
    route: { from: ["ethereum", "USDC"], to: ["ethereum", "USDC"], amount: "100000000" } as Route,
    ...{ provider: "internal", seconds: 5, rate: "0.9985", output: "99850000" },
    fees: { gas_fee: "0", protocol_fee: "150000", total_fee: "150000" },
    usd: { from: "100.00", to: "99.85", gas: "0.00", protocol: "0.15", total: "0.15" },
  },
  {
    scenario: "same_chain_diff_token",
    route: { from: ["base", "ETH"], to: ["base", "USDC"], amount: "1000000000000000000" } as Route,
    ...{ provider: "lifi", seconds: 15, rate: "2496.23", output: "2496230000" },
    fees: { gas_fee: "8000000000000", protocol_fee: "1500000000000000", total_fee: "1508000000000000" },
    usd: { from: "2500.00", to: "2496.23", gas: "0.02", protocol: "3.75", total: "3.77" },
  },
  {
    scenario: "cross_chain_same_token",
    route: ACROSS,
    ...{ provider: "lifi", seconds: 45, rate: "0.998", output: "99800000" },
    fees: { gas_fee: "50000", protocol_fee: "150000", total_fee: "200000" },
    usd: { from: "100.00", to: "99.80", gas: "0.05", protocol: "0.15", total: "0.20" },
  },
  {
    scenario: "cross_chain_diff_token",
    route: { from: ["polygon", "POL"], to: ["bsc", "USDT"], amount: "40000000000000000000" } as Route,
    ...{ provider: "lifi", seconds: 60, rate: "0.498", output: "19920000000000000000" },
    fees: { gas_fee: "100000000000000000", protocol_fee: "60000000000000000", total_fee: "160000000000000000" },
    usd: { from: "20.00", to: "19.92", gas: "0.05", protocol: "0.03", total: "0.08" },
  },
])("$scenario", ({ scenario, route, provider, seconds, rate, output, fees, usd }) => {
  test("to the last digit (S-255…S-262)", async () => {
    const { status, body } = await service.get(pathOf(route));
    const { catalogue } = service.world;
    const place = ([network, symbol]: [string, string]) => ({
      chain_id: catalogue.network(network).chainId,
      token_address: catalogue.assetBySymbol(network, symbol)!.address,
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      from: { ...place(route.from), amount: route.amount },
      to: { ...place(route.to), amount: output },
      fees,
      route: { provider, scenario, estimated_time_seconds: seconds },
      exchange_rate: rate,
      expires_at: "2026-01-01T00:01:00.000Z",
    });
  });

  test("in dollars too while the price feed is on, and not any more afterwards (S-264)", async () => {
    const { body: without } = await service.get(pathOf(route));
    putSetting(service.world.db, "price_feed", "true");
    const { data } = (await service.get(pathOf(route))).body;
    expect(data).toEqual({
      ...without.data,
      from: { ...without.data.from, amount_usd: usd.from },
      to: { ...without.data.to, amount_usd: usd.to },
      fees: { ...fees, gas_fee_usd: usd.gas, protocol_fee_usd: usd.protocol, total_fee_usd: usd.total },
    });
    putSetting(service.world.db, "price_feed", "false");
    expect((await service.get(pathOf(route))).body).toEqual(without);
  });
});

test("`native` is another name of the zero address, and tokens are taken in any case (K-7)", async () => {
  const right = pathOf({ from: ["base", "ETH"], to: ["base", "USDC"], amount: "1000000000000000000" });
  const { body } = await service.get(right);
  expect((await service.get(right.replace(NATIVE, "native"))).body).toEqual(body);
  const { address } = service.world.catalogue.assetBySymbol("base", "USDC")!;
  expect((await service.get(right.replace(address, address.toLowerCase()))).body).toEqual(body);
});

test("a provider that is out is passed over; when all are, it is 502 (S-266, H-29)", async () => {
  silence({ provider: "lifi" });
  const { data } = (await service.get(pathOf(ACROSS))).body;
  expect(data.route.provider).toBe("relay");
  // One cent more than lifi.
  expect(data.fees).toEqual({ gas_fee: "60000", protocol_fee: "150000", total_fee: "210000" });
  silence({ provider: "relay" });
  expect((await service.get(pathOf(ACROSS))).body).toEqual(problem(502, "No provider could produce a quote"));
  const internal: Route = { ...ACROSS, to: ["ethereum", "USDC"] };
  expect((await service.get(pathOf(internal))).status).toBe(200);
  silence({ scenario: "same_chain_same_token" });
  expect((await service.get(pathOf(internal))).body).toEqual(problem(502, "No provider could produce a quote"));
});

test("an amount that the fees use up is 502, one unit more is a quote (H-29)", async () => {
  const amount = (units: string) => service.get(pathOf({ ...ACROSS, amount: units }));
  // 0.05 USD and 15 basis points, rounded up: 50,076 units pay 50,000 + 76.
  expect((await amount("50076")).body).toEqual(problem(502, "No provider could produce a quote"));
  expect((await amount("50077")).body.data.to.amount).toBe("1");
});
