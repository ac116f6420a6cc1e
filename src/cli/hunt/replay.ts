// `hunt --replay DIR`: each kept story again, one line each; exit code 1 while one of them fails.

import type { HuntOptions } from "../../hunt/options.ts";
import { type KeptStory, keptStoryOf, type Replayed, replay } from "../../hunt/replay.ts";
import { escapeControl } from "../../kernel/escape-control.ts";
import { CommandError, jsonLine, type ProcessIo } from "../process-io.ts";
import type { CliHost } from "./host.ts";

/** Plays the stories of a folder. @throws CommandError (code 2) when it holds none */
export async function replayFolder(
  folder: string,
  options: HuntOptions,
  host: CliHost,
  io: ProcessIo,
  json: boolean,
): Promise<number> {
  const stories = storiesIn(folder, io);
  const tell = ({ file, rule, rate, verdict }: Replayed): void => {
    host.quiet();
    const word = verdict === "sometimes" ? `seen ${rate.failed} of ${rate.of}` : verdict;
    if (!json) io.out(escapeControl(`${word.padEnd(12)} ${rule}  ${file}`).concat("\n"));
  };
  const report = await replay(stories, options, host, tell);
  host.quiet();
  if (json) io.out(jsonLine(report));
  if (report.hindrance !== null) {
    io.err(escapeControl(`could not be judged: ${report.hindrance}`).concat("\n"));
    return 3;
  }
  return report.stories.some(({ verdict }) => verdict !== "FIXED") ? 1 : 0;
}

function storiesIn(folder: string, io: ProcessIo): KeptStory[] {
  const names = io.listFolder(folder).filter((name) => /^hunt-\d+\.json$/.test(name));
  const stories = names.toSorted(byNumber).map((name) => {
    const file = `${folder}/${name}`;
    const story = storyIn(file, io.readFile(file));
    if (story === null) throw new CommandError(`${file} is no story of a hunt of this version`, 2);
    return story;
  });
  if (stories.length === 0)
    throw new CommandError(`${folder} holds no story: "hunt" keeps them as hunt-1.json, hunt-2.json …`, 2);
  return stories;
}

function storyIn(file: string, text: string): KeptStory | null {
  try {
    return keptStoryOf(file, text);
  } catch {
    return null;
  }
}

function byNumber(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}
