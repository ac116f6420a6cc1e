// `hunt --replay DIR`: each kept story again, one line each; exit code 1 while one of them fails.
import type { HuntOptions } from "../../hunt/options.ts";
import { type KeptStory, keptStoryOf, type Replayed, type ReplayReport, replay } from "../../hunt/replay.ts";
import { escapeControl } from "../../kernel/escape-control.ts";
import { signalCode } from "../commands/sandbox/exec.ts";
import { CommandError, jsonLine, type ProcessIo, type StopSignal } from "../process-io.ts";
import type { CliHost } from "./host.ts";

/** Plays the stories of a folder. @throws CommandError (code 2) when it holds none */
export async function replayFolder(
  folder: string,
  options: HuntOptions,
  host: CliHost,
  { io, json, stopped }: { io: ProcessIo; json: boolean; stopped: () => StopSignal | undefined },
): Promise<number> {
  const stories = storiesIn(folder, io);
  const tell = ({ file, rule, rate, verdict, why }: Replayed): void => {
    host.quiet();
    const word = verdict === "sometimes" ? `seen ${rate.failed} of ${rate.of}` : verdict;
    const reason = verdict === "not judged" ? `: ${why}` : "";
    if (!json) io.out(escapeControl(`${word.padEnd(12)} ${rule}  ${file}${reason}`).concat("\n"));
  };
  const report = await replay(stories, options, host, tell);
  host.quiet();
  if (json) io.out(jsonLine(report));
  const unjudged = unjudgedOf(report);
  if (unjudged !== null) io.err(escapeControl(`could not be judged: ${unjudged}`).concat("\n"));
  const signal = stopped();
  if (signal !== undefined) return signalCode(signal);
  if (unjudged !== null) return 3;
  return report.stories.some(({ verdict }) => verdict !== "FIXED") ? 1 : 0;
}

/** What keeps the replay from saying that all is well; null when every story was judged. */
function unjudgedOf({ hindrance, stories, left }: ReplayReport): string | null {
  if (hindrance !== null) return hindrance;
  if (left > 0) return `${left} ${left === 1 ? "story was" : "stories were"} not played: it was interrupted`;
  const missed = stories.filter(({ verdict }) => verdict === "not judged");
  return missed.length === 0 ? null : missed.map(({ file, why }) => `${file}: ${why}`).join("; ");
}

function storiesIn(folder: string, io: ProcessIo): KeptStory[] {
  const names = io.listFolder(folder).filter((name) => /^hunt-\d+\.json$/.test(name));
  const read = names.toSorted(byNumber).map((name) => {
    const file = `${folder}/${name}`;
    const story = keptStoryOf(file, io.readFile(file));
    return typeof story === "string" ? `${file} ${story}` : story;
  });
  const faults = read.filter((one) => typeof one === "string");
  if (faults.length > 0) throw new CommandError(escapeControl(faults.join("\n")), 2);
  if (read.length === 0)
    throw new CommandError(`${folder} holds no story: "hunt" keeps them as hunt-1.json, hunt-2.json …`, 2);
  return read.filter((one) => typeof one !== "string");
}

function byNumber(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}
