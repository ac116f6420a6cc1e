#!/usr/bin/env node
// Entry point of the process: checks the Node version before anything else is loaded, then runs the command line.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import module from "node:module";
import { text } from "node:stream/consumers";
import type { Child, ProcessIo } from "./cli/process-io.ts";

/** Node `^22.19 || ^24 || >=26`: the versions that the chain engine, the database and TypeScript without a build need. */
function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return (major === 22 && minor >= 19) || major === 24 || major >= 26;
}

function processIo(): ProcessIo {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    environment: process.env,
    pid: process.pid,
    killSelf: () => void process.kill(process.pid, "SIGKILL"),
    terminal: process.stdout.isTTY ? { columns: process.stdout.columns || 80 } : undefined,
    stdinIsTerminal: process.stdin.isTTY === true,
    readFile: (path) => readFileSync(path, "utf8"),
    writeFile: (path, content) => writeFileSync(path, content),
    readInput: () => text(process.stdin),
    onStop(listener) {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => listener(signal));
    },
    spawn: startChild,
    onOutputClosed: (listener) => void process.stdout.on("error", listener),
  };
}

function startChild(command: string, args: readonly string[], environment: NodeJS.ProcessEnv): Child {
  const child = spawn(command, args, { env: environment, stdio: "inherit" });
  return {
    ended: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve({ code, signal }));
    }),
    kill: (signal) => void child.kill(signal),
  };
}

/** Ends the process as soon as stdout is flushed, even if handles are still open. */
function end(code: number): void {
  process.exitCode = code;
  process.stdout.write("", () => process.exit(code));
}

async function main(): Promise<void> {
  if (!isSupported(process.versions.node)) {
    const needs = `crypto-payment-sandbox needs Node 22.19, 24 or from 26 on; this is ${process.versions.node}`;
    process.stderr.write(`${needs}: install Node 24, or run it with "npx -y -p node@24 -- node"\n`);
    return end(1);
  }
  // Compiled code is cached between starts (in the system's folder for temporary files), which halves the load time.
  module.enableCompileCache();
  // A closed pipe (`… | head`) must not crash the process; commands that only print end by `onOutputClosed`.
  process.stdout.on("error", () => {});
  const { runCommand } = await import("./cli/program.ts");
  end(await runCommand(process.argv.slice(2), processIo()));
}

// An error of the sandbox itself: print its stack and end; the next start recovers.
process.on("uncaughtException", (error) => {
  // The message may quote foreign text, so no control characters may reach the terminal.
  process.stderr.write(`${(error.stack ?? String(error)).replace(/[^\n\x20-\x7e]/g, "?")}\n`);
  process.exit(1);
});

await main();
