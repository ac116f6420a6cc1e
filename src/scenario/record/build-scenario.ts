// Builds a scenario from a recording: calls become steps, their responses and events become expectations.
import { parseTime } from "../../kernel/clock.ts";
import { knownContracts } from "../assets.ts";
import { usedNames } from "../references.ts";
import type { Save, Scenario, ScenarioOptions, Step } from "../scenario.ts";
import type { Entry, RecordedDevelopmentCall } from "./entry.ts";
import { withoutIdleReads } from "./read-calls.ts";
import { stepOfRequest } from "./step-of-request.ts";
import { stepOfTransfer } from "./transfer.ts";
import { Variables } from "./variables.ts";

/** The zero address, which represents the native coin (K-7). */
const NATIVE_CONTRACT = `0x${"0".repeat(40)}`;

/** Values of the recorded world that a scenario replaces by its own. */
export type RecordedWorld = {
  tenantId: string;
  vaultId: string;
  apiKey: string;
  /** Origin of links in responses. */
  origin: string;
  /** Virtual ms at the start of the recording. */
  beginning: number;
  options: ScenarioOptions;
};

/** An event of the recorded tenant. */
export type RecordedEvent = { type: string; payload: unknown };

const ABOUT =
  "Recorded from a running sandbox by `start --record`. Give it a title, say what it shows, and remove expectations that do not matter.";

/** The scenario. Without `events` it holds only the first part of the recording, and `about` says so. */
export async function buildScenario(
  world: RecordedWorld,
  entries: readonly Entry[],
  events: readonly RecordedEvent[] | undefined,
): Promise<Scenario> {
  const variables = new Variables(
    new Map([
      [world.tenantId, "tenant_id"],
      [world.vaultId, "vault_id"],
    ]),
    world.origin,
  );
  for (const contract of [NATIVE_CONTRACT, ...knownContracts()]) variables.keep(contract);
  const steps: Step[] = [];
  let at = world.beginning;
  for (const entry of withoutIdleReads(entries)) {
    const startedAt = startOf(entry) ?? entry.at;
    if (startedAt > at) steps.push({ title: "time passes", travel: { by: `${startedAt - at}ms` } });
    at = entry.at;
    const step = await stepOf(entry, variables, world);
    if (step !== undefined) steps.push(step);
  }
  if (events !== undefined) steps.push(ending(variables, events));
  return {
    title: "A recording",
    about:
      events === undefined ? `Only the first part: the recording is longer than a scenario can be. ${ABOUT}` : ABOUT,
    options: world.options,
    steps: onlyUsedNames(steps),
  };
}

/** Virtual ms before an entry that moves the clock itself: its own step repeats that movement. */
function startOf(entry: Entry): number | undefined {
  if (entry.kind === "development-call") return 0;
  if (entry.kind !== "request" || entry.status !== 200) return undefined;
  if (entry.operation === "runUntilIdle") return 0;
  const data = (entry.answer as { data?: { from?: unknown } } | null)?.data;
  const from = entry.operation === "advanceClock" ? parseTime(String(data?.from)) : null;
  return from ?? undefined;
}

async function stepOf(entry: Entry, variables: Variables, world: RecordedWorld): Promise<Step | undefined> {
  if (entry.kind === "development-call") return stepOfDevelopmentCall(entry, variables);
  if (entry.kind === "request") return stepOfRequest(entry, variables, world);
  const { title, ...step } = await stepOfTransfer(entry);
  if ("pay" in step && step.pay.from !== undefined) variables.keep(step.pay.from);
  const save = { save: saved(variables, { ["pay" in step ? "tx_id" : "result"]: entry.hash }) };
  return { title, ...variables.request(step, entry.at), ...save } as Step;
}

/** Calls a development method again with the same parameters; it must succeed. */
function stepOfDevelopmentCall(
  { network, method, parameters, at }: RecordedDevelopmentCall,
  variables: Variables,
): Step {
  const body = { jsonrpc: "2.0", id: 1, method, params: variables.request([...parameters], at) };
  const answer = { error: { $absent: true } };
  return { title: `${method} on ${network}`, call: `POST /rpc/${network}`, body, status: 200, answer };
}

/** Saves the hash in a step's response. */
function saved(variables: Variables, answer: Record<string, string>): Save {
  const { save, learn } = variables.answer(answer, "tx");
  learn();
  return save;
}

function ending(variables: Variables, events: readonly RecordedEvent[]): Step {
  const expected = events.map(({ type, payload }) => ({ type, payload: variables.answer(payload, "event").expected }));
  return { title: "the events, in order", expect: { events: expected } };
}

/** The steps without saved values that no step refers to. */
function onlyUsedNames(steps: readonly Step[]): Step[] {
  const used = new Set(steps.flatMap((step) => usedNames(step, "").map(({ name }) => name)));
  return steps.map((step) => {
    if (!("save" in step) || step.save === undefined) return step;
    const { save, ...rest } = step;
    const needed = Object.entries(save).filter(([name]) => used.has(name));
    return (needed.length === 0 ? rest : { ...rest, save: Object.fromEntries(needed) }) as Step;
  });
}
