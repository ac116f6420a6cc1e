// `contract report`: what the app used of the contract, what it did wrong, and what it has never met; a build can fail on it.
import { OUTPUT_FORMATS, OUTPUTS, type OutputFormat } from "../../../contract/outputs/formats.ts";
import { seal } from "../../../contract/outputs/seal.ts";
import { consumerFault, pactText } from "../../../contract/pact/pact.ts";
import { reportDocument, withoutRules } from "../../../contract/report/document.ts";
import type { ContractReport } from "../../../contract/report/report.ts";
import { RULES } from "../../../contract/rules/table.ts";
import { isObject } from "../../../kernel/is-object.ts";
import type { AdminClient } from "../../admin-client.ts";
import { type ClientCall, clientCommand } from "../../command.ts";
import { AdminError, withQuery } from "../../http-client.ts";
import { CommandError, codeOf, jsonLine, type ProcessIo } from "../../process-io.ts";
import { withExitCode } from "./exit-codes.ts";
import { reportText } from "./report-text.ts";

type ReportOptions = {
  tenantId?: string;
  format?: string;
  consumer?: string;
  output?: string;
  failOn?: string;
  ignore?: string;
  reset?: true;
  withBodies?: true;
  json?: true;
};

const NOT_JUDGED = 3;
/** Requests whose bodies are asked for with `--with-bodies`. */
const MAX_BODIES = 50;
const FAILING: Readonly<Record<string, readonly string[]>> = {
  error: ["error"],
  warning: ["error", "warning"],
  none: [],
};

export const contractReportCommand = clientCommand<ReportOptions>({
  name: "report",
  about: "what your app used of the contract, did wrong, and never met",
  options: [
    { flags: "--tenant-id <ID>", about: "only what this tenant did" },
    {
      flags: "--format <FORMAT>",
      about: "text (default), json, junit, html, markdown, or pact",
      choices: ["text", ...OUTPUT_FORMATS, "pact"],
    },
    { flags: "--consumer <NAME>", about: "your app's name in the pact" },
    { flags: "-o, --output <FILE>", about: "write the report to a file" },
    {
      flags: "--fail-on <LEVEL>",
      about: "exit code 1 from this level on (default: error)",
      choices: Object.keys(FAILING),
    },
    {
      flags: "--ignore <RULES>",
      about: "leave these out, such as CF-09,CF-12",
      suggests: () => RULES.map(({ id }) => id),
    },
    { flags: "--reset", about: "begin anew afterwards, with --tenant-id for that tenant" },
    { flags: "--with-bodies", about: "with the bodies of the requests that were found" },
  ],
  examples: [
    "contract report",
    "contract report --format junit -o contract.junit.xml --fail-on warning --reset",
    "contract report --format pact --consumer web-shop -o web-shop.pact.json",
  ],
  exits: {
    0: "nothing found at or above --fail-on",
    1: "found something at or above --fail-on",
    3: "not judged: nothing called the service, or no sandbox answers",
  },
  run: report,
});

async function report({ client, options, io }: ClientCall<ReportOptions>): Promise<number> {
  const { tenantId, failOn = "error" } = options;
  const format = formatOf(options);
  const ignored = ignoredRules(options.ignore);
  const query = { tenant_id: tenantId };
  const whole = (await client.get("/admin/contract", query).catch(withExitCode)) as ContractReport;
  const found = withoutRules(whole, ignored);
  const bodies = options.withBodies ? await bodiesOf(client, found) : new Map<string, string>();
  const text = format === "pact" ? pactText(found, options.consumer ?? "") : textOf(io, format, found, bodies);
  if (options.output === undefined) io.out(text);
  else write(io, options.output, text);
  if (options.reset) await client.delete(withQuery("/admin/contract", query));
  if (found.requests === 0) {
    io.err(`${NOTHING_CALLED}\n`);
    return NOT_JUDGED;
  }
  return found.findings.some(({ level }) => FAILING[failOn]?.includes(level)) ? 1 : 0;
}

const NOTHING_CALLED =
  "nothing called the service since the report began: does your app read SANDBOX_API_BASE_URL? Calls of cpsandbox and of /docs are not counted";

type Format = OutputFormat | "text" | "pact";

/** @throws CommandError for options that exclude each other, and for a pact without the name of its consumer */
function formatOf({ format, json, consumer }: ReportOptions): Format {
  if (json && format !== undefined && format !== "json")
    throw new CommandError("--json and --format exclude each other", 2);
  if (format !== "pact" && consumer !== undefined) throw new CommandError("--consumer is for --format pact", 2);
  const fault = format === "pact" ? consumerFault(consumer) : null;
  if (fault !== null) throw new CommandError(`--consumer: ${fault}`, 2);
  if (format === "pact") return "pact";
  return json ? "json" : (OUTPUT_FORMATS.find((one) => one === format) ?? "text");
}

/** @throws CommandError with the known rules for one that does not exist */
function ignoredRules(list = ""): string[] {
  const ids = list.split(",").filter((id) => id !== "");
  const stray = ids.find((id) => !RULES.some((rule) => rule.id === id));
  if (stray === undefined) return ids;
  throw new CommandError(`--ignore: there is no rule ${stray}: known are ${RULES.map(({ id }) => id).join(", ")}`, 2);
}

function textOf(
  io: ProcessIo,
  format: OutputFormat | "text",
  found: ContractReport,
  bodies: Map<string, string>,
): string {
  if (format === "text") return reportText(io, found, bodies);
  // Its JSON is the report of the control API on one line; a result document holds the same below `data`.
  if (format === "json")
    return jsonLine({ ...found, ...(bodies.size === 0 ? {} : { bodies: Object.fromEntries(bodies) }) });
  return OUTPUTS[format].write(seal(reportDocument(found, bodies), { secrets: [], withBodies: bodies.size > 0 }));
}

/** The bodies of the first requests of findings, by request id; those that fell out of the log are left out. */
async function bodiesOf(client: AdminClient, { findings }: ContractReport): Promise<Map<string, string>> {
  const ids = [...new Set(findings.flatMap(({ first }) => first.request_id ?? []))].slice(0, MAX_BODIES);
  const bodies = new Map<string, string>();
  for (const id of ids) {
    const body = await bodyOf(client, id);
    if (body !== null) bodies.set(id, body);
  }
  return bodies;
}

async function bodyOf(client: AdminClient, id: string): Promise<string | null> {
  try {
    const found = await client.get(`/admin/requests/${encodeURIComponent(id)}`);
    const request = isObject(found) ? found["request"] : null;
    return isObject(request) && typeof request["body"] === "string" ? request["body"] : null;
  } catch (error) {
    if (error instanceof AdminError && error.status === 404) return null;
    throw error;
  }
}

function write(io: ProcessIo, file: string, text: string): void {
  try {
    io.replaceFile(file, text);
  } catch (error) {
    throw new CommandError(`${file} cannot be written${codeOf(error)}: name a file in a folder that is there`, 2);
  }
  io.err(`the report is in ${file}\n`);
}
