// `--report DIR`: writes a result document in every format into a folder, and for a job of GitHub into its summary (C-70).
import { OUTPUT_FORMATS, OUTPUTS, type OutputFormat } from "../contract/outputs/formats.ts";
import { markdownOf } from "../contract/outputs/markdown.ts";
import type { SealedDocument } from "../contract/outputs/seal.ts";
import { escapeControl } from "../kernel/escape-control.ts";
import { CommandError, codeOf, type ProcessIo } from "./process-io.ts";

type Files = Pick<ProcessIo, "makeFolder" | "replaceFile" | "appendFile" | "environment" | "err">;

/** The name of the file of each format that is written. */
export type ReportFiles = Readonly<Partial<Record<OutputFormat, string>>>;

const CONTRACT_FILES: ReportFiles = Object.fromEntries(OUTPUT_FORMATS.map((format) => [format, OUTPUTS[format].file]));

/**
 * Writes `contract.json`, `contract.junit.xml`, `contract.html` and `contract.md`, each at once or not at all, and appends the Markdown
 * to the file of `GITHUB_STEP_SUMMARY` if that is set; a summary that cannot be written is a warning, since the folder holds the same.
 * @param folder undefined: only the summary
 * @param files other names, and only these formats
 * @throws CommandError when the folder cannot be written
 */
export function writeReport(
  folder: string | undefined,
  document: SealedDocument,
  io: Files,
  files: ReportFiles = CONTRACT_FILES,
): void {
  const written = OUTPUT_FORMATS.flatMap((format): [string, string][] => {
    const name = files[format];
    return name === undefined ? [] : [[name, OUTPUTS[format].write(document)]];
  });
  if (folder !== undefined) writeInto(folder, written, io);
  const summary = io.environment["GITHUB_STEP_SUMMARY"];
  if (!summary) return;
  try {
    io.appendFile(summary, `${markdownOf(document)}\n`);
  } catch (error) {
    io.err(escapeControl(`warning: the job summary cannot be written to ${summary}${codeOf(error)}`).concat("\n"));
  }
}

/** Writes files into a folder, which is created, each at once or not at all. @throws CommandError that names the folder and what to check */
export function writeInto(
  folder: string,
  files: readonly (readonly [name: string, text: string])[],
  io: Pick<ProcessIo, "makeFolder" | "replaceFile">,
): void {
  try {
    io.makeFolder(folder);
    for (const [name, text] of files) io.replaceFile(`${folder}/${name}`, text);
  } catch (error) {
    throw new CommandError(
      escapeControl(`the report cannot be written to ${folder}${codeOf(error)}: check the path and its permissions`),
    );
  }
}
