// Builds sweeps of deposit addresses: the address signs the payments, a gas station sends and pays the gas (H-18, H-25).

import type { Hex } from "../../chains/chain.ts";
import { signSweep } from "../../chains/sweep.ts";
import { gasStationOn } from "../../domain/address/store.ts";
import type { UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import type { Payment } from "../../domain/settlement/claim.ts";
import { delegationOn, udaById } from "../../domain/uda/store.ts";
import { required } from "../../kernel/assert.ts";
import { buildTransaction } from "../attempts/build-transaction.ts";
import type { FlowDependencies } from "../dependencies.ts";

export type SweepInput = {
  tenantId: string;
  udaId: string;
  network: string;
  asset: string;
  payments: readonly Payment[];
  /** Identifies the sweep; its salt is derived from it, so that one subject can be swept once only. */
  subject: string;
};

/** The gas station's transaction. */
export type Sponsored = { sender: string; derivation: string; plan: UnsignedTransaction };

/** Validity of a signed sweep: ten years, in seconds. */
const GOOD_FOR_SECONDS = 315_360_000;

/** Builds a sweep, or returns undefined while the address is not delegated on the network: the sweep waits for it. */
export async function buildSweep(dependencies: FlowDependencies, input: SweepInput): Promise<Sponsored | undefined> {
  const { world, chains, accountAt } = dependencies;
  const delegation = delegationOn(world.db, input.udaId, input.network);
  if (delegation?.state !== "verified" || delegation.wanted !== "delegated") return undefined;
  const uda = required(udaById(world.db, input.udaId), "uda", { id: input.udaId });
  const station = required(gasStationOn(world.db, input.tenantId, input.network), "gas station", {
    network: input.network,
  });
  const chain = chains.get(input.network);
  const data = await signSweep(accountAt(uda.derivation), {
    chainId: chain.definition.eip155_id,
    token: input.asset,
    payments: input.payments.map(({ to, raw }) => ({ to, amount: BigInt(raw) })),
    deadline: chain.head.timestamp + GOOD_FOR_SECONDS,
    salt: `0x${world.random.fork("sweep-salt").hex(input.subject, 64)}` as Hex,
  });
  const plan = await buildTransaction(chain, { from: station.address, to: uda.address, value: 0n, data });
  return { sender: station.address, derivation: station.derivation, plan };
}
