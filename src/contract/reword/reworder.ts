// Writes answers and webhooks of the service as the readings say that hold for the tenant; with the defaults it changes nothing (C-02, C-20).
import type { OpenApiDocument } from "../../spec/document.ts";
import type { Operation } from "../../spec/operations.ts";
import type { Readings } from "../readings/readings.ts";
import type { ReadingName } from "../readings/table.ts";
import type { Wording } from "../wording.ts";
import { rewordAnswer } from "./answer.ts";
import type { Rewording } from "./rewording.ts";
import { rewordWebhook } from "./webhook.ts";

export type ReworderDependencies = {
  readonly document: OpenApiDocument;
  readonly readings: Readings;
  /** The ticker of a network by its slug. */
  ticker(slug: string): string;
};

export class Reworder implements Wording {
  readonly #dependencies: ReworderDependencies;

  constructor(dependencies: ReworderDependencies) {
    this.#dependencies = dependencies;
  }

  /** The text of a 2xx answer that was checked against the document. */
  answer(operation: Operation, status: number, text: string, tenantId?: string): string {
    const { document, readings } = this.#dependencies;
    if (readings.isDefault(tenantId)) return text;
    const { rewording, met } = this.#rewordingFor(tenantId);
    const reworded = rewordAnswer(document, { operation, status, text }, rewording);
    for (const name of met) readings.noteMet(name, tenantId);
    return reworded;
  }

  /** The body of the webhook of an event, which was checked against the document. What it carries counts when it is sent. */
  webhook(type: string, body: string, tenantId: string): string {
    const { document, readings } = this.#dependencies;
    if (readings.isDefault(tenantId)) return body;
    const { rewording, met } = this.#rewordingFor(tenantId);
    const { id, text } = rewordWebhook(document, type, body, rewording);
    readings.noteWritten(id, met, tenantId);
    return text;
  }

  /** `met` fills while a body is changed; it is one answer or webhook, in however many places it carries a value. */
  #rewordingFor(tenantId: string | undefined): { rewording: Rewording; met: ReadonlySet<ReadingName> } {
    const { readings, ticker } = this.#dependencies;
    const met = new Set<ReadingName>();
    const rewording: Rewording = {
      choices: readings.chosen(tenantId),
      met: (name) => met.add(name),
      turn: (name, key) => readings.turn(name, tenantId, key),
      ticker,
    };
    return { rewording, met };
  }
}
