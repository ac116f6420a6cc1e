// Performs one step: alone, or several that begin at once.
import { beginTogether } from "./apart.ts";
import { HostFault } from "./http-client.ts";
import type { Difference } from "./match.ts";
import { momentOf, usedNames } from "./references.ts";
import { missing, type RunContext, type StepResult } from "./run-context.ts";
import { NOTHING_SAVED, type Saved, savedFrom } from "./save.ts";
import { kindOf, type Step, type StepKind, type TogetherStep } from "./scenario.ts";
import { performAct, performReplay, performRestart } from "./steps/app.ts";
import { performCall } from "./steps/call.ts";
import {
  performFault,
  performHeal,
  performMine,
  performReceiver,
  performReorg,
  performTravel,
} from "./steps/control.ts";
import { performExpect } from "./steps/expect.ts";
import { performPay } from "./steps/pay.ts";

type Perform = (context: RunContext, step: never) => Promise<StepResult>;

/** The function that performs each kind of step. */
const PERFORM: Readonly<Record<Exclude<StepKind, "together">, Perform>> = {
  call: performCall,
  pay: performPay,
  travel: performTravel,
  mine: performMine,
  reorg: performReorg,
  fault: performFault,
  heal: performHeal,
  receiver: performReceiver,
  act: performAct,
  restart: performRestart,
  replay: performReplay,
  expect: performExpect,
};

/** What a step did: its differences, what it saved, and what is told of it, such as why it did nothing. */
export type Performed = { differences: Difference[]; saved: Record<string, unknown>; note?: string };

export async function perform(context: RunContext, step: Step): Promise<Performed> {
  if (!("together" in step)) return ended(context, step, await attempted(context, step));
  const { together: inside, apart } = step;
  // Names are set when all have ended, so that none sees what another one saves.
  const results = await beginTogether(inside, { apart, wall: context.wall }, (one) => attempted(context, one));
  const all = inside.map((one, index) => ended(context, one, results[index] ?? { differences: [] }));
  const notes = all.flatMap(({ note }) => (note === undefined ? [] : [note]));
  return {
    differences: all.flatMap(({ differences }, index) =>
      differences.map((one) => ({ ...one, at: `together[${index}].${one.at}` })),
    ),
    saved: Object.assign({}, ...all.map(({ saved }) => saved)),
    ...(notes.length === 0 ? {} : { note: notes.join("; ") }),
  };
}

function ended(context: RunContext, step: Step, result: StepResult): Performed {
  const nothing = result.differences.length > 0 || result.idle === true;
  const { saved, missing: unsaved }: Saved = nothing ? NOTHING_SAVED : savedFrom(context, step, result);
  const { note } = result;
  return { differences: [...result.differences, ...unsaved], saved, ...(note === undefined ? {} : { note }) };
}

async function attempted(context: RunContext, step: Exclude<Step, TogetherStep> | Step): Promise<StepResult> {
  const kind = kindOf(step) as keyof typeof PERFORM;
  const unknown = usedNames(step, "").find(({ name }) => momentOf(name) === undefined && !context.names.has(name));
  if (unknown !== undefined) return missing(context, kind, `no earlier step saved ${unknown.name}`);
  try {
    return await PERFORM[kind](context, step as never);
  } catch (error) {
    if (!(error instanceof HostFault)) throw error;
    return { differences: [{ at: kind, expected: "done", seen: error.message }] };
  }
}
