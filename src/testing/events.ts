// Reads the events of a sandbox in order: the next one of a type, without sleeping in tests.
import type { Control } from "./control.ts";
import type { EventType, SandboxEvent } from "./webhook-event.ts";

export type EventFilter = { resourceId?: string; tenantId?: string };

const PAGE = 1_000;

/**
 * Remembers its position: each call of `next` for a type (and filter) continues after the event it returned last, so two calls
 * return two events. A new reader starts at the first event of the world, or where `fromNow` was called.
 */
export class Events {
  readonly #control: Control;
  readonly #tenantId: string | undefined;
  readonly #positions = new Map<string, number>();
  #start: number;

  constructor(control: Control, tenantId?: string, start = 0) {
    this.#control = control;
    this.#tenantId = tenantId;
    this.#start = start;
  }

  /**
   * The next event of `type`, waiting up to `timeout` ("30s", real time) for it.
   * @throws SandboxError 408 whose message and `details` say what is pending and what blocks it
   */
  async next<T extends EventType>(type: T, filter: EventFilter & { timeout?: string } = {}): Promise<SandboxEvent<T>> {
    const { resourceId, tenantId = this.#tenantId, timeout } = filter;
    const key = JSON.stringify([type, resourceId, tenantId]);
    const after = this.#positions.get(key) ?? this.#start;
    const query = { type, resource_id: resourceId, tenant_id: tenantId, after, timeout };
    const event = await this.#control.get<SandboxEvent<T>>("/events/wait", query);
    this.#positions.set(key, event.sequence);
    return event;
  }

  /** All events so far, oldest first, without those before `fromNow`. */
  async all<T extends EventType = EventType>(filter: EventFilter & { type?: T } = {}): Promise<SandboxEvent<T>[]> {
    const { type, resourceId, tenantId = this.#tenantId } = filter;
    const found: SandboxEvent<T>[] = [];
    for (let after = this.#start; ; ) {
      const query = { type, resource_id: resourceId, tenant_id: tenantId, after, limit: PAGE };
      const { items } = await this.#control.get<{ items: SandboxEvent<T>[] }>("/events", query);
      found.push(...items);
      const last = items.at(-1);
      if (last === undefined || items.length < PAGE) return found;
      after = last.sequence;
    }
  }

  /** Skips all past events: `next` and `all` return only events from here on. */
  async fromNow(): Promise<void> {
    const last = (await this.all()).at(-1);
    this.#start = last?.sequence ?? this.#start;
    this.#positions.clear();
  }
}
