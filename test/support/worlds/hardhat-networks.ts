// The reference: Hardhat's own in-process networks, configured as the engines of src/chains/simulated.ts are.
import type { HardhatUserConfig } from "hardhat/config";
import { keccak256 } from "viem";
import type { ChainDefinition } from "../../../src/chains/catalogue.ts";
import { toRpcError } from "../../../src/chains/rpc-errors.ts";
import { BLOCK_GAS_LIMIT, HARDFORK, type RunningEngine } from "../../../src/chains/simulated.ts";
import { EPOCH_MS } from "../../../src/kernel/clock.ts";

/** Receiver of the tips: an address without a known key, so that mining changes no balance of the sandbox. */
const COINBASE = "0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e";

const PACKAGE_ROOT = new URL("../../../", import.meta.url);

/** Starts one engine per network in this process; block 0 is at 2026-01-01T00:00:00Z. */
export async function startHardhatNetworks(definitions: readonly ChainDefinition[]): Promise<RunningEngine[]> {
  process.env.HARDHAT_DISABLE_TELEMETRY = "true";
  const { createHardhatRuntimeEnvironment } = await import("hardhat/hre");
  const environment = await createHardhatRuntimeEnvironment(configuration(definitions), {}, rootPath());
  return Promise.all(
    definitions.map(async ({ symbol }) => {
      const connection = await environment.network.create(symbol);
      const request = async <T>(method: string, parameters: readonly unknown[] = []): Promise<T> => {
        try {
          return (await connection.provider.request({ method, params: [...parameters] })) as T;
        } catch (error) {
          throw toRpcError(error);
        }
      };
      return {
        request,
        batch: async (calls) => {
          const results: unknown[] = [];
          for (const [method, parameters] of calls) results.push(await request(method, parameters));
          return results;
        },
        hashOf: (bytes) => keccak256(bytes),
        close: () => connection.close(),
      };
    }),
  );
}

function configuration(definitions: readonly ChainDefinition[]): HardhatUserConfig {
  const networks = definitions.map((definition) => [
    definition.symbol,
    {
      type: "edr-simulated",
      // Hardhat's `op` chain type refuses type-4 transactions, which deposit addresses need.
      chainType: "l1",
      chainId: definition.eip155_id,
      hardfork: HARDFORK,
      initialDate: new Date(EPOCH_MS),
      initialBaseFeePerGas: BigInt(definition.base_fee),
      blockGasLimit: BLOCK_GAS_LIMIT,
      coinbase: COINBASE,
      accounts: [],
      allowBlocksWithSameTimestamp: true,
      throwOnTransactionFailures: false,
      loggingEnabled: false,
      mining: { auto: false, interval: 0, mempool: { order: "fifo" } },
    },
  ]);
  return { networks: Object.fromEntries(networks) };
}

function rootPath(): string {
  const path = decodeURIComponent(PACKAGE_ROOT.pathname);
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}
