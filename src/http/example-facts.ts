// Records of the default tenant for the examples of the served document, so that "Try it out" works in the present world.
import type { AddressRow } from "../domain/address/address.ts";
import { displayAddress } from "../domain/address/evm-address.ts";
import { storedTenant } from "../domain/default-tenant.ts";
import { pageOfDeposits } from "../domain/deposit/store.ts";
import { listSql } from "../domain/filter.ts";
import { pageOfGasStations } from "../domain/gas-station/store.ts";
import { available } from "../domain/movement/movement.ts";
import { balanceOf } from "../domain/movement/store.ts";
import { pageOfPayouts } from "../domain/payout/store.ts";
import { windowOfSettlements } from "../domain/settlement/store.ts";
import { pageOfTransactions } from "../domain/transaction/store.ts";
import { windowOfUdas } from "../domain/uda/store.ts";
import { pageOfWallets } from "../domain/wallet/store.ts";
import type { World } from "../domain/world.ts";
import type { ExampleFacts } from "../spec/fill-examples.ts";
import type { Lists } from "./handler.ts";

/** The asset of the document's transfers: a wallet that holds it is the example. */
const ASSET = "USDC";
/** Records looked through for one that fits. */
const LOOKED_AT = 50;
const FIRST = { page: 1, limit: 1 };
const ANY_UDA = { owner: null, network: null, toAddress: null, asset: null };

/** The newest records of each kind, and of several the one that most examples can use. */
export function exampleFacts(world: World, lists: Lists): ExampleFacts {
  const { tenantId, vaultId } = storedTenant(world.db);
  return {
    vaultId,
    ...walletFacts(world, lists, tenantId),
    ...depositFacts(world, lists, tenantId),
    ...udaFacts(world, tenantId),
    ...payoutFacts(world, lists, tenantId),
    ...idOf("transactionId", pageOfTransactions(world.db, tenantId, listSql(NONE, lists.transactions), FIRST).rows[0]),
  };
}

const NONE = { filter: [], sort: [] };

function walletFacts(world: World, lists: Lists, tenantId: string): ExampleFacts {
  const page = { page: 1, limit: LOOKED_AT };
  const { rows } = pageOfWallets(world.db, { tenantId }, listSql(NONE, lists.assignedWallets), page);
  const [wallet] = rows.toSorted((a, b) => Number(heldBy(world, b) - heldBy(world, a)));
  const filter = wallet === undefined ? [] : [`network_symbol:${wallet.network}`];
  const stations = listSql({ filter, sort: [] }, lists.gasStations);
  const [station] = pageOfGasStations(world.db, tenantId, stations, FIRST).rows;
  return {
    ...(wallet === undefined
      ? {}
      : { walletId: wallet.id, walletAddress: displayAddress(wallet.address), walletOwner: wallet.owner }),
    ...(station === undefined ? {} : { gasStationId: station.id, gasStationAddress: displayAddress(station.address) }),
  };
}

/** Base units of the example's asset that a wallet can send. */
function heldBy({ db, catalogue }: World, { id, network }: AddressRow): bigint {
  const asset = catalogue.assetBySymbol(network, ASSET);
  return asset === undefined ? 0n : available(balanceOf(db, id, asset.key)) / 10n ** BigInt(asset.decimals);
}

function depositFacts({ db }: World, lists: Lists, tenantId: string): ExampleFacts {
  const [deposit] = pageOfDeposits(db, tenantId, listSql(NONE, lists.deposits), FIRST).rows;
  return deposit === undefined ? {} : { depositId: deposit.id, depositTxId: deposit.tx_hash };
}

/** A UDA with a settlement if there is one. */
function udaFacts({ db }: World, tenantId: string): ExampleFacts {
  const udas = windowOfUdas(db, tenantId, { ...ANY_UDA, status: "active" }, { limit: LOOKED_AT, offset: 0 });
  const settled = udas.map((uda) => windowOfSettlements(db, uda.id, { limit: 1, offset: 0 })[0]);
  const settlement = settled.find((row) => row !== undefined);
  const udaId = settlement?.uda_id ?? udas[0]?.id;
  return {
    ...(udaId === undefined ? {} : { udaId }),
    ...(settlement === undefined ? {} : { settlementId: settlement.id, settlementTxId: settlement.source_tx_hash }),
  };
}

function payoutFacts({ db }: World, lists: Lists, tenantId: string): ExampleFacts {
  const first = (filter: string[]) =>
    pageOfPayouts(db, tenantId, listSql({ filter, sort: [] }, lists.payouts), FIRST).rows[0];
  const queued = first(["status:queued"]);
  return { ...idOf("payoutId", first([])), ...idOf("queuedPayoutId", queued ?? first([])) };
}

function idOf(fact: keyof ExampleFacts, row: { id: string } | undefined): ExampleFacts {
  return row === undefined ? {} : { [fact]: row.id };
}
