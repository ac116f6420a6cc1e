// What is in the image, and what it serves: `node image-checks.mjs contents CONFIG.json ROOT [NPM_SETTINGS]` with the root of a container as a folder, and
// `node image-checks.mjs page URL` beside a running one. Exit code 1, and a line for each fault.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";

/** @typedef {{ path: string, isProgram: boolean, beginning: string }} File */

/** The files of a folder with their first bytes; `path` begins with a slash. @param {string} root @returns {File[]} */
function filesIn(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const file = join(entry.parentPath, entry.name);
    const bytes = Buffer.alloc(64);
    const handle = openSync(file, "r");
    readSync(handle, bytes);
    closeSync(handle);
    const isProgram = (statSync(file).mode & 0o111) !== 0;
    return [{ path: `/${relative(root, file)}`, isProgram, beginning: bytes.toString("latin1") }];
  });
}

/** Libraries are executable too, and packages ship scripts for Node; nothing else may be started. @param {File} file */
function isUnwanted({ path, isProgram, beginning }) {
  if (/^(\/root\/|\/etc\/apt|\/var\/lib\/(apt|dpkg\/(info|status$)))|\/\.npmrc$/.test(path)) return true;
  if (/\.(crt|pem)$/.test(path)) return path !== "/etc/ssl/certs/ca-certificates.crt";
  const isElf = beginning.startsWith("\x7fELF");
  if (!isElf && !isProgram) return false;
  if (isElf) return path !== "/usr/local/bin/node" && !/\.so(\.\d+)*$|\.node$/.test(basename(path));
  return (
    !/^#!(\/usr\/local\/bin\/node|\/usr\/bin\/env node)\n/.test(beginning) && !/\.(js|json|txt|py|rb|sh)$/.test(path)
  );
}

/** The words of npm settings that must not be in an image: hosts of other registries, and secrets. @param {string | undefined} file */
function privateWords(file) {
  if (file === undefined || !existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => /=\s*(\S{8,})\s*$/.exec(line)?.[1] ?? [])
    .map((value) => (/^https?:/.test(value) ? new URL(value).host : value))
    .filter((word) => word !== "registry.npmjs.org");
}

/** @param {string} root @param {File[]} files @param {string[]} words */
function filesWith(root, files, words) {
  return files.filter(({ path }) => {
    const bytes = readFileSync(join(root, path));
    return words.some((word) => bytes.includes(word));
  });
}

/** @typedef {{ User?: string, Volumes?: object | null, Env?: string[] }} Config */

/** @param {Config} config */
function configFaults({ User, Volumes, Env = [] }) {
  const own = ["PATH", "NODE_ENV", "SANDBOX_HOST", "SANDBOX_PORT"];
  const foreign = Env.map((line) => line.split("=")[0] ?? "").filter((name) => !own.includes(name));
  return [
    ...(User === "1000" ? [] : [`it runs as ${User || "root"}`]),
    ...(Object.keys(Volumes ?? {}).length === 0
      ? []
      : [`it asks for volumes: ${Object.keys(Volumes ?? {}).join(", ")}`]),
    ...(foreign.length === 0 ? [] : [`it sets ${foreign.join(", ")}`]),
  ];
}

/** @param {string} config @param {string} root @param {string} [settings] */
function contentFaults(config, root, settings) {
  const files = filesIn(root);
  const unwanted = files.filter(isUnwanted).map(({ path }) => `${path} is in the image`);
  const leaked = filesWith(root, files, privateWords(settings)).map(
    ({ path }) => `${path} has this machine's npm settings`,
  );
  return [...configFaults(JSON.parse(readFileSync(config, "utf8"))), ...unwanted, ...leaked];
}

/** The page as a browser gets it: the HTML and its first script, both with the policy. @param {string} url */
async function pageFaults(url) {
  const page = await fetch(url);
  const html = await page.text();
  const script = /<script[^>]* src="([^"]+)"/.exec(html)?.[1];
  if (page.status !== 200 || script === undefined) return [`${url} answers ${page.status} without a script`];
  const part = await fetch(new URL(script, url));
  const size = (await part.text()).length;
  return [
    ...[page, part]
      .filter(({ headers }) => !/script-src 'self'/.test(headers.get("content-security-policy") ?? ""))
      .map(({ url: at }) => `${at} has no policy`),
    ...(part.status === 200 && size > 1_000 ? [] : [`${part.url} answers ${part.status} with ${size} characters`]),
    ...(/javascript/.test(part.headers.get("content-type") ?? "") ? [] : [`${part.url} is no script`]),
  ];
}

const [what, ...words] = process.argv.slice(2);
const [first = "", second = "", third] = words;
const faults = what === "page" ? await pageFaults(first) : contentFaults(first, second, third);
for (const fault of faults.slice(0, 20)) process.stdout.write(`   ${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
