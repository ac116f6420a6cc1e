// evm_snapshot and evm_revert take and restore the whole world, as test fixtures do.
import { createTestClient, http, parseEther } from "viem";
import { expect, test } from "vitest";
import { ask, connect, get } from "../../rpc/a-client.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { allDeposits, aWallet, payToken } from "../../support/payments/on-chain.ts";

const STRANGER = `0x${"e7".repeat(20)}` as const;

const testClient = (sandbox: ASandbox, mode: "hardhat" | "anvil") => {
  const { chain, url } = sandbox.chain("base");
  return createTestClient({ chain, mode, transport: http(url, { retryCount: 0 }) });
};

test.each(["hardhat", "anvil"] as const)(
  "a fixture in the mode %s: chain, clock, records and other networks go back, the next calls see the old world",
  async (mode) => {
    const sandbox = await aSandbox();
    const client = testClient(sandbox, mode);
    const wallet = await aWallet(sandbox.api);
    const [base, polygon] = [sandbox.chain("base").public, sandbox.chain("polygon").public];
    const head = await base.getBlock();
    const clock = await sandbox.control("GET", "/clock");
    const id = await client.snapshot();
    for (let round = 0; round < 2; round += 1) {
      await client.setBalance({ address: STRANGER, value: parseEther("7") });
      await payToken(sandbox, { to: wallet.address, amount: "5" });
      await sandbox.control("POST", "/networks/polygon/mine", { blocks: 3 });
      await sandbox.control("POST", "/clock/advance", { by: "1h" });
      expect(await allDeposits(sandbox.api)).toHaveLength(1);
      await client.revert({ id: round === 0 ? id : "0x2" });
      expect((await base.getBlock()).hash).toBe(head.hash);
      expect(await polygon.getBlockNumber({ cacheTime: 0 })).toBe(0n);
      expect(await base.getBalance({ address: STRANGER })).toBe(0n);
      expect(await allDeposits(sandbox.api)).toEqual([]);
      expect((await sandbox.control("GET", "/clock")).now).toBe(clock.now);
      if (round === 0) expect(await client.snapshot()).toBe("0x2");
    }
    expect((await sandbox.control("GET", "/snapshots")).items).toEqual([]);
  },
);

test("an id is valid once and ends later ones; an unknown one answers false", async () => {
  const { url } = (await aSandbox()).chain("base");
  const [first, second, third] = [
    await get(url, "evm_snapshot"),
    await get(url, "evm_snapshot"),
    await get(url, "evm_snapshot"),
  ];
  expect(await get(url, "evm_revert", [second])).toBe(true);
  for (const id of [second, third, "0x99"]) expect(await get(url, "evm_revert", [id])).toBe(false);
  expect(await get(url, "evm_revert", [first])).toBe(true);
  expect((await ask(url, "evm_revert", [])).error?.code).toBe(-32602);
});

test("a WebSocket gets its answer and is closed with 1012, as by a reset", async () => {
  const sandbox = await aSandbox();
  const url = sandbox.chain("base").url.replace("http", "ws");
  const [client, other] = [await connect(url), await connect(url)];
  const { result: id } = await client.call("evm_snapshot");
  expect((await client.call("evm_revert", [id])).result).toBe(true);
  expect([await client.closed, await other.closed]).toEqual([1012, 1012]);
  const later = await connect(url);
  expect((await later.call("eth_chainId")).result).toBe("0x2105");
  await sandbox.control("POST", "/reset");
  expect(await later.closed).toBe(1012);
});

test("with a second tenant both are refused and nothing changes", async () => {
  const sandbox = await aSandbox();
  const { url, public: client } = sandbox.chain("base");
  const id = await get(url, "evm_snapshot");
  await get(url, "evm_mine");
  await sandbox.control("POST", "/tenants", { name: "second" });
  for (const [method, params] of [
    ["evm_snapshot", []],
    ["evm_revert", [id]],
  ] as const) {
    const { error } = await ask(url, method, params);
    expect([error?.code, error?.message]).toEqual([-32000, expect.stringContaining("POST /admin/snapshots")]);
  }
  expect(await client.getBlockNumber()).toBe(1n);
});

test("only the last hundred are kept", async () => {
  const { url } = (await aSandbox()).chain("base");
  for (let count = 0; count < 101; count += 1) await get(url, "evm_snapshot");
  expect(await get(url, "evm_revert", ["0x1"])).toBe(false);
  expect(await get(url, "evm_revert", ["0x2"])).toBe(true);
});
