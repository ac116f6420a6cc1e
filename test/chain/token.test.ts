// The stablecoin contract: ERC-20, EIP-2612, EIP-3009, pause and blacklist.
import { encodeDeployData, type Hex, parseSignature, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TRANSFER_WITH_AUTHORIZATION } from "../support/payments/eip-3009.ts";
import { account, artifact, type RawNetwork, rawNetwork, START } from "./raw-network.ts";

const { abi, bytecode } = artifact("SandboxToken");
const token: Hex = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const [owner, alice, bob, carol] = [account(0), account(1), account(2), account(3)];
const domain = { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: token } as const;
const YEAR = 31_536_000;

let network: RawNetwork;
const read = (functionName: string, args: unknown[] = []): Promise<unknown> =>
  network.client.readContract({ address: token, abi, functionName, args });
const write = async (from: typeof owner, functionName: string, args: unknown[]): Promise<void> => {
  const { request } = await network.client.simulateContract({ address: token, abi, functionName, args, account: from });
  const hash = await network.client.writeContract(request);
  expect((await network.client.getTransactionReceipt({ hash })).status).toBe("success");
};
const refused = async (from: typeof owner, functionName: string, args: unknown[]): Promise<string> => {
  try {
    await network.client.simulateContract({ address: token, abi, functionName, args, account: from });
  } catch (error) {
    const reverted = (error as { walk(match: (e: unknown) => boolean): { data?: { errorName: string } } }).walk(
      (cause) => (cause as Error).name === "ContractFunctionRevertedError",
    );
    return (reverted as { reason?: string }).reason ?? reverted.data?.errorName ?? "no reason";
  }
  return "not refused";
};

beforeAll(async () => {
  network = await rawNetwork();
  const data = encodeDeployData({ abi, bytecode, args: ["USD Coin", "USDC", 6, owner.address] });
  const code = await network.request<Hex>("eth_call", [{ data, from: owner.address }, "latest"]);
  await network.request("hardhat_setCode", [token, code]);
  await write(owner, "mint", [alice.address, 1_000_000_000n]);
});
afterAll(() => network.close());

test("code put at its address, with empty storage, answers name, symbol, decimals and EIP-712 domain", async () => {
  expect(await read("name")).toBe("USD Coin");
  expect(await read("symbol")).toBe("USDC");
  expect(await read("decimals")).toBe(6);
  expect(await read("version")).toBe("2");
  expect(await read("owner")).toBe(owner.address);
  expect(await read("eip712Domain")).toEqual(["0x0f", "USD Coin", "2", 8453n, token, `0x${"0".repeat(64)}`, []]);
});

test("a transfer moves exactly its value and a mint raises the supply", async () => {
  const supply = (await read("totalSupply")) as bigint;
  await write(alice, "transfer", [bob.address, 25_500_000n]);
  await write(owner, "mint", [bob.address, 1n]);
  expect(await read("balanceOf", [bob.address])).toBe(25_500_001n);
  expect(await read("totalSupply")).toBe(supply + 1n);
  await write(bob, "burn", [25_500_001n]);
  expect(await read("totalSupply")).toBe(supply - 25_500_000n);
});

test("only the owner mints, pauses and blacklists", async () => {
  expect(await refused(alice, "mint", [alice.address, 1n])).toBe("Ownable: caller is not the owner");
  expect(await refused(alice, "pause", [])).toBe("Ownable: caller is not the owner");
  expect(await refused(alice, "unpause", [])).toBe("Ownable: caller is not the owner");
  expect(await refused(alice, "blacklist", [bob.address])).toBe("Ownable: caller is not the owner");
  expect(await refused(alice, "unBlacklist", [bob.address])).toBe("Ownable: caller is not the owner");
});

test("a paused token refuses every transfer until it is unpaused", async () => {
  await write(owner, "pause", []);
  expect(await refused(alice, "transfer", [bob.address, 1n])).toBe("Pausable: paused");
  expect(await refused(owner, "mint", [bob.address, 1n])).toBe("Pausable: paused");
  await write(owner, "unpause", []);
  await write(alice, "transfer", [bob.address, 1n]);
});

