// What a fault can match on, from src/faults/catalogue.ts and the tables of src/domain: written by `npm run generate`, never by hand.

/** By key of `match`; keys that are not here have values of the world, such as a tenant, or any value. */
export const FAULT_VALUES: Readonly<Record<string, readonly string[]>> = {
  "operation_id": [
    "createPayout",
    "createPayoutByUsd",
    "createUda",
    "createWallet",
    "getDeposit",
    "getDepositByTransaction",
    "getGasStation",
    "getGasStationByAddress",
    "getPayout",
    "getQuote",
    "getSettlement",
    "getTenantNetwork",
    "getTransaction",
    "getUda",
    "getVaultAddress",
    "getVaultTotal",
    "getWallet",
    "getWalletByAddress",
    "listBlockchainAssets",
    "listBlockchainNetworks",
    "listDeposits",
    "listGasStations",
    "listNetworksByCategory",
    "listPayouts",
    "listPendingPayouts",
    "listSettlementsByReference",
    "listSupportedAssets",
    "listTenantNetworks",
    "listTransactions",
    "listUdaSettlements",
    "listUdas",
    "listVaultAddresses",
    "listVaultBalances",
    "listVaults",
    "listWallets",
    "listWalletsByOwner",
    "rejectPayout",
    "replaceTenantNetwork",
    "replaceUda",
    "retireUda",
    "transferFromAddress",
    "transferFromVault",
    "transferFromWallet",
    "transferInternallyByAddress",
    "transferInternallyByWallet",
    "updateTenantNetwork",
    "updateUda"
  ],
  "type": [
    "deposit.new",
    "deposit.confirmed",
    "address.assigned",
    "transaction.broadcasted",
    "transaction.confirmed",
    "transaction.failed",
    "balance.updated",
    "uda.settlement.created",
    "uda.settlement.completed",
    "uda.settlement.failed"
  ],
  "attempt": [
    "1",
    "2",
    "3",
    "4",
    "5",
    "6"
  ],
  "purpose": [
    "payout",
    "transfer",
    "refill",
    "sweep",
    "fill",
    "delegate"
  ],
  "provider": [
    "internal",
    "lifi",
    "relay"
  ],
  "scenario": [
    "same_chain_same_token",
    "same_chain_diff_token",
    "cross_chain_same_token",
    "cross_chain_diff_token"
  ],
  "asset": [
    "BNB",
    "ETH",
    "POL",
    "USDC",
    "USDT"
  ]
};

/** `gate effect parameter` where the effect works without the parameter. */
export const OPTIONAL_PARAMS: ReadonlySet<string> = new Set([
  "webhook.delivery at-once by",
  "webhook.delivery reorder by",
  "routing.provider slow by"
]);
