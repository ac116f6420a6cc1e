// Tokens that are not USDC: Ethereum's USDT, the pegged tokens of BNB Smart Chain, wrapped native coins.
import { encodeDeployData, erc20Abi, type Hex, parseEther, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, artifact, type RawNetwork, rawNetwork } from "./raw-network.ts";

const [owner, alice, bob, carol] = [account(0), account(1), account(2), account(3)];
const USDT: Hex = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const PEGGED: Hex = "0x55d398326f99059fF775485246999027B3197955";

let network: RawNetwork;
beforeAll(async () => {
  network = await rawNetwork();
  await put("TetherToken", USDT, ["Tether USD", "USDT", 6, owner.address]);
  await put("PlainToken", PEGGED, ["Tether USD", "USDT", 18, owner.address, "BEP20"]);
  for (const [name, address] of [
    ["TetherToken", USDT],
    ["PlainToken", PEGGED],
  ] as const)
    await write(name, address, owner, "mint", [alice.address, 1_000n]);
});
afterAll(() => network.close());

const put = async (name: string, address: Hex, args: unknown[]) => {
  const { abi, bytecode } = artifact(name);
  const data = encodeDeployData({ abi, bytecode, args });
  await network.request("hardhat_setCode", [address, await network.request<Hex>("eth_call", [{ data }, "latest"])]);
};
const read = (name: string, address: Hex, functionName: string, args: unknown[] = []): Promise<unknown> =>
  network.client.readContract({ address, abi: artifact(name).abi, functionName, args });
async function write(
  name: string,
  address: Hex,
  from: typeof owner,
  functionName: string,
  args: unknown[],
  value = 0n,
) {
  const call = { address, abi: artifact(name).abi, functionName, args, account: from, value, gas: 300_000n };
  const hash = await network.client.writeContract({ ...call, chain: null });
  return (await network.client.getTransactionReceipt({ hash })).status;
}
const textOf = (name: string, address: Hex, from: typeof owner, functionName: string, args: unknown[]) =>
  network.client.simulateContract({ address, abi: artifact(name).abi, functionName, args, account: from }).then(
    () => "not refused",
    (error) => error.walk((cause: Error) => cause.name === "ContractFunctionRevertedError")?.reason ?? "no reason",
  );
const selectorsOf = (name: string) => artifact(name).abi.flatMap((entry) => ("name" in entry ? [entry.name] : []));

describe("USDT of Ethereum", () => {
  const tether = (from: typeof owner, functionName: string, args: unknown[]) =>
    write("TetherToken", USDT, from, functionName, args);
  const held = (holder: Hex) => read("TetherToken", USDT, "balanceOf", [holder]);

  test("transfer, transferFrom and approve return nothing, which breaks clients that expect a bool", async () => {
    expect(await tether(alice, "approve", [carol.address, 10n])).toBe("success");
    expect(await tether(carol, "transferFrom", [alice.address, bob.address, 4n])).toBe("success");
    expect(await tether(alice, "transfer", [bob.address, 6n])).toBe("success");
    expect(await held(bob.address)).toBe(10n);
    const standard = { address: USDT, abi: erc20Abi, account: alice, args: [bob.address, 1n] } as const;
    const { client } = network;
    await expect(client.simulateContract({ ...standard, functionName: "transfer" })).rejects.toThrow(
      "returned no data",
    );
    expect(await tether(alice, "approve", [carol.address, 0n])).toBe("success");
  });

  test("a non-zero allowance is not replaced by another one: it is set to zero first", async () => {
    expect(await tether(alice, "approve", [carol.address, 5n])).toBe("success");
    expect(await tether(alice, "approve", [carol.address, 7n])).toBe("reverted");
    expect(await tether(alice, "approve", [carol.address, 0n])).toBe("success");
    expect(await tether(alice, "approve", [carol.address, 7n])).toBe("success");
    expect(await read("TetherToken", USDT, "allowance", [alice.address, carol.address])).toBe(7n);
  });

  test("it has neither permit nor EIP-3009, and refuses without a reason", async () => {
    for (const name of ["permit", "nonces", "DOMAIN_SEPARATOR", "transferWithAuthorization", "authorizationState"])
      expect(selectorsOf("TetherToken")).not.toContain(name);
    expect(await textOf("TetherToken", USDT, bob, "mint", [bob.address, 1n])).toBe(
      "Transaction reverted without a reason string",
    );
    expect(await tether(alice, "transfer", [bob.address, 10n ** 30n])).toBe("reverted");
  });

  test("the real blacklist stops sending, that of the sandbox receiving too; a pause stops all", async () => {
    expect(await tether(owner, "addBlackList", [bob.address])).toBe("success");
    expect(await read("TetherToken", USDT, "getBlackListStatus", [bob.address])).toBe(true);
    expect(await tether(alice, "transfer", [bob.address, 1n])).toBe("success");
    expect(await tether(bob, "transfer", [alice.address, 1n])).toBe("reverted");
    expect(await tether(owner, "blacklist", [bob.address])).toBe("success");
    expect(await tether(alice, "transfer", [bob.address, 1n])).toBe("reverted");
    expect(await tether(owner, "unBlacklist", [bob.address])).toBe("success");
    expect(await tether(bob, "transfer", [alice.address, 1n])).toBe("success");
    expect(await tether(owner, "pause", [])).toBe("success");
    expect(await tether(alice, "transfer", [bob.address, 1n])).toBe("reverted");
    expect(await tether(owner, "unpause", [])).toBe("success");
    for (const call of ["pause", "unpause", "addBlackList", "removeBlackList", "blacklist", "unBlacklist"])
      expect(await tether(alice, call, call.includes("lack") ? [bob.address] : []), call).toBe("reverted");
  });
});

