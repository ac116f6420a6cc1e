// Life of the worlds of one sandbox: start, snapshot, restore, reset, export and end.
import type { WorldLifecycle } from "../admin/dependencies.ts";
import type { Subscribers } from "../admin/streams/subscribers.ts";
import type { Database } from "../db/database.ts";
import { StorageFault } from "../db/storage-fault.ts";
import { putClock, storedClock } from "../domain/world-row.ts";
import type { Flow } from "../flow/flow.ts";
import type { ClockState } from "../kernel/clock.ts";
import { sleep } from "../kernel/wall-clock.ts";
import { type ExportFile, exportFile, exportOfBytes } from "../storage/export-file.ts";
import type { StoredSnapshot } from "../storage/snapshot-store.ts";
import type { Storage } from "../storage/storage.ts";
import { createWorld, initialClock, type OpenedWorld } from "./create-world.ts";
import { openWorld } from "./open-world.ts";
import { saveClockWhileIdle, saveClockWithCommits, setMode } from "./persist-clock.ts";
import { RpcSnapshots } from "./rpc-snapshots.ts";
import { joinWebhook } from "./stored-options.ts";
import { closeRuntime, endRuntime, openRuntime, type RuntimeDependencies, type WorldRuntime } from "./world-runtime.ts";
import type { WorldSwitch } from "./world-switch.ts";

/** What a world is opened from: the bytes of its database, a clock state that replaces the stored one, and the snapshot that it was. */
type Origin = { bytes: Buffer; clock?: ClockState; snapshot?: StoredSnapshot | undefined };

/** What a start begins with: an existing database, an imported one, or neither. */
export type Start = { existing?: Database | undefined; imported?: Database | undefined };

/** Interval between attempts to reopen a world after a storage fault (wall ms). */
const REOPEN_INTERVAL_MS = 1_000;

export class WorldManager implements WorldLifecycle {
  readonly #dependencies: RuntimeDependencies;
  readonly #worldSwitch: WorldSwitch;
  readonly #subscribers: Subscribers;
  readonly #storage: Storage;
  readonly #rpcSnapshots: RpcSnapshots;
  #stopSavingClock = (): void => {};

