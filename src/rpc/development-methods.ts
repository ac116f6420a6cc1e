// Table: methods of development nodes: which act here and how, and what to use instead of those that are refused by name.
import { RpcError } from "../chains/chain.ts";

/** EIP-1474: the method is known and not supported. */
export const NOT_SUPPORTED = -32004;

/** A row of methods that act: what they do here. */
type Acting = { names: readonly string[]; about: string };

/** What acts, by the handler that does it. */
export const ACTING = {
  mine: {
    names: ["evm_mine"],
    about: "mines a block; a timestamp moves the clock there first; `{timestamp, blocks}` mines several",
  },
  mineMany: {
    names: ["hardhat_mine", "anvil_mine"],
    about: "mines so many blocks, each a real one, at most 1,000; with an interval the clock moves on by it in between",
  },
  increaseTime: {
    names: ["evm_increaseTime", "anvil_increaseTime"],
    about: "moves the sandbox's one clock on by seconds and does all that is due on the way; answers the seconds",
  },
  setTime: {
    names: ["evm_setTime", "anvil_setTime"],
    about: "moves the clock to an instant in seconds (or milliseconds) and does all that is due; the past is refused",
  },
  setNextBlockTimestamp: {
    names: ["evm_setNextBlockTimestamp", "anvil_setNextBlockTimestamp"],
    about: "moves the clock to that second, where the next block is mined (with a frozen clock exactly there)",
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
    about: "an act of the journal; at an address of the sandbox it is a movement without a transaction in its books",
  },
  addBalance: { names: ["anvil_addBalance", "tenderly_addBalance"], about: "as `hardhat_setBalance`, by an amount" },
  setCode: {
    names: ["hardhat_setCode", "anvil_setCode", "evm_setAccountCode"],
    about: "an act of the journal; addresses and contracts of the sandbox keep theirs",
  },
  setStorageAt: {
    names: ["hardhat_setStorageAt", "anvil_setStorageAt", "evm_setAccountStorageAt"],
    about: "an act of the journal, 32 bytes at a slot; addresses and contracts of the sandbox keep theirs",
  },
  setNextBlockBaseFee: {
    names: ["hardhat_setNextBlockBaseFeePerGas", "anvil_setNextBlockBaseFeePerGas"],
    about: "the base fee of the next block alone; `PUT /admin/networks/{network}/base-fee` sets it for good",
  },
  setPrevRandao: {
    names: ["hardhat_setPrevRandao"],
    about: "the next block's randomness; a value is taken once a chain",
  },
  dropTransaction: {
    names: ["hardhat_dropTransaction", "anvil_dropTransaction"],
    about: "takes a waiting transaction out of the pool; false when it does not wait",
  },
} as const satisfies Record<string, Acting>;

const MINING = "how this chain mines: PUT /admin/networks/{network}/mining";
const FUNDS = "tokens arrive by real transfers: POST /admin/faucet";
const REORG = "POST /admin/networks/{network}/reorg";
const RESET = "POST /admin/reset starts the first world again";
const SNAPSHOT = "a snapshot is the whole world: POST /admin/snapshots, POST /admin/snapshots/{id}/restore";
const WORLD = "a world is carried by GET /admin/export and start --import";
const SIGNER =
  "sign with one of the accounts of eth_accounts, or fund your own key with hardhat_setBalance or POST /admin/faucet";
const DROP = "one by one: hardhat_dropTransaction, POST /admin/networks/{network}/transactions/{hash}/drop";
const FEE = "the base fee: PUT /admin/networks/{network}/base-fee";
const NONCE = "nonces grow by transactions alone: send one, also to yourself";
const FIXED = "it is the same for every chain of the sandbox and stays as it is";

/** Methods that are refused by name, and the way that works here. */
export const REFUSED: readonly (readonly [names: readonly string[], way: string])[] = [
  [["evm_snapshot", "evm_revert", "anvil_snapshot", "anvil_revert"], SNAPSHOT],
  [["anvil_dumpState", "anvil_loadState", "hardhat_dumpState", "hardhat_loadState"], WORLD],
  [["hardhat_reset", "anvil_reset", "evm_reset"], RESET],
  [["anvil_reorg", "anvil_rollback"], REORG],
  [["hardhat_impersonateAccount", "hardhat_stopImpersonatingAccount", "anvil_impersonateAccount"], SIGNER],
  [["anvil_stopImpersonatingAccount", "anvil_autoImpersonateAccount", "eth_sendUnsignedTransaction"], SIGNER],
  [["anvil_deal", "anvil_dealERC20", "anvil_dealErc20", "anvil_setERC20Allowance", "tenderly_setErc20Balance"], FUNDS],
  [["anvil_dropAllTransactions", "anvil_removePoolTransactions"], DROP],
  [["hardhat_setMinGasPrice", "anvil_setMinGasPrice"], FEE],
  [["anvil_setBlockTimestampInterval", "anvil_removeBlockTimestampInterval"], MINING],
  [["evm_setBlockTimestampInterval", "evm_removeBlockTimestampInterval", "miner_start", "miner_stop"], MINING],
  [["hardhat_setNonce", "anvil_setNonce", "evm_setAccountNonce"], NONCE],
  [["hardhat_setCoinbase", "anvil_setCoinbase", "evm_setBlockGasLimit", "anvil_setBlockGasLimit"], FIXED],
  [["anvil_setChainId", "anvil_setRpcUrl", "hardhat_setLoggingEnabled", "anvil_setLoggingEnabled"], FIXED],
];

const WAY_OF = new Map(REFUSED.flatMap(([names, way]) => names.map((name) => [name, way] as const)));

/** The refusal of a method that bends a chain; undefined when the name means nothing of the kind. */
export function refusalOf(method: string, network: string): RpcError | undefined {
  const known = WAY_OF.get(method);
  if (known === undefined && !/^(evm|hardhat|anvil|tenderly)_/.test(method)) return undefined;
  const way = (known ?? "what can be bent is under /admin").replace("{network}", network);
  return new RpcError(NOT_SUPPORTED, `the method ${method} is not supported by this sandbox; instead: ${way}`);
}
