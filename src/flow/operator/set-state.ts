// Changing a chain's state without a transaction, and booking the change of a watched address's balance.
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

/** An account's new balance in wei, or another state change as the chain journals it. */
export type StateChange = { address: Hex; balance: bigint } | JournaledStateChange;

/**
 * Runs inside `loop.exclusive`. A changed balance of a watched address is booked at once, as a movement without a transaction.
 * @throws RpcError for contracts of the sandbox, for anything but the balance of a watched address, and for taking what is
 *   reserved or not confirmed yet
 */
export async function setState(world: World, chain: Chain, input: StateChange): Promise<void> {
  const network = chain.definition.symbol;
  const watched = watchedAt(world.db, network, input.address.toLowerCase());
  const change = "balance" in input ? await difference(chain, input) : input;
  if (change.kind !== "give") {
    checkFree(chain, change, watched);
    return chain.changeState(change);
  }
  if (change.amount === 0n) return;
  if (watched === undefined) return chain.changeState(change);
  const asset = world.catalogue.network(network).native.key;
  const { confirmed, held } = balanceOf(world.db, watched.id, asset);
  if (confirmed + change.amount < held)
    throw refusal(`${confirmed - held} wei at most can be taken from ${change.address} now`);
  await chain.changeState(change, () => {
    world.clock.tick();
    const height = tailHead(world.db, network)?.height ?? 0;
    recordStateChange(world.db, { addressId: watched.id, network, asset, raw: change.amount, height });
    announceBalance(world, { addressId: watched.id, asset, previous: confirmed, current: confirmed + change.amount });
  });
}

async function difference(
  chain: Chain,
  input: { address: Hex; balance: bigint },
): Promise<JournaledStateChange & { kind: "give" }> {
  const present = BigInt(await chain.request<Hex>("eth_getBalance", [input.address, "latest"]));
  return { kind: "give", address: input.address, amount: input.balance - present };
}

/** Accounting, sweeps and nonces of the platform depend on these accounts. */
function checkFree(chain: Chain, { address, kind }: JournaledStateChange, watched: AddressRow | undefined): void {
  const own = [MULTICALL_ADDRESS, SWEEPER_ADDRESS, ...chain.definition.tokens.map((token) => token.address)];
  if (own.some((one) => one.toLowerCase() === address.toLowerCase()))
    throw refusal(
      `${address} is a contract of the sandbox: its ${kind} cannot be changed; POST /admin/faucet gives tokens, POST /admin/networks/{network}/tokens/{asset}/pause stops one`,
    );
  if (watched !== undefined)
    throw refusal(`${address} is an address of the sandbox (${watched.category}): its ${kind} cannot be changed`);
}

function refusal(message: string): RpcError {
  return new RpcError(RPC_CODE.server, message);
}
