// The shell line that sends a request of the battery again: it signs afresh, since a signature is too old after five minutes.
import { shellQuoted } from "../../kernel/shell.ts";
import type { Shot, Signature } from "./shot.ts";

/** A longer body does not fit a line: then the case itself is run again. */
const MAX_LINE_BODY = 4_096;

/**
 * Lines for `sh` with date, openssl and curl. RECEIVER_URL and SANDBOX_WEBHOOK_SECRET are read from the environment, so that the
 * text holds neither the secret nor an address.
 */
export function repeatLine(shot: Shot, caseId: string): string {
  if (shot.body.length > MAX_LINE_BODY) return `cpsandbox contract receiver "$RECEIVER_URL" --cases ${caseId}`;
  const header = signatureLine(shot);
  return [
    `T=$(($(date +%s)${offset(-shot.age)})); B=${shellQuoted(shot.body)}`,
    ...(header === null ? [] : [`S=${header}`]),
    [
      `curl -i -X ${shot.method} "$RECEIVER_URL" -H 'content-type: ${shot.contentType}'`,
      `-H 'webhook-id: ${shot.id}' -H "webhook-timestamp: $T"`,
      ...(header === null ? [] : ['-H "webhook-signature: $S"']),
      ...(shot.method === "GET" ? [] : ['--data-binary "$B"']),
    ].join(" "),
  ].join("\n");
}

function offset(seconds: number): string {
  if (seconds === 0) return "";
  return seconds > 0 ? ` + ${seconds}` : ` - ${-seconds}`;
}

function signatureLine(shot: Shot): string | null {
  const { signature } = shot;
  if (signature.kind === "none") return null;
  if (signature.kind === "text") return shellQuoted(signature.text);
  const signed = signature.age === undefined ? "$T" : `$((T${offset(shot.age - signature.age)}))`;
  const body = signature.body === undefined ? '"$B"' : shellQuoted(signature.body);
  const own = `"$SANDBOX_WEBHOOK_SECRET${signature.secret === "other" ? "-wrong" : ""}"`;
  return inForm(signature.form ?? "hex", `printf '%s' "${signed}."${body}`, own, shot.id);
}

function inForm(form: NonNullable<MadeForm>, text: string, key: string, id: string): string {
  const digest = (secret: string, options = "-r"): string =>
    `${text} | openssl dgst -sha256 -hmac ${secret} ${options}`;
  const hex = `${digest(key)} | cut -d' ' -f1`;
  const old = `${digest('"$SANDBOX_WEBHOOK_SECRET-wrong"')} | cut -d' ' -f1`;
  const standard = (options: string): string =>
    `v1,$(${text.replace(`"$`, `"${id}.$`)} | openssl dgst -sha256 ${options} -binary | base64)`;
  const forms: Readonly<Record<NonNullable<MadeForm>, string>> = {
    hex: `$(${hex})`,
    "first-63": `$(${hex} | cut -c1-63)`,
    "first-16": `$(${hex} | cut -c1-16)$(${hex} | cut -c17-64 | tr '0-9a-f' '1000000000000000')`,
    "standard-text": standard(`-hmac ${key}`),
    "standard-decoded": standard(
      `-mac HMAC -macopt "hexkey:$(printf '%s' "\${SANDBOX_WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \\n')"`,
    ),
    "with-old": `"$(${hex}) $(${old})"`,
    "old-first": `"$(${old}) $(${hex})"`,
  };
  return forms[form];
}

type MadeForm = Extract<Signature, { kind: "made" }>["form"];
