// Compares each address: its movements, its balance in the database and the one on the chain.
import type { Chain } from "../chains/chain.ts";
import type { Database } from "../db/database.ts";
import { openingOf } from "../domain/address/opening.ts";
import { amountsAt } from "./chain-reader.ts";
import type { MovementSums, Sums } from "./movement-sums.ts";
import { balancesOf, type WatchedRow } from "./queries/addresses.ts";
import { openHoldsOf } from "./queries/holds.ts";
import { failedSettlementsAt } from "./queries/settlement-rows.ts";
import { type Breach, type Findings, FORCED_REORG, JOURNALED_GRANT } from "./statements.ts";

const NATIVE = `0x${"0".repeat(40)}`;

const ZERO: Sums = { booked: 0n, onChain: 0n, granted: 0n, missing: [], corrected: false };

/** Wei that an address got without a transaction: from genesis or from a journaled state change. */
export type Given = (network: string, address: string) => bigint;

/** `opening`: base units that the address held before it was assigned. */
type Sheet = { row: WatchedRow; asset: string; sums: Sums; opening: bigint };

/** `sums` must have read every movement. */
export type AddressCheckDependencies = { db: Database; chains: readonly Chain[]; given: Given; sums: MovementSums };

/** By network and asset: the expected and the actual balance, summed over addresses. */
export type Totals = Map<string, { expected: bigint; found: bigint }>;

/** Checks the balances of these addresses in the database and on the chain; adds them to `totals`. */
export async function checkAddresses(
  dependencies: AddressCheckDependencies,
  rows: readonly WatchedRow[],
  totals: Totals = new Map(),
): Promise<Findings> {
  const findings: Findings = {
    breaches: rows.flatMap((row) => checkRecordedBalances(dependencies, row)),
    exemptions: [],
  };
  for (const chain of dependencies.chains) {
    const sheets = rows
      .filter(({ network }) => network === chain.definition.symbol)
      .flatMap((row) => sheetsOf(dependencies, chain, row));
    // Read while no block is mined: only the loop mines, and it waits for this check.
    const balances = await amountsAt(
      chain,
      sheets.map(({ row, asset }) => ({ asset, account: row.address })),
    );
    for (const [index, sheet] of sheets.entries()) {
      const found = balances[index] ?? 0n;
      const expected = compareWithChain(dependencies, chain.definition.symbol, sheet, found, findings);
      const key = `${chain.definition.symbol} ${sheet.asset}`;
      const total = totals.get(key) ?? { expected: 0n, found: 0n };
      totals.set(key, { expected: total.expected + expected, found: total.found + found });
    }
  }
  return findings;
}

/** I-07, after all addresses were checked. */
export function checkTotals(totals: Totals): Breach[] {
  return [...totals].flatMap(([place, { expected, found }]): Breach[] =>
    expected === found
      ? []
      : [{ id: "I-07", what: `${place}: all watched addresses hold ${found}, by the books ${expected}` }],
  );
}

/** I-10 and I-27 for one asset of an address: adds differences to `to`; returns the expected balance. */
function compareWithChain(
  { db, given }: AddressCheckDependencies,
  network: string,
  sheet: Sheet,
  balance: bigint,
  to: Findings,
): bigint {
  const { row, asset, sums, opening } = sheet;
  const place = `${network} ${row.address} ${asset === NATIVE ? "native coin" : asset}`;
  // Given without a movement: a journaled state change at an address that was not watched then.
  const gift = asset === NATIVE ? given(network, row.address) - sums.granted : 0n;
  const expected = opening + sums.onChain + gift;
  if (gift !== 0n) to.exemptions.push({ id: "I-10", what: `${place}: ${gift} wei`, reason: JOURNALED_GRANT });
  for (const what of sums.missing) to.exemptions.push({ id: "I-10", what: `${place}: ${what}`, reason: FORCED_REORG });
  if (balance !== expected)
    to.breaches.push({ id: "I-10", what: `${place}: by the books ${expected}, on the chain ${balance}` });
  if (row.category === "uda") {
    const owed = failedSettlementsAt(db, row.address, network).filter((one) => one.asset === asset);
    const least = owed.reduce((sum, { raw }) => sum + BigInt(raw), 0n);
    if (balance < least && sums.missing.length === 0 && !sums.corrected)
      to.breaches.push({ id: "I-27", what: `${place}: ${balance} is there, failed settlements left ${least}` });
  }
  return expected;
}

/** None for an address that was assigned during this check: its opening balance is read after it. */
function sheetsOf({ db, sums: movements }: AddressCheckDependencies, chain: Chain, row: WatchedRow): Sheet[] {
  const openings = openingOf(db, row.id);
  if (openings === undefined) return [];
  const sums = movements.of(row.id);
  const assets = [NATIVE, ...chain.definition.tokens.map(({ address }) => address.toLowerCase())];
  return assets.map((asset) => ({ row, asset, sums: sums.get(asset) ?? ZERO, opening: openings.get(asset) ?? 0n }));
}

/** I-08, I-09 and I-12: the balance row against the movements and holds that it sums up. */
function checkRecordedBalances(
  { db, sums: movements }: Pick<AddressCheckDependencies, "db" | "sums">,
  row: WatchedRow,
): Breach[] {
  const sums = movements.of(row.id);
  const holds = openHoldsOf(db, row.id);
  const balances = new Map(balancesOf(db, row.id).map((balance) => [balance.asset, balance]));
  const assets = new Set([...balances.keys(), ...sums.keys(), ...holds.map(({ asset }) => asset)]);
  return [...assets].flatMap((asset): Breach[] => {
    const { confirmed = "0", held = "0" } = balances.get(asset) ?? {};
    const open = holds.filter((hold) => hold.asset === asset);
    const { booked } = sums.get(asset) ?? ZERO;
    const reserved = open.reduce((sum, { raw }) => sum + BigInt(raw), 0n);
    const place = `${row.network} ${row.address} ${asset}`;
    const breaches: Breach[] = [];
    if (BigInt(confirmed) !== booked)
      breaches.push({ id: "I-12", what: `${place}: the balance is ${confirmed}, its movements sum up to ${booked}` });
    if (BigInt(held) !== reserved)
      breaches.push({ id: "I-09", what: `${place}: ${held} is held, open reservations sum up to ${reserved}` });
    // A hold of the maximum gets its amount when the transaction is built, and gas may have been paid since.
    if (BigInt(held) > BigInt(confirmed) && !open.some(({ unmeasured }) => unmeasured === 1))
      breaches.push({ id: "I-08", what: `${place}: ${held} is held of ${confirmed}` });
    return breaches;
  });
}
