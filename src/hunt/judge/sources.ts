// Three independent sources of the deposits of an owner must agree before a finding is shown: the service, the admin API and the chain's logs (U-51).
import { isObject } from "../../kernel/is-object.ts";
import { type Host, rpc } from "../../scenario/http-client.ts";
import { compare, type Decimal, ofRaw, ZERO } from "./decimal.ts";
import { depositsOf, servedDeposits, type TrueDeposit } from "./truth.ts";
import { chainAsset } from "./units.ts";

/** Topic 0 of an ERC-20 `Transfer`. */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** Why the sources do not agree on an owner's deposits, in one sentence; null when they do. */
export async function disagreement(host: Host, ownKey: string, owner: string): Promise<string | null> {
  const told = (await depositsOf(host, owner)).filter(({ state }) => state !== "orphaned");
  const served = await servedDeposits(host, ownKey, owner);
  if (served === null) return `the service does not list the deposits of ${owner}`;
  const ids = (list: readonly { id: string }[]): string =>
    list
      .map(({ id }) => id)
      .toSorted()
      .join();
  if (ids(told) !== ids(served))
    return `the service lists ${served.length} deposits of ${owner}, the control API ${told.length}`;
  const tokens = Map.groupBy(
    told.filter(isToken),
    ({ network, asset, to_address }) => `${network} ${asset} ${to_address}`,
  );
  for (const deposits of tokens.values()) {
    const [first] = deposits;
    if (first === undefined) continue;
    const legs = await transfersTo(host, first);
    const expected = deposits.map(({ amount }) => amount).toSorted(compare);
    const found = legs.toSorted(compare);
    if (found.length !== expected.length || found.some((leg, at) => compare(leg, expected[at] ?? ZERO) !== 0))
      return `the logs of ${first.network} hold ${legs.length} transfers of ${first.asset} to ${owner}, the control API has ${deposits.length}`;
  }
  return null;
}

function isToken({ network, asset }: TrueDeposit): boolean {
  return chainAsset(network, asset).contract !== null;
}

/** Amounts of all transfers to the address of a deposit. */
async function transfersTo(host: Host, { network, asset, to_address }: TrueDeposit): Promise<Decimal[]> {
  const { contract, decimals } = chainAsset(network, asset);
  const topic = `0x${to_address.slice(2).toLowerCase().padStart(64, "0")}`;
  const filter = { address: contract, fromBlock: "0x0", toBlock: "latest", topics: [TRANSFER, null, topic] };
  const logs = (await rpc(host, network, "eth_getLogs", [filter])) as unknown[];
  return logs.filter(isObject).map(({ data }) => ofRaw(BigInt(String(data)), decimals));
}