test("a blacklisted account neither sends, receives nor spends for others", async () => {
  await write(alice, "approve", [carol.address, 1n]);
  await write(owner, "blacklist", [carol.address]);
  expect(await read("isBlacklisted", [carol.address])).toBe(true);
  expect(await refused(alice, "transfer", [carol.address, 1n])).toBe("Blacklistable: account is blacklisted");
  expect(await refused(carol, "transfer", [alice.address, 0n])).toBe("Blacklistable: account is blacklisted");
  expect(await refused(alice, "approve", [carol.address, 1n])).toBe("Blacklistable: account is blacklisted");
  expect(await refused(carol, "transferFrom", [alice.address, bob.address, 1n])).toBe(
    "Blacklistable: account is blacklisted",
  );
  await write(owner, "unBlacklist", [carol.address]);
  expect(await read("isBlacklisted", [carol.address])).toBe(false);
  await write(carol, "transferFrom", [alice.address, bob.address, 1n]);
});

test("transfers and allowances beyond what is there are refused with USDC's texts", async () => {
  expect(await refused(carol, "transfer", [bob.address, 10n ** 30n])).toBe("ERC20: transfer amount exceeds balance");
  expect(await refused(carol, "transfer", [zeroAddress, 0n])).toBe("ERC20: transfer to the zero address");
  await write(alice, "approve", [carol.address, 5n]);
  expect(await refused(carol, "transferFrom", [alice.address, bob.address, 6n])).toBe(
    "ERC20: transfer amount exceeds allowance",
  );
  expect(await refused(alice, "decreaseAllowance", [carol.address, 6n])).toBe("ERC20: decreased allowance below zero");
  await write(alice, "increaseAllowance", [carol.address, 1n]);
  await write(alice, "decreaseAllowance", [carol.address, 2n]);
  expect(await read("allowance", [alice.address, carol.address])).toBe(4n);
  expect(await refused(carol, "burn", [10n ** 30n])).toBe("FiatToken: burn amount exceeds balance");
});

describe("EIP-2612 permit", () => {
  const types = {
    Permit: [
      { name: "owner", type: "address" },
      { name: "spender", type: "address" },
      { name: "value", type: "uint256" },
      { name: "nonce", type: "uint256" },
      { name: "deadline", type: "uint256" },
    ],
  } as const;
  const sign = async (value: bigint, deadline: bigint) => {
    const nonce = (await read("nonces", [alice.address])) as bigint;
    const message = { owner: alice.address, spender: bob.address, value, nonce, deadline };
    return alice.signTypedData({ domain, types, primaryType: "Permit", message });
  };
  const parts = (signature: Hex) => {
    const { v, r, s } = parseSignature(signature);
    return [Number(v), r, s];
  };

  test("a signature approves a spender once", async () => {
    const deadline = BigInt(START + YEAR);
    const signature = await sign(7n, deadline);
    await write(carol, "permit", [alice.address, bob.address, 7n, deadline, ...parts(signature)]);
    expect(await read("allowance", [alice.address, bob.address])).toBe(7n);
    const again = [alice.address, bob.address, 7n, deadline, ...parts(signature)];
    expect(await refused(carol, "permit", again)).toBe("EIP2612: invalid signature");
  });

  test("a packed signature does the same", async () => {
    const deadline = BigInt(START + YEAR);
    await write(carol, "permit", [alice.address, bob.address, 9n, deadline, await sign(9n, deadline)]);
    expect(await read("allowance", [alice.address, bob.address])).toBe(9n);
  });

  test("an old or changed permit is refused", async () => {
    const past = BigInt(START - 1);
    expect(await refused(carol, "permit", [alice.address, bob.address, 1n, past, await sign(1n, past)])).toBe(
      "FiatTokenV2: permit is expired",
    );
    const deadline = BigInt(START + YEAR);
    const changed = [alice.address, bob.address, 2n, deadline, await sign(1n, deadline)];
    expect(await refused(carol, "permit", changed)).toBe("EIP2612: invalid signature");
  });
});

