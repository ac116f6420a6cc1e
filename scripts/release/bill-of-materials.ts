// The bill of materials of a release (CycloneDX): what npm knows of the lock file, without the tools, and the Node of each archive.

/** As far as it is read here; npm writes it. */
type Component = { name: string; version: string; purl?: string; "bom-ref": string; [more: string]: unknown };
type Bill = {
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component; [more: string]: unknown };
  components: readonly Component[];
  dependencies?: readonly { ref: string; dependsOn?: readonly string[] }[];
  [more: string]: unknown;
};

export type Contents = {
  /** `name@version` of every package with code in the bundle, or installed with it. */
  packages: ReadonlySet<string>;
  /** Nodes of the archives; `integrity` as the registry writes it (sha512, base64). */
  nodes: readonly { package: string; version: string; integrity: string }[];
  /** The time of the commit, RFC 3339: the same for everybody who builds it. */
  time: string;
};

/** The bill with these packages only, and nothing in it that differs from build to build. @throws Error for a package that npm does not know */
export function billOfMaterials(npm: Bill, { packages, nodes, time }: Contents): Bill {
  const { serialNumber: _, ...rest } = npm;
  const kept = npm.components.filter(({ name, version }) => packages.has(`${name}@${version}`));
  const known = new Set(kept.map(({ name, version }) => `${name}@${version}`));
  const unknown = [...packages].filter((one) => !known.has(one));
  if (unknown.length > 0) throw new Error(`npm's bill of materials has no ${unknown.join(", ")}`);
  const components = [...kept, ...nodes.map(nodeComponent)].toSorted((one, other) =>
    one["bom-ref"] < other["bom-ref"] ? -1 : 1,
  );
  const refs = new Set([npm.metadata.component["bom-ref"], ...kept.map((one) => one["bom-ref"])]);
  const dependencies = (npm.dependencies ?? [])
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  const component = { ...npm.metadata.component, name: "crypto-payment-sandbox", type: "application" };
  return { ...rest, metadata: { ...npm.metadata, timestamp: time, component }, components, dependencies };
}

function nodeComponent({ package: name, version, integrity }: Contents["nodes"][number]): Component {
  const content = Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex");
  return {
    "bom-ref": `${name}@${version}`,
    type: "platform",
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
    hashes: [{ alg: "SHA-512", content }],
    licenses: [{ license: { id: "MIT" } }],
  };
}

/** `name@version` of each heading of dist/THIRD-PARTY-LICENSES.txt. */
export function bundledIn(notice: string): string[] {
  return [...notice.matchAll(/^(\S+) (\d+\.\d+\.\d+\S*) \([^()]+\)$/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  );
}

/** `name@version` of each package of a lock file that an installation has, those of other machines too. */
export function installedBy(
  packages: Readonly<Record<string, { version?: string; dev?: boolean; peer?: boolean; devOptional?: boolean }>>,
): string[] {
  return Object.entries(packages)
    .filter(([path, { dev, peer, devOptional }]) => path !== "" && !dev && !peer && !devOptional)
    .map(
      ([path, { version }]) => `${path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)}@${version}`,
    );
}
