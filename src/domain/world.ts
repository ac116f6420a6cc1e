// The context of all domain functions: database, clock, ids, randomness, catalogue and key derivation.
import type { Database } from "../db/database.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import type { Catalogue } from "./network/network.ts";

/** Derives the lower-case address of a derivation path from the world's root key. */
export type DeriveAddress = (path: string) => string;

export type World = {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly catalogue: Catalogue;
  readonly derive: DeriveAddress;
};
