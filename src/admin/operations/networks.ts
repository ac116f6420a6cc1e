// Network operations: heads, mining on request, mining modes, confirmation targets and reorgs.

import type { Chain } from "../../chains/chain.ts";
import type { Finality, Network } from "../../domain/network/network.ts";
import { type NetworkSetting, networkSetting } from "../../domain/network/store.ts";
import { formatAmount, parseAmount } from "../../kernel/amount.ts";
import { required } from "../../kernel/assert.ts";
import { isoTime } from "../../kernel/clock.ts";
import { durationMs } from "../../kernel/duration.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";
import { networkOfPath } from "../resolve-names.ts";

/** A gwei is 10^9 wei. */
const GWEI_DECIMALS = 9;
/** Wei per gas: above a million gwei no account can pay for a transaction. */
const MAX_BASE_FEE = 10n ** 15n;
const MAX_BLOCK_TIME_MS = 86_400_000;
const MAX_LAG_MS = 30 * 86_400_000;

type FinalityBody = components["schemas"]["FinalityInput"];

/** One network with the head of its chain and its mining settings. */
export function networkView({ flow }: AdminDependencies, network: Network): components["schemas"]["Network"] {
  const chain = flow.chains.get(network.symbol);
  const setting = required(networkSetting(flow.world.db, network.symbol), "network setting", {
    network: network.symbol,
  });
  const { number, hash, timestamp } = chain.head;
  return {
    network: network.symbol,
    network_id: network.id,
    name: network.name,
    eip155_id: network.chainId,
    head: { number, hash, time: isoTime(timestamp * 1_000) },
    mining: setting.mining,
    block_time_ms: setting.block_time_ms,
    empty_blocks: setting.empty_blocks,
    confirmations: setting.confirmations,
    finality: finalityView(network, setting),
    l1_fees: l1FeesView(chain, setting),
    base_fee_gwei: formatAmount(chain.baseFee, GWEI_DECIMALS),
    base_fee_mode: chain.baseFeeMode,
    waiting_transactions: chain.waiting,
    deepest_reorg: chain.deepestReorg,
  };
}

/** Null for a network that is no layer-2 network. */
function l1FeesView({ definition }: Chain, { l1_gas_price }: NetworkSetting): components["schemas"]["L1Fees"] {
  if (definition.rollup === undefined) return null;
  if (l1_gas_price === null) return { mode: "off", gwei: null };
  return { mode: "simulated", gwei: formatAmount(BigInt(l1_gas_price), GWEI_DECIMALS) };
}

/** The preset by its lags: those of the catalogue are `real`. */
function finalityView(
  { finality }: Network,
  { safe_lag_ms: safe_ms, finalized_lag_ms: finalized_ms }: NetworkSetting,
): components["schemas"]["Finality"] {
  const isReal = safe_ms === finality?.safeMs && finalized_ms === finality?.finalizedMs;
  return { preset: safe_ms === null ? "confirmed" : isReal ? "real" : "custom", safe_ms, finalized_ms };
}

export function networkViews(dependencies: AdminDependencies): components["schemas"]["Network"][] {
  return dependencies.flow.world.catalogue.networks.map((network) => networkView(dependencies, network));
}

export const networkHandlers: Pick<
  AdminHandlers,
  | "listNetworks"
  | "mineBlocks"
  | "setMining"
  | "setConfirmations"
  | "setFinality"
  | "setL1Fees"
  | "setBaseFee"
  | "reorgNetwork"
