// Table of the development methods: those that are supported and what they do, and the alternative to those that are refused.
import { RpcError } from "../chains/chain.ts";

/** EIP-1474: method not supported. */
export const NOT_SUPPORTED = -32004;

/** Names of one supported method, and its description in docs/rpc.md. */
type SupportedMethod = { names: readonly string[]; about: string };

/** The supported methods by the name of their handler. */
export const ACTING = {
  mine: {
    names: ["evm_mine"],
    about: "mines a block; a timestamp moves the clock there first; `{timestamp, blocks}` mines several",
  },
  mineMany: {
    names: ["hardhat_mine", "anvil_mine"],
    about: "mines that many real blocks, at most 1,000; with an interval the clock advances by it between two blocks",
  },
  increaseTime: {
    names: ["evm_increaseTime", "anvil_increaseTime"],
    about:
      "advances the virtual clock of the sandbox by seconds and runs all jobs that become due; answers the seconds",
  },
  setTime: {
    names: ["evm_setTime", "anvil_setTime"],
    about:
      "advances the clock to an instant in seconds (or milliseconds) and runs all jobs that become due; the past is refused",
  },
  setNextBlockTimestamp: {
    names: ["evm_setNextBlockTimestamp", "anvil_setNextBlockTimestamp"],
    about: "advances the clock to that second, where the next block is mined (exactly there if the clock is frozen)",
  },
  setAutomine: {
    names: ["evm_setAutomine", "anvil_setAutomine"],
    about: "`true` is the mining mode instant, `false` manual",
  },
  getAutomine: { names: ["hardhat_getAutomine", "anvil_getAutomine"], about: "true in the mining mode instant" },
  setIntervalMining: {
    names: ["evm_setIntervalMining", "anvil_setIntervalMining"],
    about: "the mining mode interval: seconds, from 1,000 on milliseconds (`anvil_`: seconds); 0 ends it: manual",
  },
  getIntervalMining: {
    names: ["anvil_getIntervalMining"],
    about: "seconds between blocks in the mode interval, or null",
  },
  setBalance: {
    names: ["hardhat_setBalance", "anvil_setBalance", "evm_setAccountBalance", "tenderly_setBalance"],
    about: "recorded in the journal; at an address of the sandbox also booked as a movement without a transaction",
  },
  addBalance: { names: ["anvil_addBalance", "tenderly_addBalance"], about: "as `hardhat_setBalance`, by an amount" },
  setCode: {
    names: ["hardhat_setCode", "anvil_setCode", "evm_setAccountCode"],
    about: "recorded in the journal; refused for addresses and contracts of the sandbox",
  },
  setStorageAt: {
    names: ["hardhat_setStorageAt", "anvil_setStorageAt", "evm_setAccountStorageAt"],
    about: "recorded in the journal, 32 bytes per slot; refused for addresses and contracts of the sandbox",
  },
  setNextBlockBaseFee: {
    names: ["hardhat_setNextBlockBaseFeePerGas", "anvil_setNextBlockBaseFeePerGas"],
    about: "the base fee of the next block only; `PUT /admin/networks/{network}/base-fee` sets it permanently",
  },
  setPrevRandao: {
    names: ["hardhat_setPrevRandao"],
    about: "the prevRandao of the next block; each value is accepted once per chain",
  },
  snapshot: {
    names: ["evm_snapshot", "anvil_snapshot"],
    about:
      "takes a snapshot of the whole world, in memory (the last 100); refused when there is a second tenant: `POST /admin/snapshots`",
  },
  revert: {
    names: ["evm_revert", "anvil_revert"],
    about:
      "restores the whole world: other networks, clock and deliveries go back too; an id is valid once and ends later ones; an unknown one answers `false`; WebSockets close with 1012",
  },
  impersonate: {
    names: ["hardhat_impersonateAccount", "anvil_impersonateAccount"],
    about:
      "`eth_sendTransaction` works from this address without its key; such a transaction is recorded in the journal with its sender; refused for addresses of the sandbox, and nothing can be signed for it; what waits is dropped when its sender becomes one",
  },
  stopImpersonating: {
    names: ["hardhat_stopImpersonatingAccount", "anvil_stopImpersonatingAccount"],
    about: "ends that for the address; false when it was not impersonated",
  },
  impersonateAll: {
    names: ["anvil_autoImpersonateAccount"],
    about: "`true`: as if every address of the network were impersonated; `false` ends it",
  },
  dropTransaction: {
    names: ["hardhat_dropTransaction", "anvil_dropTransaction"],
    about: "removes a pending transaction from the pool; false when it is not pending",
  },
} as const satisfies Record<string, SupportedMethod>;

