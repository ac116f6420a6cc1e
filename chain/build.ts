// Compiles chain/contracts to chain/artifacts with solc from npm; the artifacts are committed, so users need no compiler.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import solc from "solc";

const EVM_VERSION = "osaka";
const contractsFolder = fileURLToPath(new URL("./contracts/", import.meta.url));
const artifactsFolder = fileURLToPath(new URL("./artifacts/", import.meta.url));
const require = createRequire(import.meta.url);

interface CompiledContract {
  abi: unknown[];
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } };
  storageLayout: { storage: { label: string; slot: string }[] };
}
interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string; errorCode?: string }[];
  contracts: Record<string, Record<string, CompiledContract>>;
}

/** Paths of the source files below chain/contracts, sorted. */
const sourcePaths = (): string[] =>
  readdirSync(contractsFolder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".sol"))
    .sort();

const readImport = (path: string): { contents: string } | { error: string } => {
  try {
    return { contents: readFileSync(require.resolve(path), "utf8") };
  } catch {
    return { error: `no such file: ${path}` };
  }
};

const compile = (): CompilerOutput => {
  const sources = Object.fromEntries(
    sourcePaths().map((path) => [path, { content: readFileSync(join(contractsFolder, path), "utf8") }]),
  );
  const input = {
    language: "Solidity",
    sources,
    settings: {
      evmVersion: EVM_VERSION,
      optimizer: { enabled: true, runs: 200 },
      // Without the metadata hash, which depends on comments and paths, the bytecode depends on the code alone.
      metadata: { bytecodeHash: "none", appendCBOR: false },
      outputSelection: {
        "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object", "storageLayout"] },
      },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport })) as CompilerOutput;
  const failures = (output.errors ?? []).filter((error) => error.severity === "error");
  if (failures.length > 0) throw new Error(failures.map((error) => error.formattedMessage).join("\n"));
  return output;
};

const artifactOf = (path: string, name: string, contract: CompiledContract): string => {
  const artifact = {
    contractName: name,
    sourceName: path,
    compiler: { name: "solc", version: solc.version().split("+")[0], evmVersion: EVM_VERSION },
    abi: contract.abi,
    bytecode: `0x${contract.evm.bytecode.object}`,
    deployedBytecode: `0x${contract.evm.deployedBytecode.object}`,
    storageSlots: Object.fromEntries(contract.storageLayout.storage.map(({ label, slot }) => [label, Number(slot)])),
  };
  return `${JSON.stringify(artifact, null, 2)}\n`;
};

/**
 * Compiles from each source file the contract that has the file's name.
 * @returns file name of the artifact → its text, sorted
 * @throws Error with the compiler's messages when a contract does not compile
 */
export const buildArtifacts = (): Map<string, string> => {
  const output = compile();
  const artifacts = new Map<string, string>();
  for (const path of sourcePaths()) {
    const name = basename(path, ".sol");
    const contract = output.contracts[path]?.[name];
    if (contract === undefined) throw new Error(`${path} does not declare a contract ${name}`);
    artifacts.set(`${name}.json`, artifactOf(path, name, contract));
  }
  return artifacts;
};

/**
 * Compares the committed artifacts with freshly compiled ones.
 * @returns names of the artifacts that differ, are missing or belong to no contract; empty when all are up to date
 */
export const driftedArtifacts = (built: Map<string, string> = buildArtifacts()): string[] => {
  const committed = new Set(readdirSync(artifactsFolder).filter((name) => name.endsWith(".json")));
  const drifted = [...built].filter(
    ([name, text]) => !committed.has(name) || readFileSync(join(artifactsFolder, name), "utf8") !== text,
  );
  const orphans = [...committed].filter((name) => !built.has(name));
  return [...drifted.map(([name]) => name), ...orphans].sort();
};

const run = (argv: string[]): number => {
  const built = buildArtifacts();
  const drifted = driftedArtifacts(built);
  if (argv.includes("--check")) {
    if (drifted.length === 0) return 0;
    console.error(`Artifacts differ from the contracts: ${drifted.join(", ")}. Run: node chain/build.ts`);
    return 1;
  }
  for (const name of drifted) {
    const text = built.get(name);
    if (text === undefined) rmSync(join(artifactsFolder, name));
    else writeFileSync(join(artifactsFolder, name), text);
  }
  console.log(drifted.length === 0 ? "Artifacts are up to date." : `Wrote ${drifted.join(", ")}.`);
  return 0;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = run(process.argv.slice(2));
