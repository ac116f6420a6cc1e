// Table: the readings, one row for each hole of the service specification with the answers that it allows (C-20).

/** `stated`: the specification says itself that both occur; `growth`: a newer version of the same API may do it; `silent`: it says nothing. */
export type ReadingClass = "stated" | "growth" | "silent";

/** One reading. */
export type ReadingRow = {
  readonly class: ReadingClass;
  /** What is open, in one sentence. */
  readonly about: string;
  /** What a test has to do so that an answer or webhook carries another value than the default: a few words behind "needs". */
  readonly met_by: string;
  /** `wire`: a pure change of finished JSON, led by the schema; `question`: a handler or the flow asks for the value and acts by it. */
  readonly kind: "wire" | "question";
  /** Every value with what it does; the first is the default. */
  readonly values: readonly (readonly [value: string, about: string])[];
  /** Ids of the operations whose answers it touches. Those of `schemas` are added from the document. */
  readonly operations: readonly string[];
  /** Types of the events whose webhooks it touches. Those of `schemas` are added from the document. */
  readonly events: readonly string[];
  /** Names of component schemas of the document whose values it changes; `*` stands for every object. */
  readonly schemas: readonly string[];
  readonly decision: readonly string[];
  readonly statement: readonly string[];
};

const PAYOUTS = ["createPayout", "createPayoutByUsd", "getPayout", "rejectPayout"] as const;
const SETTLEMENTS = ["uda.settlement.created", "uda.settlement.completed", "uda.settlement.failed"] as const;
const TRANSACTIONS = ["transaction.broadcasted", "transaction.confirmed", "transaction.failed"] as const;
/** The nine types whose payload the specification does not show. */
const NOT_SHOWN = [
  "deposit.confirmed",
  "address.assigned",
  ...TRANSACTIONS,
  "balance.updated",
  ...SETTLEMENTS,
] as const;
const EVENTS = ["deposit.new", ...NOT_SHOWN] as const;

const none = { operations: [], events: [], schemas: [] } as const;

