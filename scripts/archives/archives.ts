// Builds the archives that carry their own Node: `npm run archives [-- NAME… --downloads URL]`, from a built checkout.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { contents, packedFiles } from "./contents.ts";
import { type Archive, installFiles } from "./install-files.ts";
import { nativeFaults } from "./natives.ts";
import { tarball, zip } from "./pack.ts";
import { PLATFORMS, type Platform } from "./platforms.ts";

const root = join(import.meta.dirname, "../..");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { downloads: { type: "string", default: "" }, to: { type: "string", default: "dist-archives" } },
});

function build(platform: Platform, version: string, packed: ReturnType<typeof packedFiles>, to: string): Archive {
  const folder = `crypto-payment-sandbox-${version}-${platform.name}`;
  const entries = contents(platform, packed);
  const faults = nativeFaults(platform, entries);
  if (faults.length > 0) throw new Error(`${folder}: ${faults.join("; ")}`);
  const isWindows = platform.system === "win32";
  const file = `${folder}${isWindows ? ".zip" : ".tar.gz"}`;
  const bytes = isWindows ? zip(folder, entries) : tarball(folder, entries, join(root, ".cache/archives", folder));
  writeFileSync(join(to, file), bytes);
  const megabytes = (size: number): number => Math.round(size / 1e6);
  const unpacked = entries.reduce((sum, entry) => sum + entry.bytes.length, 0);
  console.log(`${file}: ${megabytes(bytes.length)} MB, unpacked ${megabytes(unpacked)} MB in ${entries.length} files`);
  return { file, sha256: createHash("sha256").update(bytes).digest("hex"), platform };
}

function main(): void {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const unknown = positionals.filter((name) => !PLATFORMS.some((platform) => platform.name === name));
  if (unknown.length > 0)
    throw new Error(`there is no platform ${unknown[0]}: use ${PLATFORMS.map(({ name }) => name).join(", ")}`);
  const chosen = PLATFORMS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const to = resolve(root, values.to);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const packed = packedFiles();
  const archives = chosen.map((platform) => build(platform, version, packed, to));
  for (const [name, text] of Object.entries(installFiles({ version, downloads: values.downloads, archives })))
    writeFileSync(join(to, name), text, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
}

main();
