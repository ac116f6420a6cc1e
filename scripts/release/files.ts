// Makes every file of a release from this checkout: `npm run release:files [-- --to FOLDER --downloads URL]`. Pushes nothing.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checksums } from "../archives/install-files.ts";
import { zip } from "../archives/pack.ts";
import { PLATFORMS } from "../archives/platforms.ts";
import { run } from "../archives/sources.ts";
import { billOfMaterials, bundledIn, installedBy } from "./bill-of-materials.ts";

const root = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const { values } = parseArgs({
  options: { downloads: { type: "string", default: "" }, to: { type: "string", default: "dist-release" } },
});
const to = resolve(root, values.to);

/** Seconds since 1970 of the commit that is built. */
const committed = run("git", ["log", "-1", "--format=%ct"], root).trim();

function nodePackage(): void {
  run("npm", ["run", "--silent", "build"], root);
  run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", to], root);
}

function archives(): void {
  const where = values.downloads === "" ? [] : ["--downloads", values.downloads];
  run("npm", ["run", "--silent", "archives", "--", "--to", join(to, "archives"), ...where], root);
  for (const name of readdirSync(join(to, "archives"))) cpSync(join(to, "archives", name), join(to, name));
  rmSync(join(to, "archives"), { recursive: true });
}

/** pip builds from a copy, since it writes beside the sources. */
function pythonPackage(): void {
  const desk = join(root, ".cache/release/python");
  rmSync(desk, { recursive: true, force: true });
  cpSync(join(root, "clients/python"), desk, { recursive: true, filter: (path) => !path.includes("__pycache__") });
  // Read by the builder of the wheel: the time of its files.
  process.env["SOURCE_DATE_EPOCH"] = committed;
  run("python3", ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", to, desk], root);
}

function goModule(): void {
  const folder = join(root, "clients/go");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(folder, file), bytes: readFileSync(file), isProgram: false }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  writeFileSync(
    join(to, `crypto-payment-sandbox-go-${version}.zip`),
    zip(`crypto-payment-sandbox-go-${version}`, entries),
  );
}

/** Maven without the network where what it has is enough, and with it otherwise. */
function javaPackage(): void {
  const desk = join(root, ".cache/release/java");
  rmSync(desk, { recursive: true, force: true });
  cpSync(join(root, "clients/java"), desk, { recursive: true, filter: (path) => !path.endsWith("/target") });
  const words = ["-q", "-B", "package", "-DskipTests"];
  try {
    run("mvn", ["-o", ...words], desk);
  } catch {
    run("mvn", words, desk);
  }
  const name = `crypto-payment-sandbox-${version}.jar`;
  cpSync(join(desk, "target", name), join(to, name));
}

function bill(): void {
  const { packages: lock } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const notice = readFileSync(join(root, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
  const packages = new Set([...bundledIn(notice), ...installedBy(lock)]);
  const nodes = PLATFORMS.map(({ node }) => node);
  const time = new Date(Number(committed) * 1000).toISOString();
  const document = billOfMaterials({ version, lock, packages, nodes, time });
  writeFileSync(join(to, "sbom.cdx.json"), `${JSON.stringify(document, null, 2)}\n`);
}

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
for (const step of [nodePackage, archives, pythonPackage, goModule, javaPackage, bill]) {
  console.log(`== ${step.name}`);
  step();
}
const files = readdirSync(to)
  .filter((name) => name !== "SHA256SUMS")
  .toSorted()
  .map((file) => ({
    file,
    sha256: createHash("sha256")
      .update(readFileSync(join(to, file)))
      .digest("hex"),
  }));
writeFileSync(join(to, "SHA256SUMS"), checksums(files));
console.log(`${files.length} files in ${values.to}`);
