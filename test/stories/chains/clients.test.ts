// Unmodified viem and ethers v6 against the RPC of a running sandbox (story a).
import { Contract, JsonRpcProvider, Network, Wallet } from "ethers";
import {
  type BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  erc20Abi,
  http,
  InsufficientFundsError,
  parseAbi,
  parseEther,
  webSocket,
  zeroHash,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, onTestFinished, test } from "vitest";
import { SWEEPER_ADDRESS } from "../../../src/chains/artifact.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { endEthers } from "../../support/clients/end-ethers.ts";
import { aWallet, payToken } from "../../support/payments/on-chain.ts";

const ABI = [
  "function transfer(address to, uint256 value) returns (bool)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
];
const SWEEPER_ABI = [
  "function sweep(address token, (address to, uint256 amount)[] payments, uint256 deadline, bytes32 salt, bytes signature)",
  "error SweepExpired(uint256 deadline)",
] as const;

const ethersOn = (sandbox: ASandbox) => {
  const provider = new JsonRpcProvider(sandbox.ready.rpc["base"], 8453, {
    staticNetwork: Network.from(8453),
    pollingInterval: 50,
  });
  onTestFinished(() => endEthers(provider));
  const wallet = new Wallet(sandbox.ready.accounts[0]!.private_key, provider);
  return { provider, wallet, token: new Contract(sandbox.chain("base").token("USDC"), ABI, wallet) };
};

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("with a running clock, chains continue while a client counts confirmations", () => {
  test("viem's confirmations: 3 and ethers' wait(3) return although the target of the network is 2", async () => {
    const sandbox = await aSandbox({ clock: "running" });
    const wallet = await aWallet(sandbox.api);
    const chain = sandbox.chain("base");
    const hash = await payToken(sandbox, { to: wallet.address, amount: "1" });
    const receipt = await chain.public.waitForTransactionReceipt({ hash, confirmations: 3 });
    expect(await chain.public.getTransactionConfirmations({ hash })).toBeGreaterThanOrEqual(3n);
    expect(receipt.status).toBe("success");

    const { token } = ethersOn(sandbox);
    const sent = await token["transfer"]!(wallet.address, 1n);
    expect(await (await sent.wait(3)).confirmations()).toBeGreaterThanOrEqual(3);
  });

  test("without a waiting client the chain stops after the confirmations of its last transaction", async () => {
    const sandbox = await aSandbox({ clock: "running" });
    const wallet = await aWallet(sandbox.api);
    await payToken(sandbox, { to: wallet.address, amount: "1" });
    await sandbox.control("POST", "/run-until-idle", {});
    const head = await sandbox.chain("base").public.getBlockNumber();
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    expect(await sandbox.chain("base").public.getBlockNumber({ cacheTime: 0 })).toBe(head);
  });
});

describe.each(["http", "webSocket"] as const)("viem over %s", (name) => {
  test("watchContractEvent reports a transfer to the wallet, and no other", async () => {
    const sandbox = await aSandbox();
    const wallet = await aWallet(sandbox.api);
    const chain = sandbox.chain("base");
    const watching = Promise.withResolvers<void>();
    const onFetchRequest = (_: Request, { body }: RequestInit): void => {
      if (String(body).includes("eth_getFilterChanges")) watching.resolve();
    };
    const transport =
      name === "http"
        ? http(chain.url, { onFetchRequest })
        : webSocket(chain.url.replace("http", "ws"), { reconnect: false });
    const client = createPublicClient({ chain: chain.chain, transport, pollingInterval: 10, cacheTime: 0 });
    const seen = Promise.withResolvers<{ value: bigint | undefined; transactionHash: string }>();
    const unwatch = client.watchContractEvent({
      abi: erc20Abi,
      address: chain.token("USDC"),
      eventName: "Transfer",
      args: { to: wallet.address },
      onLogs: ([log]) => seen.resolve({ value: log?.args.value, transactionHash: log?.transactionHash ?? "" }),
      onError: seen.reject,
    });
    onTestFinished(() => unwatch());
    // Messages of a socket are processed in order: the subscription exists once a later call is answered.
    if (name === "webSocket") await client.getChainId();
    else await watching.promise;

    await payToken(sandbox, { to: sandbox.ready.accounts[1]!.address, amount: "9" });
    const hash = await payToken(sandbox, { to: wallet.address, amount: "2.5" });
    expect(await seen.promise).toEqual({ value: 2_500_000n, transactionHash: hash });
  });
});

describe("errors of the chain are recognised by the client libraries", () => {
  test("a contract's revert is decoded by viem and by ethers: USDC's text, and an error with arguments", async () => {
    const sandbox = await aSandbox();
    const wallet = await aWallet(sandbox.api);
    const chain = sandbox.chain("base");
    const tooMuch = 10n ** 30n;
    const error = await thrownBy(
      chain.wallet.writeContract({
        abi: erc20Abi,
        address: chain.token("USDC"),
        functionName: "transfer",
        args: [wallet.address, tooMuch],
      }),
    );
    const reverted = (error as BaseError).walk((one) => one instanceof ContractFunctionRevertedError);
    expect((reverted as ContractFunctionRevertedError).reason).toBe("ERC20: transfer amount exceeds balance");
    const late = [chain.token("USDC"), [], 1n, zeroHash, "0x"] as const;
    const sweep = { abi: parseAbi(SWEEPER_ABI), address: SWEEPER_ADDRESS, functionName: "sweep", args: late } as const;
    const expired = (await thrownBy(chain.wallet.writeContract(sweep))) as BaseError;
    const named = expired.walk((one) => one instanceof ContractFunctionRevertedError);
    expect((named as ContractFunctionRevertedError).data).toMatchObject({ errorName: "SweepExpired", args: [1n] });
    const { token } = ethersOn(sandbox);
    expect(await thrownBy(token["transfer"]!(wallet.address, tooMuch))).toMatchObject({ code: "CALL_EXCEPTION" });
    expect(await thrownBy(token["transfer"]!.staticCall(wallet.address, tooMuch))).toMatchObject({
      code: "CALL_EXCEPTION",
      revert: { name: "Error", args: ["ERC20: transfer amount exceeds balance"] },
    });
    const sweeper = new Contract(SWEEPER_ADDRESS, SWEEPER_ABI, token.runner);
    expect(await thrownBy(sweeper["sweep"]!.staticCall(...late))).toMatchObject({
      code: "CALL_EXCEPTION",
      revert: { name: "SweepExpired" },
    });
  });

  test("insufficient funds are recognised by viem and by ethers", async () => {
    const sandbox = await aSandbox();
    const to = (await aWallet(sandbox.api)).address;
    const key = generatePrivateKey();
    const chain = sandbox.chain("base");
    const poor = privateKeyToAccount(key);
    const error = await thrownBy(chain.wallet.sendTransaction({ account: poor, to, value: parseEther("1") }));
    expect((error as BaseError).walk((one) => one instanceof InsufficientFundsError)).toBeInstanceOf(
      InsufficientFundsError,
    );
    const { provider } = ethersOn(sandbox);
    const sent = new Wallet(key, provider).sendTransaction({ to, value: 1n });
    expect(await thrownBy(sent)).toMatchObject({ code: "INSUFFICIENT_FUNDS" });
  });
});
