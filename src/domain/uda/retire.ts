// Retires a UDA: later deposits are not settled, running settlements finish, then the delegations are revoked (H-18, H-24).
import { schedule } from "../agenda.ts";
import { move } from "../apply-transition.ts";
import type { World } from "../world.ts";
import { udaMachine } from "./machine.ts";
import { updateUdaStatus } from "./store.ts";
import type { UdaRow } from "./uda.ts";

/** The job that revokes the delegations when no settlement runs any more. */
export const REVOKE_JOB = "revoke-delegations";

/** Retires `uda`; does nothing for a retired one. */
export function retireUda(world: World, uda: UdaRow): void {
  if (uda.status === "retired") return;
  move(world, udaMachine, "retire", { id: uda.id, state: uda.status }, (from, to) =>
    updateUdaStatus(world.db, uda.id, from, to),
  );
  schedule(world.db, REVOKE_JOB, uda.id, world.clock.now());
}
