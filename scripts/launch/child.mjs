// Running one child process: signals reach it, its exit code comes back.
import { spawn } from "node:child_process";
import { constants } from "node:os";

/** @type {import("node:child_process").ChildProcess | undefined} */
let current;
/** @type {NodeJS.Signals | undefined} */
let stoppedBy;

/**
 * From here on a signal to this process is handed to the child that runs. A signal to the whole process group reaches the child twice
 * (npm hands it on as well): the commands we start take a repeated signal as one.
 */
export function forwardSignals() {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      stoppedBy ??= signal;
      current?.kill(signal);
    });
  }
}

/** The exit code a signal asks for while we are still setting up, or undefined when none came. */
export function stopCode() {
  return stoppedBy === undefined ? undefined : signalCode(stoppedBy);
}

/**
 * Runs a command on our own stdin, stdout and stderr; answers with its exit code (128 + number when a signal ended it).
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export function runThrough(command, args, env) {
  return new Promise((resolve, reject) => {
    current = spawn(command, args, { stdio: "inherit", env });
    current.once("error", reject);
    current.once("exit", (code, signal) => resolve(signal ? signalCode(signal) : (code ?? 1)));
  });
}

/**
 * Runs a command silently; answers with its exit code and all it said. Rejects when it cannot be started.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd: string, env: NodeJS.ProcessEnv}} options
 * @returns {Promise<{code: number, stdout: string, stderr: string}>}
 */
export function runQuietly(command, args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    current = child;
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    child.once("error", reject);
    child.once("close", (code, signal) => {
      current = undefined;
      resolve({ code: signal ? signalCode(signal) : (code ?? 1), stdout, stderr });
    });
  });
}

/** @param {NodeJS.Signals} signal */
function signalCode(signal) {
  return 128 + constants.signals[signal];
}
