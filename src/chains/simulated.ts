// Starts in-process Hardhat 3 networks as chain engines, one per catalogue row. The only file that imports hardhat.
import { readFileSync } from "node:fs";
import type { HardhatUserConfig } from "hardhat/config";
import { assert } from "../kernel/assert.ts";
import { EPOCH_MS } from "../kernel/clock.ts";
import type { ChainDefinition, Engine } from "./chain.ts";
import { explainMissingBinary } from "./engine/missing-binary.ts";
import { toRpcError } from "./rpc-errors.ts";

/** The EVM hardfork of every block; part of the engine version that a journal records. */
export const HARDFORK = "osaka";

/** Gas limit of a block. */
export const BLOCK_GAS_LIMIT = 60_000_000;

/** Receiver of the tips: an address without a known key, so that mining changes no balance of the sandbox. */
const COINBASE = "0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e";

/** These break parent hashes, reset the chain, or mine and move time on their own: never sent to an engine. */
const FORBIDDEN = new Set([
  "hardhat_mine",
  "hardhat_reset",
  "evm_increaseTime",
  "evm_setAutomine",
  "evm_setIntervalMining",
]);

const PACKAGE_ROOT = new URL("../../", import.meta.url);

/** An engine that can be closed. */
export type RunningEngine = Engine & { close(): Promise<void> };

/** Name, version and hardfork of the engine; a journal of another one is refused. */
export function engineVersion(): string {
  const manifest = new URL("package.json", import.meta.resolve("hardhat").replace(/dist\/.*$/, ""));
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  return `hardhat/${version}/${HARDFORK}`;
}

/** Starts one engine per network in this process; block 0 is at 2026-01-01T00:00:00Z. */
export async function startEngines(definitions: readonly ChainDefinition[]): Promise<RunningEngine[]> {
  process.env.HARDHAT_DISABLE_TELEMETRY = "true";
  const { createHardhatRuntimeEnvironment } = await import("hardhat/hre");
  const environment = await createHardhatRuntimeEnvironment(configuration(definitions), {}, rootPath());
  return Promise.all(
    definitions.map(async ({ symbol }) => {
      const connection = await environment.network.create(symbol).catch((error: unknown) => {
        throw explainMissingBinary(error);
      });
      return {
        request: async <T>(method: string, parameters: readonly unknown[] = []): Promise<T> => {
          assert(!FORBIDDEN.has(method), "this method never reaches an engine", { method });
          try {
            return (await connection.provider.request({ method, params: [...parameters] })) as T;
          } catch (error) {
            throw toRpcError(error);
          }
        },
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
