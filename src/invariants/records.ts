// Records against their machines, and payments against the receipts of the chain: what one query alone cannot tell.
import type { Chain } from "../chains/chain.ts";
import type { Database } from "../db/database.ts";
import { attemptMachine } from "../domain/attempt/machine.ts";
import { deliveryMachine } from "../domain/delivery/machine.ts";
import { depositMachine } from "../domain/deposit/machine.ts";
import type { Catalogue } from "../domain/network/network.ts";
import { payoutMachine } from "../domain/payout/machine.ts";
import { settlementMachine } from "../domain/settlement/machine.ts";
import { transactionMachine } from "../domain/transaction/machine.ts";
import { udaMachine } from "../domain/uda/machine.ts";
import type { World } from "../domain/world.ts";
import type { Machine } from "../kernel/machine.ts";
import { coinMovedBy, receiptOf, transfersIn } from "./chain-reader.ts";
import { checkPayloads } from "./payload-checks.ts";
import { type Breach, CHANGED_RECEIPT, type Findings, FORCED_REORG, type InvariantId } from "./statements.ts";
import {
  completedSettlements,
  confirmedPayouts,
  routedSettlements,
  type SaidPaid,
  type Step,
  statesOffHistory,
  stepsOf,
  type Window,
} from "./store.ts";
import { checkSweeps } from "./sweeps.ts";

const MACHINES = new Map<string, Machine>(
  [
    ...[attemptMachine, deliveryMachine, depositMachine, payoutMachine, settlementMachine],
    ...[transactionMachine, udaMachine],
  ].map((machine) => [machine.noun, machine as unknown as Machine]),
);

const NATIVE = `0x${"0".repeat(40)}`;

/** What records alone tell: their histories, the fees of settlements, and what was told of them. */
export function checkRecords(world: Pick<World, "db" | "catalogue">, window: Window, limit: number): Breach[] {
  const { db, catalogue } = world;
  return [
    ...checkHistories(db, window, limit),
    ...checkFees(db, catalogue, window),
    ...checkPayloads(db, window, limit),
  ];
}

/** I-23: each step is one of the table and begins where the one before it ended; the record is where its history ends. */
function checkHistories(db: Database, window: Window, limit: number): Breach[] {
  const steps = stepsOf(db, window).flatMap((step): Breach[] => {
    const fault = faultOf(step);
    const { id, noun, record_id: record, move, from_state: from, to_state: to } = step;
    const told = move === "" ? `born as ${to}` : `${move}: ${from} to ${to}`;
    return fault === undefined
      ? []
      : [{ id: "I-23", what: `history row ${id} of ${noun} ${record} (${told}) ${fault}` }];
  });
  const states = statesOffHistory(db, window, limit).map(
    ({ noun, id, now, told }): Breach => ({
      id: "I-23",
      what: `${noun} ${id} is ${now}, its history ends in ${told ?? "nothing"}`,
    }),
  );
  return [...steps.slice(0, limit), ...states];
}

function faultOf({ noun, move, from_state: from, to_state: to, before }: Step): string | undefined {
  const machine = MACHINES.get(noun);
  if (machine === undefined) return "is about a noun that does not move";
  if (move === "") {
    if (before !== null) return "is a second birth";
    return machine.initial.includes(to) ? undefined : "is no way to be born";
  }
  const row = machine.moves[move];
  if (row === undefined || row.to !== to || !row.from.includes(from)) return "is not in the table";
  // Attempts are born with their own row; the first step shows from which state.
  const begins = before ?? (noun === "attempt" ? machine.initial[0] : undefined);
  return begins === from ? undefined : `begins from ${from}, and it was ${begins ?? "never born"}`;
}

/** I-03, I-20 and I-27: what is said to have arrived did: on that chain, in that token, at that receiver, so much. */
export async function checkPayments(db: Database, chains: readonly Chain[], window: Window): Promise<Findings> {
  const findings = await checkSweeps(db, chains, window);
  const said: [InvariantId, string, SaidPaid[]][] = [
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
function exemptionOf({ stands, changed }: Pick<SaidPaid, "stands" | "changed">): string | undefined {
  if (changed === 1) return CHANGED_RECEIPT;
  return stands === 0 ? FORCED_REORG : undefined;
}

async function faultOfPayment(
  chain: Chain,
  { hash, asset, to_address: to, raw }: SaidPaid,
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

/** I-28: what is kept is not more than came in; where in and out are the same token, neither is what goes out besides. */
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
