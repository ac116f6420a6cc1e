// `contract`: commands about the client's contract with the service.
import type { CommandGroup } from "../../command.ts";
import { compareCommand } from "./compare.ts";
import { contractMergeCommand } from "./merge.ts";
import { readingsCommand } from "./readings.ts";
import { receiverCommand } from "./receiver.ts";
import { contractRelianceCommand } from "./reliance.ts";
import { contractReportCommand } from "./report.ts";
import { contractRunCommand } from "./run.ts";

export const contractCommand: CommandGroup = {
  kind: "group",
  name: "contract",
  about: "test what your app makes of the service's contract",
  commands: [
    contractReportCommand,
    readingsCommand(),
    contractRunCommand,
    contractMergeCommand,
    contractRelianceCommand,
    receiverCommand,
    compareCommand(),
  ],
};
