// Where the money of a record went (D-26): both sides of each transfer add up to zero in each asset, by the books and the records.
import { expect, test } from "vitest";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault } from "../../support/payments/a-payout.ts";
import { aUda, DESTINATION } from "../../support/payments/a-uda.ts";

type Line = { [member: string]: any };
const sumsOf = (money: { sums: Line[] }) => money.sums.map(({ network, symbol, raw }) => [network, symbol, raw]);
const find = (money: { items: Line[] }, wanted: Line) =>
  money.items.filter((line) => Object.entries(wanted).every(([name, value]) => line[name] === value));

test("a settlement across chains: what came in left again, as the provider's share and the platform's fee, and gas went to the networks", async () => {
  const { control, api } = await aSandbox();
  await aUda(api, { owner: "carol" });
  await control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "100", owner: "carol" });
  await control("POST", "/run-until-idle", { advance: true });
  const [{ id }] = (await control("GET", "/settlements")).items;
  const money = await control("GET", `/records/${id}/money`);
  expect(sumsOf(money).toSorted()).toEqual([
    ["arbitrum", "ETH", "0"],
    ["arbitrum", "USDC", "0"],
    ["polygon", "POL", "0"],
    ["polygon", "USDT", "0"],
  ]);
  expect(find(money, { symbol: "USDT", amount: "100" })).toMatchObject([
    { place: "deposit address of carol", source: "books", state: "confirmed" },
  ]);
  // One movement for each payment of the sweep.
  const out = find(money, { symbol: "USDT", source: "books" }).filter(({ raw }) => raw.startsWith("-"));
  expect(out.reduce((sum, { raw }) => sum + BigInt(raw), 0n)).toBe(-100_000_000n);
  expect(find(money, { what: "fee", symbol: "USDT", amount: "0.15" })).toMatchObject([
    { place: "the platform, its fee" },
  ]);
  expect(find(money, { address: DESTINATION })).toHaveLength(0);
  const arrived = find(money, { symbol: "USDC", place: "the receiver" });
  const { record } = await control("GET", `/records/${id}`);
  expect(arrived.map(({ raw }) => raw)).toEqual([record.destination_raw]);
  expect(find(money, { what: "gas", place: "gas station" }).length).toBeGreaterThan(0);
  expect(money.fees).toEqual([
    { what: "platform", symbol: "USDT", amount: "0.15" },
    { what: "provider", symbol: "USDT", amount: expect.stringMatching(/^0\.\d+$/) },
  ]);
  expect(money.watched_by.map(({ id: one, ok }: Line) => [one, ok])).toEqual([
    ["I-03", true],
    ["I-27", true],
    ["I-28", true],
  ]);
});

test("a payout: the vault's movements, the receiver, and the gas that the vault or its station paid", async () => {
  const sandbox = await aSandbox();
  await aVault(sandbox, { amount: "50" });
  const { id } = await aPayout(sandbox, { amount: "10", to_address: DESTINATION });
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  const money = await sandbox.control("GET", `/records/${id}/money`);
  expect(sumsOf(money).map(([, , raw]) => raw)).toEqual(["0", "0"]);
  expect(find(money, { symbol: "USDT", amount: "-10" })).toMatchObject([{ place: "vault", source: "books" }]);
  expect(find(money, { symbol: "USDT", amount: "10" })).toMatchObject([{ place: "the receiver", source: "record" }]);
  expect(find(money, { what: "gas", place: "the network" })).toHaveLength(1);
  sandbox.mayBreak(["I-07", "I-10", "I-11", "I-12", "I-17"], "a movement is taken out of the books");
  // A sum that is not booked is seen: without its movement the payout does not add up.
  sandbox.store.run("delete from movement where kind = 'out' and asset <> :native", { native: `0x${"0".repeat(40)}` });
  const broken = await sandbox.control("GET", `/records/${id}/money`);
  expect(broken.sums).toContainEqual({ network: "ethereum", symbol: "USDT", amount: "10", raw: "10000000" });
});

test("a settlement within one chain and one token: destination and fee are in one transaction, and add up", async () => {
  const { control, api } = await aSandbox();
  await aUda(api, { owner: "dave" });
  await control("POST", "/deposits", { network: "arbitrum", asset: "USDC", amount: "40", owner: "dave" });
  await control("POST", "/run-until-idle", { advance: true });
  const [{ id }] = (await control("GET", "/settlements")).items;
  const { record } = await control("GET", `/records/${id}`);
  expect(record.provider).toBe("internal");
  const money = await control("GET", `/records/${id}/money`);
  expect(sumsOf(money).map(([, , raw]) => raw)).toEqual(["0", "0"]);
  expect(find(money, { place: "the receiver" }).map(({ raw }) => raw)).toEqual([record.destination_raw]);
  expect(find(money, { what: "fee" }).map(({ raw }) => raw)).toEqual([record.fee_platform]);
});

test("a deposit that a reorg took away counts in no sum, and a record that moves nothing has no lines", async () => {
  const { control, api, ready } = await aSandbox();
  await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await control("PUT", "/networks/base/mining", { mode: "manual" });
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "3", owner: "alice" });
  await control("POST", "/networks/base/mine", {});
  const [{ id }] = (await control("GET", "/deposits?owner=alice")).items;
  const seen = await control("GET", `/records/${id}/money`);
  expect(sumsOf(seen)).toEqual([["base", "USDC", "0"]]);
  expect(find(seen, { source: "books" })).toMatchObject([{ amount: "3", state: "pending", place: "wallet of alice" }]);
  await control("POST", "/networks/base/reorg", { depth: 1, transactions: "drop" });
  const gone = await control("GET", `/records/${id}/money`);
  expect(gone.sums).toEqual([]);
  expect(gone.items.map(({ amount, state }: Line) => [amount, state])).toEqual([
    ["-3", "orphaned"],
    ["3", "orphaned"],
  ]);
  expect(await control("GET", `/records/${ready.vault_id}/money`)).toEqual({
    ...{ items: [], sums: [], fees: [], watched_by: [] },
  });
});
