// Proves that the judge of the hunt can fail (U-82): `npm run proof:hunt:oracle`. Each part of it that is taken away loses a mistake, and without
// singles the swarm alone still finds twelve. `--swarm N`: so many mistakes by swarm (default 12, 0 for none); `--only N,…`: these rows (from 1).
import { parseArgs } from "node:util";
import { huntShop } from "../../test/hunt/a-hunt.ts";
import { isSharp, ORACLE } from "../../test/hunt/mistakes/oracle.ts";
import { SHOP_MISTAKES } from "../../test/hunt/mistakes/shop.ts";

const { values } = parseArgs({
  options: { swarm: { type: "string", default: "12" }, only: { type: "string" } },
});
const wanted = Number(values.swarm);
const rows = values.only?.split(",").map(Number) ?? ORACLE.map((_, index) => index + 1);
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
for (const { name } of SHOP_MISTAKES) {
  if (found >= wanted) break;
  const { findings } = await huntShop({ mistake: name, phases: ["swarm"], budgetMs: 60_000, most: 1 });
  if (findings.length > 0) found += 1;
  console.log(`swarm alone: ${findings.length > 0 ? `found ${name}` : `missed ${name}`} (${found} of ${wanted})`);
}
if (found < wanted) problems.push(`swarm alone found ${found} mistakes, not ${wanted}`);
for (const problem of problems) console.error(`does not hold: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
