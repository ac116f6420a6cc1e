// Balances against the chains: what the API shows is what moved, and what is free is what no open order holds (I-07 … I-12).
import type { Leg } from "../model.ts";
import type { Play } from "../play.ts";
import { ZERO } from "../stage.ts";
import { legsOn } from "./chain-view.ts";
import { isFinal } from "./payments.ts";

/** What a gas station is born with: a hundred coins (H-05). */
const BORN_WITH = 100n * 10n ** 18n;

/** The sum of everything that moved at the addresses of the tenants, by `address token`. */
function sums(play: Play, network: string): Map<string, bigint> {
  const found = new Map<string, bigint>();
  const add = (address: string, token: string, units: bigint): void =>
    void found.set(`${address} ${token}`, (found.get(`${address} ${token}`) ?? 0n) + units);
  const move = ({ from, to, token, units }: Leg): void => {
    add(from, token, -units);
    add(to, token, units);
  };
  for (const leg of legsOn(play, network)) move(leg);
  for (const { transactions } of play.model.chains[network] ?? [])
    for (const { sender, fee } of transactions) add(sender, ZERO, -fee);
  for (const { watched } of play.model.tenants)
    for (const [address, category] of Object.entries(watched[network] ?? {}))
      if (category === "gas_station") add(address, ZERO, BORN_WITH);
  return found;
}

/** Every block with something in it is as deep as a confirmation ever had to be, and nothing waits. */
function isAtRest({ model }: Play, network: string): boolean {
  const blocks = model.chains[network] ?? [];
  const { most = 1 } = model.targets[network] ?? {};
  const last = blocks.findLast(({ transactions }) => transactions.length > 0)?.height ?? 0;
  return !model.rewritten.has(network) && blocks.length - last >= most;
}

/** The reader against the node: what it has added up is what the node calls the balance. */
async function checkReader(play: Play, network: string, found: Map<string, bigint>): Promise<void> {
  const places = play.model.tenants.flatMap(({ watched }) => Object.keys(watched[network] ?? {}));
  const address = play.dice.of(places);
  const [balance] = await play.stage.rpc(network, [{ method: "eth_getBalance", params: [address, "latest"] }]);
  const added = found.get(`${address} ${ZERO}`) ?? 0n;
  play.demand(
    BigInt(balance) === added,
    () => `I-10 ${network} ${address}: ${added} moved, the node says ${BigInt(balance)}`,
  );
}

export async function checkBalances(play: Play): Promise<void> {
  for (const network of play.plan.networks) {
    const found = sums(play, network);
    await checkReader(play, network, found);
    if (!isAtRest(play, network)) continue;
    for (const [number, tenant] of play.model.tenants.entries()) {
      if (tenant.removed) continue;
      const vault =
        Object.entries(tenant.watched[network] ?? {}).find(([, category]) => category === "vault")?.[0] ?? "";
      const answer = await play.ask(number, "GET", `/vault/${tenant.vault}/balances?network_symbol=${network}`);
      for (const entry of answer?.data ?? []) checkVault(play, number, vault, entry, found);
    }
    await checkWallets(play, network, found);
  }
}

function checkVault(play: Play, tenant: number, vault: string, entry: any, found: Map<string, bigint>): void {
  const { network_symbol: network, symbol } = entry;
  const token = entry.contract_address === "" ? ZERO : entry.contract_address.toLowerCase();
  const moved = found.get(`${vault} ${token}`) ?? 0n;
  const [balance, available] = [BigInt(entry.balance.raw), BigInt(entry.available.raw)];
  play.demand(balance === moved, () => `I-12: vault ${tenant} has ${balance} ${symbol} on ${network}, ${moved} moved`);
  const open = [...play.model.payouts.filter(({ answer }) => answer === "kept"), ...openTransfers(play)].filter(
    (one) => one.tenant === tenant && one.network === network && one.asset === token && !isFinal(one.status),
  );
  const held = open.reduce((sum, { units }) => sum + units, 0n);
  // Coin is held for gas, too.
  const more = token === ZERO || play.model.unsureHolds.has(`${tenant} ${network} ${token}`);
  const right = more ? available <= balance - held : available === balance - held;
  play.demand(
    right,
    () => `I-08: vault ${tenant} has ${available} of ${balance} ${symbol} free on ${network}, ${held} are held`,
  );
}

const openTransfers = ({ model }: Play) => model.transfers.filter(({ kind }) => kind === "vault");

async function checkWallets(play: Play, network: string, found: Map<string, bigint>): Promise<void> {
  const wallets = play.model.wallets.filter((one) => one.network === network && !play.tenant(one.tenant).removed);
  for (const { tenant, address } of wallets.slice(-3)) {
    const answer = await play.ask(tenant, "GET", `/wallets/address/${address}`);
    const { native, tokens } = play.stage.chain(network);
    for (const { symbol, balance } of answer?.data.balances ?? []) {
      const token = [native, ...tokens].find((one) => one.symbol === symbol)?.address ?? "";
      const moved = found.get(`${address} ${token}`) ?? 0n;
      play.demand(
        BigInt(balance.raw) === moved,
        () => `I-12: ${address} has ${balance.raw} ${symbol} on ${network}, ${moved} moved`,
      );
    }
  }
}
