// How each case is played: what is sent, and which verdict judges the answers.

import type { Sent } from "./case-sender.ts";
import type { CaseId } from "./case-table.ts";
import { atOnce, cut, type EffectDependencies, reordered, twice, withProbe } from "./effect-cases.ts";
import type { Material } from "./genuine.ts";
import { type Shot, shotOf } from "./shot.ts";
import { eachType, noise, REFUSED, TAKEN } from "./shots.ts";
import {
  burstVerdict,
  leakVerdict,
  noiseVerdict,
  notJudged,
  redirectVerdict,
  refusedVerdict,
  rotationVerdict,
  takenVerdict,
  type Verdict,
} from "./verdicts.ts";

const BURST = { batches: 10, size: 10, everyMs: 500 } as const;
const NO_EVENT = "the sandbox has no event that this case needs";

/** What a case may use. */
export type Run = EffectDependencies & { secret: string };

/** The cases that are more than requests whose answers decide. */
const RUNS: Readonly<Partial<Record<CaseId, (run: Run) => Promise<Verdict>>>> = {
  "W-02": everyType,
  "W-09": async ({ requests, material }) => {
    const [known, other] = [depositOf(material), depositOf(material)];
    if (known === null || other === null) return notJudged(NO_EVENT);
    // The first one is genuine and taken: a receiver that remembers its signature would take the second.
    await requests.send(known);
    return refusedVerdict([await requests.send({ ...other, signature: { kind: "made", body: known.body } })]);
  },
  "W-17": (run) => withProbe(() => twice(run)),
  "W-18": (run) => withProbe(() => atOnce(run)),
  "W-19": (run) => withProbe(() => cut(run)),
  "W-20": (run) => withProbe(() => reordered(run)),
  "W-26": burst,
  "W-27": async ({ requests, material }) => {
    const shot = depositOf(material);
    return shot === null ? notJudged(NO_EVENT) : noiseVerdict(await requests.sendEach(noise(shot.id, shot.body)));
  },
  "W-28": async ({ requests, secret }) => leakVerdict(requests.all, secret),
  "W-29": async ({ requests }) => redirectVerdict(requests.all),
  "W-30": async ({ requests, material }) => {
    const [one, other] = [depositOf(material), depositOf(material)];
    if (one === null || other === null) return notJudged(NO_EVENT);
    const forms = [
      { ...one, label: "new first", signature: { kind: "made", form: "with-old" } },
      { ...other, label: "old first", signature: { kind: "made", form: "old-first" } },
    ] as const;
    return rotationVerdict(await requests.sendEach(forms));
  },
};

/** Plays one case. Never rejects for what the receiver or the probe does. */
export async function playCase(id: CaseId, run: Run): Promise<Verdict> {
  const refused = REFUSED[id]?.(run.material);
  if (refused) return refusedVerdict(await run.requests.sendEach(refused));
  const taken = TAKEN[id]?.(run.material);
  if (taken) return takenVerdict(await run.requests.sendEach(taken));
  return (await RUNS[id]?.(run)) ?? notJudged(NO_EVENT);
}

/** W-02; with a running sandbox, types that it has not announced yet cannot be judged. */
async function everyType({ requests, material }: Run): Promise<Verdict> {
  const verdict = takenVerdict(await requests.sendEach(eachType(material)));
  const missing = material.missing;
  if (verdict.result !== "pass" || missing.length === 0) return verdict;
  const why = `all that were sent were taken; the sandbox has no ${missing.join(", ")} yet: run a scenario that has them, or leave --url out`;
  return { ...verdict, result: "not_judged", why };
}

/** W-26: ten at a time, every half second. */
async function burst({ requests, material, pause }: Run): Promise<Verdict> {
  const sent: Sent[] = [];
  for (let batch = 0; batch < BURST.batches; batch += 1) {
    if (batch > 0) await pause(BURST.everyMs);
    const shots = Array.from({ length: BURST.size }, () => depositOf(material)).filter((shot) => shot !== null);
    sent.push(...(await Promise.all(shots.map((shot) => requests.send(shot)))));
  }
  return sent.length === 0 ? notJudged(NO_EVENT) : burstVerdict(sent);
}

function depositOf(material: Material): Shot | null {
  const [genuine] = material.take("deposit.confirmed") ?? [];
  return genuine === undefined ? null : shotOf(genuine.envelope.id, JSON.stringify(genuine.envelope));
}
