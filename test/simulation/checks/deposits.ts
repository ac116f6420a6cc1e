// Deposits against the chains: each leg to a tenant is one, nothing else is, and depth alone confirms it (I-13, I-14, I-15, I-40).
import type { Play } from "../play.ts";
import { ZERO } from "../stage.ts";
import { legsOn } from "./chain-view.ts";
import { demandExact, differ } from "./lists.ts";

type Record = any;

const keyOf = (network: string, tx: string, to: string, token: string, units: string): string =>
  `${network} ${tx} ${to} ${token} ${units}`;

/** The legs that must be deposits of a tenant, and how deep each of its transactions stands. */
function wantedOf(play: Play, tenant: number, ours: ReadonlySet<string>) {
  const { model, plan } = play;
  const keys: string[] = [];
  const depths = new Map<string, number>();
  for (const network of plan.networks) {
    const head = (model.chains[network] ?? []).length;
    for (const { to, from, token, units, transaction, height } of legsOn(play, network)) {
      const place = `${network} ${transaction.hash}`;
      if (play.tenant(tenant).watched[network]?.[to] === undefined || from === to) continue;
      depths.set(place, head - height);
      if (!ours.has(place) && !model.forced.has(place))
        keys.push(keyOf(network, transaction.hash, to, token, `${units}`));
    }
  }
  return { keys, depths };
}

/** How often each record was told as new. */
function toldAsNew({ model }: Play): Map<string, number> {
  const told = new Map<string, number>();
  for (const { type, resource } of model.events.values())
    if (type === "deposit.new") told.set(resource, (told.get(resource) ?? 0) + 1);
  return told;
}

/** `ours`: transactions that the platform made inside of one tenant, which are no deposits. */
export function checkDeposits(
  play: Play,
  tenant: number,
  deposits: readonly Record[],
  ours: ReadonlySet<string>,
): void {
  const { keys, depths } = wantedOf(play, tenant, ours);
  const told = toldAsNew(play);
  const found = deposits.flatMap((row) => {
    const place = `${row.network_symbol} ${row.tx_id}`;
    if (play.model.forced.has(place)) return [];
    demandExact(play, row.balance, row.decimal);
    const token = row.contract_address === "" ? ZERO : row.contract_address.toLowerCase();
    checkConfirmed(play, row, depths.get(place));
    play.demand(told.get(row.id) === 1, () => `I-30: deposit.new came ${told.get(row.id) ?? 0} times for ${row.id}`);
    return [keyOf(row.network_symbol, row.tx_id, row.to_address.toLowerCase(), token, row.balance.raw)];
  });
  const differences = differ(keys, found);
  play.demand(
    differences.length === 0,
    () => `I-13, deposits of tenant ${tenant}: ${differences.slice(0, 3).join("; ")}`,
  );
}

function checkConfirmed(play: Play, row: Record, depth: number | undefined): void {
  if (depth === undefined) return;
  const { model } = play;
  const { least = 1, most = 1 } = model.targets[row.network_symbol] ?? {};
  const confirmed = model.confirmed.has(row.id);
  const right = confirmed ? depth >= least : depth < most;
  play.demand(
    right,
    () => `I-15: deposit ${row.id} is ${confirmed ? "" : "not "}confirmed ${depth} blocks deep (${least} to ${most})`,
  );
}
