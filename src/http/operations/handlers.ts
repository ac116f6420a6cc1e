// Table: which function serves which operation. The document is the router: an operation without a handler does not compile.
import type { Handlers } from "../handler.ts";
import { getDeposit } from "./deposits/getDeposit.ts";
import { getDepositByTransaction } from "./deposits/getDepositByTransaction.ts";
import { listDeposits } from "./deposits/listDeposits.ts";
import { createPayout } from "./payouts/createPayout.ts";
import { getPayout } from "./payouts/getPayout.ts";
import { getTransaction } from "./transactions/getTransaction.ts";
import { listTransactions } from "./transactions/listTransactions.ts";
import { createUda } from "./uda/createUda.ts";
import { getQuote } from "./uda/getQuote.ts";
import { getSettlement } from "./uda/getSettlement.ts";
import { getUda } from "./uda/getUda.ts";
import { listSupportedAssets } from "./uda/listSupportedAssets.ts";
import { listUdaSettlements } from "./uda/listUdaSettlements.ts";
import { listUdas } from "./uda/listUdas.ts";
import { retireUda } from "./uda/retireUda.ts";
import { listVaultAddresses } from "./vaults/listVaultAddresses.ts";
import { listVaultBalances } from "./vaults/listVaultBalances.ts";
import { listVaults } from "./vaults/listVaults.ts";
import { createWallet } from "./wallets/createWallet.ts";
import { getWalletByAddress } from "./wallets/getWalletByAddress.ts";
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
  listUdaSettlements,
  getSettlement,
  listSupportedAssets,
  createPayout,
  getPayout,
  createWallet,
  listWalletsByOwner,
  getWalletByAddress,
  getTransaction,
  listTransactions,
  listVaults,
  listVaultAddresses,
  listVaultBalances,
};
