// A pact (V4) of what the client called and took: what a provider test of the service could ask for on behalf of this app (C-71).
import { escapeControl } from "../../kernel/escape-control.ts";
import { type OpenApiDocument, resolve, type Schema, serviceDocument } from "../../spec/document.ts";
import { type Operation, operationsOf } from "../../spec/operations.ts";
import { samplesOf } from "../compare/samples.ts";
import { maskSecrets } from "../outputs/mask.ts";
import { markOf, marksOf } from "../provenance/marks.ts";
import { storyEvent } from "../receiver/genuine.ts";
import type { ContractReport, ReportEvent, ReportOperation } from "../report/report.ts";
import { type MemberPath, type PactBody, pactBody } from "./body.ts";
import { JSON_TYPE, requestPart } from "./request.ts";

const PROVIDER = "crypto-payment-infrastructure-api";
export const MAX_CONSUMER = 128;

/** Why a name cannot be that of a consumer, in words that say what to do; null when it can. */
export function consumerFault(name: string | undefined): string | null {
  if (name === undefined || name.trim() === "") return "a pact names the app that needs it, such as web-shop";
  if (name.length > MAX_CONSUMER || /\p{Cc}/u.test(name))
    return `the name of a consumer has at most ${MAX_CONSUMER} characters, and no control characters`;
  return null;
}

/**
 * The pact as JSON text. It is made of the report and the examples of the document, so no value of a request stands in it. Each documented
 * operation that the service answered with 2xx, by itself and not by a fault, is an interaction, and each type of webhook that was
 * delivered; all are pending. Members are the documented ones; where the app's reads were recorded, those that it read alone.
 */
export function pactText(report: ContractReport, consumer: string): string {
  const lines = JSON.stringify(pactOf(serviceDocument, report, maskSecrets(consumer)), null, 2).split("\n");
  return `${lines.map(escapeControl).join("\n")}\n`;
}

function pactOf(document: OpenApiDocument, report: ContractReport, consumer: string): object {
  const operations = operationsOf(document);
  const called = report.operations.map((count) => ({ count, operation: operations.get(count.operation_id) }));
  const isStated = ({ count, operation }: Called): boolean =>
    count.provenance === "documented" && operation !== undefined && !needsOthers(operation);
  return {
    consumer: { name: consumer },
    provider: { name: PROVIDER },
    interactions: [
      ...called
        .filter(isStated)
        .flatMap(({ count, operation }) =>
          operation === undefined ? [] : callInteractions(document, operation, count),
        ),
      ...report.events
        .filter(({ type, delivered }) => delivered > 0 && isDocumented(document, type))
        .map((event) => webhookInteraction(document, event)),
    ],
    metadata: {
      pactSpecification: { version: "4.0" },
      "crypto-payment-sandbox": {
        left_out: called.flatMap((one) => (isStated(one) ? [] : [one.count.operation_id])),
      },
    },
  };
}

type Called = { readonly count: ReportOperation; readonly operation: Operation | undefined };

/** True for an operation that cannot be called with documented parameters alone. */
function needsOthers(operation: Operation): boolean {
  const { query } = marksOf(operation);
  return operation.queryParameters.some(
    ({ name, required }) => required && query.get(name)?.provenance !== "documented",
  );
}

/** Under the reading open_values there are types that the document does not have. */
function isDocumented(document: OpenApiDocument, type: string): boolean {
  const declared = document.webhooks?.[type]?.["post"];
  return declared !== undefined && markOf(declared).provenance === "documented";
}

function callInteractions(document: OpenApiDocument, operation: Operation, count: ReportOperation): object[] {
  const answered = count.statuses.filter(({ status, calls, injected }) => isSuccess(status) && calls > injected);
  return answered.map(({ status }) => ({
    type: "Synchronous/HTTP",
    key: `${operation.id}-${status}`,
    description: `${operation.id} answers ${status}`,
    pending: true,
    request: requestPart(document, operation, count),
    response: { status, ...answerPart(document, operation, status ?? 0, count.touched) },
  }));
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299;
}

function answerPart(
  document: OpenApiDocument,
  operation: Operation,
  status: number,
  touched: readonly string[] | null,
): object {
  const declared = document.paths[operation.path]?.[operation.method]?.responses[String(status)];
  const schema = declared && resolve(document, declared).content?.[JSON_TYPE]?.schema;
  if (schema === undefined) return {};
  const example = resolve(document, schema).example ?? samplesOf(document, schema)[0];
  return jsonPart(pactBody(document, schema, example, wantsOf(touched)));
}

function jsonPart({ body, rules }: PactBody): object {
  return { headers: { "Content-Type": [JSON_TYPE] }, body, matchingRules: { body: rules } };
}

/** Everything, or what was read. */
function wantsOf(touched: readonly string[] | null): (path: MemberPath) => boolean {
  if (touched === null) return () => true;
  const read = new Set(touched);
  return (path) => path.at(-1) === "*" || read.has(`/${path.join("/")}`);
}

function webhookInteraction(document: OpenApiDocument, { type, touched }: ReportEvent): object {
  const declared = document.webhooks?.[type]?.["post"]?.requestBody?.content?.[JSON_TYPE]?.schema;
  const schema: Schema = declared ?? {};
  const { body, rules } = pactBody(document, schema, storyEvent(type), wantsOf(touched));
  return {
    type: "Asynchronous/Messages",
    key: `webhook-${type}`,
    description: `the webhook ${type}`,
    pending: true,
    contents: body,
    metadata: { contentType: JSON_TYPE },
    matchingRules: { body: rules },
  };
}
