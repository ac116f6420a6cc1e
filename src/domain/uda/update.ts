// Updates a UDA: destination, accepted tokens and status, all of it or nothing (H-18, H-24, H-53, S-407…S-410).
import { Problem } from "../../kernel/problem.ts";
import { move } from "../apply-transition.ts";
import type { World } from "../world.ts";
import { queueDelegation, resolveDestination, resolveTokens, type UdaInput } from "./create.ts";
import { type UdaStatus, udaMachine } from "./machine.ts";
import { retireUda } from "./retire.ts";
import { delegationOn, updateUdaStatus, updateUdaTerms } from "./store.ts";
import { depositNetworks, type UdaRow } from "./uda.ts";

/** The requested changes; undefined changes nothing. `owner` may only repeat the value of the record. */
export type UdaChange = {
  owner: string | undefined;
  destination: UdaInput["destination"] | undefined;
  acceptedTokens: readonly string[] | undefined;
  status: UdaStatus | undefined;
};

/** A checked change in the form of rows. */
export type UdaTerms = Partial<
  Pick<UdaRow, "destination_address" | "destination_network" | "destination_asset" | "accepted_tokens">
>;

/**
 * Checks the input as far as possible without the record.
 * @throws Problem invalidRequest for a destination or token that cannot be (H-30).
 */
export function checkUdaChange(world: World, change: UdaChange): UdaTerms {
  const { destination, acceptedTokens } = change;
  return {
    ...(destination === undefined ? {} : resolveDestination(world, destination)),
    ...(acceptedTokens === undefined ? {} : { accepted_tokens: JSON.stringify(resolveTokens(world, acceptedTokens)) }),
  };
}

/**
 * Applies a checked change and returns the new record. A UDA that ends up active is delegated on every deposit
 * network; running settlements keep their own copy of the destination.
 * @throws Problem invalidRequest when `owner` is another one (S-410).
 */
export function updateUda(world: World, before: UdaRow, change: UdaChange, terms: UdaTerms): UdaRow {
  if (change.owner !== undefined && change.owner !== before.owner)
    throw new Problem("invalidRequest", "owner: is fixed when the UDA is created");
  const status = change.status ?? before.status;
  const after: UdaRow = { ...before, ...terms, status };
  updateUdaTerms(world.db, after);
  if (status === "retired") retireUda(world, before);
  else reactivate(world, before);
  if (status === "active") queueMissingDelegations(world, after);
  return after;
}

function reactivate(world: World, { id, status }: UdaRow): void {
  if (status === "active") return;
  move(world, udaMachine, "reactivate", { id, state: status }, (from, to) => updateUdaStatus(world.db, id, from, to));
}

/** Deposit networks that were never delegated, or whose delegation was (or is being) revoked. */
function queueMissingDelegations(world: World, uda: UdaRow): void {
  for (const network of depositNetworks(world.catalogue, uda.accepted_tokens)) {
    const row = delegationOn(world.db, uda.id, network.symbol);
    if (row?.wanted !== "delegated") queueDelegation(world, uda.id, network.symbol, "delegated");
  }
}
