// Runs a command of this project on a machine that may have too old a Node and no packages yet: `node scripts/launch.mjs <file or bin> …args`.
// Needs no package and runs on Node 18, because it runs first. It writes to stderr only: stdout belongs to the command.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { forwardSignals, runThrough, stopCode } from "./launch/child.mjs";
import { scriptOfBin } from "./launch/node.mjs";
import { prepare, SetupError, SetupStopped, withNode } from "./launch/setup.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string} line */
const say = (line) => process.stderr.write(`set-up: ${line}\n`);

/**
 * The file behind a command: a path in the project, or the script of an installed package's command.
 * @param {string} command
 */
function fileOf(command) {
  if (command.includes("/")) return join(root, command);
  const bin = join(root, "node_modules", ".bin", command);
  if (!existsSync(bin)) throw new SetupError(`There is no command "${command}" among the installed packages.`);
  return scriptOfBin(bin);
}

async function main() {
  const [command, ...args] = process.argv.slice(2);
  if (command === undefined) throw new SetupError("usage: node scripts/launch.mjs <file or bin> …args");
  forwardSignals();
  const node = await prepare(root, say);
  return stopCode() ?? (await runThrough(node, [fileOf(command), ...args], withNode(node, process.env)));
}

/**
 * A system error (an unwritable folder, a full disk) is shown by its message; anything else is a bug of the launcher and shows its stack.
 * @param {unknown} error
 * @returns {error is NodeJS.ErrnoException}
 */
function isFromSystem(error) {
  return error instanceof Error && "syscall" in error;
}

/** The exit code of the launcher; what the set-up had to say about its failure is said. */
async function run() {
  try {
    return await main();
  } catch (error) {
    if (error instanceof SetupStopped) return error.code;
    if (error instanceof SetupError) process.stderr.write(`${error.message}\n`);
    else if (isFromSystem(error)) process.stderr.write(`The set-up failed: ${error.message}\n`);
    else throw error;
    return 1;
  }
}

const code = await run();
// Left to end by itself, Node takes its handlers down first: a signal then (a second Ctrl+C, one that npm forwards late) would end it
// with the signal's code instead of the command's.
process.stderr.write("", () => process.exit(code));
