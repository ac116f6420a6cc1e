// `contract merge`: joins the reports of `contract run --shard` into one.
import { seal } from "../../../contract/outputs/seal.ts";
import { MergeFault, mergeResults, readResult } from "../../../contract/run/merge.ts";
import type { RunResult } from "../../../contract/run/played-run.ts";
import { exitCodeOf, runDocument } from "../../../contract/run/run-document.ts";
import type { FailOn } from "../../../contract/run/selection.ts";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { ownCommand, textOf } from "../../command.ts";
import { matrix } from "../../contract/matrix.ts";
import { FAIL_ON_OPTION, REPORT_OPTION, RUN_EXITS } from "../../contract/run-options.ts";
import { CommandError, jsonLine, type ProcessIo } from "../../process-io.ts";
import { writeReport } from "../../report-folder.ts";

type MergeOptions = { report?: string; failOn?: FailOn; json?: true };

export const contractMergeCommand = ownCommand<MergeOptions>({
  name: "merge",
  about: "join the reports of contract run --shard into one",
  args: [{ name: "dir", about: "the folders of --report of all shards", required: true, rest: true }],
  options: [REPORT_OPTION, FAIL_ON_OPTION, { flags: "--json", about: "print the result as one line of JSON" }],
  examples: ["contract merge shard-1 shard-2 shard-3 --report contract"],
  exits: RUN_EXITS,
  async run({ rest, options, io }) {
    const results: RunResult[] = [];
    for (const folder of rest) results.push(await resultIn(folder, io));
    const result = joined(results, options.failOn);
    // The parts were sealed when they were written.
    const document = seal(runDocument(result), { secrets: [], withBodies: true });
    io.out(options.json ? jsonLine(result) : matrix(result, io));
    writeReport(options.report, document, io);
    return exitCodeOf(result);
  },
});

async function resultIn(folder: string, io: ProcessIo): Promise<RunResult> {
  const file = `${folder}/contract.json`;
  const text = await textOf(file, io);
  try {
    return readResult(text);
  } catch (error) {
    if (error instanceof MergeFault) throw new CommandError(escapeControl(`${file} ${error.message}`), 2);
    throw error;
  }
}

function joined(results: readonly RunResult[], failOn: FailOn | undefined): RunResult {
  try {
    return mergeResults(results, failOn);
  } catch (error) {
    if (error instanceof MergeFault) throw new CommandError(escapeControl(`contract merge: ${error.message}`), 2);
    throw error;
  }
}
