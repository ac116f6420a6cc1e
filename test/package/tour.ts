// Follows the README of an installed package in the folder that has it: `node test/package/tour.ts FOLDER`. The real npx, the real
// package, nothing of this repository but the reader; `test/docs/readme.test.ts` follows the same page in a clone.
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Desk, freePorts } from "../docs/desk.ts";
import { follow } from "../docs/follow.ts";

const [given = "."] = process.argv.slice(2);
const installed = join(resolve(given), "node_modules");
const readme = join(installed, "crypto-payment-sandbox/README.md");

/** An empty folder next to the installed packages; deleted afterwards. */
async function deskFor(text: string): Promise<Desk> {
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

/** The README's commands, with the installed package in place of `npm start`. */
function tourOf(page: string): string {
  const [, tour = ""] = /^## Your own handler[^\n]*\n([\s\S]*?)^## Bad days/m.exec(page) ?? [];
  if (!page.includes("`npx crypto-payment-sandbox start`") || tour === "") throw new Error("the README has no tour");
  return `\`\`\`sh\nnpx crypto-payment-sandbox start\n\`\`\`\n${tour}`;
}

if (!existsSync(readme)) throw new Error(`${given} has no crypto-payment-sandbox installed`);
const faults = await follow(tourOf(readFileSync(readme, "utf8")), deskFor);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
