// What changes finished bodies on their way to the client: strict mode leaves members out, readings write the rest otherwise (C-20, C-40).
import type { Operation } from "../spec/operations.ts";

/** Changes texts that were checked against the document; what has nothing to change returns the same text. */
export type Wording = {
  /** The text of a 2xx answer; `tenantId` is missing for a caller without a key. */
  answer(operation: Operation, status: number, text: string, tenantId?: string): string;
  /** The body of a webhook, envelope included. */
  webhook(type: string, body: string, tenantId: string): string;
};

/** Both, one after the other: strict mode comes first, because it knows members by the names that the document gives them. */
export function inTurn(first: Wording, second: Wording): Wording {
  return {
    answer: (operation, status, text, tenantId) =>
      second.answer(operation, status, first.answer(operation, status, text, tenantId), tenantId),
    webhook: (type, body, tenantId) => second.webhook(type, first.webhook(type, body, tenantId), tenantId),
  };
}
