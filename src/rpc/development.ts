// Methods of development nodes: mining acts through the loop, the rest is refused by name with the way that works here.
import { RpcError } from "../chains/chain.ts";
import { argument, invalid, quantity } from "./arguments.ts";
import type { Call, Handler } from "./call.ts";
import { isRecord } from "./json-rpc.ts";

/** EIP-1474: the method is known and not supported. */
const NOT_SUPPORTED = -32004;

/** Blocks one call may ask for: each is a real one, with a parent and a row. */
export const MOST_BLOCKS = 1_000;

const CLOCK = "time belongs to the sandbox's clock: POST /admin/clock/advance";
const MINING = "how this chain mines: PUT /admin/networks/{network}/mining";
const FUNDS = "coins and tokens arrive by real transfers: POST /admin/faucet";
const REORG = "POST /admin/networks/{network}/reorg";
const RESET = "POST /admin/reset starts the first world again";
const STATE = "state changes by transactions alone: deploy a contract or send a transaction";
const SIGNER = "sign with one of the accounts of eth_accounts, or fund your own key with POST /admin/faucet";
const REPLACE = "replace a waiting transaction by one with the same nonce and higher fees";
const FEE = "the base fee of every block comes from the network's row in the catalogue";

const WAYS: readonly (readonly [names: readonly string[], way: string])[] = [
  [["evm_increaseTime", "evm_setNextBlockTimestamp", "evm_setTime", "anvil_setTime", "anvil_increaseTime"], CLOCK],
  [["anvil_setNextBlockTimestamp", "anvil_setBlockTimestampInterval", "anvil_removeBlockTimestampInterval"], CLOCK],
  [["evm_setBlockTimestampInterval", "evm_removeBlockTimestampInterval"], CLOCK],
  [["evm_setAutomine", "evm_setIntervalMining", "anvil_setAutomine", "anvil_setIntervalMining"], MINING],
  [["anvil_getAutomine", "anvil_getIntervalMining", "hardhat_getAutomine", "miner_start", "miner_stop"], MINING],
  [["hardhat_setBalance", "anvil_setBalance", "evm_setAccountBalance", "tenderly_setBalance"], FUNDS],
  [["anvil_addBalance", "anvil_deal", "anvil_dealERC20", "anvil_dealErc20", "anvil_setERC20Allowance"], FUNDS],
  [["tenderly_addBalance", "tenderly_setErc20Balance"], FUNDS],
  [["evm_snapshot", "evm_revert", "anvil_snapshot", "anvil_revert", "anvil_dumpState", "anvil_loadState"], RESET],
  [["hardhat_reset", "anvil_reset", "evm_reset"], RESET],
  [["anvil_reorg", "anvil_rollback"], REORG],
  [["hardhat_dropTransaction", "anvil_dropTransaction", "anvil_dropAllTransactions"], REPLACE],
  [["anvil_removePoolTransactions"], REPLACE],
  [["hardhat_impersonateAccount", "hardhat_stopImpersonatingAccount", "anvil_impersonateAccount"], SIGNER],
  [["anvil_stopImpersonatingAccount", "anvil_autoImpersonateAccount", "eth_sendUnsignedTransaction"], SIGNER],
  [["hardhat_setNextBlockBaseFeePerGas", "anvil_setNextBlockBaseFeePerGas", "hardhat_setMinGasPrice"], FEE],
  [["anvil_setMinGasPrice"], FEE],
  [["hardhat_setCode", "anvil_setCode", "hardhat_setStorageAt", "anvil_setStorageAt", "evm_setAccountCode"], STATE],
  [["evm_setAccountStorageAt", "hardhat_setNonce", "anvil_setNonce", "evm_setAccountNonce"], STATE],
  [["hardhat_setCoinbase", "anvil_setCoinbase", "hardhat_setPrevRandao", "evm_setBlockGasLimit"], STATE],
  [["anvil_setBlockGasLimit", "anvil_setChainId", "anvil_setRpcUrl", "anvil_setCode"], STATE],
];

const WAY_OF = new Map(WAYS.flatMap(([names, way]) => names.map((name) => [name, way] as const)));

/** The refusal of a method that bends a chain; undefined when the name means nothing of the kind. */
export function refusalOf(method: string, network: string): RpcError | undefined {
  const known = WAY_OF.get(method);
  if (known === undefined && !/^(evm|hardhat|anvil|tenderly)_/.test(method)) return undefined;
  const way = (known ?? "what can be bent is under /admin").replace("{network}", network);
  return new RpcError(NOT_SUPPORTED, `the method ${method} is not supported by this sandbox; instead: ${way}`);
}

type MineParts = { mine(network: string, blocks: number): Promise<void> };

export function miningHandlers({ mine }: MineParts): Record<string, Handler> {
  const run = async (call: Call, given: unknown): Promise<void> => {
    const blocks = given === undefined || given === null ? 1n : quantity(given, "number of blocks");
    if (blocks > BigInt(MOST_BLOCKS)) throw invalid(`at most ${MOST_BLOCKS} blocks at once`);
    if (blocks > 0n) await mine(call.chain.definition.symbol, Number(blocks));
  };
  const inOneGo: Handler = async (call) => {
    const interval = call.parameters[1];
    if (interval !== undefined && interval !== null && quantity(interval, "interval") > 0n) throw timed();
    await run(call, call.parameters[0]);
    return null;
  };
  return {
    async evm_mine(call) {
      const options = call.parameters.length === 0 ? undefined : argument(call, 0);
      const given = isRecord(options) ? options : { timestamp: options };
      if (given["timestamp"] !== undefined) throw timed();
      await run(call, given["blocks"]);
      return "0x0";
    },
    hardhat_mine: inOneGo,
    anvil_mine: inOneGo,
  };
}

function timed(): RpcError {
  return new RpcError(
    NOT_SUPPORTED,
    `blocks with a time of their own are not supported by this sandbox; instead: ${CLOCK}`,
  );
}