  constructor(
    dependencies: RuntimeDependencies,
    collaborators: { worldSwitch: WorldSwitch; subscribers: Subscribers; storage: Storage },
  ) {
    this.#dependencies = dependencies;
    this.#worldSwitch = collaborators.worldSwitch;
    this.#subscribers = collaborators.subscribers;
    this.#storage = collaborators.storage;
    this.#rpcSnapshots = new RpcSnapshots({
      replace: (bytes) => this.#replace({ bytes }, "restored"),
      rpc: () => this.#worldSwitch.runtime?.rpc,
    });
  }

  /** Opens the existing world or creates one, and attaches it to the port. */
  async begin({ existing, imported }: Start): Promise<OpenedWorld> {
    const { config } = this.#dependencies;
    // With the stored offset a running clock has advanced while the process was down; without it, it continues from the stored time.
    const clock = existing !== undefined && config.catchUp ? storedClock(existing) : undefined;
    const opened = await (existing === undefined
      ? this.#create(imported)
      : openWorld(this.#dependencies, { db: existing, ...(clock && { clock }) }));
    setMode(opened.world.clock, config);
    this.#worldSwitch.attach(await this.#start(opened));
    joinWebhook(opened.world, config, opened.defaultTenant);
    if (this.#storage.durable)
      this.#stopSavingClock = saveClockWhileIdle(this.#dependencies, () => this.#worldSwitch.runtime?.opened.world);
    return opened;
  }

  /** Creates the world that a later reset returns to. */
  async #create(imported: Database | undefined): Promise<OpenedWorld> {
    const storage = this.#storage;
    if (imported !== undefined) {
      const bytes = imported.bytes();
      imported.close();
      storage.keepInitialWorld({ bytes, clock: null });
      return openWorld(this.#dependencies, { db: storage.activate(bytes) });
    }
    const opened = await createWorld(this.#dependencies);
    const { world } = opened;
    const { clock: mode, startTime } = this.#dependencies.config;
    const clock = initialClock(this.#dependencies.wall, { mode, startTime });
    storage.keepInitialWorld({ bytes: world.db.bytes(), clock: { mode, startTime } });
    world.clock.restart(clock);
    if (!storage.durable) return opened;
    world.db.transaction(() => putClock(world.db, clock));
    const db = storage.activate(world.db.bytes());
    const durable = await openWorld(this.#dependencies, { db, running: opened.chains, clock });
    world.db.close();
    return durable;
  }

  /** Starts a world; one in a folder saves its clock with every commit. */
  async #start(opened: OpenedWorld): Promise<WorldRuntime> {
    if (this.#storage.durable) saveClockWithCommits(opened.world);
    return openRuntime(this.#dependencies, opened, this.#rpcSnapshots);
  }

  /** Ends the present world; one in a folder is there at the next start. */
  async end(runtime: WorldRuntime): Promise<void> {
    this.#stopSavingClock();
    try {
      await closeRuntime(runtime);
    } finally {
      this.#storage.close();
    }
  }

  list(): StoredSnapshot[] {
    return this.#storage.snapshots.list();
  }

  async snapshot(flow: Flow, name: string | undefined): Promise<StoredSnapshot> {
    this.#storage.snapshots.demandRoom();
    const taken = await flow.quiesce(() => ({ bytes: flow.world.db.bytes(), at: flow.world.clock.now() }));
    const kept = this.#storage.snapshots.keep(taken, name);
    this.#subscribers.changes.note("snapshots");
    return kept;
  }

  remove(id: string): void {
    this.#storage.snapshots.remove(id);
    this.#subscribers.changes.note("snapshots");
  }

  async restore(id: string): Promise<Flow> {
    const bytes = this.#storage.snapshots.bytesOf(id);
    return this.#replaceAndClose({ bytes, snapshot: this.list().find((snapshot) => snapshot.id === id) }, "restored");
  }

  async reset(): Promise<Flow> {
    const { bytes, clock } = this.#storage.initialWorld();
    const origin = clock === null ? { bytes } : { bytes, clock: initialClock(this.#dependencies.wall, clock) };
    return this.#replaceAndClose(origin, "reset");
  }

  async export(flow: Flow, snapshot?: string): Promise<ExportFile> {
    if (snapshot !== undefined) return exportOfBytes(this.#storage.snapshots.bytesOf(snapshot));
    return flow.quiesce(() => exportFile(flow.world.db));
  }

  /** Replaces the world; clients on a WebSocket are told by code 1012 to connect again. */
  async #replaceAndClose(origin: Origin, why: "reset" | "restored"): Promise<Flow> {
    const old = this.#worldSwitch.runtime;
    const [flow] = await Promise.all([this.#replace(origin, why), old?.rpc.closeSockets(1012)]);
    return flow;
  }

  /** Ends the present world and opens another on its engines; when that fails, the present one is opened again. */
  async #replace(origin: Origin, why: "reset" | "restored"): Promise<Flow> {
    this.#worldSwitch.demand();
    // Written before the present world is detached: if the disk refuses it, that one goes on.
    const db = this.#storage.activate(origin.bytes);
    const old = this.#worldSwitch.detach();
    await endRuntime(old);
    this.#dependencies.contract.worldEnded(this.#dependencies.wall.now());
    const { world } = old.opened;
    let flow: Flow | undefined;
    try {
      flow = await this.#open(old, db, origin.clock);
      await flow.settledWhenFrozen();
      return flow;
    } catch (error) {
      // A world that was opened may be gone by now because another reset took its engines: only a world that could not be opened is made good.
      if (flow === undefined) await this.#goBack(old);
      throw error;
    } finally {
      this.#subscribers.restart(why, origin.snapshot);
      // Requests that waited in the old world get their answers first; later ones to it are refused by its closed database.
      if (this.#worldSwitch.isReady) this.#dependencies.wall.soon(() => this.#storage.discard(world.db));
    }
  }

  /** The engines may be at any block by now: the journals of the old world restore them, retried until the disk allows it. */
  async #goBack(old: WorldRuntime): Promise<void> {
    const { db, clock } = old.opened.world;
    for (;;) {
      try {
        await this.#open(old, this.#storage.reopen(db), clock.state());
        return;
      } catch (error) {
        if (!(error instanceof StorageFault)) throw error;
        const { log } = this.#dependencies;
        log.error({ error }, "the world could not be opened: it is retried until the disk allows it");
        await sleep(this.#dependencies.wall, REOPEN_INTERVAL_MS);
      }
    }
  }

  async #open({ opened: old }: WorldRuntime, db: Database, clock: ClockState | undefined): Promise<Flow> {
    try {
      const input = { db, running: old.chains, ...(clock === undefined ? {} : { clock }) };
      const runtime = await this.#start(await openWorld(this.#dependencies, input));
      this.#worldSwitch.attach(runtime);
      return runtime.flow;
    } catch (error) {
      this.#storage.discard(db);
      throw error;
    }
  }
}
