#!/usr/bin/env node
// Entry point of the process: checks the Node version before anything else is loaded, then runs the command line.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { outputOf, startChild, startGroup } from "./cli/child-processes.ts";
import type { ProcessIo } from "./cli/process-io.ts";
import { nodeVersionError } from "./kernel/node-version.ts";
import { shellWord } from "./kernel/shell.ts";

/**
 * The command line that installs and runs this version under the Node that npm then runs with. The version is part of it: npx must not
 * take the copy that it installed under the old Node, which lacks the chain engine's binary.
 */
function npxCommand(args: readonly string[]): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  // A word that a terminal could take for a command is not repeated.
  const words = args.length > 0 && args.every((word) => /^[\x20-\x7e]*$/.test(word)) ? args : ["start"];
  return ["npx", "-y", `crypto-payment-sandbox@${version}`, ...words.map(shellWord)].join(" ");
}

function processIo(environment: NodeJS.ProcessEnv): ProcessIo {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    environment,
    pid: process.pid,
    ownCommand: [process.execPath, ...process.execArgv, process.argv[1] ?? "."],
    killSelf: () => void process.kill(process.pid, "SIGKILL"),
    terminal: process.stdout.isTTY ? { columns: process.stdout.columns || 80 } : undefined,
    errorsToTerminal: process.stderr.isTTY === true,
    stdinIsTerminal: process.stdin.isTTY === true,
    readFile: (path) => readFileSync(path, "utf8"),
    makeFolder: (path) => void mkdirSync(path, { recursive: true }),
    writeFile: (path, content) => writeFileSync(path, content),
    replaceFile,
    appendFile: (path, content) => appendFileSync(path, content),
    readInput: () => text(process.stdin),
    // Loaded for the one command that asks: every start would pay for it.
    onLine: (listener) =>
      void import("node:readline").then(({ createInterface }) =>
        createInterface({ input: process.stdin }).on("line", listener),
      ),
    onStop(listener) {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => listener(signal));
    },
    spawn: startChild,
    spawnGroup: startGroup,
    temporaryFolder: () => mkdtempSync(join(tmpdir(), "cpsandbox-")),
    listFolder: (path) => (existsSync(path) ? readdirSync(path) : []),
    removeFolder: (path) => rmSync(path, { recursive: true, force: true }),
    outputOf: (line, limits, variables) => outputOf(line, limits, variables ?? process.env),
    onOutputClosed: (listener) => void process.stdout.on("error", listener),
  };
}

/** Writes beside the file and renames: two processes that write the same file do not mix. */
function replaceFile(path: string, content: string): void {
  const beside = `${path}.${process.pid}.part`;
  try {
    writeFileSync(beside, content, { flush: true });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Ends the process as soon as stdout is flushed, even if handles are still open. */
function end(code: number): void {
  process.exitCode = code;
  process.stdout.write("", () => process.exit(code));
}

/** Memory that the engine needed for a moment goes back to the system: its allocator keeps nothing that it has freed (decision 0023). */
function keepSmall(): void {
  process.env["MIMALLOC_PURGE_DELAY"] ??= "0";
}

async function main(): Promise<void> {
  // What a command started by `exec` gets: nothing of the line below.
  const environment = { ...process.env };
  keepSmall();
  const args = process.argv.slice(2);
  const wrongNode = nodeVersionError(process.versions.node, npxCommand(args));
  if (wrongNode !== undefined) {
    process.stderr.write(`${wrongNode}\n`);
    return end(1);
  }
  // Compiled code is cached between starts (in the system's folder for temporary files), which halves the load time.
  module.enableCompileCache();
  // A closed pipe (`… | head`) must not crash the process; commands that only print end by `onOutputClosed`.
  process.stdout.on("error", () => {});
  const { runCommand } = await import("./cli/program.ts");
  end(await runCommand(args, processIo(environment)));
}

// An error of the sandbox itself: print its stack and end; the next start recovers.
process.on("uncaughtException", (error) => {
  // The message may quote foreign text, so no control characters may reach the terminal.
  process.stderr.write(`${(error.stack ?? String(error)).replace(/[^\n\x20-\x7e]/g, "?")}\n`);
  process.exit(1);
});

await main();
