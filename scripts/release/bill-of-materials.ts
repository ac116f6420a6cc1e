// The bill of materials of a release (CycloneDX 1.5): every package with code or a binary in it, from the lock file, and the Node of each archive.

/** A package of a lock file, as far as it is read here. */
type Locked = {
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  peer?: boolean;
  devOptional?: boolean;
};
type Lock = Readonly<Record<string, Locked>>;

type Contents = {
  version: string;
  /** `packages` of package-lock.json. */
  lock: Lock;
  /** `name@version` of every package with code in the bundle, or installed with it. */
  packages: ReadonlySet<string>;
  /** Nodes of the archives; `integrity` as the registry writes it (sha512, base64). */
  nodes: readonly { package: string; version: string; integrity: string }[];
  /** The time of the commit, RFC 3339: the same for everybody who builds it. */
  time: string;
};

/** The document. Nothing in it differs from build to build. @throws Error for a package that the lock file does not have */
export function billOfMaterials({ version, lock, packages, nodes, time }: Contents) {
  const known = new Map(
    Object.entries(lock).map(([path, entry]) => [`${nameOf(path)}@${entry.version}`, { ...entry, name: nameOf(path) }]),
  );
  const unknown = [...packages].filter((one) => !known.has(one));
  if (unknown.length > 0) throw new Error(`package-lock.json has no ${unknown.join(", ")}`);
  const libraries = [...packages].toSorted().map((one) => {
    const { name, version: its = "", integrity = "", license } = known.get(one) ?? { name: one };
    return component("library", { name, version: its, integrity, ...(license && { license }) });
  });
  const platforms = nodes.map(({ package: name, ...rest }) => component("platform", { name, license: "MIT", ...rest }));
  const own = { type: "application", "bom-ref": "crypto-payment-sandbox", name: "crypto-payment-sandbox", version };
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { timestamp: time, component: { ...own, licenses: [{ license: { id: "MIT" } }] } },
    components: [...libraries, ...platforms],
  };
}

type Facts = { name: string; version: string; integrity: string; license?: string };

function component(type: "library" | "platform", { name, version, integrity, license }: Facts) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const content = Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex");
  const licenses = license === undefined ? {} : { licenses: [{ expression: license }] };
  return { type, "bom-ref": purl, name, version, purl, hashes: [{ alg: "SHA-512", content }], ...licenses };
}

/** `name@version` of each heading of dist/THIRD-PARTY-LICENSES.txt. */
export function bundledIn(notice: string): string[] {
  return [...notice.matchAll(/^(\S+) (\d+\.\d+\.\d+\S*) \([^()]+\)$/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  );
}

/** `name@version` of each package of a lock file that an installation has, those of other machines too. */
export function installedBy(lock: Lock): string[] {
  return Object.entries(lock)
    .filter(([path, { dev, peer, devOptional }]) => path !== "" && !dev && !peer && !devOptional)
    .map(([path, { version }]) => `${nameOf(path)}@${version}`);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
