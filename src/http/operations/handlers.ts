// Table: which function serves which operation. The document is the router: an operation without a handler does not compile.
import type { Handlers } from "../handler.ts";
import { getDeposit } from "./deposits/getDeposit.ts";
import { getDepositByTransaction } from "./deposits/getDepositByTransaction.ts";
import { listDeposits } from "./deposits/listDeposits.ts";
import { getGasStation } from "./gas-stations/getGasStation.ts";
import { getGasStationByAddress } from "./gas-stations/getGasStationByAddress.ts";
import { listGasStations } from "./gas-stations/listGasStations.ts";
import { getTenantNetwork } from "./networks/getTenantNetwork.ts";
import { listBlockchainAssets } from "./networks/listBlockchainAssets.ts";
import { listBlockchainNetworks } from "./networks/listBlockchainNetworks.ts";
import { listNetworksByCategory } from "./networks/listNetworksByCategory.ts";
import { listTenantNetworks } from "./networks/listTenantNetworks.ts";
import { replaceTenantNetwork } from "./networks/replaceTenantNetwork.ts";
import { updateTenantNetwork } from "./networks/updateTenantNetwork.ts";
import { createPayout } from "./payouts/createPayout.ts";
import { createPayoutByUsd } from "./payouts/createPayoutByUsd.ts";
import { getPayout } from "./payouts/getPayout.ts";
import { listPayouts } from "./payouts/listPayouts.ts";
import { listPendingPayouts } from "./payouts/listPendingPayouts.ts";
import { rejectPayout } from "./payouts/rejectPayout.ts";
import { getTransaction } from "./transactions/getTransaction.ts";
import { listTransactions } from "./transactions/listTransactions.ts";
import { transferFromAddress } from "./transfers/transferFromAddress.ts";
import { transferFromVault } from "./transfers/transferFromVault.ts";
import { transferFromWallet } from "./transfers/transferFromWallet.ts";
import { transferInternallyByAddress } from "./transfers/transferInternallyByAddress.ts";
import { transferInternallyByWallet } from "./transfers/transferInternallyByWallet.ts";
import { createUda } from "./uda/createUda.ts";
import { getQuote } from "./uda/getQuote.ts";
import { getSettlement } from "./uda/getSettlement.ts";
import { getUda } from "./uda/getUda.ts";
import { listSettlementsByReference } from "./uda/listSettlementsByReference.ts";
import { listSupportedAssets } from "./uda/listSupportedAssets.ts";
import { listUdaSettlements } from "./uda/listUdaSettlements.ts";
import { listUdas } from "./uda/listUdas.ts";
import { replaceUda } from "./uda/replaceUda.ts";
import { retireUda } from "./uda/retireUda.ts";
import { updateUda } from "./uda/updateUda.ts";
import { getVaultAddress } from "./vaults/getVaultAddress.ts";
import { getVaultTotal } from "./vaults/getVaultTotal.ts";
import { listVaultAddresses } from "./vaults/listVaultAddresses.ts";
import { listVaultBalances } from "./vaults/listVaultBalances.ts";
import { listVaults } from "./vaults/listVaults.ts";
import { createWallet } from "./wallets/createWallet.ts";
import { getWallet } from "./wallets/getWallet.ts";
import { getWalletByAddress } from "./wallets/getWalletByAddress.ts";
import { listWallets } from "./wallets/listWallets.ts";
import { listWalletsByOwner } from "./wallets/listWalletsByOwner.ts";

export const handlers: Handlers = {
  getDepositByTransaction,
  getDeposit,
  listDeposits,
  getQuote,
  createUda,
  listUdas,
  getUda,
  retireUda,
  updateUda,
  replaceUda,
  listUdaSettlements,
  getSettlement,
  listSettlementsByReference,
  listSupportedAssets,
  createPayout,
  listPayouts,
  createPayoutByUsd,
  listPendingPayouts,
  getPayout,
  rejectPayout,
  listTenantNetworks,
  listNetworksByCategory,
  getTenantNetwork,
  updateTenantNetwork,
  replaceTenantNetwork,
  listBlockchainNetworks,
  listBlockchainAssets,
  createWallet,
  listWallets,
  listWalletsByOwner,
  getWalletByAddress,
  getWallet,
  transferFromAddress,
  transferFromWallet,
  transferInternallyByAddress,
  transferInternallyByWallet,
  transferFromVault,
  getTransaction,
  listTransactions,
  listVaults,
  listVaultAddresses,
  getVaultAddress,
  listVaultBalances,
  getVaultTotal,
  getGasStationByAddress,
  getGasStation,
  listGasStations,
};
