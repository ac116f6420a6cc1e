// Table: the kinds of records that are listed over all tenants, and through which indexes each is found (decision 0050).

/** What a text of a kind looks like: hex is compared in lower case. */
export type TextColumn = {
  readonly column: string;
  readonly hex?: true;
  /**
   * Reads `id` and, where other kinds are in the same table, `type`; `:start`, `:end` and `:most` are bound. Without it the column of the
   * kind's own table is read.
   */
  readonly ids?: string;
  /** Keeps the rows of this `type`. */
  readonly type?: string;
};

export type RecordTable = {
  readonly table: string;
  /** Rows of the kind within the table; empty for all. */
  readonly where: string;
  readonly owner?: string;
  readonly network?: string;
  readonly state?: string;
  /** With which rows of an index an owner's are read in the order of ids; without it, rows are looked at one by one. */
  readonly ownerIndex?: string;
  /** States whose rows stand in an index of their own: state → the condition of that index. */
  readonly rare: Readonly<Record<string, string>>;
  readonly texts: readonly TextColumn[];
};

/** Transactions of one type by one of their addresses: deposits and payouts have no index of their own for them. */
const byAddress = (side: "from_address" | "to_address", type: string): TextColumn => ({
  column: side,
  hex: true,
  ids: `select source_id as id, type from transaction_record where ${side} >= :start and ${side} < :end limit :most`,
  type,
});

/** The table of wallets has the addresses of vaults, gas stations and deposit addresses, too. */
const addressBy = (column: "id" | "address", type: "user" | "gas_station"): TextColumn => ({
  column,
  hex: true,
  ids: `select id, category as type from address where ${column} >= :start and ${column} < :end limit :most`,
  type,
});

const TRANSACTION_BAD = "status in ('failed', 'rejected', 'expired')";
const PAYOUT_BAD = "status in ('failed', 'expired')";
const PAYOUT_OPEN = "status in ('queued', 'processing')";
const SETTLEMENT_OPEN = "status in ('created', 'routing', 'retrying')";

export const RECORD_TABLES = {
  deposit: {
    ...{
      table: "deposit",
      where: "",
      owner: "owner",
      network: "network",
      state: "state",
      ownerIndex: "owner = :owner",
    },
    rare: { orphaned: "state = 'orphaned'" },
    texts: [
      { column: "id", hex: true },
      { column: "tx_hash", hex: true },
      { column: "owner" },
      byAddress("to_address", "deposit"),
      byAddress("from_address", "deposit"),
    ],
  },
  wallet: {
    ...{
      table: "address",
      where: "category = 'user'",
      owner: "owner",
      network: "network",
      ownerIndex: "owner = :owner",
    },
    rare: {},
    texts: [
      addressBy("id", "user"),
      {
        column: "owner",
        ids: `select id from address where owner >= :start and owner < :end and category = 'user' limit :most`,
      },
      addressBy("address", "user"),
    ],
  },
  uda: {
    ...{ table: "uda", where: "", owner: "owner", network: "destination_network", state: "status" },
    ownerIndex: "owner = :owner",
    rare: {},
    texts: [{ column: "id", hex: true }, { column: "owner" }, { column: "address", hex: true }],
  },
  settlement: {
    ...{ table: "settlement", where: "", owner: "owner", network: "source_network", state: "status" },
    ownerIndex: "owner = :owner",
    rare: {
      failed: "status = 'failed'",
      created: `${SETTLEMENT_OPEN} and status = 'created'`,
      routing: `${SETTLEMENT_OPEN} and status = 'routing'`,
      retrying: `${SETTLEMENT_OPEN} and status = 'retrying'`,
    },
    texts: [
      { column: "id", hex: true },
      { column: "owner" },
      { column: "source_tx_hash", hex: true },
      {
        column: "destination_tx_hash",
        hex: true,
        ids: `select id from settlement where destination_tx_hash >= :start and destination_tx_hash < :end
                and destination_tx_hash <> '' limit :most`,
      },
    ],
  },
  payout: {
    ...{ table: "payout", where: "", network: "network", state: "status" },
    rare: {
      failed: `${PAYOUT_BAD} and status = 'failed'`,
      expired: `${PAYOUT_BAD} and status = 'expired'`,
      queued: `${PAYOUT_OPEN} and status = 'queued'`,
      processing: `${PAYOUT_OPEN} and status = 'processing'`,
    },
    texts: [
      { column: "id", hex: true },
      { column: "reference_id" },
      {
        column: "tx_hash",
        hex: true,
        ids: "select source_id as id, type from transaction_record where tx_hash >= :start and tx_hash < :end limit :most",
        type: "payout",
      },
      byAddress("to_address", "payout"),
    ],
  },
  transaction: {
    ...{ table: "transaction_record", where: "", owner: "owner", network: "network", state: "status" },
    ownerIndex: "owner = :owner and owner <> ''",
    rare: {
      failed: `${TRANSACTION_BAD} and status = 'failed'`,
      rejected: `${TRANSACTION_BAD} and status = 'rejected'`,
      expired: `${TRANSACTION_BAD} and status = 'expired'`,
    },
    texts: [
      { column: "id", hex: true },
      { column: "tx_hash", hex: true },
      {
        column: "owner",
        ids: "select id from transaction_record where owner >= :start and owner < :end and owner <> '' limit :most",
      },
      { column: "from_address", hex: true },
      { column: "to_address", hex: true },
    ],
  },
  vault: {
    ...{ table: "vault", where: "" },
    rare: {},
    texts: [{ column: "id", hex: true }, { column: "label" }],
  },
  gas_station: {
    ...{ table: "address", where: "category = 'gas_station'", network: "network" },
    rare: {},
    texts: [addressBy("id", "gas_station"), addressBy("address", "gas_station")],
  },
  claim: {
    ...{ table: "claim", where: "", network: "network", state: "state" },
    owner: "(select s.owner from settlement s where s.id = claim.settlement_id)",
    rare: {
      failed: "state = 'failed'",
      pending: "state in ('pending', 'sent') and state = 'pending'",
      sent: "state in ('pending', 'sent') and state = 'sent'",
    },
    texts: [
      { column: "id", hex: true },
      {
        column: "tx_hash",
        hex: true,
        ids: "select id from claim where tx_hash >= :start and tx_hash < :end and tx_hash <> '' limit :most",
      },
      {
        column: "settlement_id",
        hex: true,
      },
    ],
  },
} as const satisfies Record<string, RecordTable>;

export type RecordKind = keyof typeof RECORD_TABLES;
export const RECORD_KINDS = Object.keys(RECORD_TABLES) as readonly RecordKind[];
