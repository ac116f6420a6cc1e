// Section 17: GET /uda/quote.
import { expect, test } from "vitest";
import { serviceDocument } from "../../../src/spec/document.ts";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { eventsOf } from "../../support/payments/on-chain.ts";
import { DATE_TIME, DIGITS, exact, expectProblem, jsonNumber } from "../api.ts";
import { send } from "../http-client.ts";

const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const USDT_BSC = "0x55d398326f99059fF775485246999027B3197955";
const ZERO = "0x0000000000000000000000000000000000000000";
const NOBODY = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";
const ORDER = { from_chain_id: "1", from_token: USDC, to_chain_id: "56", to_token: USDT_BSC, amount: "100000000" };
const sandbox = sharedSandbox();

const pathOf = (more: Record<string, string | undefined> = {}) => {
  const given = Object.entries({ ...ORDER, ...more }).filter((one): one is [string, string] => one[1] !== undefined);
  return `/uda/quote?${new URLSearchParams(given)}`;
};
const ask = (more: Record<string, string | undefined> = {}) => send(sandbox(), { path: pathOf(more), key: null });
const parameter = (name: string) =>
  serviceDocument.paths["/uda/quote"]?.["get"]?.parameters?.find((one) => one.name === name) as
    | { required?: boolean; description?: string }
    | undefined;

test("it is public: no key, a wrong key and a right key get the same quote (S-244, S-254)", async () => {
  const asked = [null, "sk_sandbox_wrong", sandbox().ready.api_key].map((key) =>
    send(sandbox(), { path: pathOf(), key }),
  );
  const [without, wrong, right] = await Promise.all(asked);
  expect(without!.status).toBe(200);
  for (const reply of [wrong!, right!]) expect([reply.status, reply.body]).toEqual([200, without!.body]);
});

test("every member has its type: chains are integers, amounts, fees and rate are strings (S-255…S-262)", async () => {
  const { data } = await exact(sandbox(), { path: pathOf(), key: null });
  expect(data).toEqual({
    from: { chain_id: jsonNumber(1), token_address: USDC, amount: "100000000" },
    to: { chain_id: jsonNumber(56), token_address: USDT_BSC, amount: "99800000000000000000" },
    fees: { gas_fee: DIGITS, protocol_fee: DIGITS, total_fee: DIGITS },
    route: { provider: "lifi", scenario: "cross_chain_diff_token", estimated_time_seconds: jsonNumber(60) },
    exchange_rate: "0.998",
    expires_at: DATE_TIME,
  });
  const { gas_fee, protocol_fee, total_fee } = data.fees;
  expect(BigInt(total_fee)).toBe(BigInt(gas_fee) + BigInt(protocol_fee));
});

test.each([
  ["from_chain_id (S-245)", "from_chain_id", ["one", "1.5", "-1", "0", "1e1", ""]],
  ["from_token (S-246)", "from_token", ["USDC", "0x12", `${USDC}00`, ""]],
  ["to_chain_id (S-248)", "to_chain_id", ["one", "1.5", "-1", "0", "0x38", ""]],
  ["to_token (S-249)", "to_token", ["USDT", "0x12", `${USDT_BSC}00`, ""]],
  ["amount (S-250, S-251)", "amount", ["1.5", "-1", "1e3", "0", "01", "ten", " 1", ""]],
])("%s is required, and of its form (S-265)", async (_title, name, wrong) => {
  expect((await ask()).status).toBe(200);
  expectProblem(await ask({ [name]: undefined }), 400, "Invalid request");
  for (const value of wrong) expectProblem(await ask({ [name]: value }), 400, "Invalid request");
});

test("the zero address is the native coin (S-247)", async () => {
  const { status, body } = await ask({ from_token: ZERO, amount: "1000000000000000000" });
  expect(status).toBe(200);
  expect(body.data.from).toEqual({ chain_id: 1, token_address: ZERO, amount: "1000000000000000000" });
  // One ether is 2,500 dollars: the output is close to that, in dollars.
  expect(Number(body.data.exchange_rate)).toBeGreaterThan(2_400);
  expect(Number(body.data.exchange_rate)).toBeLessThan(2_500);
});

test("the amount is in the smallest unit of the source token (S-251)", async () => {
  const small = await ask({ amount: "1000000" });
  expect(small.body.data).toMatchObject({ from: { amount: "1000000" } });
  // One dollar minus fees, in a token with 18 decimals.
  expect(BigInt(small.body.data.to.amount)).toBeGreaterThan(9n * 10n ** 17n);
  expect(BigInt(small.body.data.to.amount)).toBeLessThan(10n ** 18n);
});

test("the two addresses are optional, documented, and validated when present (S-252, S-253)", async () => {
  const plain = await ask();
  for (const name of ["from_address", "to_address"]) {
    expect(parameter(name)?.required ?? false).toBe(false);
    expect((await ask({ [name]: NOBODY })).body).toEqual(plain.body);
    expectProblem(await ask({ [name]: "bob" }), 400, "Invalid request");
  }
  expect(parameter("from_address")?.description).toMatch(/signer.*executable/i);
  expect(parameter("to_address")?.description).toMatch(/provider takes from_address when absent/i);
});

test("a quote creates nothing, and says that it is indicative (S-263)", async () => {
  const world = async () => [
    (await eventsOf(sandbox())).length,
    (await exact(sandbox(), "/uda")).data.count,
    (await exact(sandbox(), "/transactions")).pagination.total_items,
  ];
  const before = await world();
  await ask();
  await send(sandbox(), { path: pathOf({ from_address: NOBODY }) });
  expect(await world()).toEqual(before);
  const { description } = serviceDocument.paths["/uda/quote"]!["get"] as unknown as { description: string };
  expect(description).toMatch(/^Indicative price.*Creates nothing/);
});

test("members in dollars are left out until there is a price feed (S-264)", async () => {
  const names = async () => JSON.stringify((await ask()).body.data).match(/"\w*usd"/g) ?? [];
  expect(await names()).toEqual([]);
  await sandbox().control("PUT", "/price-feed", { enabled: true });
  expect(await names()).toHaveLength(5);
  await sandbox().control("PUT", "/price-feed", { enabled: false });
  expect(await names()).toEqual([]);
});

test("what no provider can quote is 502 (S-266)", async () => {
  const others = [{ from_chain_id: "99" }, { to_token: `0x${"1".repeat(40)}` }, { amount: "1" }];
  for (const other of others) expectProblem(await ask(other), 502, "No provider could produce a quote");
});
