// `contract`: commands about the client's contract with the service.
import type { CommandGroup } from "../../command.ts";
import { compareCommand } from "./compare.ts";
import { receiverCommand } from "./receiver.ts";
import { contractReportCommand } from "./report.ts";

export const contractCommand: CommandGroup = {
  kind: "group",
  name: "contract",
  about: "test what your app makes of the service's contract",
  commands: [contractReportCommand, receiverCommand, compareCommand()],
};