describe("EIP-3009 authorizations", () => {
  const fields = TRANSFER_WITH_AUTHORIZATION.TransferWithAuthorization;
  const types = {
    TransferWithAuthorization: fields,
    ReceiveWithAuthorization: fields,
    CancelAuthorization: [
      { name: "authorizer", type: "address" },
      { name: "nonce", type: "bytes32" },
    ],
  } as const;
  const later = BigInt(START + YEAR);
  const nonceOf = (n: number): Hex => `0x${n.toString(16).padStart(64, "f")}`;
  const sign = async (
    kind: "TransferWithAuthorization" | "ReceiveWithAuthorization",
    nonce: Hex,
    window: readonly [bigint, bigint] = [0n, later],
  ) => {
    const message = {
      from: alice.address,
      to: bob.address,
      value: 5n,
      validAfter: window[0],
      validBefore: window[1],
      nonce,
    };
    const signature = await alice.signTypedData({ domain, types, primaryType: kind, message });
    const { v, r, s } = parseSignature(signature);
    const plain = [alice.address, bob.address, 5n, window[0], window[1], nonce];
    return { parts: [...plain, Number(v), r, s], packed: [...plain, signature] };
  };

  test("any account may submit a transfer authorization, once", async () => {
    const before = (await read("balanceOf", [bob.address])) as bigint;
    const { parts, packed } = await sign("TransferWithAuthorization", nonceOf(1));
    await write(carol, "transferWithAuthorization", parts);
    expect(await read("balanceOf", [bob.address])).toBe(before + 5n);
    expect(await read("authorizationState", [alice.address, nonceOf(1)])).toBe(true);
    expect(await refused(carol, "transferWithAuthorization", packed)).toBe(
      "FiatTokenV2: authorization is used or canceled",
    );
  });

  test("a packed signature does the same", async () => {
    const { packed } = await sign("TransferWithAuthorization", nonceOf(2));
    await write(carol, "transferWithAuthorization", packed);
    expect(await read("authorizationState", [alice.address, nonceOf(2)])).toBe(true);
  });

  test("only the receiver may submit a receive authorization", async () => {
    const { parts, packed } = await sign("ReceiveWithAuthorization", nonceOf(3));
    expect(await refused(carol, "receiveWithAuthorization", packed)).toBe("FiatTokenV2: caller must be the payee");
    expect(await refused(carol, "transferWithAuthorization", parts)).toBe("FiatTokenV2: invalid signature");
    await write(bob, "receiveWithAuthorization", parts);
  });

  test("a cancelled authorization is refused", async () => {
    const message = { authorizer: alice.address, nonce: nonceOf(4) };
    const signature = await alice.signTypedData({ domain, types, primaryType: "CancelAuthorization", message });
    await write(carol, "cancelAuthorization", [alice.address, nonceOf(4), signature]);
    const { parts } = await sign("TransferWithAuthorization", nonceOf(4));
    expect(await refused(carol, "transferWithAuthorization", parts)).toBe(
      "FiatTokenV2: authorization is used or canceled",
    );
  });

  test("an authorization outside its time window is refused", async () => {
    const late = await sign("TransferWithAuthorization", nonceOf(5), [0n, BigInt(START - 10)]);
    const early = await sign("TransferWithAuthorization", nonceOf(6), [later, later + 1n]);
    expect(await refused(carol, "transferWithAuthorization", late.packed)).toBe(
      "FiatTokenV2: authorization is expired",
    );
    expect(await refused(carol, "transferWithAuthorization", early.packed)).toBe(
      "FiatTokenV2: authorization is not yet valid",
    );
  });

  test("the largest window values are read as seconds like any others", async () => {
    const largest = await sign("TransferWithAuthorization", nonceOf(7), [0x800000000001n, 2n ** 256n - 1n]);
    expect(await refused(carol, "transferWithAuthorization", largest.packed)).toBe(
      "FiatTokenV2: authorization is not yet valid",
    );
  });

  test("a signature for another token contract is refused", async () => {
    const message = {
      from: alice.address,
      to: bob.address,
      value: 5n,
      validAfter: 0n,
      validBefore: later,
      nonce: nonceOf(8),
    };
    const signature = await alice.signTypedData({
      domain: { ...domain, verifyingContract: zeroAddress },
      types,
      primaryType: "TransferWithAuthorization",
      message,
    });
    const args = [alice.address, bob.address, 5n, 0n, later, nonceOf(8), signature];
    expect(await refused(carol, "transferWithAuthorization", args)).toBe("FiatTokenV2: invalid signature");
  });
});
