// What the next block of a chain is told by an operator: its base fee, from now on or once, and its randomness.
import type { Database } from "../db/database.ts";
import type { Hex, NextBlockInput } from "./chain.ts";

type Row = { base_fee: string; once_base_fee: string | null; once_prev_randao: Hex | null };

export class NextBlock {
  readonly #db: Database;
  readonly #network: string;
  readonly #untold: Row;

  /** `usualBaseFee`: wei per gas, decimal text, until an operator says otherwise. */
  constructor(db: Database, network: string, usualBaseFee: string) {
    this.#db = db;
    this.#network = network;
    this.#untold = { base_fee: usualBaseFee, once_base_fee: null, once_prev_randao: null };
  }

  /** Wei per gas. */
  get baseFee(): bigint {
    const { once_base_fee, base_fee } = this.#row();
    return BigInt(once_base_fee ?? base_fee);
  }

  /** Undefined when the chain draws it. */
  get prevRandao(): Hex | undefined {
    return this.#row().once_prev_randao ?? undefined;
  }

  /** Of every block from the next one on. Wei per gas. */
  setBaseFee(wei: bigint): void {
    this.#put({ ...this.#row(), base_fee: wei.toString(), once_base_fee: null });
  }

  /** Of the next block alone; what is left out stays as it is. */
  setOnce({ baseFee, prevRandao }: NextBlockInput): void {
    const row = this.#row();
    const once_base_fee = baseFee?.toString() ?? row.once_base_fee;
    this.#put({ ...row, once_base_fee, once_prev_randao: prevRandao ?? row.once_prev_randao });
  }

  /** The next block has begun: called in the transaction of its intent. */
  begun(): void {
    const sql = "update next_block set once_base_fee = null, once_prev_randao = null where network = :network";
    this.#db.run(sql, { network: this.#network });
  }

  #row(): Row {
    const sql = "select base_fee, once_base_fee, once_prev_randao from next_block where network = :network";
    return this.#db.get<Row>(sql, { network: this.#network }) ?? this.#untold;
  }

  #put(row: Row): void {
    this.#db.run(
      `insert into next_block (network, base_fee, once_base_fee, once_prev_randao)
       values (:network, :base_fee, :once_base_fee, :once_prev_randao)
       on conflict (network) do update set base_fee = excluded.base_fee, once_base_fee = excluded.once_base_fee,
         once_prev_randao = excluded.once_prev_randao`,
      { network: this.#network, ...row },
    );
  }
}
