// Helpers for reading answers in conformance tests: JSON numbers as written, the record of a body, and patterns of values.
import { expect } from "vitest";
import { type Reply, type Request, type Server, send } from "./http-client.ts";

/** A JSON number by its text: two are equal if their texts are equal, and none equals a string. */
export class JsonNumber {
  readonly number: string;

  constructor(number: string) {
    this.number = number;
  }
}

/** The JSON number with this text. */
export const jsonNumber = (number: string | number | bigint): JsonNumber => new JsonNumber(String(number));

/** Parses JSON with every number as a `JsonNumber`, without rounding. */
export function exactJson(text: string): any {
  // The third argument of a reviver is not in the TypeScript library yet.
  const parse = JSON.parse as (
    text: string,
    revive: (key: string, value: unknown, at: { source: string }) => unknown,
  ) => unknown;
  return parse(text, (_key, value, { source }) => (typeof value === "number" ? new JsonNumber(source) : value));
}

/** Sends a request and expects this status; returns the body with exact numbers. */
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

/** Matchers for values that are not known in advance. */
export const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const ADDRESS = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/);
export const HASH = expect.stringMatching(/^0x[0-9a-f]{64}$/);
export const DATE_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const DIGITS = expect.stringMatching(/^(0|[1-9]\d*)$/);
