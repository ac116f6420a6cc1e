// What a hunt leaves in its folder: the story and the picture of each finding, JUnit and Markdown of the whole (U-60).
import { maskSecrets } from "../../contract/outputs/mask.ts";
import { seal } from "../../contract/outputs/seal.ts";
import type { Finding, HuntReport } from "../../hunt/report.ts";
import { type PictureFacts, pictureOf } from "../../hunt/story/picture.ts";
import { resultDocument } from "../../hunt/story/result-document.ts";
import type { ProcessIo } from "../process-io.ts";
import { type ReportFiles, writeReport } from "../report-folder.ts";

const FILES: ReportFiles = { junit: "hunt.junit.xml", markdown: "hunt.md" };

/** The picture of a finding as the text of `hunt-N.html`, without keys and secrets. */
export function pictureFile(finding: Finding, facts: PictureFacts): string {
  return maskSecrets(pictureOf(finding, facts));
}

/**
 * Writes `hunt.junit.xml` and `hunt.md`, and the job summary of GitHub.
 * @param named the folder as the user named it, for the commands in the texts
 * @throws CommandError when the folder cannot be written
 */
export function writeHuntReport(
  report: HuntReport,
  { folder, named }: { folder: string; named: string },
  io: ProcessIo,
) {
  writeReport(folder, seal(resultDocument(report, named), { secrets: [], withBodies: false }), io, FILES);
}
