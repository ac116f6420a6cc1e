// Collects the root of the image from the system that runs this: `node scripts/run/image-root.ts NODE_MODULES TO`. Node, the libraries that it and
// the native packages load, certificates and accounts; no shell and no package manager. Nothing here depends on the processor.
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { rootCertificates } from "node:tls";

const [modules, to] = process.argv.slice(2).map((path) => resolve(path));
if (modules === undefined || to === undefined) throw new Error("usage: node image-root.ts NODE_MODULES TO");

/** Whoever runs in the image: not root. The number is that of the user `node` in the images of Node. */
const USER = 1000;

/** What the C library opens when a name is looked up. Since glibc 2.34 most of it is in the library itself. */
const OPENED_LATER = ["libnss_files.so.2", "libnss_dns.so.2", "libresolv.so.2"];

const TEXTS: Readonly<Record<string, string>> = {
  "etc/passwd": `root:x:0:0:root:/:/sbin/nologin\nnode:x:${USER}:${USER}:node:/home/node:/sbin/nologin\n`,
  "etc/group": `root:x:0:\nnode:x:${USER}:\n`,
  // Every engine puts its own in this place.
  "etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
  "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
  // Node has these inside; other readers of the usual place, and those who add their own, find them here.
  "etc/ssl/certs/ca-certificates.crt": `${rootCertificates.join("\n")}\n`,
};

/** The folders that the user of the image may write to, and what is not 0755. */
const FOLDERS = [
  { path: "tmp", mode: 0o1777, owner: 0 },
  { path: "home/node", mode: 0o755, owner: USER },
  // Worlds that are to outlive the container: a new volume that is mounted here gets this owner.
  { path: "data", mode: 0o700, owner: USER },
];

/** Paths of the shared libraries that this process has loaded with the native packages, its loader included. */
function loadedLibraries(): string[] {
  const load = createRequire(join(modules ?? "", "any.js"));
  load("@nomicfoundation/edr");
  const Database = load("better-sqlite3") as new (file: string) => { close(): void };
  new Database(":memory:").close();
  // Without it the report would look up the names of all connections.
  const report = process.report as unknown as { excludeNetwork: boolean; getReport(): { sharedObjects: string[] } };
  report.excludeNetwork = true;
  return report
    .getReport()
    .sharedObjects.filter((path) => isAbsolute(path) && !path.endsWith(".node") && path !== process.execPath);
}

function openedLater(libraries: readonly string[]): string[] {
  const folders = new Set(libraries.map((path) => dirname(path)));
  return [...folders]
    .flatMap((folder) => OPENED_LATER.map((name) => join(folder, name)))
    .filter((path) => existsSync(path));
}

/** Copies a file, following links, to the same place below the new root. */
function copy(from: string, place: string): void {
  const target = join(to ?? "", place);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(from, target);
}

function write(place: string, text: string): void {
  const target = join(to ?? "", place);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

/** The loader looks for libraries below /lib, which is a link in most systems: the new root has the same link. */
function copyLibrary(path: string): void {
  copy(path, join(realpathSync(dirname(path)), basename(path)));
  const top = join("/", path.split("/")[1] ?? "");
  const link = join(to ?? "", top);
  if (lstatSync(top).isSymbolicLink() && !existsSync(link)) symlinkSync(readlinkSync(top), link);
}

/**
 * Of the Debian packages that the libraries come from: the licence, and the entry by which scanners find known weaknesses. Nothing on
 * another system.
 */
function describePackages(libraries: readonly string[]): void {
  const info = "/var/lib/dpkg/info";
  if (!existsSync(info)) return;
  const plain = (path: string): string => path.replace(/^\/usr(?=\/lib)/, "");
  const wanted = new Set(libraries.map(plain));
  const entries = readFileSync("/var/lib/dpkg/status", "utf8").split("\n\n");
  for (const list of readdirSync(info).filter((name) => name.endsWith(".list"))) {
    const files = readFileSync(join(info, list), "utf8").split("\n");
    if (!files.some((file) => wanted.has(plain(file)))) continue;
    const name = list.replace(/(:\w+)?\.list$/, "");
    const entry = entries.find((one) => one.startsWith(`Package: ${name}\n`));
    if (entry !== undefined) write(`var/lib/dpkg/status.d/${name}`, `${entry}\n`);
    const licence = `/usr/share/doc/${name}/copyright`;
    if (existsSync(licence)) copy(licence, licence);
  }
  copy("/etc/os-release", "etc/os-release");
}

const loaded = loadedLibraries();
const libraries = [...loaded, ...openedLater(loaded)];
copy(process.execPath, "usr/local/bin/node");
chmodSync(join(to, "usr/local/bin/node"), 0o755);
const licence = join(dirname(process.execPath), "../LICENSE");
if (existsSync(licence)) copy(licence, "usr/share/doc/node/LICENSE");
for (const path of libraries) copyLibrary(path);
describePackages(libraries);
for (const [place, text] of Object.entries(TEXTS)) write(place, text);
for (const { path, mode, owner } of FOLDERS) {
  const folder = join(to, path);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
  // Only root may give a folder away, and only root builds images.
  if (process.getuid?.() === 0) chownSync(folder, owner, owner);
}
process.stdout.write(
  `${to}: Node ${process.versions.node} with ${libraries.map((path) => basename(path)).join(", ")}\n`,
);
