// Addresses one by one: their movements, their balance in the books and the one on the chain.
import type { Chain } from "../chains/chain.ts";
import type { Database } from "../db/database.ts";
import { balancesAt } from "./chain-reader.ts";
import type { MovementSums, Sums } from "./movement-sums.ts";
import { type Breach, type Findings, FORCED_REORG, JOURNALED_GRANT } from "./statements.ts";
import { balancesOf, failedSettlementsAt, openHoldsOf, type WatchedRow } from "./store.ts";

const NATIVE = `0x${"0".repeat(40)}`;

const NOTHING: Sums = { booked: 0n, standing: 0n, granted: 0n, fallen: [], corrected: false };

/** Native wei that a chain gave to an address out of nothing, block 0 included. */
export type Given = (network: string, address: string) => bigint;

type Sheet = { row: WatchedRow; asset: string; sums: Sums };

/** `sums` has read every movement. */
export type AddressCheckDependencies = { db: Database; chains: readonly Chain[]; given: Given; sums: MovementSums };

/** By network and asset: what the books expect and what the chain shows, summed over addresses. */
export type Totals = Map<string, { expected: bigint; found: bigint }>;

/** Checks the books of these addresses, and compares each of their assets with its chain; adds both up in `totals`. */
export async function checkAddresses(
  parts: AddressCheckDependencies,
  rows: readonly WatchedRow[],
  totals: Totals = new Map(),
): Promise<Findings> {
  const findings: Findings = { breaches: rows.flatMap((row) => booksOf(parts, row)), exemptions: [] };
  for (const chain of parts.chains) {
    const sheets = rows
      .filter(({ network }) => network === chain.definition.symbol)
      .flatMap((row) => sheetsOf(parts.sums, chain, row));
    // Asked in the same turn as the movements were read: blocks come from the loop alone, which waits for this check.
    const balances = await balancesAt(
      chain,
      sheets.map(({ row, asset }) => ({ asset, account: row.address })),
    );
    for (const [index, sheet] of sheets.entries()) {
      const found = balances[index] ?? 0n;
      const expected = compare(parts, chain.definition.symbol, sheet, found, findings);
      const key = `${chain.definition.symbol} ${sheet.asset}`;
      const total = totals.get(key) ?? { expected: 0n, found: 0n };
      totals.set(key, { expected: total.expected + expected, found: total.found + found });
    }
  }
  return findings;
}

/** I-07, once every address was looked at. */
export function checkTotals(totals: Totals): Breach[] {
  return [...totals].flatMap(([place, { expected, found }]): Breach[] =>
    expected === found
      ? []
      : [{ id: "I-07", what: `${place}: all watched addresses hold ${found}, by the books ${expected}` }],
  );
}

/** Adds what does not agree; answers the balance that the books expect. */
function compare(
  { db, given }: AddressCheckDependencies,
  network: string,
  sheet: Sheet,
  balance: bigint,
  to: Findings,
): bigint {
  const { row, asset, sums } = sheet;
  const place = `${network} ${row.address} ${asset === NATIVE ? "native coin" : asset}`;
  // What was given and is no movement: a journaled act behind the books' back.
  const gift = asset === NATIVE ? given(network, row.address) - sums.granted : 0n;
  const expected = sums.standing + gift;
  if (gift !== 0n) to.exemptions.push({ id: "I-10", what: `${place}: ${gift} wei`, reason: JOURNALED_GRANT });
  for (const what of sums.fallen) to.exemptions.push({ id: "I-10", what: `${place}: ${what}`, reason: FORCED_REORG });
  if (balance !== expected)
    to.breaches.push({ id: "I-10", what: `${place}: by the books ${expected}, on the chain ${balance}` });
  if (row.category === "uda") {
    const owed = failedSettlementsAt(db, row.address, network).filter((one) => one.asset === asset);
    const least = owed.reduce((sum, { raw }) => sum + BigInt(raw), 0n);
    if (balance < least && sums.fallen.length === 0 && !sums.corrected)
      to.breaches.push({ id: "I-27", what: `${place}: ${balance} is there, failed settlements left ${least}` });
  }
  return expected;
}

function sheetsOf(movements: MovementSums, chain: Chain, row: WatchedRow): Sheet[] {
  const sums = movements.of(row.id);
  const assets = [NATIVE, ...chain.definition.tokens.map(({ address }) => address.toLowerCase())];
  return assets.map((asset) => ({ row, asset, sums: sums.get(asset) ?? NOTHING }));
}

/** I-08, I-09 and I-12: the balance row against the movements and reservations it sums up. */
function booksOf({ db, sums: movements }: Pick<AddressCheckDependencies, "db" | "sums">, row: WatchedRow): Breach[] {
  const sums = movements.of(row.id);
  const holds = openHoldsOf(db, row.id);
  const balances = new Map(balancesOf(db, row.id).map((balance) => [balance.asset, balance]));
  const assets = new Set([...balances.keys(), ...sums.keys(), ...holds.map(({ asset }) => asset)]);
  return [...assets].flatMap((asset): Breach[] => {
    const { confirmed = "0", held = "0" } = balances.get(asset) ?? {};
    const open = holds.filter((hold) => hold.asset === asset);
    const { booked } = sums.get(asset) ?? NOTHING;
    const reserved = open.reduce((sum, { raw }) => sum + BigInt(raw), 0n);
    const place = `${row.network} ${row.address} ${asset}`;
    const breaches: Breach[] = [];
    if (BigInt(confirmed) !== booked)
      breaches.push({ id: "I-12", what: `${place}: the balance is ${confirmed}, its movements sum up to ${booked}` });
    if (BigInt(held) !== reserved)
      breaches.push({ id: "I-09", what: `${place}: ${held} is held, open reservations sum up to ${reserved}` });
    // A reservation of everything is measured anew when it is taken up, and gas may have been paid since.
    if (BigInt(held) > BigInt(confirmed) && !open.some(({ unmeasured }) => unmeasured === 1))
      breaches.push({ id: "I-08", what: `${place}: ${held} is held of ${confirmed}` });
    return breaches;
  });
}
