// Checks that need more than one query: records against their state machines, payments against receipts of the chain.
import type { Chain } from "../chains/chain.ts";
import type { Database } from "../db/database.ts";
import type { Catalogue } from "../domain/network/network.ts";
import { MACHINES } from "../domain/record/machines.ts";
import type { World } from "../domain/world.ts";
import { coinMovedBy, receiptOf, transfersIn } from "./chain-reader.ts";
import { checkPayloads } from "./payload-checks.ts";
import { type Step, statesOutsideHistory, stepsOf } from "./queries/history.ts";
import { confirmedPayouts } from "./queries/payouts.ts";
import type { ReportedPayment, Window } from "./queries/query.ts";
import { completedSettlements, routedSettlements } from "./queries/settlement-rows.ts";
import { type Breach, CHANGED_RECEIPT, type Findings, FORCED_REORG, type InvariantId } from "./statements.ts";
import { checkSweeps } from "./sweeps.ts";

const NATIVE = `0x${"0".repeat(40)}`;

/** Checks of records alone: their histories, the fees of settlements, and event payloads. */
export function checkRecords(world: Pick<World, "db" | "catalogue">, window: Window, limit: number): Breach[] {
  const { db, catalogue } = world;
  return [
    ...checkHistories(db, window, limit),
    ...checkFees(db, catalogue, window),
    ...checkPayloads(db, window, limit),
  ];
}

/** I-23: each history row is a transition of the table from the state before it, and the record is in the state of the last one. */
function checkHistories(db: Database, window: Window, limit: number): Breach[] {
  const steps = stepsOf(db, window).flatMap((step): Breach[] => {
    const fault = faultOf(step);
    const { id, noun, record_id: record, move, from_state: from, to_state: to } = step;
    const entry = move === "" ? `created as ${to}` : `${move}: ${from} to ${to}`;
    return fault === undefined
      ? []
      : [{ id: "I-23", what: `history row ${id} of ${noun} ${record} (${entry}) ${fault}` }];
  });
  const states = statesOutsideHistory(db, window, limit).map(
    ({ noun, id, now, last }): Breach => ({
      id: "I-23",
      what: `${noun} ${id} is ${now}, its history ends in ${last ?? "nothing"}`,
    }),
  );
  return [...steps.slice(0, limit), ...states];
}

function faultOf({ noun, move, from_state: from, to_state: to, before }: Step): string | undefined {
  const machine = MACHINES.get(noun);
  if (machine === undefined) return "is about an unknown record type";
  if (move === "") {
    if (before !== null) return "is a second creation";
    return machine.initial.includes(to) ? undefined : "is no initial state";
  }
  const row = machine.moves[move];
  if (row === undefined || row.to !== to || !row.from.includes(from)) return "is not in the table";
  // A new attempt has no history row; its first transition shows the initial state.
  const begins = before ?? (noun === "attempt" ? machine.initial[0] : undefined);
  return begins === from ? undefined : `begins from ${from}, and it was ${begins ?? "never created"}`;
}

/** I-03, I-20 and I-27: reported payments arrived on their chain: token, receiver and amount. */
export async function checkPayments(db: Database, chains: readonly Chain[], window: Window): Promise<Findings> {
  const findings = await checkSweeps(db, chains, window);
  const said: [InvariantId, string, ReportedPayment[]][] = [
    ["I-20", "payout", confirmedPayouts(db, window)],
    ["I-27", "settlement", completedSettlements(db, window)],
  ];
  for (const [id, noun, rows] of said) {
    for (const row of rows) {
      const what = `${noun} ${row.id} in ${row.network} ${row.hash}`;
      const reason = exemptionOf(row);
      if (reason !== undefined) {
        findings.exemptions.push({ id, what, reason });
        continue;
      }
      const chain = chains.find(({ definition }) => definition.symbol === row.network);
      const fault = chain === undefined ? "is on no network" : await faultOfPayment(chain, row);
      if (fault !== undefined) findings.breaches.push({ id, what: `${what} ${fault}` });
    }
  }
  return findings;
}

/** Why a payment may differ from the chain: a forced reorg removed it, or changed its receipt. */
function exemptionOf({ stands, changed }: ReportedPayment): string | undefined {
  if (changed === 1) return CHANGED_RECEIPT;
  return stands === 0 ? FORCED_REORG : undefined;
}

async function faultOfPayment(
  chain: Chain,
  { hash, asset, to_address: to, raw }: ReportedPayment,
): Promise<string | undefined> {
  const receipt = await receiptOf(chain, hash);
  if (receipt === undefined) return "is on no block";
  if (!receipt.succeeded) return "was reverted";
  const wanted = { to, value: BigInt(raw) };
  const arrived =
    asset === NATIVE
      ? await coinMovedBy(chain, hash)
      : transfersIn(receipt.logs).filter(({ token }) => token === asset);
  const right = arrived.filter((one) => one.to === wanted.to && one.value === wanted.value);
  return right.length === 1 ? undefined : `has ${right.length} transfers of ${raw} ${asset} to ${to}`;
}

/** I-28: fees are at most the amount that came in; where in and out are the same token, fees plus output are. */
function checkFees(db: Database, catalogue: Catalogue, window: Window): Breach[] {
  return routedSettlements(db, window).flatMap((row): Breach[] => {
    const from = catalogue.asset(row.source_network, row.source_asset);
    const to = catalogue.asset(row.destination_network, row.destination_asset);
    const kept = BigInt(row.fee_platform) + BigInt(row.fee_provider);
    const rest = BigInt(row.source_raw) - kept;
    const place = `settlement ${row.id}: ${row.source_raw} came in, ${kept} is kept, ${row.quoted_raw} goes out`;
    const tooMuch = BigInt(row.quoted_raw) * 10n ** BigInt(from.decimals) > rest * 10n ** BigInt(to.decimals);
    return rest < 0n || (from.symbol === to.symbol && tooMuch) ? [{ id: "I-28", what: place }] : [];
  });
}