describe("the pegged tokens of BNB Smart Chain", () => {
  test("they have neither permit nor EIP-3009, and their texts begin with BEP20", async () => {
    for (const name of ["permit", "nonces", "transferWithAuthorization"])
      expect(selectorsOf("PlainToken")).not.toContain(name);
    const text = (from: typeof owner, functionName: string, args: unknown[]) =>
      textOf("PlainToken", PEGGED, from, functionName, args);
    expect(await text(bob, "transfer", [alice.address, 1n])).toBe("BEP20: transfer amount exceeds balance");
    expect(await text(alice, "transfer", [zeroAddress, 1n])).toBe("BEP20: transfer to the zero address");
    expect(await text(bob, "transferFrom", [alice.address, bob.address, 1n])).toBe(
      "BEP20: transfer amount exceeds allowance",
    );
    expect(await text(bob, "mint", [bob.address, 1n])).toBe("Ownable: caller is not the owner");
    expect(await read("PlainToken", PEGGED, "getOwner")).toBe(owner.address);
  });

  test("the owner's calls of the sandbox work on them", async () => {
    const pegged = (from: typeof owner, functionName: string, args: unknown[]) =>
      write("PlainToken", PEGGED, from, functionName, args);
    expect(await pegged(alice, "transfer", [bob.address, 5n])).toBe("success");
    expect(await pegged(owner, "blacklist", [bob.address])).toBe("success");
    expect(await pegged(bob, "transfer", [alice.address, 1n])).toBe("reverted");
    expect(await pegged(owner, "unBlacklist", [bob.address])).toBe("success");
    expect(await pegged(owner, "pause", [])).toBe("success");
    expect(await pegged(bob, "transfer", [alice.address, 1n])).toBe("reverted");
    expect(await pegged(owner, "unpause", [])).toBe("success");
    expect(await pegged(bob, "transfer", [alice.address, 1n])).toBe("success");
  });
});

test("a wrapped coin is given for native coin and gives it back", async () => {
  const weth = await network.deploy("WrappedNative", ["Wrapped Ether", "WETH"]);
  const wrapped = (from: typeof owner, functionName: string, args: unknown[], value = 0n) =>
    write("WrappedNative", weth, from, functionName, args, value);
  expect(await wrapped(alice, "deposit", [], parseEther("2"))).toBe("success");
  await network.client.sendTransaction({ account: alice, to: weth, value: parseEther("1"), chain: null });
  expect(await read("WrappedNative", weth, "balanceOf", [alice.address])).toBe(parseEther("3"));
  expect(await wrapped(alice, "withdraw", [parseEther("4")])).toBe("reverted");
  expect(await wrapped(alice, "transfer", [bob.address, parseEther("1")])).toBe("success");
  const before = await network.client.getBalance({ address: bob.address });
  expect(await wrapped(bob, "withdraw", [parseEther("1")])).toBe("success");
  expect(await network.client.getBalance({ address: bob.address })).toBeGreaterThan(before + parseEther("0.9"));
  expect(await wrapped(alice, "approve", [carol.address, 5n])).toBe("success");
  expect(await wrapped(carol, "transferFrom", [alice.address, carol.address, 6n])).toBe("reverted");
  expect(await wrapped(carol, "transferFrom", [alice.address, carol.address, 5n])).toBe("success");
  expect(await read("WrappedNative", weth, "totalSupply")).toBe(parseEther("2"));
});
