// Detects that the chain engine's native binary is not installed. npm leaves it out, without a word, when it runs under an older Node.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The binary is missing; the message ends with a command that installs it. */
export class MissingBinary extends Error {
  override readonly name = "MissingBinary";
  readonly code = "ENGINE_BINARY_MISSING";
}

/** `error`, or a `MissingBinary` if the engine could not be loaded because its binary for this machine is not installed. */
export function explainMissingBinary(error: unknown): unknown {
  const name = /@nomicfoundation\/edr-(?!wasm)[\w-]+/.exec(messagesOf(error).join("\n"))?.[0];
  if (name === undefined) return error;
  const entry = createRequire(import.meta.url).resolve("@nomicfoundation/edr");
  const { version } = JSON.parse(readFileSync(join(dirname(entry), "package.json"), "utf8")) as { version: string };
  const command = `npx -y -p node@24 -- npm install --no-save --prefix "${folderOf(entry)}" ${name}@${version}`;
  return new MissingBinary(
    `the chain engine's binary ${name} is not installed, because npm ran under a Node older than 22. To install it, run: ${command}`,
    { cause: error },
  );
}

/** The messages of a load error and its causes. */
function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const isFirst = error.message.startsWith("Cannot find native binding");
  const causes: string[] = [];
  for (let { cause } = error; isFirst && cause instanceof Error; cause = cause.cause) causes.push(cause.message);
  return causes;
}

/** The folder whose `node_modules` contains this file. */
function folderOf(path: string): string {
  return path.slice(0, path.search(/[\\/]node_modules[\\/]/));
}
