// Starts the engines of all networks of a catalogue and replays each journal on its engine.
import type { Database } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { Random } from "../kernel/random.ts";
import type { ChainDefinition } from "./catalogue.ts";
import type { Chain, GenesisFunding, Hex, MinedBlock, OpenedChains } from "./chain.ts";
import { applyGenesis, genesisDigest } from "./genesis.ts";
import { Journal } from "./journal.ts";
import { Producer, type ProducerDependencies } from "./producer.ts";
import { checkGenesis, type ReplayListener } from "./replay.ts";
import { engineVersion, type RunningEngine, startEngines } from "./simulated.ts";

export type OpenChainsOptions = {
  definitions: readonly ChainDefinition[];
  database: Database;
  /** The world's seed, the only source of the blocks' prevRandao. */
  seed: string;
  /** The account that may mint, pause and blacklist every token. */
  tokenOwner: Hex;
  /** Balances of block 0 on a network, in its base units. */
  funding: (definition: ChainDefinition) => GenesisFunding;
  onReplay?: ReplayListener;
};

/**
 * Starts the chains of one world.
 * @throws AssertionFailure when a stored journal was made by another engine, from another genesis, or replays to other hashes
 */
export async function openChains(options: OpenChainsOptions): Promise<OpenedChains> {
  const engines = await startEngines(options.definitions);
  const close = async (): Promise<void> => {
    await Promise.all(engines.map((engine) => engine.close()));
  };
  try {
    const begun = options.definitions.map((definition, index) => {
      const engine = engines[index];
      assert(engine !== undefined, "every network has an engine", { symbol: definition.symbol });
      return begin(engine, definition, options);
    });
    // Each engine has a thread of its own: they write their blocks 0 at once. Waits for all even when one fails, to close them.
    await Promise.allSettled(begun);
    const opened: Opened[] = [];
    for (const dependencies of await Promise.all(begun)) opened.push(await Producer.open(dependencies));
    return combine(opened, close);
  } catch (error) {
    await close();
    throw error;
  }
}

type Opened = { chain: Producer; unfinished: MinedBlock[] };

function combine(opened: readonly Opened[], close: () => Promise<void>): OpenedChains {
  const producers = opened.map(({ chain }) => chain);
  const reopen = async (database: Database): Promise<OpenedChains> => {
    const reopened = producers.map((chain) => chain.reopenOn(new Journal(database, chain.definition.symbol)));
    // Waits for all engines even when one fails: none may be used while another is still rewinding.
    await Promise.allSettled(reopened);
    return combine(await Promise.all(reopened), close);
  };
  return {
    chains: { all: producers, get: chainBySymbol(producers), reopen, close },
    unfinished: opened.flatMap(({ unfinished }) => unfinished),
  };
}

/** Checks the genesis of a network and writes its block 0. */
async function begin(
  engine: RunningEngine,
  definition: ChainDefinition,
  { database, seed, tokenOwner, funding, onReplay }: OpenChainsOptions,
): Promise<ProducerDependencies> {
  const genesis = { tokenOwner, funding: funding(definition) };
  const journal = new Journal(database, definition.symbol);
  checkGenesis(journal, genesisDigest(definition, genesis), engineVersion());
  await applyGenesis(engine, definition, genesis);
  const listener = onReplay === undefined ? {} : { onReplay };
  return { definition, engine, journal, random: new Random(seed), ...listener };
}

function chainBySymbol(all: readonly Chain[]): (symbol: string) => Chain {
  const bySymbol = new Map(all.map((chain) => [chain.definition.symbol, chain]));
  return (symbol) => {
    const chain = bySymbol.get(symbol);
    assert(chain !== undefined, "there is no such network", { symbol });
    return chain;
  };
}
