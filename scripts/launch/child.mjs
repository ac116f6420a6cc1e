// Runs one child process, forwards signals to it and returns its exit code.
import { spawn } from "node:child_process";
import { constants } from "node:os";

/** @type {import("node:child_process").ChildProcess | undefined} */
let current;
/** @type {NodeJS.Signals | undefined} */
let stoppedBy;

/**
 * From now on signals to this process are forwarded to the running child. A signal to the whole process group reaches the child twice
 * (npm forwards it as well): the commands started here treat a repeated signal as one. On Windows the console tells every process of it
 * about Ctrl+C, and `kill` ends a process at once: there the child is left to stop by itself.
 * @param {string} platform as in process.platform
 */
export function forwardSignals(platform = process.platform) {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      stoppedBy ??= signal;
      if (platform !== "win32") current?.kill(signal);
    });
  }
}

/** The exit code for a signal received during the set-up; undefined when there was none. */
export function stopCode() {
  return stoppedBy === undefined ? undefined : signalCode(stoppedBy);
}

/**
 * Runs a command with inherited stdin, stdout and stderr; returns its exit code (128 + number when a signal ended it).
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
 * Runs a command silently; returns its exit code and output. Rejects when it cannot be started.
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
