// Table: the commands of the command line, in the order of the help.

import type { CommandRow } from "./command.ts";
import { baseFeeCommand } from "./commands/chains/base-fee.ts";
import { depositCommand } from "./commands/chains/deposit.ts";
import { faucetCommand } from "./commands/chains/faucet.ts";
import { finalityCommand } from "./commands/chains/finality.ts";
import { l1FeesCommand } from "./commands/chains/l1-fees.ts";
import { mineCommand } from "./commands/chains/mine.ts";
import { miningCommand } from "./commands/chains/mining.ts";
import { networksCommand } from "./commands/chains/networks.ts";
import { reorgCommand } from "./commands/chains/reorg.ts";
import { contractCommand } from "./commands/contract/contract.ts";
import { faultCommand } from "./commands/faults/fault.ts";
import { huntCommand } from "./commands/hunt/hunt.ts";
import { depositsCommand } from "./commands/records/deposits.ts";
import { payoutsCommand } from "./commands/records/payouts.ts";
import { refillCommand } from "./commands/records/refill.ts";
import { retryCommand } from "./commands/records/retry.ts";
import { searchCommand } from "./commands/records/search.ts";
import { settlementsCommand } from "./commands/records/settlements.ts";
import { showCommand } from "./commands/records/show.ts";
import { solversCommand } from "./commands/records/solvers.ts";
import { walletsCommand } from "./commands/records/wallets.ts";
import { requestsCommand } from "./commands/requests/requests.ts";
import { completionCommand } from "./commands/sandbox/completion.ts";
import { doctorCommand } from "./commands/sandbox/doctor.ts";
import { execCommand } from "./commands/sandbox/exec.ts";
import { mcpCommand } from "./commands/sandbox/mcp.ts";
import { skillCommand } from "./commands/sandbox/skill.ts";
import { startCommand } from "./commands/sandbox/start-command.ts";
import { statusCommand } from "./commands/sandbox/status.ts";
import { tenantsCommand } from "./commands/sandbox/tenants.ts";
import { runScenarioCommand } from "./commands/scenarios/run.ts";
import { advanceCommand } from "./commands/time/advance.ts";
import { clockCommand } from "./commands/time/clock.ts";
import { freezeCommand } from "./commands/time/freeze.ts";
import { resumeCommand } from "./commands/time/resume.ts";
import { runUntilIdleCommand } from "./commands/time/run-until-idle.ts";
import { deliveriesCommand } from "./commands/webhooks/deliveries.ts";
import { eventsCommand } from "./commands/webhooks/events.ts";
import { listenCommand } from "./commands/webhooks/listen.ts";
import { redeliverCommand } from "./commands/webhooks/redeliver.ts";
import { verifyCommand } from "./commands/webhooks/verify.ts";
import { exportCommand } from "./commands/worlds/export.ts";
import { resetCommand } from "./commands/worlds/reset.ts";
import { restoreCommand } from "./commands/worlds/restore.ts";
import { snapshotCommand } from "./commands/worlds/snapshot.ts";

export const COMMANDS: readonly CommandRow[] = [
  startCommand,
  execCommand,
  statusCommand,
  // Money.
  depositCommand,
  faucetCommand,
  depositsCommand,
  walletsCommand,
  payoutsCommand,
  settlementsCommand,
  retryCommand,
  solversCommand,
  refillCommand,
  // What happened.
  searchCommand,
  showCommand,
  // Time.
  clockCommand,
  advanceCommand,
  freezeCommand,
  resumeCommand,
  runUntilIdleCommand,
  // Chains.
  networksCommand,
  mineCommand,
  miningCommand,
  baseFeeCommand,
  finalityCommand,
  l1FeesCommand,
  reorgCommand,
  // Faults.
  faultCommand,
  // Webhooks.
  eventsCommand,
  deliveriesCommand,
  redeliverCommand,
  listenCommand,
  verifyCommand,
  requestsCommand(),
  // The client's contract with the service.
  contractCommand,
  huntCommand,
  // Worlds.
  tenantsCommand,
  snapshotCommand,
  restoreCommand,
  resetCommand,
  exportCommand,
  doctorCommand,
  runScenarioCommand,
  mcpCommand,
  skillCommand,
  completionCommand(() => COMMANDS),
];
