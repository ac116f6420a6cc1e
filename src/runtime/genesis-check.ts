// Compares the genesis that a stored world was made from with that of this version, before anything is written.
import { type ChainDefinition, readCatalogue } from "../chains/catalogue.ts";
import { genesisDigest } from "../chains/genesis.ts";
import type { Config } from "../config/options.ts";
import type { Database } from "../db/database.ts";
import { FAUCET_PATH } from "../flow/settlements/route-accounts.ts";
import { silentLog } from "../kernel/log.ts";
import { systemClock } from "../kernel/wall-clock.ts";
import { assembleWorld, fundingOf } from "./create-world.ts";

const OTHER_GENESIS =
  "holds a world that was made from another genesis: this version has other contracts in block 0. " +
  "Name a new folder; this one was left as it is";

/** Answers why a stored world cannot be opened, or undefined. Only reads, so that a refused folder stays as it is. */
export function genesisRefusal(
  config: Config,
  catalogue: readonly ChainDefinition[] = readCatalogue(),
): (db: Database) => string | undefined {
  return (db) => {
    const seed = db.get<{ seed: string }>("select seed from world")?.seed;
    if (seed === undefined) return undefined;
    const clock = { mode: "frozen" as const, now: 0, offset: 0 };
    const options = { config: { ...config, seed: Number(seed) }, wall: systemClock, log: silentLog, catalogue };
    const { world, keyring } = assembleWorld(options, db, clock);
    const tokenOwner = keyring.addressAt(FAUCET_PATH);
    const stored = db.all<{ network: string; digest: string }>("select network, digest from chain_genesis");
    const differs = stored.some(({ network, digest }) => {
      const definition = catalogue.find(({ symbol }) => symbol === network);
      const genesis = definition && { tokenOwner, funding: fundingOf(world, keyring, definition) };
      return definition !== undefined && genesis !== undefined && genesisDigest(definition, genesis) !== digest;
    });
    return differs ? OTHER_GENESIS : undefined;
  };
}
