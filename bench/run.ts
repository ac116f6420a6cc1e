// Measures the shipped command as a client uses it, and prints one table: what is reached, and what must be.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Options, readOptions, USAGE } from "./options.ts";
import type { Context } from "./parts/context.ts";
import { PARTS } from "./parts/parts.ts";
import { GATES, judge, missed } from "./report/gates.ts";
import { commitOf, load, type Machine, machine, machineText } from "./report/machine.ts";
import { joined, type Part } from "./report/report.ts";
import { resultsDocument } from "./report/results.ts";
import { reportText } from "./report/table.ts";
import { anvil, hardhatNode, prism } from "./subjects/peers.ts";
import { build, type Version, versionBefore, versionNow } from "./subjects/versions.ts";
import { benchSuite } from "./suite.ts";

const ROOT = join(import.meta.dirname, "..");

function say(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

/** Hardhat's node always; the others where they were asked for and can be had. */
function contextOf(
  { rounds, transfers, samples, worlds, long, peers }: Options,
  versions: readonly Version[],
): Context {
  if (peers) say("Prism and anvil, installed through npm where they are missing");
  const [usedPrism, usedAnvil] = peers ? [prism(), anvil()] : [];
  const prismNote = usedPrism !== undefined ? "" : peers ? "not installed: npm cannot fetch it" : "only with --peers";
  if (peers && usedAnvil === undefined) say("anvil is not installed, and npm cannot fetch it");
  const nodes = [hardhatNode, ...(usedAnvil === undefined ? [] : [usedAnvil])];
  return { versions, rounds, transfers, samples, worlds, long, nodes, prism: usedPrism, prismNote, say };
}

async function measure(options: Options, versions: readonly Version[]): Promise<Part> {
  const context = contextOf(options, versions);
  const parts: Part[] = [];
  for (const name of options.only) parts.push(await PARTS[name](context));
  if (options.suite) parts.push(benchSuite(versions, say));
  return joined(parts);
}

function print(part: Part, here: Machine, versions: readonly Version[], { json }: Options): void {
  if (json) {
    const gates = GATES.map((gate) => ({
      ...gate,
      ...part.findings[gate.id],
      reached: judge(gate, part.findings[gate.id]),
    }));
    const compared = versions.map(({ name, version, root }) => ({ name, version, commit: commitOf(root) }));
    const results = { machine: here, versions: compared, gates, details: part.details, rows: part.rows };
    process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
    return;
  }
  process.stdout.write(`${reportText(part)}\n\n${machineText(here)}\n`);
}

async function main(): Promise<void> {
  if (process.argv.includes("--help")) return void process.stdout.write(USAGE);
  const options = readOptions(process.argv.slice(2), process.env);
  const here = machine(ROOT, new Date());
  if (options.build) {
    say("building dist/");
    build();
  }
  const before = options.before === undefined ? undefined : versionBefore(options.before);
  const versions = [versionNow(), ...(before === undefined ? [] : [before])];
  try {
    const part = await measure(options, versions);
    here.load.push(load());
    print(part, here, versions, options);
    if (options.save) {
      const file = join(ROOT, "bench/results", `${versions[0]?.version}.md`);
      mkdirSync(join(ROOT, "bench/results"), { recursive: true });
      writeFileSync(
        file,
        resultsDocument(
          part,
          here,
          versions.map(({ name, version, root }) => `${name}: ${version}, commit ${commitOf(root)}`),
        ),
      );
      say(`written: ${file}`);
    }
    if (options.gate && missed(part.findings).length > 0) process.exitCode = 1;
  } finally {
    before?.remove();
  }
}

await main();
// Connections that a server keeps open must not keep this process alive.
process.exit();
