// What a hunt leaves in its folder: the story and the picture of each finding, JUnit and Markdown of the whole (U-60).
import { maskSecrets } from "../../contract/outputs/mask.ts";
import { seal } from "../../contract/outputs/seal.ts";
import type { Adapter } from "../../hunt/adapter.ts";
import type { Finding, HuntReport } from "../../hunt/report.ts";
import { againCommand } from "../../hunt/story/again-command.ts";
import { pictureOf } from "../../hunt/story/picture.ts";
import { resultDocument } from "../../hunt/story/result-document.ts";
import { storyOf } from "../../hunt/story/scenario.ts";
import type { ProcessIo } from "../process-io.ts";
import { type ReportFiles, writeInto, writeReport } from "../report-folder.ts";

const FILES: ReportFiles = { junit: "hunt.junit.xml", markdown: "hunt.md" };

/** Where the outputs go: the folder, and its name as the user gave it, for the commands in the texts. */
export type OutputFolder = { readonly folder: string; readonly named: string };

type StoryFacts = { readonly adapter: Adapter; readonly seed: number; readonly version: string };

/** Writes `hunt-N.json`, which `run` plays again, and `hunt-N.html`. @throws CommandError when the folder cannot be written */
export function writeFinding(
  finding: Finding,
  facts: StoryFacts,
  { folder, named }: OutputFolder,
  io: ProcessIo,
): void {
  const { seed, version } = facts;
  writeStory(finding, { seed, version, text: jsonText(storyOf(finding, facts)) }, { folder, named }, io);
}

/** Writes the same with the text of a story that a shard kept. @throws CommandError when the folder cannot be written */
export function writeStory(
  finding: Finding,
  { seed, version, text }: Omit<StoryFacts, "adapter"> & { readonly text: string },
  { folder, named }: OutputFolder,
  io: ProcessIo,
): void {
  const picture = pictureOf(finding, { seed, version, again: againCommand(finding, named) });
  const name = `hunt-${finding.number}`;
  writeInto(
    folder,
    [
      [`${name}.json`, text],
      [`${name}.html`, maskSecrets(picture)],
    ],
    io,
  );
}

/**
 * Writes `report.json`, `hunt.junit.xml` and `hunt.md`, and the job summary of GitHub.
 * @throws CommandError when the folder cannot be written
 */
export function writeHuntReport(report: HuntReport, { folder, named }: OutputFolder, io: ProcessIo): void {
  writeInto(folder, [["report.json", jsonText(report)]], io);
  writeReport(folder, seal(resultDocument(report, named), { secrets: [], withBodies: false }), io, FILES);
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
