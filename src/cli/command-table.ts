// Table: the commands of the command line, in the order of the help.

import type { CommandRow } from "./command.ts";
import { depositCommand } from "./commands/chains/deposit.ts";
import { faucetCommand } from "./commands/chains/faucet.ts";
import { mineCommand, miningCommand, networksCommand, reorgCommand } from "./commands/chains/networks.ts";
import { faultCommand } from "./commands/faults/fault.ts";
import { payoutsCommand, settlementsCommand, walletsCommand } from "./commands/records/records.ts";
import { refillCommand, retryCommand, solversCommand } from "./commands/records/settlements.ts";
import { completionCommand } from "./commands/sandbox/completion.ts";
import { doctorCommand } from "./commands/sandbox/doctor.ts";
import { execCommand } from "./commands/sandbox/exec.ts";
import { startCommand } from "./commands/sandbox/start-command.ts";
import { statusCommand } from "./commands/sandbox/status.ts";
import { tenantsCommand } from "./commands/sandbox/tenants.ts";
import { runScenarioCommand } from "./commands/scenarios/run.ts";
import { advanceCommand } from "./commands/time/advance.ts";
import { clockCommand, freezeCommand, idleCommand, resumeCommand } from "./commands/time/clock.ts";
import { eventsCommand } from "./commands/webhooks/events.ts";
import { listenCommand } from "./commands/webhooks/listen.ts";
import { verifyCommand } from "./commands/webhooks/verify.ts";
import { exportCommand, resetCommand, restoreCommand, snapshotCommand } from "./commands/worlds/snapshot.ts";

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
