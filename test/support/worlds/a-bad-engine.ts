// A chain engine that fails at a chosen call of a chosen crossing, for every engine of this process.
import { Provider } from "@nomicfoundation/edr";
import { onTestFinished, vi } from "vitest";

/**
 * `refused`: the engine executes the calls of the crossing before this one and answers with an error. `lost`: it executes those and this
 * one, and no answer comes. `unreached`: it executes none, and no answer comes.
 */
export type EngineMistake = { call: number; how: "refused" | "lost" | "unreached" };

type Call = { method: string; params: readonly unknown[] };

/** Counts crossings to engines and spoils the chosen ones. */
export function aBadEngine() {
  const handle = Provider.prototype.handleRequest;
  const crossings: string[][] = [];
  let mistake: { left: number; what: EngineMistake; method: string | undefined } | undefined;
  let made = 0;
  const spoiled = vi.spyOn(Provider.prototype, "handleRequest").mockImplementation(async function (
    this: Provider,
    question,
  ) {
    const asked = JSON.parse(question) as Call | Call[];
    const calls = Array.isArray(asked) ? asked : [asked];
    crossings.push(calls.map(({ method }) => method));
    const counts = mistake?.method === undefined || calls.some(({ method }) => method === mistake?.method);
    if (mistake === undefined || !counts || --mistake.left > 0) return handle.call(this, question);
    const { call, how } = mistake.what;
    mistake = undefined;
    made += 1;
    const executed = calls.slice(0, how === "unreached" ? 0 : how === "lost" ? call + 1 : call);
    if (executed.length > 0) await handle.call(this, JSON.stringify(executed));
    if (how !== "refused") throw new Error("the engine does not answer");
    return { data: JSON.stringify({ error: { code: -32000, message: "bad luck" } }) } as Awaited<
      ReturnType<typeof handle>
    >;
  });
  onTestFinished(() => spoiled.mockRestore());
  return {
    /** The methods of every crossing so far. */
    crossings,
    /** How many mistakes were made. */
    get made() {
      return made;
    },
    /** The mistake is made once, at the crossing with this number from now on, from 1; with `method` only those that hold it count. */
    spoil(crossing: number, what: EngineMistake, method?: string): void {
      mistake = { left: crossing, what, method };
    },
  };
}
