// A bare engine in a process of its own: `node bench/subjects/bare-engine.ts hardhat|direct` mines what it is sent over the IPC channel.
// `hardhat` asks it as Hardhat's own networks do, in three calls a transfer; `direct` as the sandbox does, in one crossing.
import type { Hex } from "viem";
import { developmentAccounts } from "../../src/chains/address.ts";
import { applyGenesis } from "../../src/chains/genesis.ts";
import { type RunningEngine, startEngines } from "../../src/chains/simulated.ts";
import { required } from "../../src/kernel/assert.ts";
import { startHardhatNetworks } from "../../test/support/worlds/hardhat-networks.ts";
import { chainDefinition } from "../load/transfers.ts";

/** `load`: signed transfers for the next round; `mine`: mines them, answers the height. */
export type Question = { load: Hex[] } | { mine: true };

const kind = process.argv[2];

async function fundedEngine(): Promise<RunningEngine> {
  const start = kind === "hardhat" ? startHardhatNetworks : startEngines;
  const engine = required((await start([chainDefinition]))[0], "an engine");
  const accounts = developmentAccounts().map(({ address }) => address);
  const funding = accounts.map((address) => ({
    address,
    native: 10n ** 22n,
    tokens: Object.fromEntries(chainDefinition.tokens.map(({ symbol }) => [symbol, 10n ** 15n])),
  }));
  await applyGenesis(engine, chainDefinition, { tokenOwner: required(accounts[0], "an account"), funding });
  return engine;
}

const engine = await fundedEngine();
const head = await engine.request<{ timestamp: Hex }>("eth_getBlockByNumber", ["latest", false]);
const timestamp = Number(head.timestamp);
let waiting: readonly Hex[] = [];

/** Each transfer in a block of its own, and the block that confirms it. */
async function mine(): Promise<void> {
  for (const raw of waiting) {
    if (kind === "direct") {
      const block = ["evm_mine", [timestamp]] as const;
      await engine.batch([["eth_sendRawTransaction", [raw]], block, block]);
    } else {
      await engine.request("eth_sendRawTransaction", [raw]);
      await engine.request("evm_mine", [timestamp]);
      await engine.request("evm_mine", [timestamp]);
    }
  }
}

process.on("message", async (question: Question) => {
  if ("load" in question) waiting = question.load;
  else await mine();
  process.send?.({ height: Number(await engine.request<Hex>("eth_blockNumber")) });
});
process.stdout.write("ready\n");
