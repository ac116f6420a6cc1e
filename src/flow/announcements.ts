// Announces events in the transaction that emits them: body and reactions are part of it, so that no row is written a second time.
import {
  type AnnouncedEvent,
  type Announcer,
  announceThrough,
  type EventBody,
  type EventRow,
  MAX_TOGETHER,
  nextUnprocessed,
} from "../domain/outbox.ts";
import { addUnknownType } from "./deliveries/added-event.ts";
import type { FlowDependencies } from "./dependencies.ts";
import { processEvents, react, reportEvents } from "./outbox-processor.ts";

export class Announcements implements Announcer {
  readonly #dependencies: FlowDependencies;
  /** Of the open transaction. */
  #emitted: AnnouncedEvent[] = [];
  /** Committed, and not listed as steps of the loop yet. */
  #announced: AnnouncedEvent[] = [];
  /** True while events may wait in their rows: those of an earlier process, and those beyond the most that one transaction takes. */
  #mayWait = true;

  constructor(dependencies: FlowDependencies) {
    this.#dependencies = dependencies;
    const { world } = dependencies;
    announceThrough(world.db, this);
    world.db.beforeCommit(() => {
      for (const event of this.#emitted) react(dependencies, event);
      addUnknownType(dependencies, this.#emitted);
    });
    world.db.onCommit(() => this.#committed());
    world.db.onRollback(() => {
      this.#emitted = [];
    });
  }

  /** Events are announced in their order: while one waits, all that come after it wait too. */
  announce(event: AnnouncedEvent): EventBody | undefined {
    this.#mayWait ||= this.#emitted.length >= MAX_TOGETHER;
    if (this.#mayWait) return undefined;
    this.#emitted.push(event);
    return this.#dependencies.eventBody(event);
  }

  /** True when events wait in their rows, or were announced and are not listed yet. */
  get hasEvents(): boolean {
    if (this.#announced.length > 0) return true;
    if (this.#mayWait) this.#mayWait = nextUnprocessed(this.#dependencies.world.db) !== undefined;
    return this.#mayWait;
  }

  /** The events that were announced, in their order; if there are none, those that wait are, as many as one transaction takes. */
  take(): readonly Pick<EventRow, "id" | "type">[] {
    if (this.#announced.length === 0) return processEvents(this.#dependencies);
    const announced = this.#announced;
    this.#announced = [];
    return announced;
  }

  #committed(): void {
    if (this.#emitted.length === 0) return;
    const committed = this.#emitted;
    this.#emitted = [];
    this.#announced.push(...committed);
    reportEvents(this.#dependencies, committed);
  }
}
