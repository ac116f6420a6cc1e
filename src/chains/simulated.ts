// The chain port's engine on Hardhat 3: every network of the catalogue in this process. The only file that imports hardhat.
import { readFileSync } from "node:fs";
import type { HardhatUserConfig } from "hardhat/config";
import { assert } from "../kernel/assert.ts";
import { EPOCH_MS } from "../kernel/clock.ts";
import type { ChainDefinition, Engine } from "./chain.ts";
import { toRpcError } from "./rpc-errors.ts";

/** The rules every block is executed by; part of the genesis digest. */
export const HARDFORK = "osaka";

/** Gas that fits in one block. */
export const BLOCK_GAS_LIMIT = 60_000_000;

/** Who receives the tips: nobody's address, so that no balance of ours depends on who mines. */
const COINBASE = "0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e";

/** These skip parent hashes, or start a chain of their own: nothing may send them to an engine. */
const FORBIDDEN = new Set([
  "hardhat_mine",
  "hardhat_reset",
  "evm_increaseTime",
  "evm_setAutomine",
  "evm_setIntervalMining",
]);

const PACKAGE_ROOT = new URL("../../", import.meta.url);

/** An engine that can be shut down. */
export type RunningEngine = Engine & { close(): Promise<void> };

/** Names the engine and its version; a journal of another one is refused. */
export function engineVersion(): string {
  const manifest = new URL("package.json", import.meta.resolve("hardhat").replace(/dist\/.*$/, ""));
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  return `hardhat/${version}/${HARDFORK}`;
}

/** Starts one engine a network, all in this process; block 0 is 2026-01-01T00:00:00Z. */
export async function startEngines(definitions: readonly ChainDefinition[]): Promise<RunningEngine[]> {
  process.env.HARDHAT_DISABLE_TELEMETRY = "true";
  const { createHardhatRuntimeEnvironment } = await import("hardhat/hre");
  const environment = await createHardhatRuntimeEnvironment(configuration(definitions), {}, rootPath());
  return Promise.all(
    definitions.map(async ({ symbol }) => {
      const connection = await environment.network.create(symbol);
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
      // The chain type of the layer-2 networks refuses type-4 transactions, which deposit addresses need.
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
