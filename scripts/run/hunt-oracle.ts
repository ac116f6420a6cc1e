// Proves that the judge of the hunt can fail (U-82): `npm run proof:hunt:oracle`. Each part of it that is taken away loses a mistake, and without
// singles the swarm alone still finds twelve, each within a minute. `--only N,…`: these rows (from 1), or `none`; `--swarm N`: so many mistakes by
// swarm (default 12, 0 for none), of at most twice as many that are tried.
import { parseArgs } from "node:util";
import type { Finding } from "../../src/hunt/report.ts";
import { huntShop } from "../../test/hunt/a-hunt.ts";
import { isSharp, ORACLE } from "../../test/hunt/mistakes/oracle.ts";
import { SHOP_MISTAKES } from "../../test/hunt/mistakes/shop.ts";

/** Wall ms that the swarm may take for one mistake. */
const SWARM_MS = 60_000;

const { values } = parseArgs({
  options: { swarm: { type: "string", default: "12" }, only: { type: "string" } },
});
const wanted = Number(values.swarm);
const rows = values.only === "none" ? [] : (values.only?.split(",").map(Number) ?? ORACLE.map((_, index) => index + 1));
const problems: string[] = [];

for (const row of rows) {
  const one = ORACLE[row - 1];
  if (one === undefined) continue;
  const problem = await isSharp(one, huntShop);
  console.log(
    `${problem === null ? "sharp" : "BLUNT"}  ${row} ${one.name}: ${problem ?? `${one.isRight ? "accuses" : "loses"} ${one.mistake}`}`,
  );
  if (problem !== null) problems.push(`${one.name}: ${problem}`);
}

let found = 0;
if (wanted > 0) console.log("\n| Mistake, by swarm alone | Broken | World | Steps | Seen |\n|---|---|---|---|---|");
for (const { name, warning } of SHOP_MISTAKES.slice(0, wanted * 2)) {
  if (found >= wanted) break;
  const report = await huntShop({ mistake: name, phases: ["swarm"], budgetMs: SWARM_MS, most: 1 });
  const finding = report.findings.find(
    ({ level, phase }) => phase === "swarm" && (level === "error" || warning === true),
  );
  const isFound = finding !== undefined && finding.after_ms <= SWARM_MS;
  if (isFound) found += 1;
  console.log(`| \`${name}\` | ${isFound ? cellsOf(finding) : `**missed** | in ${report.worlds.swarm} worlds | |`} |`);
}
if (wanted > 0) console.log(`\nswarm alone: ${found} of ${wanted}`);
if (found < wanted) problems.push(`swarm alone found ${found} mistakes, not ${wanted}`);
for (const problem of problems) console.error(`does not hold: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

function cellsOf({ rule, world, after_ms, drawn_steps, steps, certificate, rate }: Finding): string {
  const shrunk = `${drawn_steps} → ${steps.length}, ${certificate.kind}`;
  return `${rule} | ${world}, ${(after_ms / 1_000).toFixed(1)} s | ${shrunk} | ${rate.failed} of ${rate.of}`;
}
