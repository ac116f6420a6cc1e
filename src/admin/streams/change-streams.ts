// Streams of changes: they say what to fetch again, merged to a few messages a second, and hold no data themselves (D-70).
import type { ServerResponse } from "node:http";
import { Problem } from "../../kernel/problem.ts";
import type { Timer, WallClock } from "../../kernel/wall-clock.ts";
import { type Changed, type ChangedIds, type ChangedWorld, Changes, clockOf } from "./changes.ts";
import type { Restart } from "./event-streams.ts";
import type { OpenStreams, StreamConnection } from "./open-streams.ts";
import { TOPICS, type Topic } from "./topics.ts";

/** From the first change to its message: what belongs to one act comes together. Wall ms. */
export const GATHER_MS = 20;
/** Between two messages: at most ten a second. Wall ms. */
export const INTERVAL_MS = 100;

/** The snapshot that a world was restored from. */
export type RestoredFrom = { readonly id: string; readonly name: string };
/** What the messages of all streams have in common. */
type Place = { readonly revision: number; readonly clock: ReturnType<typeof clockOf> };

export class ChangeStreams {
  readonly #wall: WallClock;
  readonly #connections: OpenStreams;
  readonly #world: () => ChangedWorld | undefined;
  readonly #streams = new Set<ChangeStream>();
  readonly #changes = new Changes();
  /** Timelines of this process, the present one included. */
  #worlds = 1;
  /** Changes outside of the database. */
  #noted = 0;
  #timer: Timer | undefined;
  /** Monotonic ms before which no message goes out. */
  #notBefore = 0;

  /** `world`: the present one; undefined while there is none. */
  constructor(wall: WallClock, connections: OpenStreams, world: () => ChangedWorld | undefined) {
    this.#wall = wall;
    this.#connections = connections;
    this.#world = world;
  }

  /**
   * Says hello, and then what changes, of `topics` only if they are given.
   * @throws Problem serviceUnavailable when too many streams are open, or without a world; nothing was written then
   */
  open(
    response: ServerResponse,
    { topics, version }: { topics: ReadonlySet<Topic> | undefined; version: string },
    writeHead: () => void,
  ): void {
    const world = this.#world();
    if (world === undefined) throw new Problem("serviceUnavailable", "there is no world now: open the stream again");
    const stream = new ChangeStream(topics);
    const gone = (): void => this.#leave(stream);
    stream.connection = this.#connections.open(response, writeHead, { drained: () => stream.sendWaiting(), gone });
    if (this.#streams.size === 0) this.#changes.skip(world);
    this.#streams.add(stream);
    stream.say("hello", { version, world: this.#worlds, ...this.#placeOf(world) });
  }

  /** Called after every commit, so without a stream it costs nothing, and with one not much. */
  wake(): void {
    if (this.#streams.size === 0 || this.#timer !== undefined) return;
    const delay = Math.max(GATHER_MS, this.#notBefore - this.#wall.monotonic());
    this.#timer = this.#wall.after(delay, () => this.#tell(), { unref: true });
  }

  /** Something changed that is in no table. */
  note(topic: Topic): void {
    this.#noted += 1;
    if (this.#streams.size === 0) return;
    this.#changes.note(topic);
    this.wake();
  }

  /** Another world has been attached. */
  restart(why: Restart, from: RestoredFrom | undefined): void {
    this.#worlds += 1;
    const world = this.#world();
    if (world === undefined) return;
    this.#changes.skip(world);
    const snapshot = from === undefined ? null : { id: from.id, name: from.name };
    const restarted = { why, world: this.#worlds, ...this.#placeOf(world), snapshot };
    for (const stream of this.#streams) stream.restart(restarted);
  }

  close(): void {
    this.#timer?.cancel();
  }

  #leave(stream: ChangeStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #tell(): void {
    this.#timer = undefined;
    const world = this.#world();
    if (world === undefined) return;
    const changed = this.#changes.look(world);
    if (changed.topics.size === 0) return;
    this.#notBefore = this.#wall.monotonic() + INTERVAL_MS;
    const place = this.#placeOf(world);
    for (const stream of this.#streams) stream.tell(changed, place);
  }

  #placeOf(world: ChangedWorld): Place {
    return { revision: world.db.written.count + this.#noted, clock: clockOf(world) };
  }
}

class ChangeStream {
  connection: StreamConnection | undefined;
  readonly #topics: ReadonlySet<Topic> | undefined;
  /** Topics of messages that the socket had no room for; they go out as one, without ids. */
  readonly #waiting = new Set<Topic>();
  #place: Place | undefined;

  constructor(topics: ReadonlySet<Topic> | undefined) {
    this.#topics = topics;
  }

  tell({ topics, ids }: Changed, place: Place): void {
    const wanted = TOPICS.filter((topic) => topics.has(topic) && this.#topics?.has(topic) !== false);
    if (wanted.length === 0) return;
    if (this.connection?.isFull !== false) {
      this.#place = place;
      for (const topic of wanted) this.#waiting.add(topic);
    } else this.say("change", { ...place, topics: wanted, ...idsOf(wanted, ids) });
  }

  /** The socket has room again. */
  sendWaiting(): void {
    const topics = TOPICS.filter((topic) => this.#waiting.has(topic));
    this.#waiting.clear();
    if (topics.length > 0 && this.#place !== undefined) this.say("change", { ...this.#place, topics });
  }

  /** Sent to a client that reads slowly, too: it must not go on with the old world. */
  restart(data: object): void {
    this.#waiting.clear();
    this.say("restart", data);
  }

  say(event: string, data: object): void {
    this.connection?.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}

function idsOf(topics: readonly Topic[], ids: ChangedIds): { ids?: Record<string, string[]> } {
  const named = topics.flatMap((topic) => {
    const known = ids.get(topic);
    return known ? [[topic, [...known]] as [Topic, string[]]] : [];
  });
  return named.length === 0 ? {} : { ids: Object.fromEntries(named) };
}
