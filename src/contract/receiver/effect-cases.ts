// The cases about effects: repeats, repeats at once, cut connections and order. What the app did is seen through the probe only.

import type { CaseSender, Sent } from "./case-sender.ts";
import { sameEffect } from "./effect.ts";
import type { Genuine, Material } from "./genuine.ts";
import { type Probe, ProbeFault } from "./probe.ts";
import type { Shot } from "./shot.ts";
import { genuineShot } from "./shots.ts";
import { answerIn, notJudged, takenVerdict, type Verdict } from "./verdicts.ts";

export type EffectDependencies = {
  requests: CaseSender;
  material: Material;
  probe: Probe | null;
  pause(ms: number): Promise<void>;
};

const NO_PROBE = "what it did with it needs a probe: --probe URL or --probe-command CMD";
const NO_EFFECT =
  "the probe did not change after a genuine webhook either: name somebody whom the app knows with --owner";
const NO_EVENT = "the sandbox has no such event yet";
/** Attempts after a cut connection until one is taken. */
const MOST_REPEATS = 3;
/** Wall ms that a receiver gets for a request whose connection was cut, when no probe tells that it is done. */
const CUT_PAUSE_MS = 250;
const EXCERPT = 80;

/** The age in seconds of what has a repeat: both are sent within a second, and each must have a timestamp of its own. */
const FIRST_AGE = 1;

/** W-17: the same webhook twice. */
export async function twice({ requests, material, probe }: EffectDependencies): Promise<Verdict> {
  const shot = depositShot(material);
  if (shot === null) return notJudged(NO_EVENT);
  const before = await probe?.text();
  const first = await requests.send({ ...shot, age: FIRST_AGE });
  const between = before === undefined ? undefined : await probe?.changedFrom(before);
  const second = await requests.send(shot);
  const taken = takenVerdict([first, { ...second, shot: { ...shot, label: "the second time" } }]);
  if (taken.result !== "pass") return taken;
  if (probe === null || before === undefined || between === undefined) return { ...notJudged(NO_PROBE), by: second };
  if (probe.effect(before, between) === undefined) return { ...notJudged(NO_EFFECT), by: second };
  const change = probe.effect(between, await probe.settled());
  if (change === undefined)
    return { result: "pass", why: "both taken; the probe is unchanged by the second", by: second };
  return { result: "fail", why: `the second one had an effect: ${shown(change)}`, by: second };
}

/** W-18: the same webhook twice at the same moment, compared with one alone. */
export async function atOnce(dependencies: EffectDependencies): Promise<Verdict> {
  const { requests } = dependencies;
  return comparedWithOne(dependencies, async (shot) => {
    const pair = await Promise.all([requests.send({ ...shot, age: FIRST_AGE }), requests.send(shot)]);
    return untilTaken(requests, pair, shot);
  });
}

/** W-19: the connection is cut before the answer is read; then the webhook comes again. */
export async function cut(dependencies: EffectDependencies): Promise<Verdict> {
  const { requests, probe, pause } = dependencies;
  return comparedWithOne(dependencies, async (shot, before) => {
    await requests.send({ ...shot, age: FIRST_AGE }, { hangUp: true });
    if (probe === null || before === undefined) await pause(CUT_PAUSE_MS);
    else await probe.changedFrom(before);
    return untilTaken(requests, [await requests.send(shot)], shot);
  });
}

/** W-20: two events of one record in order, then of another record the later one first. */
export async function reordered({ requests, material, probe }: EffectDependencies): Promise<Verdict> {
  const inOrder = pairs(material);
  const reversed = pairs(material);
  if (inOrder.length === 0) return notJudged(NO_EVENT);
  const before = await probe?.text();
  const sent = await requests.sendEach(inOrder.flat().map(genuineShot));
  const between = before === undefined ? undefined : await probe?.changedFrom(before);
  const turned = reversed.flatMap((pair) => pair.toReversed());
  const late = await requests.sendEach(turned.map(genuineShot));
  const taken = takenVerdict([...sent, ...late]);
  if (taken.result !== "pass") return taken;
  const by = late.at(-1) ?? null;
  if (probe === null || before === undefined || between === undefined) return { ...notJudged(NO_PROBE), by };
  const ordered = probe.effect(inOriginal(before, inOrder), inOriginal(between, inOrder));
  if (ordered === undefined) return { ...notJudged(NO_EFFECT), by };
  const after = await probe.changedFrom(between);
  const other = probe.effect(inOriginal(between, reversed), inOriginal(after, reversed));
  if (sameEffect(ordered, other)) return { result: "pass", why: "the probe ends as in order", by };
  const why = `in order the probe changed by ${shown(ordered)}, the other way round by ${shown(other ?? {})}`;
  return { result: "fail", why, by };
}