> = {
  listNetworks: (dependencies) => ({ items: networkViews(dependencies) }),
  mineBlocks: async (dependencies, { path, body }) => {
    const network = networkOfPath(dependencies.flow.world, path.network);
    await dependencies.flow.mine(network.symbol, body?.blocks ?? 1);
    return networkView(dependencies, network);
  },
  setMining: async (dependencies, { path, body }) => {
    const network = networkOfPath(dependencies.flow.world, path.network);
    await dependencies.flow.operations.setMining(network.symbol, {
      mode: body.mode,
      blockTimeMs: blockTimeOf(body.block_time),
      emptyBlocks: body.empty_blocks,
    });
    return networkView(dependencies, network);
  },
  setConfirmations: async (dependencies, { path, body }) => {
    const network = networkOfPath(dependencies.flow.world, path.network);
    await dependencies.flow.operations.setConfirmations(network.symbol, body.blocks);
    return networkView(dependencies, network);
  },
  setFinality: async (dependencies, { path, body }) => {
    const network = networkOfPath(dependencies.flow.world, path.network);
    await dependencies.flow.operations.setFinality(network.symbol, finalityOf(network, body));
    return networkView(dependencies, network);
  },
  setBaseFee: async (dependencies, { path, body }) => {
    const network = networkOfPath(dependencies.flow.world, path.network);
    await dependencies.flow.operations.setBaseFee(
      network.symbol,
      body.gwei === undefined ? undefined : baseFeeOf(body.gwei),
      body.mode,
    );
    return networkView(dependencies, network);
  },
  setL1Fees: async (dependencies, { path, body }) => {
    const network = networkOfPath(dependencies.flow.world, path.network);
    if (dependencies.flow.chains.get(network.symbol).definition.rollup === undefined)
      throw new Problem("invalidRequest", `${network.symbol} is no layer-2 network: its receipts have no L1 members`);
    if (body.mode === "off" && body.gwei !== undefined)
      throw new Problem("invalidRequest", 'gwei: leave it out with the mode "off"');
    const price = body.gwei === undefined ? 0n : baseFeeOf(body.gwei);
    await dependencies.flow.operations.setL1GasPrice(network.symbol, body.mode === "off" ? null : price);
    return networkView(dependencies, network);
  },
  reorgNetwork: async (dependencies, { path, body }) => {
    const network = networkOfPath(dependencies.flow.world, path.network);
    const { depth, transactions = "keep", force = false } = body;
    const deepest = dependencies.flow.chains.get(network.symbol).deepestReorg;
    if (depth > deepest) {
      throw new Problem("invalidRequest", `depth: at most ${deepest} blocks of ${network.symbol} can be replaced now`, {
        details: { deepest_reorg: deepest },
      });
    }
    return dependencies.flow.reorg(network.symbol, { depth, transactions, force });
  },
};

/** Block timestamps are whole seconds, so no block time is shorter. */
function blockTimeOf(value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined;
  const ms = durationMs("block_time", value, MAX_BLOCK_TIME_MS);
  if (ms < 1_000) throw new Problem("invalidRequest", 'block_time is shorter than a second: use "1s" or more');
  return ms;
}

/** @throws Problem invalidRequest for lags that contradict each other, or that the catalogue does not have */
function finalityOf({ symbol, finality }: Network, { preset, safe, finalized }: FinalityBody): Finality | null {
  if (preset !== undefined && safe === undefined && finalized === undefined) {
    if (preset === "confirmed") return null;
    if (finality !== null) return finality;
    throw new Problem("invalidRequest", `preset: the catalogue has no lags of ${symbol}: set "safe" and "finalized"`);
  }
  if (preset !== undefined || safe === undefined || finalized === undefined)
    throw new Problem("invalidRequest", 'give either "preset", or both "safe" and "finalized"');
  const safeMs = durationMs("safe", safe, MAX_LAG_MS);
  const finalizedMs = durationMs("finalized", finalized, MAX_LAG_MS);
  if (finalizedMs >= safeMs) return { safeMs, finalizedMs };
  throw new Problem("invalidRequest", 'finalized: a block is finalized after it is safe: at least as long as "safe"');
}

/** Wei per gas. @throws Problem invalidRequest for what is no decimal of gwei, or out of bounds */
function baseFeeOf(gwei: string | number): bigint {
  const parsed = parseAmount(String(gwei), GWEI_DECIMALS);
  if (parsed.ok && parsed.raw <= MAX_BASE_FEE) return parsed.raw;
  const bounds = { least: formatAmount(1n, GWEI_DECIMALS), most: formatAmount(MAX_BASE_FEE, GWEI_DECIMALS) };
  const reason = parsed.ok ? "too large" : parsed.reason;
  throw new Problem(
    "invalidRequest",
    `gwei: ${reason}; write a decimal such as "25.5", from ${bounds.least} (one wei) to ${bounds.most}`,
    { details: bounds },
  );
}
