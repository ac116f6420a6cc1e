// Table: what a client has to fetch again when a table of the database was written (D-70).

/** In this order messages name them. */
export const TOPICS = [
  "clock",
  "networks",
  "tenants",
  "webhook_endpoints",
  "wallets",
  "vaults",
  "udas",
  "deposits",
  "settlements",
  "claims",
  "payouts",
  "transactions",
  "events",
  "deliveries",
  "faults",
  "rates",
  "snapshots",
  "requests",
  "contract",
  "invariants",
  "scenarios",
] as const;
export type Topic = (typeof TOPICS)[number];

/** Every table of the schema. Requests, snapshots, the contract report, broken invariants and running scenarios are in none: who changes them says so. */
export const TOPICS_OF_TABLE: Readonly<Record<string, readonly Topic[]>> = {
  // A running clock is saved each second: who looks compares its position instead.
  world: [],
  // What is due next.
  agenda: ["clock"],
  block: ["networks"],
  chain_tail: ["networks"],
  chain_transaction: ["networks"],
  chain_act: ["networks"],
  network_setting: ["networks"],
  next_block: ["networks"],
  owed_block: ["networks"],
  held_block: ["networks"],
  empty_slot: ["networks"],
  unlocked_account: ["networks"],
  tenant: ["tenants"],
  api_key: ["tenants"],
  tenant_network: ["tenants"],
  wallet_pool: ["tenants"],
  webhook_endpoint: ["webhook_endpoints"],
  // Gas stations belong to what is shown of a tenant.
  address: ["tenants", "wallets", "vaults", "udas"],
  balance: ["tenants", "wallets", "vaults"],
  movement: ["wallets", "vaults"],
  hold: ["vaults"],
  opening: ["wallets", "vaults"],
  opening_balance: ["wallets", "vaults"],
  vault: ["tenants", "vaults"],
  uda: ["udas"],
  deposit: ["deposits"],
  settlement: ["settlements"],
  provider_answer: ["settlements"],
  claim: ["claims"],
  delegation: ["claims"],
  payout: ["payouts"],
  transaction_record: ["transactions"],
  // Nonces and hashes of what was sent, which the timelines show.
  attempt: ["settlements", "claims", "payouts", "transactions"],
  event: ["events"],
  delivery: ["deliveries"],
  // The contract report judges how webhooks are answered.
  delivery_attempt: ["deliveries", "contract"],
  fault: ["faults"],
  rate: ["rates"],
  // The price feed is switched here.
  setting: ["rates"],
  incident: ["invariants"],
  // Written with the record that they belong to, or shown nowhere.
  history: [],
  counter: [],
  idempotency_key: [],
  chain_genesis: [],
  schema_version: [],
};

/** The topic under which the record of a history is shown; other nouns have none of their own. */
export const TOPIC_OF_NOUN: Readonly<Record<string, Topic>> = {
  deposit: "deposits",
  settlement: "settlements",
  payout: "payouts",
  transaction: "transactions",
  uda: "udas",
  delivery: "deliveries",
};
