// The set-up before a command runs: a recent enough Node and the packages of the lock file, each fetched only if missing.
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runQuietly, stopCode } from "./child.mjs";
import { take } from "./lock.mjs";
import { fetchedMajor, findNpm, nodePackage, readyNode, rememberNode, satisfies } from "./node.mjs";
import { packagesAreFresh, rememberPackages } from "./packages.mjs";

/** An error that ends the set-up: one line for the user, with the next step. */
export class SetupError extends Error {}

/** A signal arrived during the set-up. */
export class SetupStopped extends Error {
  /** @param {number} code the exit code for the signal */
  constructor(code) {
    super("stopped during the set-up");
    this.code = code;
  }
}

/**
 * Returns a Node that can run the project, after making sure that the packages are installed. Concurrent starts take turns.
 * @param {string} root the project's folder
 * @param {(line: string) => void} say progress, one short line at a time
 * @returns {Promise<string>} the path of the Node binary
 */
export async function prepare(root, say) {
  const range = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.node;
  const ready = readyNode(root, range);
  if (ready !== undefined && packagesAreFresh(root)) return ready;
  const release = await waitForTurn(join(root, ".cache", "launch", "lock"), say);
  try {
    const node = readyNode(root, range) ?? (await fetchNode(root, range, say));
    if (!packagesAreFresh(root)) await installPackages(root, node, say);
    return node;
  } finally {
    release();
  }
}

/**
 * @param {string} folder
 * @param {(line: string) => void} say
 */
async function waitForTurn(folder, say) {
  for (let announced = false; ; announced = true) {
    const answer = take(folder);
    if ("release" in answer) return answer.release;
    if (!announced) say(`another set-up is running here (process ${answer.holder}), waiting for it`);
    await wait(200);
    stopIfAsked();
  }
}

/**
 * @param {string} root
 * @param {string} range
 * @param {(line: string) => void} say
 */
async function fetchNode(root, range, say) {
  const own = process.versions.node;
  const name = nodePackage(process.platform, process.arch);
  if (name === undefined)
    throw new SetupError(
      `Node ${own} is too old and npm has no Node for ${process.platform}-${process.arch}: install Node ${fetchedMajor}.`,
    );
  say(`Node ${own} is too old (needs ${range}), fetching Node ${fetchedMajor} through npm`);
  const what = `--package=${name}@${fetchedMajor}`;
  const args = ["exec", "--yes", "--ignore-scripts", what, "--", "node", "-p", "process.execPath"];
  const { stdout } = await npm(root, process.execPath, args, `Node ${fetchedMajor} could not be fetched`);
  const path = stdout.trim().split("\n").at(-1) ?? "";
  const answer = await runQuietly(path, ["-p", "process.versions.node"], { cwd: root, env: process.env }).catch(
    () => undefined,
  );
  const version = answer?.stdout.trim() ?? "";
  if (!/^\d+\.\d+\.\d+$/.test(version) || !satisfies(version, range))
    throw new SetupError(`The Node that npm fetched does not run on this machine: install Node ${fetchedMajor}.`);
  rememberNode(root, path, version);
  return path;
}

/**
 * @param {string} root
 * @param {string} node
 * @param {(line: string) => void} say
 */
async function installPackages(root, node, say) {
  say("installing packages from package-lock.json (about half a minute)");
  const started = performance.now();
  await npm(root, node, ["ci", "--include=dev", "--include=optional"], "The packages could not be installed");
  rememberPackages(root);
  say(`packages installed in ${Math.round((performance.now() - started) / 1000)} s`);
}

/**
 * Runs npm with the given Node. Its output is shown only when it fails for another reason than the network.
 * @param {string} root
 * @param {string} node
 * @param {string[]} args
 * @param {string} failure what did not work, for the message
 */
async function npm(root, node, args, failure) {
  const cli = findNpm(process.env);
  if (cli === undefined)
    throw new SetupError(`${failure}: npm was not found. Install npm, then run the command again.`);
  const settings = ["--prefer-offline", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  const patience = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
  const [verb, ...rest] = args;
  const all = [cli, String(verb), ...settings, ...patience, ...rest];
  const result = await runQuietly(node, all, { cwd: root, env: withNode(node, process.env) });
  stopIfAsked();
  if (result.code === 0) return result;
  throw new SetupError(explain(failure, `${result.stdout}\n${result.stderr}`));
}

/**
 * One line when the registry was the problem, otherwise npm's output and the next step.
 * @param {string} failure
 * @param {string} output the output of npm
 */
export function explain(failure, output) {
  const network =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|E50\d|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)\b/;
  const code = network.exec(output)?.[1];
  if (code !== undefined)
    return `${failure}: the npm registry cannot be reached (${code}). Check the network and npm's "registry" and "proxy" settings, then run the command again.`;
  return `${output.trim()}\n${failure} (npm's words are above). Put that right, then run the command again.`;
}

/**
 * The environment in which `node` and `npm` mean the given Node.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
export function withNode(node, env) {
  if (node === process.execPath) return env;
  return { ...env, PATH: `${dirname(node)}${delimiter}${env["PATH"] ?? ""}`, NODE: node, npm_node_execpath: node };
}

function stopIfAsked() {
  const code = stopCode();
  if (code !== undefined) throw new SetupStopped(code);
}
