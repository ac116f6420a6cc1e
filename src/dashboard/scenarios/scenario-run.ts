// Runs a scenario in the sandbox (D-61), with a snapshot before it (D-62).
import { client, type Schemas, wordsOf } from "../api/client.ts";
import { say } from "../shell/acts.ts";
import { keepBefore } from "../shell/before.ts";
import { undoBy } from "../shell/world-acts.ts";

/** A built-in one by its name, or the content of a file. */
export type Scenario = { name: string } | { scenario: Record<string, unknown> };

/** A run: under way as long as it has neither. `error`: why it was refused. */
export type Play = { of: Scenario; outcome?: Schemas["ScenarioOutcome"]; error?: unknown };

/** Never throws. A refused scenario says where it is wrong; one that was played can be undone (D-08). */
export async function play(of: Scenario): Promise<Play> {
  try {
    const kept = await keepBefore("name" in of ? `scenario ${of.name}` : "a scenario");
    const { data, error } = await client.POST("/scenarios/run", { body: of });
    if (data === undefined) return { of, error: refusalOf(error) };
    const { title, outcome } = data.data;
    // A failed one is bad news of the scenario, but the run itself can be undone as well.
    say(outcome === "passed" ? "good" : "bad", `${title}: ${outcome}`, undoBy(kept));
    return { of, outcome: data.data };
  } catch (error) {
    return { of, error };
  }
}

/** The words of the sandbox, which say where; behind them the values that it takes there. */
function refusalOf(error: unknown): Error {
  const details = typeof error === "object" && error !== null && "details" in error ? error.details : undefined;
  const { allowed } = Object(details) as { allowed?: unknown };
  const isList = Array.isArray(allowed) && allowed.length > 0;
  return new Error(isList ? `${wordsOf(error)} (allowed: ${allowed.join(", ")})` : wordsOf(error));
}
