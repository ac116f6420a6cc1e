// The books: who was credited what for which deposit, and which withdrawals were asked for. One SQLite file.
import { DatabaseSync } from "node:sqlite";
import { Refused } from "./amounts.ts";

export type Credit = {
  id: string;
  kind: "deposit" | "settlement";
  owner: string;
  txId: string;
  network: string;
  asset: string;
  units: bigint;
  decimals: number;
};
export type Withdrawal = {
  id: string;
  owner: string;
  network: string;
  asset: string;
  amount: string;
  units: bigint;
  decimals: number;
  to: string;
  state: "pending" | "paid" | "failed";
  payoutId: string;
};
export type Wallet = { address: string; network: string; owner: string };

const SCHEMA = `
  create table if not exists wallet (address text not null, network text not null, owner text not null, primary key (network, address)) strict;
  create table if not exists uda (id text primary key, owner text not null, network text not null, decimals integer not null) strict;
  create table if not exists credit (id text primary key, kind text not null, owner text not null, tx_id text not null, network text not null,
    asset text not null, units text not null, decimals integer not null, taken_back integer not null, removals integer not null) strict;
  create index if not exists credit_of_owner on credit (owner);
  create table if not exists withdrawal (id text primary key, owner text not null, network text not null, asset text not null, amount text not null,
    units text not null, decimals integer not null, target text not null, state text not null, payout_id text not null) strict;
  create index if not exists withdrawal_of_owner on withdrawal (owner);`;

type Row = Record<string, string | number | bigint | Uint8Array | null>;

export class Books {
  readonly #db: DatabaseSync;

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec("pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000");
    this.#db.exec(SCHEMA);
  }

  #run(sql: string, ...values: (string | number)[]): number {
    return Number(this.#db.prepare(sql).run(...values).changes);
  }

  #all(sql: string, ...values: (string | number)[]): Row[] {
    return this.#db.prepare(sql).all(...values) as Row[];
  }

  addWallet({ address, network, owner }: Wallet): void {
    this.#run("insert or ignore into wallet values (?, ?, ?)", address, network, owner);
  }

  wallet(owner: string, network: string): Wallet | undefined {
    const [row] = this.#all("select * from wallet where owner = ? and network = ?", owner, network);
    return row === undefined ? undefined : { address: String(row.address), network, owner };
  }

  ownerOf(address: string, network: string): string | undefined {
    return this.#all("select owner from wallet where network = ? and address = ?", network, address)[0]?.owner as
      | string
      | undefined;
  }

  addUda(id: string, owner: string, network: string, decimals: number): void {
    this.#run("insert or ignore into uda values (?, ?, ?, ?)", id, owner, network, decimals);
  }

  uda(id: string): { owner: string; network: string; decimals: number } | undefined {
    const [row] = this.#all("select owner, network, decimals from uda where id = ?", id);
    return row as { owner: string; network: string; decimals: number } | undefined;
  }

  udasOf(owner: string): string[] {
    return this.#all("select id from uda where owner = ?", owner).map(({ id }) => String(id));
  }

  /** "new" when nothing is known of this deposit or settlement; "taken back" when a reorg removed it. */
  stateOf(id: string): "new" | "credited" | "taken back" {
    const [row] = this.#all("select taken_back from credit where id = ?", id);
    if (row === undefined) return "new";
    return row.taken_back === 1 ? "taken back" : "credited";
  }

  /** How often a reorg removed the deposit. Whoever asked the service something in between compares it before writing. */
  removals(id: string): number {
    return Number(this.#all("select removals from credit where id = ?", id)[0]?.removals ?? 0);
  }

  /** Credits a deposit or settlement once, whatever comes twice or at the same time: its id is the key. */
  credit(credit: Credit): void {
    const { id, kind, owner, txId, network, asset, units, decimals } = credit;
    this.#run(
      `insert into credit values (?, ?, ?, ?, ?, ?, ?, ?, 0, 0) on conflict (id) do update set taken_back = 0, kind = excluded.kind, owner = excluded.owner,
        tx_id = excluded.tx_id, network = excluded.network, asset = excluded.asset, units = excluded.units, decimals = excluded.decimals`,
      ...[id, kind, owner, txId, network, asset, units.toString(), decimals],
    );
  }

  /** A reorg removed the deposit. Kept as a row also when it was never credited: its webhook may still come. */
  takeBack(id: string): void {
    this.#run(
      "insert into credit values (?, 'deposit', '', '', '', '', '0', 0, 1, 1) on conflict (id) do update set taken_back = 1, removals = removals + 1",
      id,
    );
  }

  /** The deposit is confirmed after all. Does nothing when it was never credited: its webhook is still to come. */
  giveAgain(id: string): void {
    this.#run("update credit set taken_back = 0 where id = ? and owner <> ''", id);
  }

  credits(owner: string): Credit[] {
    return this.#all("select * from credit where owner = ? and taken_back = 0 order by id", owner).map((row) => ({
      ...(row as unknown as Omit<Credit, "units" | "txId">),
      txId: String(row.tx_id),
      units: BigInt(String(row.units)),
    }));
  }

  /** Credits minus withdrawals that did not fail, in the smallest unit. */
  free(owner: string, network: string, asset: string): bigint {
    const same = (entry: { network: string; asset: string }) => entry.network === network && entry.asset === asset;
    const credited = this.credits(owner).filter(same);
    const spent = this.withdrawals(owner).filter((one) => same(one) && one.state !== "failed");
    return credited.reduce((sum, one) => sum + one.units, 0n) - spent.reduce((sum, one) => sum + one.units, 0n);
  }

  /** Reserves the money of a withdrawal. The customer's id makes it happen once: true when this call did it. */
  reserve(order: Omit<Withdrawal, "state" | "payoutId">): boolean {
    const { id, owner, network, asset, amount, units, decimals, to } = order;
    const known = this.withdrawal(id);
    if (known !== undefined) {
      if (known.owner !== owner || known.units !== units || known.to !== to)
        throw new Refused(`withdrawal ${id} exists with other values`);
      return false;
    }
    if (this.free(owner, network, asset) < units) throw new Refused("not enough money");
    this.#run(
      "insert into withdrawal values (?, ?, ?, ?, ?, ?, ?, ?, 'pending', '')",
      ...[id, owner, network, asset, amount, units.toString(), decimals, to],
    );
    return true;
  }

  /** What the service said about the payout of a withdrawal. "failed" gives the money back to the owner. */
  settle(id: string, state: Withdrawal["state"], payoutId: string): void {
    this.#run("update withdrawal set state = ?, payout_id = ? where id = ?", state, payoutId, id);
  }

  withdrawal(id: string): Withdrawal | undefined {
    return this.#all("select * from withdrawal where id = ?", id).map(asWithdrawal)[0];
  }

  withdrawals(owner: string): Withdrawal[] {
    return this.#all("select * from withdrawal where owner = ? order by id", owner).map(asWithdrawal);
  }

  /** All whose end is not known, of one owner or of all. */
  pending(owner?: string): Withdrawal[] {
    const rows = this.#all(
      "select * from withdrawal where state = 'pending' and (? = '' or owner = ?) order by id",
      owner ?? "",
      owner ?? "",
    );
    return rows.map(asWithdrawal);
  }
}

function asWithdrawal(row: Row): Withdrawal {
  const { target, payout_id, units, ...rest } = row;
  return {
    ...(rest as unknown as Omit<Withdrawal, "to" | "payoutId" | "units">),
    to: String(target),
    payoutId: String(payout_id),
    units: BigInt(String(units)),
  };
}
