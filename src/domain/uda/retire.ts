// Retiring a UDA: later confirmations settle nothing, running settlements finish, then the delegation goes (H-18, H-24).
import { schedule } from "../agenda.ts";
import { move } from "../apply-transition.ts";
import type { World } from "../world.ts";
import { udaMachine } from "./machine.ts";
import { updateUdaStatus } from "./store.ts";
import type { UdaRow } from "./uda.ts";

/** The job that takes the delegations back once nothing runs any more. */
export const REVOKE_JOB = "revoke-delegations";

/** Retires `uda`; one that is retired already stays as it is. */
export function retireUda(world: World, uda: UdaRow): void {
  if (uda.status === "retired") return;
  move(world, udaMachine, "retire", { id: uda.id, state: uda.status }, (from, to) =>
    updateUdaStatus(world.db, uda.id, from, to),
  );
  schedule(world.db, REVOKE_JOB, uda.id, world.clock.now());
}
