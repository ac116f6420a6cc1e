// Sweeps of settlements from deposit addresses: the shares add up to the source amount, and the chain shows them (I-03).
import type { Chain } from "../chains/chain.ts";
import type { Database } from "../db/database.ts";
import { receiptOf, transfersIn } from "./chain-reader.ts";
import { type SweptClaim, sweptClaims } from "./queries/claims.ts";
import type { Window } from "./queries/query.ts";
import { internalSettlements } from "./queries/settlement-rows.ts";
import { type Breach, CHANGED_RECEIPT, type Findings, FORCED_REORG } from "./statements.ts";

const NATIVE = `0x${"0".repeat(40)}`;

type Share = { to: string; raw: string };

/** Sweeps to a provider and the platform; a settlement that the platform pays itself is its own sweep. */
export async function checkSweeps(db: Database, chains: readonly Chain[], window: Window): Promise<Findings> {
  const findings: Findings = { breaches: unpaidRests(db, window), exemptions: [] };
  for (const row of sweptClaims(db, window)) {
    const shares = JSON.parse(row.payments) as Share[];
    const what = `claim ${row.id} of settlement ${row.settlement_id}`;
    if (!addUp(shares, row))
      findings.breaches.push({ id: "I-03", what: `${what} is ${row.payments} of ${row.source_raw}` });
    if (row.changed === 1) findings.exemptions.push({ id: "I-03", what, reason: CHANGED_RECEIPT });
    else if (row.stands === 0) findings.exemptions.push({ id: "I-03", what, reason: FORCED_REORG });
    else if (row.asset !== NATIVE) {
      const chain = chains.find(({ definition }) => definition.symbol === row.network);
      const moved = chain === undefined ? "nothing" : await movedBy(chain, row);
      if (moved !== listed(shares))
        findings.breaches.push({ id: "I-03", what: `${what} moved ${moved} in ${row.network} ${row.hash}` });
    }
  }
  return findings;
}

function unpaidRests(db: Database, window: Window): Breach[] {
  return internalSettlements(db, window).flatMap((row): Breach[] => {
    const { id, source_raw: came, quoted_raw: paid, fee_platform, fee_provider } = row;
    const rest = BigInt(came) - BigInt(paid) - BigInt(fee_platform) - BigInt(fee_provider);
    return rest === 0n ? [] : [{ id: "I-03", what: `settlement ${id}: of ${came} neither paid nor kept are ${rest}` }];
  });
}

/** True when the shares add up to the source amount and the last one is the platform's fee. */
function addUp(shares: readonly Share[], { source_raw, fee_platform }: SweptClaim): boolean {
  const sum = shares.reduce((total, { raw }) => total + BigInt(raw), 0n);
  return sum === BigInt(source_raw) && (fee_platform === "0" || shares.at(-1)?.raw === fee_platform);
}

async function movedBy(chain: Chain, { hash, asset, source_address }: SweptClaim): Promise<string> {
  const receipt = await receiptOf(chain, hash);
  if (receipt?.succeeded !== true) return "nothing";
  const left = transfersIn(receipt.logs).filter(({ token, from }) => token === asset && from === source_address);
  return listed(left.map(({ to, value }) => ({ to, raw: value.toString() })));
}

function listed(shares: readonly Share[]): string {
  return shares.map(({ to, raw }) => `${to} ${raw}`).join();
}