/** Every reading by its name, in the order of catalogues and reports. */
export const READINGS = {
  record: {
    class: "stated",
    about: "where the record of create-UDA, payout, settlement and UDA-list answers stands",
    met_by: "a UDA, payout or settlement (alternate: two answers)",
    kind: "wire",
    values: [
      ["data", "under `data`"],
      ["top-level", "at the top level, beside `success` and `message`, without `data`"],
      ["alternate", "every second answer of an operation has it at the top level"],
    ],
    ...none,
    operations: [
      ...["createUda", "listUdas", ...PAYOUTS],
      ...["getSettlement", "listUdaSettlements", "listSettlementsByReference"],
    ],
    decision: ["K-11", "H-06"],
    statement: ["S-031"],
  },
  quote_usd: {
    class: "stated",
    about: "whether a quote has USD members",
    met_by: "GET /uda/quote",
    kind: "question",
    values: [
      ["omitted", "only while the price feed of the world is switched on"],
      ["present", "always, as if the price feed were on"],
    ],
    ...none,
    operations: ["getQuote"],
    decision: ["H-29"],
    statement: ["S-264"],
  },
  webhook_repeat: {
    class: "stated",
    about: "whether a webhook comes again that was already taken",
    met_by: "a webhook that is answered 2xx",
    kind: "question",
    values: [
      ["once", "a delivery that got 2xx does not come again"],
      ["twice", "each delivery that got 2xx comes once more: same id and bytes, new timestamp"],
    ],
    ...none,
    events: EVENTS,
    decision: ["H-81"],
    statement: ["S-576"],
  },
  extra_members: {
    class: "growth",
    about: "whether objects have members that nobody has seen yet",
    met_by: "any 2xx answer, or a webhook",
    kind: "wire",
    values: [
      ["none", "the members of the document alone"],
      [
        "some",
        "one unknown member more in every object of answers, webhook payloads and their envelope; error bodies keep their three",
      ],
    ],
    ...none,
    schemas: ["*"],
    decision: ["H-77"],
    statement: [],
  },
  open_values: {
    class: "growth",
    about: "the words of members whose values the specification does not show",
    met_by: "a wallet, transaction, settlement or quote",
    kind: "wire",
    values: [
      ["known", "the words of the document, in lower case"],
      ["upper", "the same words in upper case"],
      [
        "new",
        "every third one is a word nobody has seen, and an endpoint that takes every type gets a webhook of a type nobody knows, `notice.added_later`, beside the first and then every third event",
      ],
    ],
    ...none,
    schemas: [
      ...["WalletCategory", "TransactionType", "TransactionSide", "TransactionStatus"],
      ...["Scenario", "Provider", "ProviderOrEmpty", "DelegationStatus", "NetworkCategory"],
    ],
    decision: ["H-08", "H-10", "H-18", "H-26", "H-29", "H-49", "H-77"],
    statement: [],
  },
  list_array: {
    class: "silent",
    about: "the name of the array in the UDA list and the settlement list",
    met_by: "the list of UDAs, or of a UDA's settlements",
    kind: "wire",
    values: [
      ["items", "`items`"],
      ["named", "`udas` and `settlements`"],
    ],
    ...none,
    operations: ["listUdas", "listUdaSettlements"],
    decision: ["H-31", "H-33", "K-9"],
    statement: ["S-290", "S-304"],
  },
  nested_names: {
    class: "silent",
    about: "the names of the four objects in a settlement",
    met_by: "a settlement",
    kind: "wire",
    values: [
      ["short", "`source`, `destination`, `fees`, `routing`"],
      ["long", "`source_leg`, `destination_leg`, `fee_breakdown`, `route`"],
    ],
    ...none,
    schemas: ["SettlementFields"],
    decision: ["H-20"],
    statement: ["S-180", "S-189", "S-191", "S-197"],
  },
  uda_deposit_addresses: {
    class: "silent",
    about: "which list of a UDA is empty while no rules are configured",
    met_by: "GET /uda",
    kind: "wire",
    values: [
      ["filled", "`deposit_addresses` has one entry for each network"],
      ["empty", "`deposit_addresses` of the UDA list is empty, as the sentence reads literally"],
    ],
    ...none,
    operations: ["listUdas"],
    decision: ["H-17"],
    statement: ["S-168"],
  },
  created_uda_status: {
    class: "silent",
    about: "the status of an answer that created a UDA",
    met_by: "POST /uda with a new UDA",
    kind: "question",
    values: [
      ["201", "201; 200 for one that existed"],
      ["200", "200 in both cases"],
    ],
    ...none,
    operations: ["createUda"],
    decision: ["H-30"],
    statement: [],
  },
  new_payout: {
    class: "silent",
    about: "the status of a payout in the answer that creates it",
    met_by: "POST /transfer/payout, with instant mining",
    kind: "question",
    values: [
      ["queued", "`queued`: the payment follows"],
      ["confirmed", "`confirmed`: the answer waits until the payment is through; with instant mining only"],
    ],
    ...none,
    operations: ["createPayout", "createPayoutByUsd"],
    decision: ["H-22", "H-35"],
    statement: [],
  },
  rejected_payout: {
    class: "silent",
    about: "the status of a payout that was rejected",
    met_by: "a rejected payout that is read",
    kind: "question",
    values: [
      ["expired", "`expired`"],
      ["failed", "`failed`, with a reason in `error`"],
    ],
    ...none,
    operations: [...PAYOUTS, "listPayouts"],
    decision: ["H-22", "H-69"],
    statement: ["S-209"],
  },
  new_settlement: {
    class: "silent",
    about: "the status that a new settlement carries",
    met_by: "a settlement before its route is accepted",
    kind: "question",
    values: [
      ["created", "`created`"],
      ["routing", "`routing`"],
    ],
    ...none,
    operations: ["getSettlement", "listUdaSettlements", "listSettlementsByReference"],
    events: ["uda.settlement.created"],
    decision: ["H-25"],
    statement: [],
  },
  absent_time: {
    class: "silent",
    about: "a date-time that has not happened yet",
    met_by: "a record with a date that is still to come",
    kind: "wire",
    values: [
      ["null", "`null`"],
      ["empty", 'the empty text `""`'],
      ["omitted", "the member is left out"],
    ],
    ...none,
    schemas: ["DateTimeOrNull"],
    decision: ["K-4"],
    statement: [],
  },
  absent_text: {
    class: "silent",
    about: "a text that has no value yet, where the specification does not say that it is empty",
    met_by: "a record with a text that is still empty",
    kind: "wire",
    values: [
      ["empty", 'the empty text `""`'],
      ["null", "`null`"],
      ["omitted", "the member is left out"],
    ],
    ...none,
    schemas: [
      ...["Text", "HashOrEmpty", "EvmAddressOrEmpty", "LinkOrEmpty", "BlockNumberOrEmpty"],
      ...["DecimalOrEmpty", "ProviderOrEmpty"],
    ],
    decision: ["K-5"],
    statement: [],
  },
  time_text: {
    class: "silent",
    about: "how a date-time is written",
    met_by: "a record with a date",
    kind: "wire",
    values: [
      ["millis", "`2026-05-29T11:58:41.000Z`"],
      ["seconds", "`2026-05-29T11:58:41Z`; a fraction is cut off"],
      ["micros", "`2026-05-29T11:58:41.000000Z`"],
      ["offset", "`2026-05-29T11:58:41.000+00:00`"],
    ],
    ...none,
    schemas: ["DateTime", "DateTimeOrNull"],
    decision: ["K-4"],
    statement: [],
  },
  json_numbers: {
    class: "silent",
    about: "how a JSON number that is an amount is written",
    met_by: "a deposit or transaction (double: many digits)",
    kind: "wire",
    values: [
      ["digits", "every digit: `1500000000000000000`"],
      ["exponent", "with an exponent: `1.5e18`"],
      ["double", "rounded as a double is"],
    ],
    ...none,
    schemas: ["NumberBalance", "Fee"],
    decision: ["K-6"],
    statement: ["S-049", "S-050", "S-085", "S-086"],
  },
  usd_text: {
    class: "silent",
    about: "how many fraction digits a USD text has",
    met_by: "an amount in USD",
    kind: "wire",
    values: [
      ["two", 'at least two: `"100.00"`; an amount of a request stays as it was sent'],
      ["plain", 'none that is a trailing zero: `"100"`'],
      ["six", 'always six: `"100.000000"`'],
    ],
    ...none,
    schemas: ["Usd", "Payout"],
    decision: ["K-6"],
    statement: ["S-051", "S-069", "S-106"],
  },
  amount_text: {
    class: "silent",
    about: "how many fraction digits an amount text has",
    met_by: "an amount with its asset, as text",
    kind: "wire",
    values: [
      ["trimmed", 'no trailing zero: `"100.5"`; an amount of a request stays as it was sent'],
      ["padded", 'at least six: `"100.500000"`'],
    ],
    ...none,
    schemas: ["TextBalance", "TextFee", "Payout", "DepositNewPayload"],
    decision: ["K-6"],
    statement: ["S-067", "S-105", "S-495"],
  },
  address_case: {
    class: "silent",
    about: "the letters of an EVM address",
    met_by: "an address with upper-case letters",
    kind: "wire",
    values: [
      ["checksum", "upper and lower case as EIP-55 says"],
      ["lower", "lower case"],
    ],
    ...none,
    schemas: ["EvmAddress", "EvmAddressOrEmpty"],
    decision: ["K-7"],
    statement: [],
  },
  network_symbol: {
    class: "silent",
    about: "the words of `network_symbol`",
    met_by: "an answer or webhook with network_symbol",
    kind: "wire",
    values: [
      ["slug", "a slug: `ethereum`, `bsc`"],
      ["ticker", "a ticker: `ETH`, `BNB`; requests may use it too, and a slug as before"],
    ],
    ...none,
    schemas: [
      ...["Deposit", "Wallet", "OwnedWallet", "BalanceEntry", "TransactionNetwork", "Payout", "VaultAddress"],
      ...["VaultBalance", "GasStation", "NetworkFields", "BlockchainAsset", "SupportedChain", "DepositNewPayload"],
      ...["DepositConfirmedPayload", "AddressAssignedPayload", "BalanceUpdatedPayload"],
    ],
    decision: ["K-8"],
    statement: [],
  },
  list_order: {
    class: "silent",
    about: "the order of a list without `sort[]`",
    met_by: "a list of two without sort[]",
    kind: "question",
    values: [
      ["newest", "the newest first (the pending payouts and the gas stations have an order of their own)"],
      ["oldest", "the oldest first"],
    ],
    ...none,
    operations: [
      ...["listDeposits", "listUdas", "listUdaSettlements", "listSettlementsByReference", "listPayouts"],
      ...["listWallets", "listWalletsByOwner", "listTransactions"],
    ],
    decision: ["K-9", "H-41", "H-46", "H-59", "H-60", "H-68"],
    statement: [],
  },
  out_of_range: {
    class: "silent",
    about: "a `limit` beyond the most",
    met_by: "a list with a limit beyond the most",
    kind: "question",
    values: [
      ["refused", "400"],
      ["clamped", "the most, as if it had been asked for"],
    ],
    ...none,
    operations: [
      ...["listDeposits", "listUdas", "listUdaSettlements", "listPayouts", "listPendingPayouts"],
      ...["listWallets", "listWalletsByOwner", "listTransactions", "listGasStations"],
    ],
    decision: ["K-9"],
    statement: ["S-287", "S-302"],
  },
  unconfirmed_deposits: {
    class: "silent",
    about: "whether a deposit is in the API before it is confirmed",
    met_by: "a look-up of a deposit before its confirmation",
    kind: "question",
    values: [
      ["listed", "as soon as a block holds it"],
      ["hidden", "not before its confirmation target: 404, and in no list"],
    ],
    ...none,
    operations: ["getDeposit", "getDepositByTransaction", "listDeposits"],
    decision: ["H-02", "H-27"],
    statement: [],
  },
  error_text: {
    class: "silent",
    about: "the words of an error",
    met_by: "a refused request",
    kind: "question",
    values: [
      ["seen", "the texts that were seen, and those of H-74"],
      ["other", "other words with the same `code`"],
    ],
    ...none,
    schemas: ["Error"],
    decision: ["H-74"],
    statement: ["S-524"],
  },
  idempotency_key: {
    class: "silent",
    about: "what the `Idempotency-Key` of `POST /wallets` does",
    met_by: "POST /wallets twice with one Idempotency-Key",
    kind: "question",
    values: [
      ["honoured", "a repeated key gives the first answer"],
      ["ignored", "it is not looked at: every request assigns another wallet"],
    ],
    ...none,
    operations: ["createWallet"],
    decision: ["H-40"],
    statement: ["S-351"],
  },
  rate_reset: {
    class: "silent",
    about: "what `X-RateLimit-Reset` counts",
    met_by: "any answer",
    kind: "question",
    values: [
      ["epoch", "Unix seconds at which the window ends"],
      ["seconds-left", "seconds until the window ends"],
    ],
    ...none,
    schemas: ["*"],
    decision: ["H-75"],
    statement: ["S-561"],
  },
  retry_after: {
    class: "silent",
    about: "whether a 429 has `Retry-After`",
    met_by: "a 429 (docs/faults.md)",
    kind: "question",
    values: [
      ["sent", "with `Retry-After`, in seconds"],
      ["absent", "without"],
    ],
    ...none,
    schemas: ["*"],
    decision: ["H-75"],
    statement: ["S-562"],
  },
  webhook_amounts: {
    class: "silent",
    about: "the type of amounts in webhook payloads",
    met_by: "a webhook with an amount",
    kind: "wire",
    values: [
      ["text", "JSON text"],
      ["number", "JSON numbers with every digit; `amount` of `deposit.new` is stated as text and stays"],
    ],
    ...none,
    events: ["deposit.confirmed", ...TRANSACTIONS, "balance.updated"],
    decision: ["H-84"],
    statement: [],
  },
  webhook_payload: {
    class: "silent",
    about: "how much the nine payloads hold that the specification does not show",
    met_by: "a webhook other than deposit.new",
    kind: "wire",
    values: [
      ["full", "the whole record"],
      ["slim", "id, owner and status alone; read the rest from the API"],
    ],
    ...none,
    events: NOT_SHOWN,
    decision: ["H-82", "H-83"],
    statement: [],
  },
  webhook_order: {
    class: "silent",
    about: "whether webhooks come in the order of their events",
    met_by: "two webhooks, one after the other",
    kind: "question",
    values: [
      ["in-order", "in the order of their events, as long as none fails"],
      ["swapped", "each two neighbours of an endpoint change places"],
    ],
    ...none,
    events: EVENTS,
    decision: ["H-81"],
    statement: [],
  },
  failed_event: {
    class: "silent",
    about: "whether `transaction.failed` comes for a failure that no block shows",
    met_by: "an endpoint, and a failure that no block shows",
    kind: "question",
    values: [
      ["always", "also for a failure before broadcast, and for a deposit that a reorg removed"],
      ["on-chain-only", "only for a transaction that failed in a block"],
    ],
    ...none,
    events: ["transaction.failed"],
    decision: ["H-82"],
    statement: ["S-481"],
  },
} as const satisfies Readonly<Record<string, ReadingRow>>;

export type ReadingName = keyof typeof READINGS;

/** The values of a reading. */
export type ReadingValue<Name extends ReadingName = ReadingName> = (typeof READINGS)[Name]["values"][number][0];

/** Chosen values by name; what is missing has its default. */
export type Choices = { readonly [Name in ReadingName]?: ReadingValue<Name> };

export const READING_NAMES = Object.keys(READINGS) as ReadingName[];

/** The row of a reading, without its literal types. */
export function rowOf(name: ReadingName): ReadingRow {
  return READINGS[name];
}

/** The default value of a reading. */
export function defaultOf<Name extends ReadingName>(name: Name): ReadingValue<Name> {
  return READINGS[name].values[0][0] as ReadingValue<Name>;
}

/** The values of a reading, the default first. */
export function valuesOf(name: ReadingName): readonly string[] {
  return rowOf(name).values.map(([value]) => value);
}
