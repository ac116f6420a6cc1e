// Base fee (fixed, by load, or for one block) and prevRandao that an operator sets for the next block of a chain.
import type { Database } from "../../db/database.ts";
import type { Hex, NextBlockInput } from "../chain.ts";
import { type BaseFeeMode, type BlockLoad, baseFeeAfter } from "./base-fee.ts";

type Row = {
  mode: BaseFeeMode;
  base_fee: string;
  once_base_fee: string | null;
  once_prev_randao: Hex | null;
};

export class NextBlock {
  readonly #db: Database;
  readonly #network: string;
  readonly #defaults: Row;
  readonly #load: () => BlockLoad;

  /** `defaultBaseFee`: wei per gas, decimal text, until an operator sets another, and the least in the mode dynamic. `load`: of the head. */
  constructor(db: Database, network: string, defaultBaseFee: string, load: () => BlockLoad) {
    this.#db = db;
    this.#network = network;
    this.#defaults = { mode: "fixed", base_fee: defaultBaseFee, once_base_fee: null, once_prev_randao: null };
    this.#load = load;
  }

  /** Wei per gas. */
  get baseFee(): bigint {
    const { mode, once_base_fee, base_fee } = this.#row();
    if (once_base_fee !== null) return BigInt(once_base_fee);
    return mode === "fixed" ? BigInt(base_fee) : baseFeeAfter(this.#load(), BigInt(this.#defaults.base_fee));
  }

  get mode(): BaseFeeMode {
    return this.#row().mode;
  }

  /** True when the block after the next one has the same base fee, and neither has a randomness that was set. */
  get isSteady(): boolean {
    const { mode, once_base_fee, once_prev_randao } = this.#row();
    return mode === "fixed" && once_base_fee === null && once_prev_randao === null;
  }

  /** Undefined when no operator has set one. */
  get prevRandao(): Hex | undefined {
    return this.#row().once_prev_randao ?? undefined;
  }

  /** The fee of the next block (wei per gas), and of those after it: the same, or by their load. */
  setBaseFee(wei: bigint, mode: BaseFeeMode): void {
    const once_base_fee = mode === "fixed" ? null : wei.toString();
    this.#put({ ...this.#row(), mode, base_fee: wei.toString(), once_base_fee });
  }

  /** For the next block only; omitted members stay as they are. */
  setOnce({ baseFee, prevRandao }: NextBlockInput): void {
    const row = this.#row();
    const once_base_fee = baseFee?.toString() ?? row.once_base_fee;
    this.#put({ ...row, once_base_fee, once_prev_randao: prevRandao ?? row.once_prev_randao });
  }

  /** Clears the values of a single block; called in the transaction of its intent. */
  begun(): void {
    const { once_base_fee, once_prev_randao } = this.#row();
    if (once_base_fee === null && once_prev_randao === null) return;
    const sql = "update next_block set once_base_fee = null, once_prev_randao = null where network = :network";
    this.#db.run(sql, { network: this.#network });
  }

  #row(): Row {
    const sql = "select mode, base_fee, once_base_fee, once_prev_randao from next_block where network = :network";
    return this.#db.keptGet<Row>(sql, { network: this.#network }) ?? this.#defaults;
  }

  #put(row: Row): void {
    this.#db.run(
      `insert into next_block (network, mode, base_fee, once_base_fee, once_prev_randao)
       values (:network, :mode, :base_fee, :once_base_fee, :once_prev_randao)
       on conflict (network) do update set mode = excluded.mode, base_fee = excluded.base_fee, once_base_fee = excluded.once_base_fee,
         once_prev_randao = excluded.once_prev_randao`,
      { network: this.#network, ...row },
    );
  }
}
