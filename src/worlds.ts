// The timelines of one sandbox: the world it began with, the snapshots that are kept, and the way from one to another.
import type { KeptSnapshot, Timelines } from "./admin/parts.ts";
import type { Watchers } from "./admin/watchers.ts";
import { type Behind, endBehind, openBehind, type Plugs } from "./behind.ts";
import { Database } from "./db/database.ts";
import type { Doors } from "./doors.ts";
import { firstClock, firstWorld, type StandingWorld } from "./first-world.ts";
import type { Flow } from "./flow/flow.ts";
import type { ClockState } from "./kernel/clock.ts";
import { Problem } from "./kernel/problem.ts";
import { openWorld } from "./open-world.ts";
import { SnapshotShelf } from "./snapshot-shelf.ts";
import { type WorldFile, worldFile } from "./world-file.ts";

/** Where a timeline goes on from: the bytes of its rows, and a clock that takes the place of the stored one. */
type Origin = { bytes: Buffer; clock?: ClockState };

export class Worlds implements Timelines {
  readonly #plugs: Plugs;
  readonly #doors: Doors;
  readonly #watchers: Watchers;
  readonly #shelf = new SnapshotShelf();
  #beginning: () => Origin = () => {
    throw new Problem("serviceUnavailable", "the sandbox is starting");
  };

  constructor(plugs: Plugs, doors: Doors, watchers: Watchers) {
    this.#plugs = plugs;
    this.#doors = doors;
    this.#watchers = watchers;
  }

  /** Builds the first world, or opens `imported`, and lets everybody in. A reset comes back to here. */
  async begin(imported?: Database): Promise<StandingWorld> {
    const standing = await (imported === undefined ? this.#first() : this.#imported(imported));
    this.#doors.open(await openBehind(this.#plugs, standing));
    return standing;
  }

  async #first(): Promise<StandingWorld> {
    const standing = await firstWorld(this.#plugs);
    const bytes = standing.world.db.bytes();
    this.#beginning = () => ({ bytes, clock: firstClock(this.#plugs) });
    standing.world.clock.restart(firstClock(this.#plugs));
    return standing;
  }

  async #imported(db: Database): Promise<StandingWorld> {
    const bytes = db.bytes();
    this.#beginning = () => ({ bytes });
    return openWorld(this.#plugs, { db });
  }

  list(): KeptSnapshot[] {
    return this.#shelf.list();
  }

  async snapshot(flow: Flow, name: string | undefined): Promise<KeptSnapshot> {
    this.#shelf.demandRoom();
    const taken = await flow.still(() => ({ bytes: flow.world.db.bytes(), at: flow.world.clock.now() }));
    return this.#shelf.keep(taken, name);
  }

  remove(id: string): void {
    this.#shelf.remove(id);
  }

  restore(id: string): Promise<Flow> {
    return this.#replace({ bytes: this.#shelf.bytesOf(id) }, "restored");
  }

  reset(): Promise<Flow> {
    return this.#replace(this.#beginning(), "reset");
  }

  export(flow: Flow): Promise<WorldFile> {
    return flow.still(() => worldFile(flow.world.db));
  }

  /** Ends the present world and opens another on its engines; when that fails, the present one is opened again. */
  async #replace(origin: Origin, why: "reset" | "restored"): Promise<Flow> {
    const old = this.#doors.shut();
    await endBehind(old);
    const { world } = old.standing;
    try {
      return await this.#open(old, origin);
    } catch (error) {
      // The engines may stand anywhere by now: the rows of the old world bring them back.
      await this.#open(old, { bytes: world.db.bytes(), clock: world.clock.state() });
      throw error;
    } finally {
      this.#watchers.restart(why);
      // Whoever waited in the old world is answered first; whoever asks it later is refused by its closed database.
      this.#plugs.wall.soon(() => world.db.close());
    }
  }

  async #open({ standing: old }: Behind, { bytes, clock }: Origin): Promise<Flow> {
    const order = { db: new Database(bytes), running: old.chains, ...(clock === undefined ? {} : { clock }) };
    const behind = await openBehind(this.#plugs, await openWorld(this.#plugs, order));
    this.#doors.open(behind);
    await behind.flow.settledWhenFrozen();
    return behind.flow;
  }
}
