// `--report DIR`: writes a result document in every format into a folder, and for a job of GitHub into its summary (C-70).
import { OUTPUT_FORMATS, OUTPUTS, type OutputFormat } from "../contract/outputs/formats.ts";
import { markdownOf } from "../contract/outputs/markdown.ts";
import type { SealedDocument } from "../contract/outputs/seal.ts";
import { escapeControl } from "../kernel/escape-control.ts";
import { CommandError, type ProcessIo } from "./process-io.ts";

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
  if (folder !== undefined) {
    try {
      io.makeFolder(folder);
      for (const format of OUTPUT_FORMATS) {
        const file = files[format];
        if (file !== undefined) io.replaceFile(`${folder}/${file}`, OUTPUTS[format].write(document));
      }
    } catch (error) {
      throw new CommandError(
        escapeControl(`the report cannot be written to ${folder}${codeOf(error)}: check the path and its permissions`),
      );
    }
  }
  const summary = io.environment["GITHUB_STEP_SUMMARY"];
  if (!summary) return;
  try {
    io.appendFile(summary, `${markdownOf(document)}\n`);
  } catch (error) {
    io.err(escapeControl(`warning: the job summary cannot be written to ${summary}${codeOf(error)}`).concat("\n"));
  }
}

/** ` (ENOSPC)` of an error of the system; "" for any other. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
}
