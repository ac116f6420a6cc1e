// Selects what to start from: the world of the data folder, an imported file, or a new world; with the options that fit it.
import type { ChainDefinition } from "../chains/catalogue.ts";
import type { Config } from "../config/options.ts";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import { openDataFolder } from "../storage/data-folder.ts";
import { importWorld } from "../storage/export-file.ts";
import { memoryStorage, type Storage } from "../storage/storage.ts";
import { genesisRefusal } from "./genesis-check.ts";
import { settingsOf } from "./stored-options.ts";
import type { Start } from "./world-manager.ts";

/**
 * Opens the storage and looks for a world to start from.
 * @throws Problem invalidRequest for a folder or a file that cannot be used, or options of another world
 */
export function selectStart(
  given: Config,
  log: Log,
  catalogue?: readonly ChainDefinition[],
): Start & { storage: Storage; config: Config } {
  const onLoss = given.acceptLoss ? (what: string): void => log.warn({}, `accepted: ${what}`) : null;
  const onDamaged = (what: string): void => log.warn({}, what);
  const refusal = genesisRefusal(given, catalogue);
  const storage =
    given.data === null ? memoryStorage() : openDataFolder(given.data, given.durability, onLoss, onDamaged, refusal);
  try {
    const existing = storage.existing();
    if (existing !== undefined && given.import !== null)
      throw new Problem("invalidRequest", "--import: the folder of --data holds a world already: name another folder");
    if (existing !== undefined) return { storage, existing, config: settingsOf(existing, given, "--data") };
    if (given.import === null) return { storage, config: given };
    const imported = importWorld(given.import);
    return { storage, imported, config: settingsOf(imported, given, "--import") };
  } catch (error) {
    storage.close();
    throw error;
  }
}
