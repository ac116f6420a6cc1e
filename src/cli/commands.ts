// Table: the commands of the command line, in the order of the help.
import { advanceCommand } from "./advance.ts";
import { clockCommand, freezeCommand, idleCommand, resumeCommand } from "./clock.ts";
import type { CommandRow } from "./command.ts";
import { completionCommand } from "./completion.ts";
import { depositCommand } from "./deposit.ts";
import { doctorCommand } from "./doctor.ts";
import { eventsCommand } from "./events.ts";
import { execCommand } from "./exec.ts";
import { faucetCommand } from "./faucet.ts";
import { faultCommand } from "./fault.ts";
import { listenCommand } from "./listen.ts";
import { mineCommand, miningCommand, networksCommand, reorgCommand } from "./networks.ts";
import { payoutsCommand, settlementsCommand, walletsCommand } from "./records.ts";
import { runScenarioCommand } from "./run.ts";
import { refillCommand, retryCommand, solversCommand } from "./settlement-commands.ts";
import { exportCommand, resetCommand, restoreCommand, snapshotCommand } from "./snapshot.ts";
import { startCommand } from "./start-command.ts";
import { statusCommand } from "./status.ts";
import { tenantsCommand } from "./tenants.ts";
import { verifyCommand } from "./verify.ts";

export const COMMANDS: readonly CommandRow[] = [
  startCommand,
  execCommand,
  statusCommand,
  // Money.
  depositCommand,
  faucetCommand,
  walletsCommand,
  payoutsCommand,
  settlementsCommand,
  retryCommand,
  solversCommand,
  refillCommand,
  // Time.
  clockCommand,
  advanceCommand,
  freezeCommand,
  resumeCommand,
  idleCommand,
  // Chains.
  networksCommand,
  mineCommand,
  miningCommand,
  reorgCommand,
  // What goes wrong.
  faultCommand,
  // Webhooks.
  eventsCommand,
  listenCommand,
  verifyCommand,
  // Worlds.
  tenantsCommand,
  snapshotCommand,
  restoreCommand,
  resetCommand,
  exportCommand,
  doctorCommand,
  runScenarioCommand,
  completionCommand(() => COMMANDS),
];
