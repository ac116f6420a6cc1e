// The link to an operation in the API reference, filled in with the values of a request (D-35).
import type { components } from "../../spec/admin.gen.ts";
import { indented } from "../api/exact-json.ts";
import { targetOf } from "./request-copies.ts";

type FullRequest = components["schemas"]["FullRequest"];

/** Headers that an operation may declare; keys are in the log as their last four characters and are given in the reference itself. */
const HEADERS: ReadonlySet<string> = new Set(["idempotency-key"]);

/** The values stand behind `#`, so they reach no server; undefined for what is no operation of a document. */
export function tryItLink(request: FullRequest): string | undefined {
  const { surface, operation_id, request: sent } = request;
  if (operation_id === null || surface === "rpc") return undefined;
  const values = new URLSearchParams([
    ["operation", operation_id],
    ["target", targetOf(request)],
    ...(sent.body === null || sent.body === "" || sent.truncated ? [] : [["body", indented(sent.body)]]),
    ...sent.headers.flatMap(({ name, value }) => (HEADERS.has(name.toLowerCase()) ? [[`header.${name}`, value]] : [])),
  ] as [string, string][]);
  return `${surface === "v1" ? "/docs" : "/docs/admin"}#${values.toString()}`;
}
