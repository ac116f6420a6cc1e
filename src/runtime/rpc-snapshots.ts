// Snapshots of evm_snapshot: whole worlds in memory, by ids that are valid once. The control API does not list them.
import { RpcError } from "../chains/chain.ts";
import { RPC_CODE } from "../chains/rpc-errors.ts";
import { listTenants } from "../domain/tenant/store.ts";
import type { Flow } from "../flow/flow.ts";
import { BoundedMap } from "../kernel/bounded-map.ts";
import type { RpcServer } from "../rpc/server.ts";
import type { SnapshotActions } from "./development-actions.ts";

/** More push out the oldest ones: tools take one per test and seldom return to it. */
const MAX_SNAPSHOTS = 100;
const MAX_BYTES = 1_073_741_824;

type SnapshotDependencies = {
  /** Replaces the present world by another; its WebSockets stay open. */
  replace(bytes: Buffer): Promise<unknown>;
  /** The JSON-RPC server of the present world. */
  rpc(): RpcServer | undefined;
};

export class RpcSnapshots implements SnapshotActions {
  readonly #dependencies: SnapshotDependencies;
  /** By number, oldest first. */
  readonly #bytes = new BoundedMap<number, Buffer>(MAX_SNAPSHOTS);
  #last = 0;

  constructor(dependencies: SnapshotDependencies) {
    this.#dependencies = dependencies;
  }

  /** For `evm_snapshot`: the id in hex. @throws RpcError when a second tenant exists: its records would go back too */
  async take(flow: Flow): Promise<string> {
    demandOneTenant(flow);
    const bytes = await flow.quiesce(() => flow.world.db.bytes());
    this.#last += 1;
    this.#bytes.set(this.#last, bytes);
    while (this.#bytes.size > 1 && this.#sum() > MAX_BYTES) this.#bytes.deleteOldest();
    return `0x${this.#last.toString(16)}`;
  }

  /** For `evm_revert`: null when the id is unknown. The id and all later ones end. @throws RpcError as above */
  async revert(flow: Flow, id: bigint): Promise<{ afterReply(): void } | null> {
    demandOneTenant(flow);
    const bytes = this.#bytes.get(Number(id));
    if (bytes === undefined) return null;
    const rpc = this.#dependencies.rpc();
    const afterReply = (): void => void rpc?.closeSockets(1012);
    try {
      await this.#dependencies.replace(bytes);
    } catch (error) {
      afterReply();
      throw error;
    }
    for (const number of this.#bytes.keys()) if (number >= Number(id)) this.#bytes.delete(number);
    return { afterReply };
  }

  #sum(): number {
    return [...this.#bytes.values()].reduce((sum, { length }) => sum + length, 0);
  }
}

function demandOneTenant({ world }: Flow): void {
  if (listTenants(world.db).length <= 1) return;
  throw new RpcError(
    RPC_CODE.server,
    "a snapshot is the whole world, and there is a second tenant whose records would go back too: POST /admin/snapshots, POST /admin/snapshots/{id}/restore",
  );
}
