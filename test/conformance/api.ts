// What conformance tests read answers with: every number as it was written, records wherever they may stand, and the forms of values.
import { expect } from "vitest";
import { type Reply, type Request, type Server, send } from "./http-client.ts";

/** A JSON number with its text: two are equal when they were written alike, and none equals a string. */
export class JsonNumber {
  readonly number: string;

  constructor(number: string) {
    this.number = number;
  }
}

/** The number that is written like this. */
export const jsonNumber = (number: string | number | bigint): JsonNumber => new JsonNumber(String(number));

/** JSON with every number as `Written`, however long it is. */
export function exactJson(text: string): any {
  // The third argument of a reviver is not in the types of the language yet.
  const parse = JSON.parse as (
    text: string,
    revive: (key: string, value: unknown, at: { source: string }) => unknown,
  ) => unknown;
  return parse(text, (_key, value, { source }) => (typeof value === "number" ? new JsonNumber(source) : value));
}

/** A call that must be answered with this status; the body has its numbers as written. */
export async function exact(place: Server, order: Request | string, status = 200): Promise<any> {
  const reply = await send(place, typeof order === "string" ? { path: order } : order);
  expect(reply.status, `${reply.text.slice(0, 300)}`).toBe(status);
  return exactJson(reply.text);
}

/** The record of a body, at top level or under `data` (S-031). */
export function recordOf(body: any): any {
  const { success, message, data, pagination, ...record } = body;
  return Object.keys(record).length > 0 ? record : data;
}

/** Expects an error: its status, exactly the error envelope, and one text. */
export function expectProblem({ status, body }: Pick<Reply, "status" | "body">, code: number, error: string): void {
  expect({ status, body }).toEqual({ status: code, body: { success: false, code, error } });
}

/** Texts of one form, for use where a value is not known beforehand. */
export const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const ADDRESS = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/);
export const HASH = expect.stringMatching(/^0x[0-9a-f]{64}$/);
export const DATE_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const DIGITS = expect.stringMatching(/^(0|[1-9]\d*)$/);
