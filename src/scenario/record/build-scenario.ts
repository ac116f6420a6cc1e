// Writes entries down as a scenario: what was done becomes steps, what came of it becomes what is expected.
import { parseTime } from "../../kernel/clock.ts";
import { knownContracts } from "../assets.ts";
import { usedNames } from "../references.ts";
import type { Save, Scenario, ScenarioOptions, Step } from "../scenario.ts";
import type { Entry, RecordedDevelopmentCall } from "./entry.ts";
import { withoutIdleReads } from "./read-calls.ts";
import { stepOfRequest } from "./step-of-request.ts";
import { stepOfTransfer } from "./transfer.ts";
import { Variables } from "./variables.ts";

/** What stands for a native coin where a contract is named (K-7). */
const NATIVE_CONTRACT = `0x${"0".repeat(40)}`;

/** The world that is recorded, as far as a story has its own instead. */
export type RecordedWorld = {
  tenantId: string;
  vaultId: string;
  apiKey: string;
  /** Where links in answers lead. */
  origin: string;
  /** Virtual ms at its beginning. */
  beginning: number;
  options: ScenarioOptions;
};

/** An event of the recorded tenant, payload and all. */
export type RecordedEvent = { type: string; payload: unknown };

const ABOUT =
  "What was done to a running sandbox, written down by `start --record`. Give it a title, say what it teaches, and leave out of the expectations what does not matter.";

/** The scenario; without `events` it is only the beginning of what was done, and says so. */
export async function buildScenario(
  world: RecordedWorld,
  entries: readonly Entry[],
  events: readonly RecordedEvent[] | undefined,
): Promise<Scenario> {
  const namer = new Variables(
    new Map([
      [world.tenantId, "tenant_id"],
      [world.vaultId, "vault_id"],
    ]),
    world.origin,
  );
  for (const contract of [NATIVE_CONTRACT, ...knownContracts()]) namer.keep(contract);
  const steps: Step[] = [];
  let at = world.beginning;
  for (const entry of withoutIdleReads(entries)) {
    const began = startOf(entry) ?? entry.at;
    if (began > at) steps.push({ title: "time passes", travel: { by: `${began - at}ms` } });
    at = entry.at;
    const step = await stepOf(entry, namer, world);
    if (step !== undefined) steps.push(step);
  }
  if (events !== undefined) steps.push(ending(namer, events));
  return {
    title: "A recording",
    about: events === undefined ? `Only the beginning: more was done than a scenario holds. ${ABOUT}` : ABOUT,
    options: world.options,
    steps: onlyUsedNames(steps),
  };
}

/** When what moves the clock began: what it moved it by is told by its own step. */
function startOf(entry: Entry): number | undefined {
  if (entry.kind === "act") return 0;
  if (entry.kind !== "request" || entry.status !== 200) return undefined;
  if (entry.operation === "runUntilIdle") return 0;
  const data = (entry.answer as { data?: { from?: unknown } } | null)?.data;
  const from = entry.operation === "advanceClock" ? parseTime(String(data?.from)) : null;
  return from ?? undefined;
}

async function stepOf(entry: Entry, namer: Variables, world: RecordedWorld): Promise<Step | undefined> {
  if (entry.kind === "act") return stepOfAct(entry, namer);
  if (entry.kind === "request") return stepOfRequest(entry, namer, world);
  const { title, ...step } = await stepOfTransfer(entry);
  if ("pay" in step && step.pay.from !== undefined) namer.keep(step.pay.from);
  const save = { save: saved(namer, { ["pay" in step ? "tx_id" : "result"]: entry.hash }) };
  return { title, ...namer.request(step, entry.at), ...save } as Step;
}

/** A development method is called again as it was; it must be carried out. */
function stepOfAct({ network, method, parameters, at }: RecordedDevelopmentCall, namer: Variables): Step {
  const body = { jsonrpc: "2.0", id: 1, method, params: namer.request([...parameters], at) };
  const answer = { error: { $absent: true } };
  return { title: `${method} on ${network}`, call: `POST /rpc/${network}`, body, status: 200, answer };
}

/** What a step's own answer shows: its hash. */
function saved(namer: Variables, answer: Record<string, string>): Save {
  const { save, learn } = namer.answer(answer, "tx");
  learn();
  return save;
}

function ending(namer: Variables, events: readonly RecordedEvent[]): Step {
  const expected = events.map(({ type, payload }) => ({ type, payload: namer.answer(payload, "event").expected }));
  return { title: "what was told, in order", expect: { events: expected } };
}

/** A value that nobody names again need not be saved. */
function onlyUsedNames(steps: readonly Step[]): Step[] {
  const used = new Set(steps.flatMap((step) => usedNames(step, "").map(({ name }) => name)));
  return steps.map((step) => {
    if (!("save" in step) || step.save === undefined) return step;
    const { save, ...rest } = step;
    const kept = Object.entries(save).filter(([name]) => used.has(name));
    return (kept.length === 0 ? rest : { ...rest, save: Object.fromEntries(kept) }) as Step;
  });
}
