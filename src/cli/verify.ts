// `verify`: says whether a webhook's signature is right, and which mistake was made where it is not.
import { type ClientCall, clientCommand, pair, textOf } from "./command.ts";
import { CommandError, plain } from "./io.ts";
import { painter, show } from "./show.ts";
import { isRecord } from "./talk.ts";

type VerifyOptions = {
  body?: string;
  headers?: string;
  header?: [string, string][];
  secret?: string;
  computed?: string;
  json?: true;
};

export const verifyCommand = clientCommand<VerifyOptions>({
  name: "verify",
  about: "explain the signature of a webhook that you received; exits with 1 when it is wrong",
  options: [
    { flags: "--body <FILE>", about: "the bytes of the request's body; - for stdin (default: stdin)" },
    { flags: "--headers <FILE>", about: "its headers: JSON, or lines such as webhook-id: …" },
    { flags: "--header <NAME=VALUE>", about: "one of its headers", repeatable: true, read: pair },
    { flags: "--secret <SECRET>", about: "the endpoint's secret, when the sandbox should not look for it" },
    { flags: "--computed <SIGNATURE>", about: "what your own code made of it" },
  ],
  examples: [
    "verify --body body.json --headers headers.txt",
    "verify --header webhook-timestamp=1767225600 --header webhook-signature=ab12… --secret whsec_1 < body.json",
  ],
  run: verify,
});

async function verify({ client, options, io }: ClientCall<VerifyOptions>): Promise<number> {
  const { secret, computed, json } = options;
  if (options.headers === undefined && options.header === undefined) {
    throw new CommandError(
      'name the request\'s headers with --headers FILE or --header NAME=VALUE: see "crypto-payment-sandbox verify --help"',
      2,
    );
  }
  if (options.headers === "-" && (options.body ?? "-") === "-") {
    throw new CommandError("only one of --body and --headers can come from stdin: give the other as a file", 2);
  }
  const fromFile = options.headers === undefined ? {} : headersOf(await textOf(options.headers, io));
  const headers = { ...fromFile, ...Object.fromEntries(options.header ?? []) };
  const body = await textOf(options.body ?? "-", io);
  const explained = await client.post("/admin/signature/explain", { body, headers, secret, computed });
  const valid = isRecord(explained) && explained["valid"] === true;
  show(io, json, explained, () => {
    const paint = painter(io);
    return `${valid ? paint.good("valid") : paint.bad("not valid")}\n${isRecord(explained) ? factsText(explained) : ""}`;
  });
  return valid ? 0 : 1;
}

/** Everything else that the sandbox says, one fact a line, lists below their name. */
function factsText(explained: Record<string, unknown>): string {
  const lines = Object.entries(explained).flatMap(([name, value]) => {
    if (name === "valid" || value === null || value === "" || (Array.isArray(value) && value.length === 0)) return [];
    if (!Array.isArray(value)) return [`${name}: ${shown(value)}`];
    return [`${name}:`, ...value.map((one) => `  ${shown(one)}`)];
  });
  return lines.map((line) => `${plain(line)}\n`).join("");
}

function shown(value: unknown): string {
  if (!isRecord(value)) return String(value);
  return Object.values(value)
    .filter((one) => one !== null && one !== "")
    .map((one) => (typeof one === "object" ? JSON.stringify(one) : String(one)))
    .join(": ");
}

/** A JSON object, or lines `name: value` as they stand in a request. @throws CommandError */
function headersOf(text: string): Record<string, string> {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) {
    try {
      const parsed: unknown = JSON.parse(trimmed);
      if (isRecord(parsed))
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
