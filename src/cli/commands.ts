// Table: the commands of the command line, in the order of the help.
import { advanceCommand } from "./advance.ts";
import type { CommandRow } from "./command.ts";
import { depositCommand } from "./deposit.ts";
import { eventsCommand } from "./events.ts";
import { runScenarioCommand } from "./run.ts";
import { startCommand } from "./start-command.ts";

export const COMMANDS: readonly CommandRow[] = [
  startCommand,
  depositCommand,
  advanceCommand,
  eventsCommand,
  runScenarioCommand,
];
