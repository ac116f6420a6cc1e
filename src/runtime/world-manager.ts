// The timelines of one sandbox: the world it began with, the snapshots that are kept, and the way from one to another.
import type { WorldLifecycle } from "../admin/dependencies.ts";
import type { EventSubscribers } from "../admin/event-subscribers.ts";
import type { Database } from "../db/database.ts";
import { StorageFault } from "../db/storage-fault.ts";
import { putClock, storedClock } from "../domain/world-row.ts";
import type { Flow } from "../flow/flow.ts";
import type { ClockState } from "../kernel/clock.ts";
import { type ExportFile, exportFile } from "../storage/export-file.ts";
import type { StoredSnapshot } from "../storage/snapshot-store.ts";
import type { Storage } from "../storage/storage.ts";
import { createWorld, initialClock, type OpenedWorld } from "./create-world.ts";
import { openWorld } from "./open-world.ts";
import { saveClockWhileIdle, saveClockWithCommits, setMode } from "./persist-clock.ts";
import { joinWebhook } from "./stored-options.ts";
import { closeRuntime, endRuntime, openRuntime, type RuntimeDependencies, type WorldRuntime } from "./world-runtime.ts";
import type { WorldSwitch } from "./world-switch.ts";

/** Where a timeline goes on from: the bytes of its rows, and a clock that takes the place of the stored one. */
type Origin = { bytes: Buffer; clock?: ClockState };

/** What a start begins with: the rows of an earlier run, those of a file, or none. */
export type Start = { existing?: Database | undefined; imported?: Database | undefined };

/** Until a world that the disk kept closed is tried again (wall ms). */
const TRY_AGAIN_MS = 1_000;

export class WorldManager implements WorldLifecycle {
  readonly #dependencies: RuntimeDependencies;
  readonly #worldSwitch: WorldSwitch;
  readonly #subscribers: EventSubscribers;
  readonly #storage: Storage;
  #stopNoting = (): void => {};

  constructor(
    dependencies: RuntimeDependencies,
    parts: { worldSwitch: WorldSwitch; subscribers: EventSubscribers; storage: Storage },
  ) {
    this.#dependencies = dependencies;
    this.#worldSwitch = parts.worldSwitch;
    this.#subscribers = parts.subscribers;
    this.#storage = parts.storage;
  }

  /** Opens what is there, or builds the first world, and lets everybody in. */
  async begin({ existing, imported }: Start): Promise<OpenedWorld> {
    const { config } = this.#dependencies;
    // With the stored offset a running clock reads what it would had it never stopped; without it, it goes on from where it was.
    const clock = existing !== undefined && config.catchUp ? storedClock(existing) : undefined;
    const standing = await (existing === undefined
      ? this.#new(imported)
      : openWorld(this.#dependencies, { db: existing, ...(clock && { clock }) }));
    setMode(standing.world.clock, config);
    this.#worldSwitch.attach(await this.#live(standing));
    joinWebhook(standing.world, config, standing.facts);
    if (this.#storage.durable)
      this.#stopNoting = saveClockWhileIdle(this.#dependencies, () => this.#worldSwitch.runtime?.opened.world);
    return standing;
  }

  /** A world that nobody has seen yet: a reset comes back to it. */
  async #new(imported: Database | undefined): Promise<OpenedWorld> {
    const storage = this.#storage;
    if (imported !== undefined) {
      const bytes = imported.bytes();
      imported.close();
      storage.keepInitialWorld({ bytes, clock: null });
      return openWorld(this.#dependencies, { db: storage.activate(bytes) });
    }
    const standing = await createWorld(this.#dependencies);
    const { world } = standing;
    const { clock: mode, startTime } = this.#dependencies.config;
    const clock = initialClock(this.#dependencies.wall, { mode, startTime });
    storage.keepInitialWorld({ bytes: world.db.bytes(), clock: { mode, startTime } });
    world.clock.restart(clock);
    if (!storage.durable) return standing;
    world.db.transaction(() => putClock(world.db, clock));
    const db = storage.activate(world.db.bytes());
    const durable = await openWorld(this.#dependencies, { db, running: standing.chains, clock });
    world.db.close();
    return durable;
  }

  /** Brings a world to life; one that outlives the process writes its clock down with every commit. */
  async #live(standing: OpenedWorld): Promise<WorldRuntime> {
    if (this.#storage.durable) saveClockWithCommits(standing.world);
    return openRuntime(this.#dependencies, standing);
  }

  /** Ends the present world for good; in a folder it is there at the next start. */
  async end(behind: WorldRuntime): Promise<void> {
    this.#stopNoting();
    try {
      await closeRuntime(behind);
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
    return this.#storage.snapshots.keep(taken, name);
  }

  remove(id: string): void {
    this.#storage.snapshots.remove(id);
  }

  restore(id: string): Promise<Flow> {
    return this.#replace({ bytes: this.#storage.snapshots.bytesOf(id) }, "restored");
  }

  reset(): Promise<Flow> {
    const { bytes, clock } = this.#storage.initialWorld();
    const origin = clock === null ? { bytes } : { bytes, clock: initialClock(this.#dependencies.wall, clock) };
    return this.#replace(origin, "reset");
  }

  export(flow: Flow): Promise<ExportFile> {
    return flow.quiesce(() => exportFile(flow.world.db));
  }

  /** Ends the present world and opens another on its engines; when that fails, the present one is opened again. */
  async #replace(origin: Origin, why: "reset" | "restored"): Promise<Flow> {
    const old = this.#worldSwitch.detach();
    await endRuntime(old);
    const { world } = old.opened;
    try {
      const flow = await this.#open(old, this.#storage.activate(origin.bytes), origin.clock);
      await flow.settledWhenFrozen();
      return flow;
    } catch (error) {
      if (!this.#worldSwitch.isReady) await this.#goBack(old);
      throw error;
    } finally {
      this.#subscribers.restart(why);
      // Whoever waited in the old world is answered first; whoever asks it later is refused by its closed database.
      if (this.#worldSwitch.isReady) this.#dependencies.wall.soon(() => this.#storage.discard(world.db));
    }
  }

  /** The engines may stand anywhere by now: the rows of the old world bring them back, as soon as the disk lets them. */
  async #goBack(old: WorldRuntime): Promise<void> {
    const { db, clock } = old.opened.world;
    for (;;) {
      try {
        await this.#open(old, this.#storage.reopen(db), clock.state());
        return;
      } catch (error) {
        if (!(error instanceof StorageFault)) throw error;
        this.#dependencies.log.error({ error }, "the world is not open: it is tried again until the disk lets it");
        await new Promise<void>((resolve) => this.#dependencies.wall.after(TRY_AGAIN_MS, resolve));
      }
    }
  }

  async #open({ opened: old }: WorldRuntime, db: Database, clock: ClockState | undefined): Promise<Flow> {
    try {
      const order = { db, running: old.chains, ...(clock === undefined ? {} : { clock }) };
      const behind = await this.#live(await openWorld(this.#dependencies, order));
      this.#worldSwitch.attach(behind);
      return behind.flow;
    } catch (error) {
      this.#storage.discard(db);
      throw error;
    }
  }
}
