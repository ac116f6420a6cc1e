// The proof as a table for `docs/hunt.md`: every mistake with what found it, misses included, and what the correct apps were put through.
import { EXAMPLES, type Example } from "../a-hunt.ts";
import { type CorrectResult, type MistakeResult, type ProofResult, plannedOf } from "./result.ts";

const BEGIN = "<!-- proof: written by `npm run proof:hunt -- --write` -->\n";
const END = "<!-- end of proof -->";

/** The text between the marks is replaced. @throws Error for a document without them */
export function withProof(document: string, results: readonly ProofResult[]): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`the document has no marks ${BEGIN.trim()} and ${END}`);
  return `${document.slice(0, from)}${BEGIN}\n${proofText(results)}\n\n${document.slice(to)}`;
}

export function proofText(results: readonly ProofResult[]): string {
  const tried = results.filter((one) => one.kind === "mistake");
  const correct = results.filter((one) => one.kind === "correct");
  return [...mistakeLines(tried), "", ...correctLines(correct), "", madeOf(results)].join("\n");
}

/** Results of several states of the code prove nothing of one of them: that is said. */
function madeOf(results: readonly ProofResult[]): string {
  const counts = [...Map.groupBy(results, ({ commit }) => commit)].map(([commit, list]) => ({ commit, list }));
  const [first] = counts;
  if (first === undefined) return "";
  if (counts.length === 1 && first.commit !== undefined) return `All of it was made with commit \`${first.commit}\`.`;
  const parts = counts.map(
    ({ commit, list }) => `${list.length} with ${commit === undefined ? "earlier ones" : `\`${commit}\``}`,
  );
  return `These results were made with several commits: ${parts.join(", ")}.`;
}

function mistakeLines(tried: readonly MistakeResult[]): string[] {
  const rows = (Object.keys(EXAMPLES) as Example[]).flatMap((example) =>
    EXAMPLES[example].mistakes.map(({ name, about }) => {
      const one = tried.find((result) => result.name === name);
      return `| \`${name}\` | ${about} | ${one === undefined ? "not tried | | | |" : cellsOf(one)}`;
    }),
  );
  const found = tried.filter((one) => one.found !== null);
  const steps = found.flatMap((one) => one.found?.steps ?? []).toSorted((a, b) => a - b);
  const missed = tried.filter((one) => one.found === null).map(({ name }) => `\`${name}\``);
  const summary = `${found.length} of ${tried.length} mistakes were found${missed.length === 0 ? "" : `; missed: ${missed.join(", ")}`}.`;
  const lengths = `Stories have ${steps[Math.floor(steps.length / 2)] ?? 0} steps in the median, ${steps.at(-1) ?? 0} at most.`;
  return [
    ...[`${summary} ${lengths}`, "", "| Mistake | What the app does | Broken | World | Steps | Seen |"],
    ...["|---|---|---|---|---|---|", ...rows],
  ];
}

function cellsOf({ found, worlds, repeats }: MistakeResult): string {
  if (found === null) return `**missed** | in ${worlds} worlds | | |`;
  const { rule, phase, world, seconds, steps, certificate, rate, why } = found;
  const proven = certificate === "not proven" && why ? `${certificate}: ${why}` : certificate;
  return `${rule} | ${phase} ${world}, ${seconds.toFixed(1)} s | ${steps}, ${proven} | ${rate}${repeats === null ? "" : ", not repeated by `run`"} |`;
}

function correctLines(correct: readonly CorrectResult[]): string[] {
  const sorted = correct.toSorted((a, b) => a.example.localeCompare(b.example) || a.seed - b.seed);
  const rows = sorted.map((one) => {
    const { example, seed, worlds, notJudged, alarms, neverMet } = one;
    const counts = `${worlds.singles} | ${worlds.pairs} | ${worlds.swarm}`;
    const never = neverMet.length === 0 ? "" : `, never met: ${neverMet.join(", ")}`;
    return `| ${example} | ${seed} | ${counts} | ${notJudged} | ${alarms.length}${never} |`;
  });
  const all = correct.reduce((sum, one) => sum + plannedOf(one), 0);
  const alarms = correct.reduce((sum, one) => sum + one.alarms.length, 0);
  return [
    `Correct apps: ${alarms} false ${alarms === 1 ? "alarm" : "alarms"} in ${all} worlds.`,
    ...["", "| App | Seed | Singles | Pairs | Swarm | Not judged | False alarms |", "|---|---|---|---|---|---|---|"],
    ...rows,
  ];
}
