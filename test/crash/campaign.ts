// A campaign of kills on one world: load, an end of some kind, a start, a comparison with the books; what broke is said with its kill.
import type { Failpoint } from "../../src/kernel/failpoint.ts";
import { diceOf } from "../../src/simulation/dice.ts";
import { emptyBook, NETWORKS } from "./acknowledged.ts";
import { clientOf } from "./client.ts";
import { endedAt, killed, killedWhileRecovering, killedWhileStopping, stoppedTwice } from "./ends.ts";
import { emptyLedger, readChains } from "./ledger.ts";
import { doctor, end, start } from "./process.ts";
import { askAgain, atRest, keptPromises, paidOnce } from "./promises.ts";
import { deliveredOrDead, receive } from "./receiver.ts";
import { acknowledgedIn, beginWorld, type Run } from "./run.ts";
import { killedInReplacement, killedInSnapshot } from "./timelines.ts";

/** `failpoints`: the named places at which the process first ends by itself, one a kill; `kills`: those at random moments. */
type Options = {
  folder: string;
  kills: number;
  seed: number;
  failpoints?: readonly Failpoint[];
  report?: (line: string) => void;
};

export type Outcome = {
  /** Kills in all, by the way it ended. */
  ends: Map<string, number>;
  kills: number;
  wrong: string[];
  missed: string[];
  payouts: number;
  transfers: number;
  hooks: number;
};

/** Ends the command `failpoints` + `kills` times; stops at the first end after which something is wrong. */
export async function campaign({ folder, kills, seed, failpoints = [], report = () => {} }: Options): Promise<Outcome> {
  const dice = diceOf(seed);
  const plan = [...failpoints, ...Array.from({ length: kills }, () => "" as const)];
  const receiver = await receive(() => run.book, diceOf(seed + 1));
  const begun = {
    book: emptyBook(),
    ledger: emptyLedger(),
    moments: [],
    missed: [],
    ends: new Map(),
    left: { payouts: 0, transfers: 0 },
  };
  const run: Run = { folder, dice, receiver, running: start(folder), ...begun };
  const wrong: string[] = [];
  let done = 0;
  try {
    await beginWorld(run);
    while (done < plan.length && wrong.length === 0) {
      const place = plan[done] ?? "";
      done += 1;
      const last = done === plan.length;
      const found = await oneEnd(run, place, last).catch((error: unknown) => [String(error)]);
      wrong.push(...found.map((what) => `seed ${seed}, kill ${done}: ${what}`));
      report(`kill ${done} ${place}: ${found.length === 0 ? "ok" : found.join("\n  ")}`);
    }
    if (wrong.length === 0) wrong.push(...(await lastLook(run)).map((what) => `seed ${seed}, at the end: ${what}`));
  } finally {
    await end(run.running, "SIGKILL");
    receiver.close();
  }
  const { ends, missed, left } = run;
  const now = acknowledgedIn(run.book);
  const totals = { payouts: left.payouts + now.payouts, transfers: left.transfers + now.transfers };
  return { ends, kills: done, wrong, missed, ...totals, hooks: receiver.received.size };
}

/** One end of the process, the start after it, and what is wrong then. */
async function oneEnd(run: Run, place: Failpoint | "", last: boolean): Promise<string[]> {
  const { dice } = run;
  const rest = last || place !== "" || dice.oneIn(4);
  if (place === "" && dice.oneIn(6)) {
    const found = await (dice.oneIn(2) ? killedInSnapshot(run) : killedInReplacement(run));
    return [...found, ...(await examine(run, rest))];
  }
  const found = place === "" ? await dice.of(ENDS)(run) : await endedAt(run, place);
  if (dice.oneIn(5)) await killedWhileRecovering(run);
  run.running = start(run.folder);
  return [...found, ...(await examine(run, rest))];
}

// Listed once for each unit of weight.
const ENDS = [killed, killed, killed, killed, killed, killed, killed, killedWhileStopping, stoppedTwice];

/** After a restart: what holds always, and, if asked, what holds at rest. */
async function examine({ running, book, ledger }: Run, rest: boolean): Promise<string[]> {
  const client = clientOf(await running.ready);
  // Faults would act on the checker's own requests.
  await client.must("DELETE", "/admin/faults");
  const wrong = await readChains(client, ledger, book);
  wrong.push(...(await keptPromises(client, book, false)), ...(await askAgain(client, book)));
  if (rest) {
    for (const network of NETWORKS) await client.must("PUT", `/admin/networks/${network}/mining`, { mode: "instant" });
    const { pending } = await client.must("POST", "/admin/run-until-idle", { advance: true, limit: "10d" });
    if (pending.length > 0) wrong.push(`not idle: ${JSON.stringify(pending)}`);
    wrong.push(...(await keptPromises(client, book, true)), ...(await readChains(client, ledger, book)));
    wrong.push(...(await atRest(client, ledger, book)));
  } else {
    // What it says of a payout and what the chain shows are read one after the other, while work goes on.
    wrong.push(...(await keptPromises(client, book, false)), ...(await readChains(client, ledger, book)));
  }
  wrong.push(...paidOnce(ledger, book));
  const { invariants } = await client.must("GET", "/admin/invariants");
  for (const { id, ok, breach } of invariants) if (!ok) wrong.push(`${id}: ${JSON.stringify(breach)}`);
  return wrong;
}

/** What came of the webhooks, a clean stop, then doctor. */
async function lastLook({ running, folder, receiver }: Run): Promise<string[]> {
  const wrong = await deliveredOrDead(clientOf(await running.ready), receiver);
  const how = await end(running, "SIGTERM");
  const { code, said } = await doctor(folder);
  if (how !== 0) wrong.push(`SIGTERM ended with ${how}`);
  return code === 0 ? wrong : [...wrong, `doctor: ${code} ${said}`];
}
