// A plain Hardhat network in this process, for tests of contracts and of the engine, without producer and journal.
import { readFileSync } from "node:fs";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import { type Abi, createTestClient, custom, type Hex, publicActions, walletActions } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { base } from "viem/chains";

process.env.HARDHAT_DISABLE_TELEMETRY = "true";

export const MNEMONIC = "test test test test test test test test test test test junk";
export const account = (index: number) => mnemonicToAccount(MNEMONIC, { addressIndex: index });

/** Seconds; the time of block 0. */
export const START = Date.UTC(2026, 0, 1) / 1000;

const packageRoot = new URL("../../", import.meta.url).pathname;

export const artifact = (name: string): { abi: Abi; bytecode: Hex; deployedBytecode: Hex } =>
  JSON.parse(readFileSync(new URL(`../../chain/artifacts/${name}.json`, import.meta.url), "utf8"));

/** Starts a network with chain id 8453 whose ten well-known accounts hold 10,000 coins each. */
export const rawNetwork = async ({ automine = true, chainId = base.id as number } = {}) => {
  const environment = await createHardhatRuntimeEnvironment(
    {
      networks: {
        raw: {
          type: "edr-simulated",
          chainType: "l1",
          chainId,
          hardfork: "osaka",
          initialDate: new Date(START * 1000),
          allowBlocksWithSameTimestamp: true,
          throwOnTransactionFailures: false,
          initialBaseFeePerGas: 1_000_000_000,
          mining: { auto: automine, interval: 0, mempool: { order: "fifo" } },
          accounts: { mnemonic: MNEMONIC, count: 10 },
        },
      },
    },
    {},
    packageRoot,
  );
  const { provider, close } = await environment.network.create("raw");
  const request = <T = unknown>(method: string, params: readonly unknown[] = []): Promise<T> =>
    provider.request({ method, params: [...params] }) as Promise<T>;
  const client = createTestClient({
    mode: "hardhat",
    chain: { ...base, id: chainId },
    transport: custom({ request: ({ method, params }) => request(method, params) }, { retryCount: 0 }),
    account: account(0),
    pollingInterval: 5,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);

  /** Deploys a contract of chain/artifacts and answers its address. */
  const deploy = async (name: string, args: readonly unknown[] = []): Promise<Hex> => {
    const { abi, bytecode } = artifact(name);
    const hash = await client.deployContract({ abi, bytecode, args: [...args] });
    const receipt = await client.getTransactionReceipt({ hash });
    if (!receipt.contractAddress) throw new Error(`${name} was not deployed`);
    return receipt.contractAddress;
  };

  return { client, request, deploy, close };
};
export type RawNetwork = Awaited<ReturnType<typeof rawNetwork>>;
