// Which answers of the API change with which topic of the change stream: they are fetched again when it is named.

export type Topic =
  | "clock"
  | "networks"
  | "tenants"
  | "webhook_endpoints"
  | "wallets"
  | "vaults"
  | "udas"
  | "deposits"
  | "settlements"
  | "claims"
  | "payouts"
  | "transactions"
  | "events"
  | "deliveries"
  | "faults"
  | "rates"
  | "snapshots"
  | "requests"
  | "contract"
  | "invariants"
  | "scenarios";

const RECORDS: readonly Topic[] = [
  ...(["wallets", "vaults", "udas", "deposits", "settlements", "claims", "payouts", "transactions"] as const),
];
const WEBHOOKS: readonly Topic[] = ["events", "deliveries"];

/** By the beginning of a path of the API; the first that fits counts. A path without a row never changes. */
const TOPICS: readonly (readonly [path: string, topics: readonly Topic[]])[] = [
  [
    "/status",
    [
      "clock",
      "networks",
      "tenants",
      "faults",
      "deliveries",
      "payouts",
      "settlements",
      "deposits",
      "invariants",
      "contract",
    ],
  ],
  // Blocks that are due follow the settings of the networks.
  ["/clock", ["clock", "networks"]],
  // Each of its answers is a check from scratch: not with every step of the clock.
  ["/invariants", ["invariants"]],
  ["/events/{id}", WEBHOOKS],
  ["/events", WEBHOOKS],
  ["/deliveries", ["deliveries"]],
  ["/records/{id}/timeline", [...RECORDS, ...WEBHOOKS, "networks", "clock", "requests", "faults"]],
  // What the books have of it, confirmed or not.
  ["/records/{id}/money", [...RECORDS, "networks", "invariants"]],
  ["/records/{id}", RECORDS],
  ["/deposits", ["deposits"]],
  ["/wallets", ["wallets"]],
  ["/vaults", ["vaults"]],
  // Their balances change with the blocks that are read.
  ["/gas-stations", ["tenants", "wallets", "vaults"]],
  ["/udas", ["udas"]],
  ["/settlements", ["settlements"]],
  ["/claims", ["claims"]],
  ["/payouts", ["payouts"]],
  ["/transactions", ["transactions"]],
  ["/requests/{request_id}", []],
  ["/requests", ["requests"]],
  ["/networks/{network}/blocks", ["networks", ...RECORDS]],
  ["/networks/{network}/pool", ["networks", ...RECORDS]],
  ["/networks", ["networks", "transactions"]],
  ["/tenants/{tenant_id}/webhook-endpoints", ["webhook_endpoints"]],
  // Calls of apps take from the rate window and from the wallet pools.
  ["/tenants/{tenant_id}", ["tenants", "webhook_endpoints", "vaults", "networks", "wallets", "requests"]],
  ["/tenants", ["tenants"]],
  ["/faults", ["faults"]],
  ["/rates", ["rates"]],
  ["/snapshots", ["snapshots"]],
  ["/contract", ["contract"]],
  ["/scenarios/run", ["scenarios"]],
  ["/solvers", ["networks"]],
];

/** True when an answer of this path may be another one after changes of these topics. */
export function changesWith(path: string, topics: ReadonlySet<string>): boolean {
  if (path === "/faults/catalogue") return false;
  const [, found = []] = TOPICS.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`)) ?? [];
  return found.some((topic) => topics.has(topic));
}
