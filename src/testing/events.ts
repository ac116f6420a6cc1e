// Events of a sandbox as a test wants them: the next one of a type, in order, without a sleep.
import type { components } from "../spec/admin.gen.ts";
import type { Control } from "./control.ts";

export type SandboxEvent = components["schemas"]["Event"];
export type EventType = SandboxEvent["type"];
export type EventFilter = { resourceId?: string; tenantId?: string };

const PAGE = 1_000;

/**
 * A reader with a memory: each call of `next` for a type (and filter) goes on behind the event it gave last, so two calls
 * give two events. A new reader begins at the first event of the world, or where `fromNow` was called.
 */
export class Events {
  readonly #control: Control;
  readonly #tenantId: string | undefined;
  readonly #behind = new Map<string, number>();
  #start: number;

  constructor(control: Control, tenantId?: string, start = 0) {
    this.#control = control;
    this.#tenantId = tenantId;
    this.#start = start;
  }

  /**
   * The next event of `type`, waiting up to `timeout` ("30s", real time) for it.
   * @throws SandboxError 408 whose message and `details` say what is pending and what holds it back
   */
  async next(type: EventType, filter: EventFilter & { timeout?: string } = {}): Promise<SandboxEvent> {
    const { resourceId, tenantId = this.#tenantId, timeout } = filter;
    const key = JSON.stringify([type, resourceId, tenantId]);
    const after = this.#behind.get(key) ?? this.#start;
    const query = { type, resource_id: resourceId, tenant_id: tenantId, after, timeout };
    const event = await this.#control.get<SandboxEvent>("/events/wait", query);
    this.#behind.set(key, event.sequence);
    return event;
  }

  /** All events so far, oldest first, those before `fromNow` aside. */
  async all(filter: EventFilter & { type?: EventType } = {}): Promise<SandboxEvent[]> {
    const { type, resourceId, tenantId = this.#tenantId } = filter;
    const found: SandboxEvent[] = [];
    for (let after = this.#start; ; ) {
      const query = { type, resource_id: resourceId, tenant_id: tenantId, after, limit: PAGE };
      const { items } = await this.#control.get<{ items: SandboxEvent[] }>("/events", query);
      found.push(...items);
      const last = items.at(-1);
      if (last === undefined || items.length < PAGE) return found;
      after = last.sequence;
    }
  }

  /** Forgets what has been: `next` and `all` know only what comes from here on. */
  async fromNow(): Promise<void> {
    const last = (await this.all()).at(-1);
    this.#start = last?.sequence ?? this.#start;
    this.#behind.clear();
  }
}
