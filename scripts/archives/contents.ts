// What is in an archive: the packed package without what only compilers read, the packages it needs at run time, and a Node.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { LIST, launchers } from "./launchers.ts";
import { PLATFORMS, type Platform } from "./platforms.ts";
import { locked, npmPackage, run } from "./sources.ts";

const root = join(import.meta.dirname, "../..");

/** A file of an archive; paths have slashes. */
export type Entry = { path: string; bytes: Buffer; isProgram: boolean };

/** Packages that the command loads from their own folders; the bundle has the others (decision 0069). */
const PACKAGES = ["@nomicfoundation/edr", "better-sqlite3", "covertable"] as const;

/** Of no use to a command: types, sources of native parts, the binaries of other machines, tests of packages. */
const UNUSED = /\.(d\.[cm]?ts|map)$|^node_modules\/better-sqlite3\/(deps|src|binding\.gyp|prebuilds)/;

/** The package as `npm pack` makes it of a built checkout. @throws Error of npm */
export function packedFiles(): Entry[] {
  const desk = join(root, ".cache/archives/package");
  rmSync(desk, { recursive: true, force: true });
  mkdirSync(desk, { recursive: true });
  run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", desk], root);
  const [file = ""] = readdirSync(desk);
  run("tar", ["-xzf", file, "--strip-components=1", "--no-same-owner"], desk);
  rmSync(join(desk, file));
  return filesBelow(desk, "");
}

/** Every file of the archive in the order in which it is unpacked: the list comes last. @throws Error of a registry */
export function contents(platform: Platform, packed: readonly Entry[]): Entry[] {
  const files = [...packed, ...runTimePackages(platform), ...nodeFiles(platform), ...ownFiles(platform)]
    .filter(({ path }) => !UNUSED.test(path) || path.endsWith(`/${platform.database}.node`))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return [...files, list(platform, files)];
}

function list({ name }: Platform, files: readonly Entry[]): Entry {
  const sizes = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes.length]));
  return text(LIST, `${JSON.stringify({ platform: name, files: sizes }, null, 1)}\n`);
}

function runTimePackages({ engine }: Platform): Entry[] {
  const edr = locked("@nomicfoundation/edr").version;
  return [...PACKAGES, engine].flatMap((name) => {
    const { version, integrity } = locked(name);
    if (name.startsWith("@nomicfoundation/") && version !== edr) throw new Error(`${name} is not of version ${edr}`);
    return filesBelow(npmPackage(name, version, integrity), `node_modules/${name}/`);
  });
}

function nodeFiles({ system, node }: Platform): Entry[] {
  const program = system === "win32" ? "bin/node.exe" : "bin/node";
  const bytes = readFileSync(join(nodePackage(node), program));
  return [
    { path: program, bytes, isProgram: true },
    { path: "bin/LICENSE", bytes: nodeLicence(node), isProgram: false },
  ];
}

function nodePackage(node: Platform["node"]): string {
  return npmPackage(node.package, node.version, node.integrity);
}

/** The package for Windows comes without a licence: that of Linux, of the same version, has the text. */
function nodeLicence(node: Platform["node"]): Buffer {
  const sources = [
    node,
    ...PLATFORMS.map((platform) => platform.node).filter(({ version }) => version === node.version),
  ];
  const file = sources.map((source) => join(nodePackage(source), "LICENSE")).find(existsSync);
  if (file === undefined) throw new Error(`no package of Node ${node.version} has its licence`);
  return readFileSync(file);
}

function ownFiles(platform: Platform): Entry[] {
  const commands = Object.entries(launchers(platform)).map(([path, content]) => ({
    ...text(path, content),
    isProgram: true,
  }));
  return [...commands, text("start.mjs", readFileSync(join(import.meta.dirname, "start.mjs"), "utf8"))];
}

function text(path: string, content: string): Entry {
  return { path, bytes: Buffer.from(content), isProgram: false };
}

function filesBelow(folder: string, prefix: string): Entry[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const file = join(entry.parentPath, entry.name);
    const path = `${prefix}${relative(folder, file).replaceAll("\\", "/")}`;
    return [{ path, bytes: readFileSync(file), isProgram: path === "dist/main.js" }];
  });
}
