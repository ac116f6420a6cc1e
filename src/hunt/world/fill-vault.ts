// Money for withdrawals: the vault of the default tenant gets plenty of each asset that the app pays out, so that no payout fails for want of it.
import { isObject } from "../../kernel/is-object.ts";
import { ask, control, type Host } from "../../scenario/http-client.ts";
import { chainAsset, nativeOf } from "../judge/units.ts";
import type { Place } from "../plan/step.ts";

/** Tokens are minted; native coin comes from a payer that holds a million. */
const PLENTY = { token: "100000000", native: "100000" };

/** `key`: any key of the tenant. A network on which it has no vault is left out. @throws HostFault */
export async function fillVault(host: Host, key: string, vaultId: string, places: readonly Place[]): Promise<void> {
  const path = `/v1/vault/${encodeURIComponent(vaultId)}/addresses`;
  const answer = await ask(host, { method: "GET", path, headers: { "x-api-key": key } });
  const data = answer === "lost" || !isObject(answer.body) ? [] : answer.body["data"];
  const addresses = (Array.isArray(data) ? data : []) as { network_symbol: string; address: string }[];
  // Native coin too: the first payout of a network would wait for its gas, and the same story would go another way in a young sandbox.
  const gas = [...new Set(places.map(({ network }) => network))].map((network) => ({
    network,
    asset: nativeOf(network),
  }));
  const all = [...places.filter(({ network, asset }) => asset !== nativeOf(network)), ...gas];
  for (const { network, asset } of all) {
    const vault = addresses.find(({ network_symbol }) => network_symbol === network);
    if (vault === undefined) continue;
    const amount = chainAsset(network, asset).contract === null ? PLENTY.native : PLENTY.token;
    await control(host, "POST", "/faucet", { network, asset, to_address: vault.address, amount });
  }
  await control(host, "POST", "/run-until-idle", { advance: true, limit: "1h" });
}
