// Sweeps of deposit addresses: the address signs what is paid, a gas station sends and pays for it (H-18, H-25).

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
  /** Names the sweep; its salt comes from it, so one subject can be swept once only. */
  subject: string;
};

/** The gas station's call. */
export type Sponsored = { sender: string; derivation: string; plan: UnsignedTransaction };

/** How long a signed sweep is good for: ten years, in seconds. */
const GOOD_FOR_SECONDS = 315_360_000;

/** Plans a sweep, or undefined while the address is not delegated on the network: the sweep waits for it. */
export async function buildSweep(parts: FlowDependencies, order: SweepInput): Promise<Sponsored | undefined> {
  const { world, chains, accountAt } = parts;
  const delegation = delegationOn(world.db, order.udaId, order.network);
  if (delegation?.state !== "verified" || delegation.wanted !== "delegated") return undefined;
  const uda = required(udaById(world.db, order.udaId), "uda", { id: order.udaId });
  const station = required(gasStationOn(world.db, order.tenantId, order.network), "gas station", {
    network: order.network,
  });
  const chain = chains.get(order.network);
  const data = await signSweep(accountAt(uda.derivation), {
    chainId: chain.definition.eip155_id,
    token: order.asset,
    payments: order.payments.map(({ to, raw }) => ({ to, amount: BigInt(raw) })),
    deadline: chain.head.timestamp + GOOD_FOR_SECONDS,
    salt: `0x${world.random.fork("sweep-salt").hex(order.subject, 64)}` as Hex,
  });
  const plan = await buildTransaction(chain, { from: station.address, to: uda.address, value: 0n, data });
  return { sender: station.address, derivation: station.derivation, plan };
}
