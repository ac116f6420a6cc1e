// Fetches the packages that an archive is made of, each checked against a digest that is written down here or in the lock file.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const store = join(root, ".cache/archives/packages");

/** The lock file's facts of a package on the top level of `node_modules`. */
type Locked = { version: string; integrity: string };

/** @throws Error for a package that is not in the lock file */
export function locked(name: string): Locked {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  const found = packages[`node_modules/${name}`];
  if (found === undefined) throw new Error(`package-lock.json has no ${name}`);
  return found;
}

/**
 * The folder of an npm package as the registry has it, unpacked. Fetched once.
 * @throws Error when the registry does not have it, or has something else under this version
 */
export function npmPackage(name: string, version: string, integrity: string): string {
  return once(`${name.replace("/", "+")}@${version}`, (folder) => {
    run("npm", ["pack", `${name}@${version}`, "--pack-destination", folder, "--silent"], folder);
    const [file = ""] = readdirSync(folder).filter((entry) => entry.endsWith(".tgz"));
    const found = `sha512-${createHash("sha512")
      .update(readFileSync(join(folder, file)))
      .digest("base64")}`;
    if (found !== integrity) throw new Error(`${name}@${version} is not what it was: ${found} instead of ${integrity}`);
    run("tar", ["-xzf", file, "--strip-components=1", "--no-same-owner"], folder);
    rmSync(join(folder, file));
  });
}

/** Fills a folder and gives it its name when it is whole, so that an interrupted fetch is repeated. */
function once(name: string, fill: (folder: string) => void): string {
  const folder = join(store, name);
  if (existsSync(folder)) return folder;
  const part = `${folder}.${process.pid}.part`;
  mkdirSync(part, { recursive: true });
  try {
    fill(part);
    renameSync(part, folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  return folder;
}

/** @throws Error with the end of what the command said */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args[0]}: ${error?.message ?? stderr.trim().split("\n").slice(-5).join("\n")}`);
}
