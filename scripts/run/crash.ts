// Kills the sandbox process under load: `npm run test:crash -- --kills 100 --seed 1 --jobs 2`; exits with 1 when a check failed.
// Each run also ends once at every failpoint that is reached under load; `--failpoint NAME` (repeatable) leaves the others out.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Failpoint } from "../../src/kernel/failpoint.ts";
import { campaign } from "../../test/crash/campaign.ts";
import { UNDER_LOAD } from "../../test/crash/provoke.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    jobs: { type: "string", default: "2" },
    failpoint: { type: "string", multiple: true },
  },
});

// A world grows with its history: after this many kills the next seed begins a new one.
const ENDS_OF_ONE_WORLD = 25;
const FAILPOINTS_OF_ONE_WORLD = 10;

type Plan = { seed: number; kills: number; failpoints: readonly Failpoint[] };

/** Each run ends once at every failpoint, in its first worlds. */
function planned(): Plan[] {
  const asked = values.failpoint;
  const failpoints = UNDER_LOAD.filter((name) => asked === undefined || asked.includes(name));
  const plans: Plan[] = [];
  let left = Number(values.kills);
  for (let seed = Number(values.seed); left > 0 || failpoints.length > 0; seed += 1) {
    const places = failpoints.splice(0, FAILPOINTS_OF_ONE_WORLD);
    const kills = Math.min(left, ENDS_OF_ONE_WORLD - places.length);
    left -= kills;
    plans.push({ seed, kills, failpoints: places });
  }
  return plans;
}

const totals = { worlds: 0, kills: 0, payouts: 0, transfers: 0, hooks: 0 };
const ends = new Map<string, number>();

async function oneWorld({ seed, kills, failpoints }: Plan): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "crash-"));
  const begun = performance.now();
  const report = (line: string): void => console.log(`  seed ${seed}, ${line}`);
  const outcome = await campaign({ folder, kills, seed, failpoints, report });
  totals.worlds += 1;
  for (const name of ["kills", "payouts", "transfers", "hooks"] as const) totals[name] += outcome[name];
  for (const [end, times] of outcome.ends) ends.set(end, (ends.get(end) ?? 0) + times);
  const seconds = (performance.now() - begun) / 1000;
  const pace = (seconds / outcome.kills).toFixed(1);
  console.log(`seed ${seed}: ${outcome.kills} ends, ${pace} s each; ${totals.kills} so far`);
  for (const line of outcome.wrong) console.error(`BROKEN  ${line}`);
  for (const place of outcome.missed) console.error(`NOT REACHED  ${place}`);
  if (outcome.wrong.length + outcome.missed.length > 0) {
    process.exitCode = 1;
    console.error(`the world of seed ${seed} is kept in ${folder}`);
  } else rmSync(folder, { recursive: true, force: true });
}

const queue = planned();
const begun = performance.now();
await Promise.all(
  Array.from({ length: Number(values.jobs) }, async () => {
    for (let plan = queue.shift(); plan !== undefined; plan = queue.shift()) await oneWorld(plan);
  }),
);
const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
console.log(`${totals.kills} ends of ${totals.worlds} worlds in ${minutes} min`);
for (const [end, times] of [...ends].toSorted()) console.log(`  ${times} ${end}`);
console.log(
  `${totals.payouts} payouts and ${totals.transfers} transfers acknowledged, ${totals.hooks} webhooks received`,
);