type Repeat = (shot: Shot, before: string | undefined) => Promise<Sent[]>;

/** One webhook alone first, then another one repeated as the case says: both must have the same effect. */
async function comparedWithOne({ requests, material, probe }: EffectDependencies, repeat: Repeat): Promise<Verdict> {
  const [single, repeated] = [depositShot(material), depositShot(material)];
  if (single === null || repeated === null) return notJudged(NO_EVENT);
  const before = await probe?.text();
  if (probe !== null) await requests.send(single);
  const between = before === undefined ? undefined : await probe?.changedFrom(before);
  const sent = await repeat(repeated, between);
  const answers = repeatedVerdict(sent);
  if (answers.result !== "pass") return answers;
  const { by } = answers;
  if (probe === null || before === undefined || between === undefined) return { ...notJudged(NO_PROBE), by };
  const one = probe.effect(before, between);
  if (one === undefined) return { ...notJudged(NO_EFFECT), by };
  const several = probe.effect(between, await settledAfter(probe, between));
  if (sameEffect(one, several)) return { result: "pass", why: `${answers.why}; one effect`, by };
  return { result: "fail", why: `one webhook changes the probe by ${shown(one)}, this by ${shown(several ?? {})}`, by };
}

async function settledAfter(probe: Probe, before: string): Promise<string> {
  await probe.changedFrom(before);
  return probe.settled();
}

/** No 5xx, and one of them 2xx. */
function repeatedVerdict(sent: readonly Sent[]): Verdict {
  const broken = sent.find(({ outcome }) => outcome.status === null || outcome.status >= 500);
  if (broken !== undefined) return { result: "fail", why: `${answerIn(broken)}, must be no 5xx`, by: broken };
  const by = sent.find(({ outcome }) => outcome.ok) ?? sent.at(-1) ?? null;
  if (by?.outcome.ok) return { result: "pass", why: sent.map(answerIn).join(", "), by };
  return { result: "fail", why: `${sent.map(answerIn).join(", ")}: none was taken`, by };
}

/** Sends it again as a sender would, until it is taken or breaks. */
async function untilTaken(requests: CaseSender, sent: Sent[], shot: Shot): Promise<Sent[]> {
  const isOver = ({ outcome }: Sent): boolean => outcome.ok || outcome.status === null || outcome.status >= 500;
  while (!sent.some(isOver) && sent.length < MOST_REPEATS) sent.push(await requests.send(shot));
  return sent;
}

function depositShot(material: Material): Shot | null {
  const [genuine] = material.take("deposit.confirmed") ?? [];
  return genuine === undefined ? null : { ...genuineShot(genuine), label: "" };
}

function pairs(material: Material): Genuine[][] {
  const types = [
    ["deposit.new", "deposit.confirmed"],
    ["uda.settlement.created", "uda.settlement.completed"],
  ];
  return types.flatMap((pair) => {
    const found = material.take(...pair);
    return found === null ? [] : [found];
  });
}

/** The probe's text with the ids of these webhooks as the original has them, so that two records compare as one. */
function inOriginal(text: string, webhooks: readonly Genuine[][]): string {
  return webhooks.flat().reduce((changed, { original }) => {
    let one = changed;
    for (const [id, first] of original) one = one.replaceAll(id, first);
    return one;
  }, text);
}

function shown(effect: unknown): string {
  const text = JSON.stringify(effect);
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
}

/** Runs a case; a probe that cannot be read makes it "not judged". */
export async function withProbe(run: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProbeFault) return notJudged(error.message);
    throw error;
  }
}
