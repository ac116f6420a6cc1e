// Balances of the API against the chains: the balance is the sum of the movements, the available part excludes open holds (I-07 … I-12).
import type { Leg } from "../model.ts";
import type { Simulation } from "../simulation.ts";
import { ZERO } from "../world-setup.ts";
import { legsOn } from "./chain-view.ts";
import { isFinal } from "./payments.ts";

/** Genesis balance of a gas station: 100 coins, in base units (H-05). */
const GENESIS_BALANCE = 100n * 10n ** 18n;

/** The sum of all movements at each address, by `address token`. */
function sums(sim: Simulation, network: string): Map<string, bigint> {
  const found = new Map<string, bigint>();
  const add = (address: string, token: string, units: bigint): void =>
    void found.set(`${address} ${token}`, (found.get(`${address} ${token}`) ?? 0n) + units);
  const move = ({ from, to, token, units }: Leg): void => {
    add(from, token, -units);
    add(to, token, units);
  };
  for (const leg of legsOn(sim, network)) move(leg);
  for (const { transactions } of sim.model.chains[network] ?? [])
    for (const { sender, fee } of transactions) add(sender, ZERO, -fee);
  for (const { watched } of sim.model.tenants)
    for (const [address, category] of Object.entries(watched[network] ?? {}))
      if (category === "gas_station") add(address, ZERO, GENESIS_BALANCE);
  return found;
}

/** Every block with transactions is as deep as the highest confirmation target, and no forced reorg took place. */
function isFullyConfirmed({ model }: Simulation, network: string): boolean {
  const blocks = model.chains[network] ?? [];
  const { most = 1 } = model.targets[network] ?? {};
  const last = blocks.findLast(({ transactions }) => transactions.length > 0)?.height ?? 0;
  return !model.rewritten.has(network) && blocks.length - last >= most;
}

/** Checks the sums themselves: the balance of a random address equals what the node says. */
async function checkNodeBalance(sim: Simulation, network: string, found: Map<string, bigint>): Promise<void> {
  const places = sim.model.tenants.flatMap(({ watched }) => Object.keys(watched[network] ?? {}));
  const address = sim.dice.of(places);
  const [balance] = await sim.setup.rpc(network, [{ method: "eth_getBalance", params: [address, "latest"] }]);
  const added = found.get(`${address} ${ZERO}`) ?? 0n;
  sim.check(
    BigInt(balance) === added,
    () => `I-10 ${network} ${address}: ${added} moved, the node says ${BigInt(balance)}`,
  );
}

export async function checkBalances(sim: Simulation): Promise<void> {
  for (const network of sim.plan.networks) {
    const found = sums(sim, network);
    await checkNodeBalance(sim, network, found);
    if (!isFullyConfirmed(sim, network)) continue;
    for (const [number, tenant] of sim.model.tenants.entries()) {
      if (tenant.removed) continue;
      const vault =
        Object.entries(tenant.watched[network] ?? {}).find(([, category]) => category === "vault")?.[0] ?? "";
      const answer = await sim.ask(number, "GET", `/vault/${tenant.vault}/balances?network_symbol=${network}`);
      for (const entry of answer?.data ?? []) checkVault(sim, number, vault, entry, found);
    }
    await checkWallets(sim, network, found);
  }
}

function checkVault(sim: Simulation, tenant: number, vault: string, entry: any, found: Map<string, bigint>): void {
  const { network_symbol: network, symbol } = entry;
  const token = entry.contract_address === "" ? ZERO : entry.contract_address.toLowerCase();
  const moved = found.get(`${vault} ${token}`) ?? 0n;
  const [balance, available] = [BigInt(entry.balance.raw), BigInt(entry.available.raw)];
  sim.check(balance === moved, () => `I-12: vault ${tenant} has ${balance} ${symbol} on ${network}, ${moved} moved`);
  const open = [...sim.model.payouts.filter(({ answer }) => answer === "accepted"), ...openTransfers(sim)].filter(
    (one) => one.tenant === tenant && one.network === network && one.asset === token && !isFinal(one.status),
  );
  const held = open.reduce((sum, { units }) => sum + units, 0n);
  // Native coin is also held for gas.
  const mayHoldMore = token === ZERO || sim.model.uncertainHolds.has(`${tenant} ${network} ${token}`);
  const right = mayHoldMore ? available <= balance - held : available === balance - held;
  sim.check(
    right,
    () => `I-08: vault ${tenant} has ${available} of ${balance} ${symbol} free on ${network}, ${held} are held`,
  );
}

const openTransfers = ({ model }: Simulation) => model.transfers.filter(({ kind }) => kind === "vault");

async function checkWallets(sim: Simulation, network: string, found: Map<string, bigint>): Promise<void> {
  const wallets = sim.model.wallets.filter((one) => one.network === network && !sim.tenant(one.tenant).removed);
  for (const { tenant, address } of wallets.slice(-3)) {
    const answer = await sim.ask(tenant, "GET", `/wallets/address/${address}`);
    const { native, tokens } = sim.setup.chain(network);
    for (const { symbol, balance } of answer?.data.balances ?? []) {
      const token = [native, ...tokens].find((one) => one.symbol === symbol)?.address ?? "";
      const moved = found.get(`${address} ${token}`) ?? 0n;
      sim.check(
        BigInt(balance.raw) === moved,
        () => `I-12: ${address} has ${balance.raw} ${symbol} on ${network}, ${moved} moved`,
      );
    }
  }
}
