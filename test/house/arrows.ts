// Table and check of dependency rules: which folder of src/ may import which, and which packages only one folder may import. Type imports count.
import { type Finding, type Import, importsOf, type Source } from "./sources.ts";

// Keys are folders of src/, and `main.ts`, the only file directly in it. ARCHITECTURE.md shows this table as a diagram.
const http = ["kernel", "db", "domain", "spec", "present", "faults", "contract"];
const admin = [...http, "http", "webhooks", "chains", "flow", "scenario", "invariants", "storage"];
export const arrows: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  simulation: ["kernel"],
  config: ["kernel", "contract"],
  db: ["kernel"],
  spec: ["kernel"],
  webhooks: ["kernel"],
  contract: ["kernel", "db", "spec", "webhooks"],
  demo: ["kernel", "contract"],
  chains: ["kernel", "db"],
  faults: ["kernel", "db"],
  domain: ["kernel", "db"],
  storage: ["kernel", "db", "domain", "chains"],
  present: ["kernel", "domain", "spec"],
  flow: ["kernel", "db", "domain", "chains", "webhooks", "faults", "present", "contract"],
  invariants: ["kernel", "db", "domain", "chains"],
  scenario: ["kernel", "spec", "webhooks", "chains", "contract"],
  // `faults`: troubles are made from the table of gates, so that a new effect is hunted with at once.
  hunt: ["kernel", "spec", "simulation", "scenario", "contract", "faults"],
  // What coding agents call: it reads the documents and asks a sandbox over HTTP, so it needs no world.
  mcp: ["kernel", "spec", "scenario", "contract"],
  http,
  rpc: ["kernel", "chains", "flow", "faults", "contract"],
  admin,
  // The page at `/` runs in a browser: it knows the types of the control API and nothing else of the house.
  dashboard: ["spec"],
  web: ["kernel", "spec", "domain", "chains", "flow", "http", "admin"],
  runtime: ["config", "rpc", "web", "admin", ...admin],
  cli: ["kernel", "config", "demo", "scenario", "runtime", "contract", "hunt", "mcp"],
  testing: ["kernel", "config", "demo", "spec", "webhooks", "chains", "runtime", "contract", "hunt"],
  "main.ts": ["kernel", "cli"],
};

// Folders of src/domain; each imports only those to its left.
export const nouns = [
  ...["tenant", "network", "address", "movement", "attempt", "transaction", "wallet", "vault", "gas-station"],
  ...["uda", "deposit", "transfer", "payout", "quote", "settlement", "webhook-endpoint", "delivery"],
  // What reads records of every kind.
  "record",
];

// Files directly in src/domain are below all its folders; this lists what one of them may import from a folder.
const nounsUnder: Readonly<Record<string, readonly string[]>> = {
  "src/domain/world.ts": ["network"],
  // The settings of a world are stored with those of its networks.
  "src/domain/default-tenant.ts": ["network"],
  // An event and its deliveries are written in one commit.
  "src/domain/outbox.ts": ["delivery"],
};

// Except these, which combine several folders and are above all of them.
const aboveNouns = ["src/domain/provision.ts"];

// Packages that only one place may import; the pattern is matched against the whole specifier.
const homes: readonly { readonly pattern: RegExp; readonly home: RegExp; readonly says: string }[] = [
  { pattern: /^@nomicfoundation\//, home: /^src\/chains\/simulated\.ts$/, says: "src/chains/simulated.ts" },
  // The reference for the engine, in tests: loading it costs half a second.
  { pattern: /^hardhat(\/|$)/, home: /^$/, says: "the tests" },
  { pattern: /^better-sqlite3$/, home: /^src\/db\//, says: "src/db" },
  { pattern: /^covertable$/, home: /^src\/contract\/run\/cover\.ts$/, says: "src/contract/run/cover.ts" },
  { pattern: /^@modelcontextprotocol\//, home: /^src\/mcp\/serve\.ts$/, says: "src/mcp/serve.ts" },
  { pattern: /^pino(-pretty)?$/, home: /^src\/kernel\/log\.ts$/, says: "src/kernel/log.ts" },
];

/** Every import of src/ that the table does not allow, that leaves src/ for code, or that imports a package outside of its place. */
export function arrowFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) =>
    importsOf(source).flatMap((one) => {
      const says =
        one.target === undefined ? packageFault(source.path, one.from) : fileFault(source.path, one, one.target);
      return says === undefined ? [] : [{ path: source.path, line: one.line, says }];
    }),
  );
}

function packageFault(path: string, specifier: string): string | undefined {
  const home = homes.find(({ pattern }) => pattern.test(specifier));
  if (home && !home.home.test(path)) return `imports ${specifier}, which belongs to ${home.says} alone`;
  if (roomOf(path) === "kernel" && specifier !== "node:crypto" && !home) return `the kernel imports ${specifier}`;
  if (specifier.startsWith("#") || specifier.startsWith("/"))
    return `imports ${specifier}: only relative paths and packages`;
  return undefined;
}

function fileFault(path: string, one: Import, target: string): string | undefined {
  if (!target.startsWith("src/")) {
    const isData = /^(chain|fixtures|spec)\/.*\.json$/.test(target) || target === "package.json";
    return isData ? undefined : `imports ${target}: outside of src/ only JSON of chain, fixtures and spec`;
  }
  if (!/\.(ts|tsx|json|css)$/.test(target)) return `imports ${one.from} without its ending`;
  const [here, there] = [roomOf(path), roomOf(target)];
  const allowed = arrows[here];
  if (!allowed) return `the room ${here} is not in the table of arrows`;
  if (here !== there) return allowed.includes(there) ? undefined : `${here} may not import ${there}`;
  return here === "domain" ? nounFault(path, target) : undefined;
}

function nounFault(path: string, target: string): string | undefined {
  const [here, there] = [nounOf(path), nounOf(target)];
  if (aboveNouns.includes(path)) return undefined;
  if (aboveNouns.includes(target)) return `${target} stands above the nouns and what is below them`;
  if (there === undefined || here === there) return undefined;
  if (!nouns.includes(there)) return `the noun ${there} is not in the order of nouns`;
  if (here === undefined)
    return nounsUnder[path]?.includes(there) ? undefined : `${path} stands below the noun ${there}`;
  if (!nouns.includes(here)) return `the noun ${here} is not in the order of nouns`;
  return nouns.indexOf(there) < nouns.indexOf(here) ? undefined : `${here} may not import ${there}: it is to its right`;
}

function roomOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function nounOf(path: string): string | undefined {
  const [, , noun, ...rest] = path.split("/");
  return rest.length > 0 ? noun : undefined;
}

/** The import cycles of a set of files, each reported once as the list of its files. */
export function circles(sources: readonly Source[]): string[][] {
  const graph = new Map(sources.map((source) => [source.path, importsOf(source).map(({ target }) => target ?? "")]));
  const state = new Map<string, "open" | "done">();
  const trail: string[] = [];
  const found: string[][] = [];
  const walk = (path: string): void => {
    if (!graph.has(path) || state.get(path) === "done") return;
    if (state.get(path) === "open") {
      found.push(trail.slice(trail.indexOf(path)));
      return;
    }
    state.set(path, "open");
    trail.push(path);
    for (const next of graph.get(path) ?? []) walk(next);
    trail.pop();
    state.set(path, "done");
  };
  for (const path of graph.keys()) walk(path);
  return found;
}
