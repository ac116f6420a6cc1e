// Money of the default tenant: its vault gets plenty of each asset that the app pays out, its gas stations plenty of native coin, and those who
// pay settlements plenty of tokens, so that nothing fails for want of it, however many worlds there were before.
import { isObject } from "../../kernel/is-object.ts";
import { ask, control, type Host } from "../../scenario/http-client.ts";
import { chainAsset, nativeOf } from "../judge/units.ts";
import type { Place } from "../plan/step.ts";
import { Calls } from "./calls.ts";

/** Tokens are minted; native coin comes from the faucet, which holds a million. */
const PLENTY = { token: "100000000", native: "100000" };

/** More than any payment into a universal deposit address. */
const STOCK = "1000000000000";
const SETTLED = ["USDC", "USDT"];

/** Gives each solver tokens on every network: a settlement of many digits is of more than they begin with. @throws HostFault */
export async function fundSolvers(host: Host): Promise<void> {
  const { items } = await control(host, "GET", "/solvers");
  const calls = new Calls(host);
  for (const { provider } of items as { provider: string }[])
    for (const asset of SETTLED)
      await calls.add("POST", `/solvers/${provider}/refill`, { asset, amount: STOCK }, { must: true });
  await calls.flush();
}

/**
 * `key`: any key of the tenant. A network on which it has no vault is left out. Returns the addresses of the vault, by network.
 * @throws HostFault
 */
export async function givePlenty(
  host: Host,
  key: string,
  vaultId: string,
  places: readonly Place[],
): Promise<ReadonlyMap<string, string>> {
  const vaults = await addressesAt(host, key, `/v1/vault/${encodeURIComponent(vaultId)}/addresses`);
  const stations = await addressesAt(host, key, "/v1/gas-stations/wallets?limit=100");
  // Native coin too: the first payout of a network would wait for its gas, and the same story would go another way in a young sandbox.
  const gas = [...new Set(places.map(({ network }) => network))].map(nativeOn);
  const tokens = places.filter(({ network, asset }) => asset !== nativeOf(network));
  const calls = new Calls(host);
  const give = async ({ network, asset }: Place, to: string | undefined): Promise<void> => {
    if (to === undefined) return;
    const amount = chainAsset(network, asset).contract === null ? PLENTY.native : PLENTY.token;
    await calls.add("POST", "/faucet", { network, asset, to_address: to, amount }, { must: true });
  };
  for (const place of [...tokens, ...gas]) await give(place, vaults.get(place.network));
  for (const [network, station] of stations) await give(nativeOn(network), station);
  await calls.add("POST", "/run-until-idle", { advance: true, limit: "1h" }, { must: true });
  await calls.flush();
  return vaults;
}

function nativeOn(network: string): Place {
  return { network, asset: nativeOf(network) };
}

/** Addresses by network; none when the service answers something else. */
async function addressesAt(host: Host, key: string, path: string): Promise<Map<string, string>> {
  const answer = await ask(host, { method: "GET", path, headers: { "x-api-key": key } });
  const data = answer === "lost" || !isObject(answer.body) ? [] : answer.body["data"];
  const rows = (Array.isArray(data) ? data : []) as { network_symbol: string; address: string }[];
  return new Map(rows.map(({ network_symbol, address }) => [network_symbol, address]));
}
