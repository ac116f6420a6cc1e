// SQL of transactions that are journaled with the intent of their block, before the engine has seen them.
import type { Database } from "../../db/database.ts";
import type { Hex } from "../chain.ts";

export class OfferedTransactions {
  readonly #db: Database;
  readonly #network: string;

  constructor(db: Database, network: string) {
    this.#db = db;
    this.#network = network;
  }

  /** Adds signed bytes that wait, while nothing else does; false when the journal knows them: then nothing is written. */
  insert(hash: Hex, raw: Hex): boolean {
    const changed = this.#db.run(
      `insert into chain_transaction (network, hash, raw, sender, sequence, state)
       values (:network, :hash, :raw, null, 1, 'waiting') on conflict (network, hash) do nothing`,
      { network: this.#network, hash, raw },
    );
    return changed === 1;
  }

  /** Deletes one that the engine did not take, with the intents of its block and of those above it. */
  withdraw(hash: Hex, height: number): void {
    const network = this.#network;
    this.#db.run("delete from chain_transaction where network = :network and hash = :hash", { network, hash });
    const intents = "delete from block where network = :network and height >= :height and state = 'intent'";
    this.#db.run(intents, { network, height });
  }
}
