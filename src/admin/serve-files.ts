// Operations of the control API that answer with a file instead of the envelope: the request log as HAR, the contract report.
import { OUTPUTS } from "../contract/outputs/formats.ts";
import { seal } from "../contract/outputs/seal.ts";
import { consumerFault, pactText } from "../contract/pact/pact.ts";
import { reportDocument } from "../contract/report/document.ts";
import { harOf } from "../contract/requests/har.ts";
import type { RequestContext, Stage } from "../http/request-context.ts";
import { required } from "../kernel/assert.ts";
import { Problem } from "../kernel/problem.ts";
import type { operations } from "../spec/admin.gen.ts";
import type { AdminDependencies } from "./dependencies.ts";
import type { FileId } from "./handler.ts";
import { contractReport } from "./operations/contract-report.ts";

type File = { text: string; contentType: string };
type QueryOf<Id extends FileId> = NonNullable<operations[Id]["parameters"]["query"]>;

/** More than are ever kept. */
const ALL = Number.MAX_SAFE_INTEGER;

function exportRequests({ contract, origin, version }: AdminDependencies, query: QueryOf<"exportRequests">): File {
  const { requests } = contract;
  const { rows } = requests.list({ surface: query.surface, tenantId: query.tenant_id }, ALL);
  const text = JSON.stringify(harOf(rows, { origin, version, secrets: requests.secrets }));
  return { text, contentType: "application/json; charset=utf-8" };
}

/** @throws Problem invalidRequest for a pact without its consumer, and for a consumer without a pact */
function getContractReport(dependencies: AdminDependencies, query: QueryOf<"getContractReport">): File {
  const { format = "json", consumer } = query;
  if (format === "pact") {
    const fault = consumerFault(consumer);
    if (fault !== null) throw new Problem("invalidRequest", `consumer: ${fault}`);
    const text = pactText(contractReport(dependencies, query.tenant_id), consumer ?? "");
    return { text, contentType: "application/json; charset=utf-8" };
  }
  if (consumer !== undefined) throw new Problem("invalidRequest", "consumer is for format=pact");
  const { write, contentType } = OUTPUTS[format];
  const { secrets } = dependencies.contract.requests;
  const document = reportDocument(contractReport(dependencies, query.tenant_id));
  return { text: write(seal(document, { secrets, withBodies: false })), contentType };
}

const FILES: { readonly [Id in FileId]: (dependencies: AdminDependencies, query: QueryOf<Id>) => File } = {
  exportRequests,
  getContractReport,
};

/** The stage of an operation whose answer is a file. */
export function serveFile(id: FileId, dependenciesOf: (context: RequestContext) => AdminDependencies): Stage {
  const make = FILES[id] as (dependencies: AdminDependencies, query: object) => File;
  return (context) => {
    const { query } = required(context.input, "a checked request");
    const { text, contentType } = make(dependenciesOf(context), query);
    context.reply = { status: 200, text, headers: { "Content-Type": contentType } };
  };
}
