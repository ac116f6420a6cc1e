// Writes answers and webhooks of the service as the readings say that hold for the tenant; with the defaults it changes nothing (C-02, C-20).
import type { OpenApiDocument } from "../../spec/document.ts";
import type { Operation } from "../../spec/operations.ts";
import type { Readings } from "../readings/readings.ts";
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
    return rewordAnswer(document, { operation, status, text }, this.#rewordingFor(tenantId));
  }

  /** The body of a webhook that was checked against the document. */
  webhook(type: string, body: string, tenantId: string): string {
    const { document, readings } = this.#dependencies;
    if (readings.isDefault(tenantId)) return body;
    return rewordWebhook(document, type, body, this.#rewordingFor(tenantId));
  }

  #rewordingFor(tenantId: string | undefined): Rewording {
    const { readings, ticker } = this.#dependencies;
    return {
      choices: readings.chosen(tenantId),
      met: (name) => readings.noteMet(name, tenantId),
      turn: (name, key) => readings.turn(name, tenantId, key),
      ticker,
    };
  }
}
