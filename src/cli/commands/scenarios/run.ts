// `run`: plays scenarios, each in its own sandbox or in a running one, and prints each step with its result.
import { DEFAULT_CONFIG, variableOf } from "../../../config/options.ts";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { createLog } from "../../../kernel/log.ts";
import { systemClock, type WallClock } from "../../../kernel/wall-clock.ts";
import { builtInNames, builtInText } from "../../../scenario/built-in.ts";
import { readScenario, ScenarioFault } from "../../../scenario/check.ts";
import { PLAYS_APPS, startsPrograms } from "../../../scenario/check-app.ts";
import { type Host, HostFault } from "../../../scenario/http-client.ts";
import { minuteAlignedClock } from "../../../scenario/minute-aligned-clock.ts";
import { type Outcome, runScenario, type StepOutcome } from "../../../scenario/run.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import { type OwnCall, ownCommand } from "../../command.ts";
import { junitReport } from "../../junit-report.ts";
import { CommandError, codeOf, jsonLine, type ProcessIo } from "../../process-io.ts";
import { startFault } from "../../start-failure.ts";
import { nowAndThen } from "./kept-rate.ts";

type RunOptions = { url?: string; adminToken?: string; junit?: string; json?: true };
type NamedScenario = { file: string; scenario: Scenario };

export const runScenarioCommand = ownCommand<RunOptions>({
  name: "run",
  about: "run scenarios and check what they expect; each in its own sandbox, unless --url names a running one",
  args: [
    {
      name: "file",
      about: "scenario files, or names of built-in scenarios",
      required: true,
      rest: true,
      suggests: builtInNames,
    },
  ],
  options: [
    { flags: "--url <URL>", about: "address of a running sandbox; its clock is frozen meanwhile" },
    {
      flags: "--token, --admin-token <TOKEN>",
      about: `its admin token, if it needs one (${variableOf("adminToken")})`,
    },
    { flags: "--junit <FILE>", about: "also write the results to this file as a JUnit report" },
    { flags: "--json", about: "print the result of each scenario as one line of JSON" },
  ],
  examples: [
    "run happy-path",
    "run stories/refund.json --url http://127.0.0.1:4010",
    "run stories/*.json --junit results.xml",
  ],
  exits: { 0: "every scenario passed", 1: "one failed", 2: "the line or a file was wrong" },
  run: runAll,
});

/** Returns 0 when all pass, otherwise 1; a failure does not stop the rest. */
async function runAll(call: OwnCall<RunOptions>): Promise<number> {
  const { io, rest, options } = call;
  // Reads all before running the first, so that a mistake in the last is reported at once.
  const scenarios = rest.map((file) => ({ file, scenario: scenarioOf(file, io) }));
  if (options.url !== undefined) scenarios.forEach(refuseApp);
  const stop = new AbortController();
  io.onStop(() => stop.abort());
  const results: { file: string; outcome: Outcome }[] = [];
  for (const [index, named] of scenarios.entries()) {
    if (stop.signal.aborted) break;
    if (!options.json) io.out(`${index === 0 ? "" : "\n"}${escapeControl(named.scenario.title)}\n`);
    const outcome = await play(call, named, stop.signal);
    io.out(options.json ? jsonLine({ file: named.file, ...outcome }) : ending(outcome, named, options));
    results.push({ file: named.file, outcome });
  }
  if (options.junit !== undefined) writeReport(options.junit, results, io);
  const passed = results.filter(({ outcome }) => outcome.outcome === "passed").length;
  if (scenarios.length > 1 && !options.json) {
    io.out(`\n${passed} of ${scenarios.length} scenarios passed\n`);
  }
  return passed === scenarios.length ? 0 : 1;
}

/** A running sandbox may belong to others: only a sandbox of its own plays a story that starts programs. */
function refuseApp({ file, scenario }: NamedScenario): void {
  const place = startsPrograms(scenario);
  if (place === undefined) return;
  const why = `${file} ${place}: it is about an app and starts programs: leave --url out, and ${PLAYS_APPS}`;
  throw new CommandError(escapeControl(why), 2);
}

function writeReport(file: string, results: Parameters<typeof junitReport>[0], io: ProcessIo): void {
  try {
    io.writeFile(file, junitReport(results));
  } catch (error) {
    throw new CommandError(
      escapeControl(`${file} cannot be written${codeOf(error)}: check the path and its permissions`),
    );
  }
}

