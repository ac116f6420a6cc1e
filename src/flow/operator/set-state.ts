// Changing a chain's state without a transaction, and writing down what that does to an address of ours.
import { MULTICALL_ADDRESS, SWEEPER_ADDRESS } from "../../chains/artifact.ts";
import { type Chain, type Hex, type JournaledStateChange, RpcError } from "../../chains/chain.ts";
import { RPC_CODE } from "../../chains/rpc-errors.ts";
import type { AddressRow } from "../../domain/address/address.ts";
import { watchedAt } from "../../domain/address/store.ts";
import { tailHead } from "../../domain/chain-tail.ts";
import { announceBalance } from "../../domain/movement/balance-event.ts";
import { recordStateChange } from "../../domain/movement/record.ts";
import { balanceOf } from "../../domain/movement/store.ts";
import type { World } from "../../domain/world.ts";

/** An account's new balance in wei, or a change of its state as the chain knows it. */
export type StateChange = { address: Hex; balance: bigint } | JournaledStateChange;

/**
 * Work of the loop. What is given to or taken from a watched address counts at once, as a movement without a transaction.
 * @throws RpcError for contracts of the sandbox, for anything but the balance of a watched address, and for taking what is
 *   reserved or not confirmed yet
 */
export async function setState(world: World, chain: Chain, order: StateChange): Promise<void> {
  const network = chain.definition.symbol;
  const watched = watchedAt(world.db, network, order.address.toLowerCase());
  const act = "balance" in order ? await difference(chain, order) : order;
  if (act.kind !== "give") {
    checkFree(chain, act, watched);
    return chain.changeState(act);
  }
  if (act.amount === 0n) return;
  if (watched === undefined) return chain.changeState(act);
  const asset = world.catalogue.network(network).native.key;
  const { confirmed, held } = balanceOf(world.db, watched.id, asset);
  if (confirmed + act.amount < held)
    throw refusal(`${confirmed - held} wei at most can be taken from ${act.address} now`);
  await chain.changeState(act, () => {
    world.clock.tick();
    const height = tailHead(world.db, network)?.height ?? 0;
    recordStateChange(world.db, { addressId: watched.id, network, asset, raw: act.amount, height });
    announceBalance(world, { addressId: watched.id, asset, previous: confirmed, current: confirmed + act.amount });
  });
}

async function difference(
  chain: Chain,
  order: { address: Hex; balance: bigint },
): Promise<JournaledStateChange & { kind: "give" }> {
  const present = BigInt(await chain.request<Hex>("eth_getBalance", [order.address, "latest"]));
  return { kind: "give", address: order.address, amount: order.balance - present };
}

/** The books, the sweeps and the nonces of the sandbox rest on these. */
function checkFree(chain: Chain, { address, kind }: JournaledStateChange, watched: AddressRow | undefined): void {
  const own = [MULTICALL_ADDRESS, SWEEPER_ADDRESS, ...chain.definition.tokens.map((token) => token.address)];
  if (own.some((one) => one.toLowerCase() === address.toLowerCase()))
    throw refusal(
      `${address} is a contract of the sandbox: its ${kind} stays as it is; POST /admin/faucet gives tokens, POST /admin/networks/{network}/tokens/{asset}/pause stops one`,
    );
  if (watched !== undefined)
    throw refusal(`${address} is an address that the sandbox keeps (${watched.category}): its ${kind} stays as it is`);
}

function refusal(message: string): RpcError {
  return new RpcError(RPC_CODE.server, message);
}
