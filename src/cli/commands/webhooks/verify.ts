// `verify`: checks a webhook's signature and, if it is wrong, names the mistake.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { type ClientCall, clientCommand, pair, textOf } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { painter, print } from "../../output.ts";
import { CommandError, type ProcessIo } from "../../process-io.ts";

type VerifyOptions = {
  body?: string;
  headers?: string;
  header?: [string, string][];
  secret?: string;
  computed?: string;
  receivedAt?: string;
  json?: true;
};

export const verifyCommand = clientCommand<VerifyOptions>({
  name: "verify",
  about: "check the signature of a webhook that you received; exit code 1 when it is wrong",
  options: [
    { flags: "--body <FILE>", about: "file with the request body; - for stdin (default: stdin)" },
    { flags: "--headers <FILE>", about: "file with the headers: JSON, or lines such as webhook-id: …" },
    { flags: "--header <NAME=VALUE>", about: "a header", repeatable: true, read: pair },
    { flags: "--secret <SECRET>", about: "the endpoint's secret (default: the sandbox finds it)" },
    { flags: "--computed <SIGNATURE>", about: "the signature that your code computed" },
    { flags: "--received-at <TIME>", about: "when it arrived, to check its age (default: now)" },
  ],
  examples: [
    "verify --body body.json --headers headers.txt",
    "verify --header webhook-id=0197… --header webhook-timestamp=1767225600 --header webhook-signature=ab12… --secret whsec_1 < body.json",
  ],
  exits: { 0: "the signature is right", 1: "it is wrong, or no sandbox answers" },
  run: verify,
});

async function verify({ client, options, io }: ClientCall<VerifyOptions>): Promise<number> {
  const { secret, computed, receivedAt, json } = options;
  if (options.headers === undefined && options.header === undefined) {
    throw new CommandError(
      'name the request\'s headers with --headers FILE or --header NAME=VALUE: see "cpsandbox verify --help"',
      2,
    );
  }
  if (options.headers === "-" && (options.body ?? "-") === "-") {
    throw new CommandError("only one of --body and --headers can come from stdin: give the other as a file", 2);
  }
  const fromFile = options.headers === undefined ? {} : headersOf(await textOf(options.headers, io));
  const headers = { ...fromFile, ...Object.fromEntries(options.header ?? []) };
  const body = await textOf(options.body ?? "-", io);
  const received = receivedAt === undefined ? {} : { received_at: receivedAt };
  const explained = await client.post("/admin/signature/explain", { body, headers, secret, computed, ...received });
  const hint = secret === undefined && computed === undefined ? HINT_WHEN_VALID : "";
  print(io, json, explained, () => (isObject(explained) ? report(explained, hint, io) : ""));
  return isObject(explained) && explained["verdict"] === "valid" ? 0 : 1;
}

/** The signature is right, but the receiver's own result is not known. */
const HINT_WHEN_VALID =
  "if your code still refuses it, add --computed with the signature that your code computes, or --secret with the secret that it uses";

function report(explained: Record<string, unknown>, hint: string, io: ProcessIo): string {
  const { verdict, mistake, explanation, what_to_do, fault } = explained;
  const paint = painter(io);
  const name = mistake === null || mistake === undefined ? "" : `: ${mistake}`;
  const head = verdict === "valid" ? paint.good("valid") : paint.bad(escapeControl(`not valid${name}`));
  const mistakes = recordsOf(explained["mistakes"]);
  const each =
    mistakes.length > 1 ? mistakes.map((one) => `  ${one["id"]}: ${one["explanation"]} ${one["what_to_do"]}`) : [];
  const faultLine = fault === null || fault === undefined ? [] : [`the fault ${fault} acted on this delivery`];
  const next = verdict === "valid" ? hint : what_to_do;
  return [
    head,
    ...[explanation, next, ...each, ...faultLine].filter(Boolean).map((line) => escapeControl(String(line))),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** Reads a JSON object, or lines `name: value` as in a request. @throws CommandError */
function headersOf(text: string): Record<string, string> {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) {
    try {
      const parsed: unknown = JSON.parse(trimmed);
      if (isObject(parsed))
        return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
    } catch {
      throw new CommandError("--headers is not JSON: write an object, or lines such as webhook-id: …", 2);
    }
  }
  const lines = trimmed.split(/\r?\n/).filter((line) => line.includes(":"));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}
