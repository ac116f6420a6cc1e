// Sweeps of deposit addresses that delegate to the Sweeper: what is executed and what is refused.
import { encodeFunctionData, type Hex, hashTypedData, parseEther, zeroAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, artifact, type RawNetwork, rawNetwork, START } from "./raw-network.ts";

const sweeperAbi = artifact("Sweeper").abi;
const [sponsor, stranger] = [account(0), account(4)];
const LATER = BigInt(START + 31_536_000);
const receivers: Hex[] = ["0x00000000000000000000000000000000000000A1", "0x00000000000000000000000000000000000000b2"];
type Payment = { to: Hex; amount: bigint };

let network: RawNetwork;
let sweeper: Hex;
let salts = 0;
const nextSalt = (): Hex => `0x${(++salts).toString(16).padStart(64, "0")}`;

beforeAll(async () => {
  network = await rawNetwork();
  sweeper = await network.deploy("Sweeper");
});
afterAll(() => network.close());

/** A deposit address without native coin that delegates to the Sweeper; the sponsor pays the gas. */
const delegatedAccount = async () => {
  const deposit = privateKeyToAccount(generatePrivateKey());
  const authorization = await deposit.signAuthorization({ contractAddress: sweeper, chainId: 8453, nonce: 0 });
  const hash = await network.client.sendTransaction({ to: deposit.address, authorizationList: [authorization] });
  await network.client.getTransactionReceipt({ hash });
  return deposit;
};

type Signed = { token: Hex; payments: Payment[]; deadline?: bigint; salt?: Hex; chainId?: number; account?: Hex };
const signSweep = async (signer: ReturnType<typeof privateKeyToAccount>, signed: Signed) => {
  const { token, payments, deadline = LATER, salt = nextSalt(), chainId = 8453 } = signed;
  const typed = {
    domain: { name: "Sweeper", version: "1", chainId, verifyingContract: signed.account ?? signer.address },
    types: {
      Sweep: [
        { name: "token", type: "address" },
        { name: "payments", type: "Payment[]" },
        { name: "deadline", type: "uint256" },
        { name: "salt", type: "bytes32" },
      ],
      Payment: [
        { name: "to", type: "address" },
        { name: "amount", type: "uint256" },
      ],
    },
    primaryType: "Sweep",
    message: { token, payments, deadline, salt },
  } as const;
  return { args: [token, payments, deadline, salt, await signer.signTypedData(typed)], digest: hashTypedData(typed) };
};

const sweep = async (address: Hex, args: unknown[]): Promise<"success" | "reverted"> => {
  const data = encodeFunctionData({ abi: sweeperAbi, functionName: "sweep", args });
  const hash = await network.client.sendTransaction({ to: address, data, gas: 500_000n });
  return (await network.client.getTransactionReceipt({ hash })).status;
};
const reasonOf = async (address: Hex, args: unknown[]): Promise<string> => {
  const call = { address, abi: sweeperAbi, functionName: "sweep", args, account: stranger };
  return network.client.simulateContract(call).then(
    () => "not refused",
    (error) => error.walk((cause: Error) => cause.name === "ContractFunctionRevertedError").data?.errorName,
  );
};
const tokenBalance = (token: Hex, holder: Hex): Promise<unknown> =>
  network.client.readContract({
    address: token,
    abi: artifact("NoReturnToken").abi,
    functionName: "balanceOf",
    args: [holder],
  });

test("one sponsored transaction pays two receivers, and the address never holds native coin", async () => {
  const deposit = await delegatedAccount();
  const token = await network.deploy("NoReturnToken", [deposit.address, 100n]);
  const payments = [
    { to: receivers[0]!, amount: 90n },
    { to: receivers[1]!, amount: 9n },
  ];
  const { args } = await signSweep(deposit, { token, payments });
  expect(await sweep(deposit.address, args)).toBe("success");
  expect(await tokenBalance(token, receivers[0]!)).toBe(90n);
  expect(await tokenBalance(token, receivers[1]!)).toBe(9n);
  expect(await tokenBalance(token, deposit.address)).toBe(1n);
  expect(await network.client.getBalance({ address: deposit.address })).toBe(0n);
});

test("delegation and sweep fit in one transaction", async () => {
  const deposit = privateKeyToAccount(generatePrivateKey());
  const token = await network.deploy("NoReturnToken", [deposit.address, 7n]);
  const authorization = await deposit.signAuthorization({ contractAddress: sweeper, chainId: 8453, nonce: 0 });
  const { args } = await signSweep(deposit, { token, payments: [{ to: stranger.address, amount: 7n }] });
  const hash = await network.client.sendTransaction({
    to: deposit.address,
    data: encodeFunctionData({ abi: sweeperAbi, functionName: "sweep", args }),
    authorizationList: [authorization],
  });
  expect((await network.client.getTransactionReceipt({ hash })).status).toBe("success");
  expect(await tokenBalance(token, stranger.address)).toBe(7n);
});

