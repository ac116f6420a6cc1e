// Story: one transaction pays several times, as an exchange that pays out in batches does (U-62, R-013).
import { expect, test } from "vitest";
import { aSandbox } from "../../support/a-sandbox.ts";
import { tokenBalance } from "../../support/payments/a-uda.ts";
import { anEndpoint } from "../../support/payments/a-webhook.ts";

const wallet = async (sandbox: Awaited<ReturnType<typeof aSandbox>>, owner: string, network = "base") =>
  (await sandbox.api.POST("/wallets", { body: { owner, network_symbol: network } })).data?.data.address ?? "";

test.each([
  ["base", "USDC"],
  ["ethereum", "USDT"],
  ["bsc", "USDT"],
  ["polygon", "USDC"],
  ["arbitrum", "USDC"],
])(
  "%s: two transfers of %s and one of native coin to the same owner are three deposits of one transaction, each once",
  async (network, asset) => {
    const sandbox = await aSandbox();
    const address = await wallet(sandbox, "alice", network);
    const other = await wallet(sandbox, "bob", network);
    const endpoint = await anEndpoint(sandbox, { types: ["deposit.confirmed"] });
    const legs = [
      { amount: "5", owner: "alice" },
      { amount: "7", owner: "alice" },
      { asset: "native", amount: "0.5", owner: "alice" },
      { amount: "5", to_address: other },
    ];
    const answer = await sandbox.control("POST", "/deposits", { network, asset, legs });
    expect(answer).toMatchObject({ to_address: address, to_addresses: [address, address, address, other] });
    await sandbox.control("POST", "/run-until-idle", { advance: true });
    const { items } = await sandbox.control("GET", `/deposits?tx_id=${answer.tx_id}`);
    const shown = items.map(({ owner, type, amount }: Record<string, string>) => `${owner} ${type} ${amount}`);
    expect(shown.toSorted()).toEqual(["alice native 0.5", "alice token 5", "alice token 7", "bob token 5"]);
    expect(new Set(items.map(({ state }: { state: string }) => state))).toEqual(new Set(["confirmed"]));
    expect(new Set(endpoint.received.map(({ json }) => json.payload.id)).size).toBe(4);
    // Each has the hash of the one transaction, and the payer's allowance is used up.
    expect(new Set(endpoint.received.map(({ json }) => json.payload.tx_id)).size).toBe(1);
    const again = await sandbox.control("POST", "/deposits", { network, asset, legs: legs.slice(0, 2) });
    await sandbox.control("POST", "/run-until-idle", { advance: true });
    expect((await sandbox.control("GET", `/deposits?tx_id=${again.tx_id}`)).items).toHaveLength(2);
  },
);

test("several assets in one transaction, and two such transactions that wait for one block", async () => {
  const sandbox = await aSandbox();
  const address = await wallet(sandbox, "alice", "ethereum");
  await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const legs = [
    { asset: "USDC", amount: "1", owner: "alice" },
    { asset: "USDT", amount: "2", owner: "alice" },
  ];
  const sent = [];
  for (let count = 0; count < 2; count += 1)
    sent.push(await sandbox.control("POST", "/deposits", { network: "ethereum", legs }));
  expect((await sandbox.control("GET", "/deposits?owner=alice")).items).toEqual([]);
  await sandbox.control("POST", "/networks/ethereum/mine", { blocks: 30 });
  for (const { tx_id } of sent)
    expect((await sandbox.control("GET", `/deposits?tx_id=${tx_id}&state=confirmed`)).items).toHaveLength(2);
  expect(await tokenBalance(sandbox, "ethereum", "USDC", address)).toBe(2_000_000n);
  expect(await tokenBalance(sandbox, "ethereum", "USDT", address)).toBe(4_000_000n);
});

test("a reorg takes all of them back, or none", async () => {
  const sandbox = await aSandbox();
  await wallet(sandbox, "alice");
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  const legs = ["1", "2"].map((amount) => ({ amount, owner: "alice" }));
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", legs });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
  await sandbox.control("POST", "/networks/base/reorg", { depth: 1, transactions: "drop" });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 30 });
  const { deposits } = await sandbox.control("POST", "/judge", { owners: ["alice"] });
  expect(deposits).toMatchObject({ seen: [], confirmed: [], orphaned: [{ amount: "1" }, { amount: "2" }] });
});

test("one leg that the token refuses lets all of them fail; the next transaction is not hurt", async () => {
  const sandbox = await aSandbox();
  await wallet(sandbox, "alice", "ethereum");
  const legs = ["1", "2"].map((amount) => ({ amount, owner: "alice" }));
  const order = { network: "ethereum", asset: "USDT", legs };
  await sandbox.control("POST", "/networks/ethereum/tokens/USDT/pause");
  const { tx_id } = await sandbox.control("POST", "/deposits", order);
  await sandbox.control("POST", "/networks/ethereum/tokens/USDT/unpause");
  expect((await sandbox.control("GET", `/deposits?tx_id=${tx_id}`)).items).toEqual([]);
  const next = await sandbox.control("POST", "/deposits", order);
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect((await sandbox.control("GET", `/deposits?tx_id=${next.tx_id}`)).items).toHaveLength(2);
});

test.each([
  ["no legs", { network: "base", legs: [] }, "legs"],
  ["a leg without an asset", { network: "base", legs: [{ amount: "1", owner: "alice" }] }, "legs.0: asset is required"],
  [
    "an amount beside the legs",
    { network: "base", asset: "USDC", amount: "1", legs: [{ amount: "1", owner: "alice" }] },
    "amount stands in each",
  ],
  [
    "a leg that nobody gets",
    { network: "base", asset: "USDC", legs: [{ amount: "1" }] },
    "legs.0: exactly one of owner and to_address",
  ],
  [
    "a leg with an unknown member",
    { network: "base", asset: "USDC", legs: [{ amount: "1", owner: "alice", more: 1 }] },
    "legs",
  ],
  [
    "21 legs",
    { network: "base", asset: "USDC", legs: Array.from({ length: 21 }, () => ({ amount: "1", owner: "a" })) },
    "legs",
  ],
  ["no legs and no asset", { network: "base", amount: "1", owner: "alice" }, "asset is required"],
  ["no legs and no amount", { network: "base", asset: "USDC", owner: "alice" }, "amount is required"],
])("%s is refused, and nothing is paid", async (_what, body, says) => {
  const sandbox = await aSandbox();
  await wallet(sandbox, "alice");
  const answer = await sandbox.admin("POST", "/deposits", body);
  expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(says)]);
  expect((await sandbox.control("GET", "/deposits")).items).toEqual([]);
});
