// Runs a scenario in the sandbox (D-61), with a snapshot before it (D-62).
import { client, type Schemas, wordsOf } from "../api/client.ts";
import { keepBefore } from "../shell/before.ts";

/** A built-in one by its name, or the content of a file. */
export type Scenario = { name: string } | { scenario: Record<string, unknown> };

/** A run: under way as long as it has neither. `error`: why it was refused. */
export type Play = { of: Scenario; outcome?: Schemas["ScenarioOutcome"]; error?: unknown };

/** Never throws. A refused scenario says where it is wrong. */
export async function play(of: Scenario): Promise<Play> {
  try {
    await keepBefore("name" in of ? `scenario ${of.name}` : "a scenario");
    const { data, error } = await client.POST("/scenarios/run", { body: of });
    return data === undefined ? { of, error: refusalOf(error) } : { of, outcome: data.data };
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
