// No digit is lost between the sandbox and a test: `raw` is text everywhere, an amount that a double would round too.
import { expect, expectTypeOf, onTestFinished, test } from "vitest";
import { parseDigits } from "../../src/testing/parse-digits.ts";
import { type components, type Exact, startSandbox } from "../../src/testing/testing.ts";

test("numbers that a double would round keep their digits as text, wherever the point is", () => {
  const text =
    '{"big":123456789012345678901,"e18":1000000000000000000,"small":42,"half":0.5,"zeros":1.50,"e":1e30,"minus":-0.25,' +
    '"long":1.123456789012345678,"tiny":0.000000000000000001,"below":-12345678901234567890.5,"text":"1"}';
  expect(parseDigits(text)).toEqual({
    big: "123456789012345678901",
    e18: "1000000000000000000",
    small: 42,
    half: 0.5,
    zeros: 1.5,
    e: 1e30,
    minus: -0.25,
    long: "1.123456789012345678",
    tiny: 1e-18,
    below: "-12345678901234567890.5",
    text: "1",
  });
});

test("raw is text whatever its size", () => {
  expect(parseDigits('{"raw":25500000,"list":[{"raw":0}],"amount":25.5}')).toEqual({
    raw: "25500000",
    list: [{ raw: "0" }],
    amount: 25.5,
  });
});

test("the typed client of the service returns every digit of an amount with 18 decimals, and its type says text", async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.stop());
  await sandbox.client.POST("/wallets", { body: { owner: "a", network_symbol: "base" } });
  const { tx_id } = await sandbox.deposit({ network: "base", asset: "ETH", amount: 1_123456789012345678n, owner: "a" });
  const { data, response } = await sandbox.client.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id } } });
  expect(data?.data.balance).toMatchObject({ amount: "1.123456789012345678", raw: "1123456789012345678" });
  expect(BigInt(data?.data.balance.raw ?? 0)).toBe(1_123456789012345678n);
  expect(response.url).toBe(`${sandbox.apiBaseUrl}/deposits/tx/${tx_id}`);
  const { data: list } = await sandbox.client.GET("/transactions");
  expect(list?.data[0]?.fee.raw).toMatch(/^\d+$/);
  expectTypeOf(data?.data.balance.raw).toEqualTypeOf<string | undefined>();
  expectTypeOf(data?.data.balance.amount).toEqualTypeOf<number | string | undefined>();
  expectTypeOf<Exact<components["schemas"]["Deposit"]>["balance"]["raw"]>().toEqualTypeOf<string>();
});
