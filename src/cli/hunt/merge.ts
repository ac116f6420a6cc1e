// Plays `hunt merge`: reads the folders of the shards, prints and writes the whole. Loaded when the command runs.
import { resolve } from "node:path";
import { exitCodeOf } from "../../hunt/options.ts";
import type { HuntReport } from "../../hunt/report.ts";
import { type Merged, MergeFault, mergeReports, type Origin } from "../../hunt/shards/merge.ts";
import { readReport } from "../../hunt/shards/read-report.ts";
import { findingText, summaryText } from "../../hunt/story/terminal.ts";
import { escapeControl } from "../../kernel/escape-control.ts";
import { type OwnCall, textOf } from "../command.ts";
import { CommandError, jsonLine, type ProcessIo } from "../process-io.ts";
import { FOLDER, type HuntMergeOptions, WIDTH } from "./options.ts";
import { writeHuntReport, writeStory } from "./outputs.ts";

/** Exit codes as those of `hunt`. @throws CommandError (code 2) for folders that are not the shards of one hunt */
export async function mergeFolders({ rest, options, io }: OwnCall<HuntMergeOptions>): Promise<number> {
  const named = options.report ?? FOLDER;
  const target = { folder: resolve(named), named };
  const parts: { folder: string; report: HuntReport }[] = [];
  for (const folder of rest) parts.push({ folder, report: await reportIn(folder, io) });
  const { report, origins } = joined(parts.map((part) => part.report));
  const width = Math.max(WIDTH, io.terminal?.columns ?? 0);
  // All stories are read before one is written: the target may be the folder of a shard.
  const stories = await Promise.all(
    origins.map(async (origin) => ({ ...origin, text: await storyOf(origin, parts[origin.report]?.folder ?? "", io) })),
  );
  for (const { finding, text } of stories) {
    writeStory(finding, { seed: report.seed, version: report.sandbox_version, text }, target, io);
    if (!options.json) io.out(`${findingText(finding, { folder: named, width })}\n`);
  }
  writeHuntReport(report, target, io);
  io.out(options.json ? jsonLine(report) : summaryText(report, width));
  return exitCodeOf(report, options.failOn ?? "error");
}

async function reportIn(folder: string, io: ProcessIo): Promise<HuntReport> {
  const file = `${folder}/report.json`;
  const text = await textOf(file, io);
  try {
    return readReport(text);
  } catch (error) {
    if (error instanceof MergeFault) throw new CommandError(escapeControl(`${file} ${error.message}`), 2);
    throw error;
  }
}

/** The scenario that the shard kept: it holds the adapter, which no report does. */
async function storyOf({ number }: Origin, folder: string, io: ProcessIo): Promise<string> {
  return await textOf(`${folder}/hunt-${number}.json`, io);
}

function joined(reports: readonly HuntReport[]): Merged {
  try {
    return mergeReports(reports);
  } catch (error) {
    if (error instanceof MergeFault) throw new CommandError(escapeControl(`hunt merge: ${error.message}`), 2);
    throw error;
  }
}