test("native coin is swept with the zero address as token", async () => {
  const deposit = await delegatedAccount();
  await network.client.sendTransaction({ to: deposit.address, value: parseEther("1") });
  const before = await network.client.getBalance({ address: receivers[0]! });
  const payments = [{ to: receivers[0]!, amount: parseEther("0.75") }];
  const { args } = await signSweep(deposit, { token: zeroAddress, payments });
  expect(await sweep(deposit.address, args)).toBe("success");
  expect(await network.client.getBalance({ address: receivers[0]! })).toBe(before + parseEther("0.75"));
  expect(await network.client.getBalance({ address: deposit.address })).toBe(parseEther("0.25"));
});

test("the digest the contract checks is the EIP-712 hash that wallets sign", async () => {
  const deposit = await delegatedAccount();
  const payments = [
    { to: receivers[0]!, amount: 1n },
    { to: receivers[1]!, amount: 2n },
  ];
  const { args, digest } = await signSweep(deposit, { token: zeroAddress, payments });
  const read = { address: deposit.address, abi: sweeperAbi, functionName: "digestOf", args: args.slice(0, 4) };
  expect(await network.client.readContract(read)).toBe(digest);
});

test("a signature pays once", async () => {
  const deposit = await delegatedAccount();
  const token = await network.deploy("NoReturnToken", [deposit.address, 100n]);
  const { args } = await signSweep(deposit, { token, payments: [{ to: receivers[0]!, amount: 10n }] });
  expect(await sweep(deposit.address, args)).toBe("success");
  expect(await reasonOf(deposit.address, args)).toBe("SaltUsed");
  expect(await sweep(deposit.address, args)).toBe("reverted");
  expect(await tokenBalance(token, deposit.address)).toBe(90n);
});

test("only the address itself can sign, and a changed amount invalidates the signature", async () => {
  const deposit = await delegatedAccount();
  const token = await network.deploy("NoReturnToken", [deposit.address, 100n]);
  const payments = [{ to: stranger.address, amount: 10n }];
  const other = privateKeyToAccount(generatePrivateKey());
  const forged = await signSweep(other, { token, payments, account: deposit.address });
  expect(await reasonOf(deposit.address, forged.args)).toBe("NotSignedByAccount");
  const { args } = await signSweep(deposit, { token, payments });
  const changed = args.with(1, [{ to: stranger.address, amount: 11n }]);
  expect(await reasonOf(deposit.address, changed)).toBe("NotSignedByAccount");
  expect(await reasonOf(deposit.address, args.with(4, "0x"))).toBe("ECDSAInvalidSignatureLength");
  expect(await tokenBalance(token, deposit.address)).toBe(100n);
});

test("a signature for another chain or another address is refused", async () => {
  const deposit = await delegatedAccount();
  const payments = [{ to: stranger.address, amount: 0n }];
  const elsewhere = await signSweep(deposit, { token: zeroAddress, payments, chainId: 1 });
  expect(await reasonOf(deposit.address, elsewhere.args)).toBe("NotSignedByAccount");
  const other = await delegatedAccount();
  const { args } = await signSweep(deposit, { token: zeroAddress, payments });
  expect(await reasonOf(other.address, args)).toBe("NotSignedByAccount");
  expect(await reasonOf(deposit.address, args)).toBe("not refused");
});

test("a late sweep is refused", async () => {
  const deposit = await delegatedAccount();
  const { args } = await signSweep(deposit, { token: zeroAddress, payments: [], deadline: BigInt(START - 1) });
  expect(await reasonOf(deposit.address, args)).toBe("SweepExpired");
});

test("when one payment fails, none is made and the signature can be used again", async () => {
  const deposit = await delegatedAccount();
  const token = await network.deploy("FalseReturnToken", [deposit.address, 15n]);
  const payments = [
    { to: receivers[0]!, amount: 10n },
    { to: receivers[1]!, amount: 10n },
  ];
  const { args } = await signSweep(deposit, { token, payments });
  expect(await reasonOf(deposit.address, args)).toBe("SafeERC20FailedOperation");
  expect(await sweep(deposit.address, args)).toBe("reverted");
  expect(await tokenBalance(token, deposit.address)).toBe(15n);
  const used = { address: deposit.address, abi: sweeperAbi, functionName: "isSaltUsed", args: [args[3]] };
  expect(await network.client.readContract(used)).toBe(false);
  const native = await signSweep(deposit, { token: zeroAddress, payments: [{ to: sponsor.address, amount: 1n }] });
  expect(await reasonOf(deposit.address, native.args)).toBe("NativePaymentFailed");
});
