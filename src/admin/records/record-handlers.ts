// One record of any kind: its row, as the service shows it, what belongs to it, and its timeline.
import { holdingsOf } from "../../domain/movement/holdings.ts";
import { type FoundRecord, recordById, relatedTo } from "../../domain/record/family.ts";
import { MACHINES } from "../../domain/record/machines.ts";
import { delegationStatus } from "../../domain/uda/delegation.ts";
import { delegationsOf } from "../../domain/uda/store.ts";
import type { World } from "../../domain/world.ts";
import { Problem } from "../../kernel/problem.ts";
import { presentDeposit } from "../../present/deposit.ts";
import { presentGasStation } from "../../present/gas-station.ts";
import { presentPayout } from "../../present/payout.ts";
import { presentSettlement } from "../../present/settlement.ts";
import { presentTransaction } from "../../present/transaction.ts";
import { presentUdaDetails } from "../../present/uda.ts";
import { presentVault } from "../../present/vault.ts";
import type { View } from "../../present/view.ts";
import { presentOwnedWallet } from "../../present/wallet.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminHandlers } from "../handler.ts";
import { providersAsked } from "./providers-asked.ts";
import { moneyOf } from "./record-money.ts";
import { stateOf } from "./record-title.ts";
import { timelineOf } from "./timeline.ts";

type AnyRecord = components["schemas"]["AnyRecord"];

export const recordHandlers: Pick<AdminHandlers, "getRecord" | "getTimeline" | "getMoney"> = {
  getRecord: ({ flow: { world }, origin }, { path }) => {
    const found = recordOfPath(world, path.id);
    return {
      ...{ kind: found.kind, id: found.row.id, tenant_id: found.row.tenant_id, state: stateOf(found) },
      record: { ...found.row },
      wire: wireOf(world, { catalogue: world.catalogue, origin }, found),
      machine: machineOf(found.kind),
      asked: found.kind === "settlement" ? providersAsked(world, found.row) : null,
      related: relatedTo(world.db, found).map((related) => ({
        ...{ kind: related.kind, id: related.row.id, state: stateOf(related), relation: related.relation },
      })),
    };
  },
  getTimeline: (dependencies, { path }) => timelineOf(dependencies, recordOfPath(dependencies.flow.world, path.id)),
  getMoney: (dependencies, { path }) => moneyOf(dependencies, recordOfPath(dependencies.flow.world, path.id)),
};

/** Null for a kind whose states no table leads. */
function machineOf(kind: FoundRecord["kind"]): AnyRecord["machine"] {
  const machine = MACHINES.get(kind);
  if (machine === undefined) return null;
  const moves = Object.entries(machine.moves).map(([name, { from, to, emits }]) => {
    return { name, from: [...from], to, emits: emits === "" ? null : emits };
  });
  return { states: [...machine.states], initial: [...machine.initial], moves };
}

/** @throws Problem resourceNotFound */
function recordOfPath({ db }: World, id: string): FoundRecord {
  const found = recordById(db, id.toLowerCase());
  if (found !== undefined) return found;
  throw new Problem(
    "resourceNotFound",
    `no record has the id ${JSON.stringify(id)}: GET /admin/search?q=… finds one by the start of an id, hash, address, owner or reference`,
  );
}

/** As `/v1` shows it; null where the service shows none: an orphaned deposit, a claim. */
function wireOf(world: World, view: View, found: FoundRecord): AnyRecord["wire"] {
  const { db } = world;
  switch (found.kind) {
    case "deposit":
      return found.row.state === "orphaned" ? null : presentDeposit(view, found.row);
    case "wallet":
      return presentOwnedWallet(view, found.row);
    case "uda":
      return presentUdaDetails(view, found.row, delegationStatus(delegationsOf(db, found.row.id)));
    case "settlement":
      return presentSettlement(view, found.row);
    case "payout":
      return presentPayout(found.row);
    case "transaction":
      return presentTransaction(view, found.row);
    case "vault":
      return presentVault(found.row);
    case "gas_station":
      return presentGasStation(view, found.row, holdingsOf(world, found.row));
    default:
      return null;
  }
}
