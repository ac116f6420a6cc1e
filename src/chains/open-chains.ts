// Starts every network of a catalogue in this process and opens each where its journal ends.
import type { Database } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { Random } from "../kernel/random.ts";
import type { Chain, ChainDefinition, GenesisFunding, Hex, MinedBlock, OpenedChains } from "./chain.ts";
import { applyGenesis, genesisDigest } from "./genesis.ts";
import { Journal } from "./journal.ts";
import { Producer } from "./producer.ts";
import { checkGenesis, type ReplayListener } from "./replay.ts";
import { engineVersion, type RunningEngine, startEngines } from "./simulated.ts";

export type OpenChainsOptions = {
  definitions: readonly ChainDefinition[];
  database: Database;
  /** The world's seed: the only source of the blocks' randomness. */
  seed: string;
  /** Who may mint, pause and blacklist every token. */
  tokenOwner: Hex;
  /** Balances of block 0 on a network, in its own base units. */
  funding: (definition: ChainDefinition) => GenesisFunding;
  onReplay?: ReplayListener;
};

/**
 * Starts the chains of one world.
 * @throws AssertionFailure when a stored journal was made by another engine, from another genesis, or does not give the same hashes
 */
export async function openChains(options: OpenChainsOptions): Promise<OpenedChains> {
  const engines = await startEngines(options.definitions);
  const close = async (): Promise<void> => {
    await Promise.all(engines.map((engine) => engine.close()));
  };
  try {
    const opened: Opened[] = [];
    for (const [index, definition] of options.definitions.entries()) {
      const engine = engines[index];
      assert(engine !== undefined, "every network has its engine", { symbol: definition.symbol });
      opened.push(await openChain(engine, definition, options));
    }
    return together(opened, close);
  } catch (error) {
    await close();
    throw error;
  }
}

type Opened = { chain: Producer; unfinished: MinedBlock[] };

function together(opened: readonly Opened[], close: () => Promise<void>): OpenedChains {
  const producers = opened.map(({ chain }) => chain);
  const reopen = async (database: Database): Promise<OpenedChains> => {
    const work = producers.map((chain) => chain.handOver(new Journal(database, chain.definition.symbol)));
    // Whatever one engine says: nobody goes on while another is still on its way.
    await Promise.allSettled(work);
    return together(await Promise.all(work), close);
  };
  return {
    chains: { all: producers, get: lookUp(producers), reopen, close },
    unfinished: opened.flatMap(({ unfinished }) => unfinished),
  };
}

async function openChain(
  engine: RunningEngine,
  definition: ChainDefinition,
  { database, seed, tokenOwner, funding, onReplay }: OpenChainsOptions,
): Promise<Opened> {
  const genesis = { tokenOwner, funding: funding(definition) };
  const journal = new Journal(database, definition.symbol);
  checkGenesis(journal, genesisDigest(definition, genesis), engineVersion());
  await applyGenesis(engine, definition, genesis);
  const told = onReplay === undefined ? {} : { onReplay };
  return Producer.open({ definition, engine, journal, random: new Random(seed), ...told });
}

function lookUp(all: readonly Chain[]): (symbol: string) => Chain {
  const bySymbol = new Map(all.map((chain) => [chain.definition.symbol, chain]));
  return (symbol) => {
    const chain = bySymbol.get(symbol);
    assert(chain !== undefined, "there is no such network", { symbol });
    return chain;
  };
}