/** @throws CommandError for a file that cannot be read, or is not a scenario */
function scenarioOf(file: string, io: ProcessIo): Scenario {
  try {
    return readScenario(builtInText(file) ?? io.readFile(file));
  } catch (error) {
    if (error instanceof ScenarioFault) throw new CommandError(escapeControl(`${file} ${error.message}`), 2);
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    throw new CommandError(
      escapeControl(`${file} cannot be read (${code}): name a file, or one of ${builtInNames().join(", ")}`),
      2,
    );
  }
}

async function play(call: OwnCall<RunOptions>, { scenario }: NamedScenario, signal: AbortSignal): Promise<Outcome> {
  const { io, options } = call;
  const onStep = (step: StepOutcome, of: number): void => {
    if (!options.json) io.out(lines(step, of));
  };
  const run = (host: Host, wall: WallClock): Promise<Outcome> => runScenario(scenario, { host, wall, signal, onStep });
  const adapter = scenario.options?.app;
  try {
    if (options.url === undefined && adapter !== undefined) {
      // Loaded here, so that no other command waits for the hunt.
      const { hunt } = await import("../../hunt/hunt.ts");
      return await hunt.withApp({ ...call, signal }, scenario, (host, app) =>
        runScenario(scenario, { host, wall: systemClock, app, signal, onStep }),
      );
    }
    if (options.url === undefined) return await inOwnSandbox(call, scenario, run);
    const adminToken = options.adminToken ?? (io.environment[variableOf("adminToken")] || null);
    return await run({ url: originOf(options.url), adminToken }, systemClock);
  } catch (error) {
    if (error instanceof HostFault) throw new CommandError(escapeControl(error.message));
    throw error;
  }
}

async function inOwnSandbox(
  { create, io }: OwnCall<RunOptions>,
  { options = {} }: Scenario,
  run: (host: Host, wall: WallClock) => Promise<Outcome>,
): Promise<Outcome> {
  const config = { ...DEFAULT_CONFIG, port: 0, clock: "frozen" as const, seed: options.seed ?? DEFAULT_CONFIG.seed };
  const wall = minuteAlignedClock(systemClock);
  // Many scenarios have a receiver that refuses: log only errors, not warnings.
  const log = createLog("error", { write: (line) => io.err(line) });
  const sandbox = await create(config, { log, wall, pid: io.pid }).catch(async (error: unknown) => {
    throw await startFault(error, config, wall);
  });
  try {
    return await run({ url: sandbox.url, adminToken: null }, wall);
  } finally {
    await sandbox.close();
  }
}

function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed !== null && /^https?:$/.test(parsed.protocol)) return parsed.origin;
  throw new CommandError("--url must be the address of a sandbox such as http://127.0.0.1:4010", 2);
}

function lines({ number, title, outcome, differences, note }: StepOutcome, of: number): string {
  if (outcome === "not run") return "";
  const head = `  ${outcome === "passed" ? "ok    " : "FAILED"} ${String(number).padStart(String(of).length)}/${of}  ${escapeControl(title)}\n`;
  const diff = differences.map(
    ({ at, expected, seen }) =>
      `           ${escapeControl(at)}\n             - expected ${escapeControl(expected)}\n             + seen     ${escapeControl(seen)}\n`,
  );
  return [head, ...(note === undefined ? [] : [`           ${escapeControl(note)}\n`]), ...diff].join("");
}

function ending(
  { outcome, steps, tenant_id }: Outcome,
  { file, scenario }: NamedScenario,
  { url }: RunOptions,
): string {
  const failed = steps.find((step) => step.outcome === "failed");
  const passed = steps.filter((step) => step.outcome === "passed").length;
  const end = failed
    ? `failed at step ${failed.number} of ${steps.length}: ${escapeControl(failed.title)}`
    : `stopped after ${passed} steps`;
  // In a running sandbox the scenario's records stay for inspection.
  const rest = `its records stay with tenant ${tenant_id}: DELETE /admin/tenants/${tenant_id} removes them\n`;
  const passing = `passed: ${steps.length} steps\n${nowAndThen(file, scenario)}`;
  return `${outcome === "passed" ? passing : `${end}\n`}${url === undefined ? "" : rest}`;
}
