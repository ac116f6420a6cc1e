// SQL of unlocked accounts: the addresses that clients impersonate on a network, and whether all are.
import type { Database } from "../../db/database.ts";

/** `address` is lower-case; unlocking twice is no error. */
export function insertUnlocked(db: Database, network: string, address: string): void {
  const sql = "insert into unlocked_account (network, address) values (:network, :address) on conflict do nothing";
  db.run(sql, { network, address });
}

/** False when it was not unlocked. */
export function deleteUnlocked(db: Database, network: string, address: string): boolean {
  const sql = "delete from unlocked_account where network = :network and address = :address";
  return db.run(sql, { network, address }) > 0;
}

/** True when the address, or every address of the network, is unlocked. */
export function isUnlocked(db: Database, network: string, address: string): boolean {
  const sql = `select 1 as found from unlocked_account where network = :network and address = :address
               union all select 1 from network_setting where network = :network and unlock_all = 1 limit 1`;
  return db.get(sql, { network, address }) !== undefined;
}

export function putUnlockAll(db: Database, network: string, on: boolean): void {
  db.run("update network_setting set unlock_all = :on where network = :network", { network, on: on ? 1 : 0 });
}
