// Kills the shipped command under load as often as asked: `npm run test:crash -- --kills 100 --seed 1`; ends with 1 when something broke.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FAILPOINT_NAMES } from "../src/kernel/failpoint.ts";
import { campaign } from "../test/crash/campaign.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "100" }, seed: { type: "string", default: "1" } },
});
const [kills, firstSeed] = [Number(values.kills), Number(values.seed)];
// A world grows with its history: after so many kills the next seed begins a new one.
const KILLS_OF_ONE_WORLD = 25;

let done = 0;
for (let seed = firstSeed; done < kills && process.exitCode === undefined; seed += 1) {
  const folder = mkdtempSync(join(tmpdir(), "crash-"));
  console.log(`seed ${seed}`);
  const most = Math.min(KILLS_OF_ONE_WORLD, kills - done);
  // Each run ends once at every failpoint, in its first world.
  const failpoints = seed === firstSeed ? FAILPOINT_NAMES : [];
  const tell = (line: string): void => console.log(`  ${line}`);
  const outcome = await campaign({ folder, kills: most, seed, failpoints, tell });
  done += outcome.kills - (outcome.wrong.length > 0 ? 0 : failpoints.length);
  const { payouts, transfers, hooks } = outcome;
  console.log(`  ${payouts} payouts, ${transfers} transfers acknowledged, ${hooks} webhooks received`);
  for (const line of outcome.wrong) console.error(`BROKEN  ${line}`);
  for (const place of outcome.missed) console.error(`NOT REACHED  ${place}`);
  if (outcome.wrong.length + outcome.missed.length > 0) {
    process.exitCode = 1;
    console.error(`the world is kept in ${folder}`);
  } else rmSync(folder, { recursive: true, force: true });
}
console.log(`${done} kills at random moments`);
