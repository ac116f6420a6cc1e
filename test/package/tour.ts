// Follows the README of an installed package and its tour, in the folder that has it: `node test/package/tour.ts FOLDER`, or another page of
// the package, which is named behind it: `docs/guides/hunt.md`. The real npx and the real package, nothing of this repository but the reader;
// `test/docs` follows the same pages in a clone.
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { follow } from "../docs/follow.ts";
import { freePorts, type Workspace } from "../docs/workspace.ts";

const [given = ".", page] = process.argv.slice(2);
const installed = join(resolve(given), "node_modules");
const readme = join(installed, "crypto-payment-sandbox/README.md");
const tour = join(installed, "crypto-payment-sandbox/docs/tour.md");

/** An empty folder next to the installed packages; deleted afterwards. */
async function workspaceFor(text: string): Promise<Workspace> {
  const folder = mkdtempSync(join(resolve(given), "tour-"));
  symlinkSync(installed, join(folder, "node_modules"));
  const ports = await freePorts(text);
  const port = ports.get("4010") ?? "";
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("SANDBOX_"));
  // The first line means that the sandbox is ready: npm must not print anything before it.
  const told = { SANDBOX_PORT: port, SANDBOX_URL: `http://127.0.0.1:${port}`, npm_config_loglevel: "error" };
  return {
    ...{ folder, ports, environment: { ...Object.fromEntries(own), ...told, NO_COLOR: "1" } },
    clear: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** `npx` starts the sandbox, as the README says of a package; then its first webhook, and the tour as far as the faults. */
function pagesOf(readmeText: string, tourText: string): string {
  const [, first = ""] = /^## A first webhook[^\n]*\n([\s\S]*?)^## /m.exec(readmeText) ?? [];
  const [further = ""] = /^[\s\S]*?(?=^## Faults)/m.exec(tourText) ?? [];
  if (!readmeText.includes("`npx cpsandbox start`") || first === "" || further === "")
    throw new Error("the README has no first webhook, or the tour nothing before the faults");
  return `\`\`\`sh\nnpx cpsandbox start\n\`\`\`\n${first}${further}`;
}

if (!existsSync(readme)) throw new Error(`${given} has no crypto-payment-sandbox installed`);
const text =
  page === undefined
    ? pagesOf(readFileSync(readme, "utf8"), readFileSync(tour, "utf8"))
    : readFileSync(join(installed, "crypto-payment-sandbox", page), "utf8");
const faults = await follow(text, workspaceFor);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
