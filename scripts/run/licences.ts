// Licences of the packages whose code is in the bundle, for the notice that goes with it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

const root = join(import.meta.dirname, "../..");

const HEAD = `The files of this folder contain code of the packages below, under the licence that each of them has.\n`;

/**
 * The notice: name, version, licence and its text for each package with code in the bundle or in the page at `/` (folders from the root).
 * @throws Error for a package without a text
 */
export function notice(metafile: Metafile, page: readonly string[] = []): string {
  const folders = new Set([...bundledPackages(metafile), ...page]);
  return [HEAD, ...[...folders].toSorted().map(entry)].join(`\n${"-".repeat(80)}\n\n`);
}

/** Folders of the packages with code in the bundle, from the root, sorted. */
export function bundledPackages({ outputs }: Metafile): string[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs.flatMap(([path, { bytesInOutput }]) => {
    // What a plugin wrote (`deferred:…`) is our own, whatever it names.
    if (/^[a-z]+:/.test(path)) return [];
    const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
    return folder === undefined || bytesInOutput === 0 ? [] : [folder];
  });
  return [...new Set(folders)].toSorted();
}

function entry(folder: string): string {
  const path = join(root, folder);
  const facts = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Record<string, string>;
  const texts = readdirSync(path).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
  if (texts.length === 0) throw new Error(`${folder} has no licence text: it cannot be put into the bundle`);
  const heading = `${facts["name"]} ${facts["version"]} (${facts["license"]})`;
  return [heading, ...texts.map((name) => readFileSync(join(path, name), "utf8").trim())].join("\n\n").concat("\n");
}