const MINING = "how this chain mines: PUT /admin/networks/{network}/mining";
const FUNDS = "tokens arrive by real transfers: POST /admin/faucet";
const REORG = "POST /admin/networks/{network}/reorg";
const RESET = "POST /admin/reset starts the first world again";
const WORLD = "a world is carried by GET /admin/export and start --import";
const UNSIGNED = "hardhat_impersonateAccount, then eth_sendTransaction";
const DROP = "one by one: hardhat_dropTransaction, POST /admin/networks/{network}/transactions/{hash}/drop";
const FEE = "the base fee: PUT /admin/networks/{network}/base-fee";
const NONCE = "nonces grow by transactions only: send one, for example to yourself";
const TRACES = "debug_traceCall or debug_traceTransaction with callTracer, prestateTracer or flatCallTracer";
const FIXED = "this value is fixed for all chains of the sandbox";

/** Methods that are refused by name, and what to use instead. */
export const REFUSED: readonly (readonly [names: readonly string[], alternative: string])[] = [
  [["anvil_dumpState", "anvil_loadState", "hardhat_dumpState", "hardhat_loadState"], WORLD],
  [["hardhat_reset", "anvil_reset", "evm_reset"], RESET],
  [["anvil_reorg", "anvil_rollback"], REORG],
  [["eth_sendUnsignedTransaction"], UNSIGNED],
  [["anvil_deal", "anvil_dealERC20", "anvil_dealErc20", "anvil_setERC20Allowance", "tenderly_setErc20Balance"], FUNDS],
  [["anvil_dropAllTransactions", "anvil_removePoolTransactions"], DROP],
  [["hardhat_setMinGasPrice", "anvil_setMinGasPrice"], FEE],
  [["anvil_setBlockTimestampInterval", "anvil_removeBlockTimestampInterval"], MINING],
  [["evm_setBlockTimestampInterval", "evm_removeBlockTimestampInterval", "miner_start", "miner_stop"], MINING],
  [["hardhat_setNonce", "anvil_setNonce", "evm_setAccountNonce"], NONCE],
  [["hardhat_setCoinbase", "anvil_setCoinbase", "evm_setBlockGasLimit", "anvil_setBlockGasLimit"], FIXED],
  [["trace_call", "trace_callMany", "trace_rawTransaction", "trace_get"], TRACES],
  [["trace_replayTransaction", "trace_replayBlockTransactions", "debug_intermediateRoots"], TRACES],
  [["anvil_setChainId", "anvil_setRpcUrl", "hardhat_setLoggingEnabled", "anvil_setLoggingEnabled"], FIXED],
];

const ALTERNATIVE_OF = new Map(
  REFUSED.flatMap(([names, alternative]) => names.map((name) => [name, alternative] as const)),
);

/** The error for an unsupported development method; undefined for any other name. */
export function refusalOf(method: string, network: string): RpcError | undefined {
  const known = ALTERNATIVE_OF.get(method);
  if (known === undefined && !/^(evm|hardhat|anvil|tenderly)_/.test(method)) return undefined;
  const alternative = (known ?? "see the control API under /admin").replace("{network}", network);
  return new RpcError(NOT_SUPPORTED, `the method ${method} is not supported by this sandbox; instead: ${alternative}`);
}
