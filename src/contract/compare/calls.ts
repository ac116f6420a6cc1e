// Table: the calls of a comparison with a running service, in their order: GET alone, ids from the answers before (C-60).
import type { OpenApiDocument } from "../../spec/document.ts";
import { operationsOf } from "../../spec/operations.ts";

/** What the answers gave to name further records by: the first value of each source. */
export type Found = Readonly<Record<string, string | undefined>>;

/**
 * A call: `needs` names values that earlier answers must have given, by the parameter that they fill. `probes` is a call that the
 * service is expected to refuse: it shows how, and changes nothing.
 */
export type PlannedCall = {
  readonly operation: string;
  /** Path parameter or query parameter → the source of its value. */
  readonly needs: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly probes?: string;
};

const LIMIT = { limit: "50" };
/** An id that no service gives out. */
const NO_ID = "00000000-0000-4000-8000-000000000000";

/** Sources are `operation.member`: the member of the first record in the list that the operation answers with. */
const CALLS: readonly PlannedCall[] = [
  { operation: "listSupportedAssets", needs: {}, query: {} },
  { operation: "listBlockchainNetworks", needs: {}, query: {} },
  { operation: "listBlockchainAssets", needs: {}, query: {} },
  { operation: "listTenantNetworks", needs: {}, query: {} },
  { operation: "listNetworksByCategory", needs: {}, query: {} },
  {
    operation: "getTenantNetwork",
    needs: { network_id: "listTenantNetworks.network_id", asset: "listTenantNetworks.asset" },
    query: {},
  },
  { operation: "listVaults", needs: {}, query: {} },
  { operation: "listVaultAddresses", needs: { vault_id: "listVaults.vault_id" }, query: {} },
  {
    operation: "getVaultAddress",
    needs: { vault_id: "listVaults.vault_id", network: "listVaultAddresses.network_symbol" },
    query: {},
  },
  { operation: "listVaultBalances", needs: { vault_id: "listVaults.vault_id" }, query: {} },
  { operation: "getVaultTotal", needs: { vault_id: "listVaults.vault_id" }, query: {} },
  { operation: "listGasStations", needs: {}, query: LIMIT },
  { operation: "getGasStation", needs: { wallet_id: "listGasStations.id" }, query: {} },
  { operation: "getGasStationByAddress", needs: { address: "listGasStations.address" }, query: {} },
  { operation: "listWallets", needs: {}, query: LIMIT },
  { operation: "getWallet", needs: { id: "listWallets.id" }, query: {} },
  { operation: "getWalletByAddress", needs: { address: "listWallets.address" }, query: {} },
  { operation: "listWalletsByOwner", needs: { owner: "listWallets.owner" }, query: LIMIT },
  { operation: "listDeposits", needs: {}, query: LIMIT },
  { operation: "getDeposit", needs: { id: "listDeposits.id" }, query: {} },
  { operation: "getDepositByTransaction", needs: { tx_id: "listDeposits.tx_id" }, query: {} },
  { operation: "listUdas", needs: {}, query: LIMIT },
  { operation: "getUda", needs: { id: "listUdas.id" }, query: {} },
  { operation: "listUdaSettlements", needs: { id: "listUdas.id" }, query: LIMIT },
  { operation: "getSettlement", needs: { id: "listUdaSettlements.id" }, query: {} },
  { operation: "listSettlementsByReference", needs: { reference: "listUdaSettlements.tx_hash" }, query: {} },
  {
    operation: "getQuote",
    needs: {
      from_chain_id: "listSupportedAssets.eip155_id",
      from_token: "listSupportedAssets.address",
      to_chain_id: "listSupportedAssets.other_eip155_id",
      to_token: "listSupportedAssets.other_address",
    },
    query: { amount: "1000000000000000000" },
  },
  { operation: "listPayouts", needs: {}, query: LIMIT },
  { operation: "getPayout", needs: { id: "listPayouts.id" }, query: {} },
  { operation: "listPendingPayouts", needs: { vault_id: "listVaults.vault_id" }, query: LIMIT },
  { operation: "listTransactions", needs: {}, query: LIMIT },
  { operation: "getTransaction", needs: { id: "listTransactions.id" }, query: {} },
  { operation: "listDeposits", needs: {}, query: { limit: "101" }, probes: "a limit beyond the most" },
  { operation: "getDeposit", needs: { id: `=${NO_ID}` }, query: {}, probes: "an id that does not exist" },
];

/** The calls for these operations (all without a choice), and those whose answers they need. */
export function plannedCalls(only?: readonly string[]): readonly PlannedCall[] {
  if (only === undefined) return CALLS;
  const wanted = new Set(only);
  for (const { operation, needs } of CALLS.toReversed()) {
    if (!wanted.has(operation)) continue;
    for (const source of Object.values(needs)) if (!source.startsWith("=")) wanted.add(source.split(".")[0] ?? "");
  }
  return CALLS.filter(
    ({ operation, probes }) => wanted.has(operation) && (probes === undefined || only.includes(operation)),
  );
}

/** The operations that can be asked for, in the order of the calls. */
export const COMPARED_OPERATIONS: readonly string[] = [...new Set(CALLS.map(({ operation }) => operation))];

/** The path and query of a call, below the base URL; undefined while a value that it needs is missing. */
export function targetOf(document: OpenApiDocument, call: PlannedCall, found: Found): string | undefined {
  const operation = operationsOf(document).get(call.operation);
  if (operation === undefined) return undefined;
  let path = operation.path;
  const query = new URLSearchParams(call.query);
  for (const [name, source] of Object.entries(call.needs)) {
    const value = source.startsWith("=") ? source.slice(1) : found[source];
    if (value === undefined || value === "") return undefined;
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, value);
  }
  const search = query.toString();
  return search === "" ? path : `${path}?${search}`;
}

/** A call as it is shown before it is made: its template, with the values that are known. */
export function describe(document: OpenApiDocument, { operation, query, probes }: PlannedCall): string {
  const path = operationsOf(document).get(operation)?.path ?? "";
  const search = new URLSearchParams(query).toString();
  return `GET ${path}${search === "" ? "" : `?${search}`}${probes === undefined ? "" : ` (${probes})`}`;
}
