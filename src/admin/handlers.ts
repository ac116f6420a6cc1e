// Table: the handlers of all operations of the control API; a missing one or one too many does not compile.
import type { AdminHandlers } from "./handler.ts";
import { blockHandlers } from "./operations/blocks.ts";
import { clockHandlers } from "./operations/clock.ts";
import { contractReadsHandlers } from "./operations/contract-reads.ts";
import { contractReportHandlers } from "./operations/contract-report.ts";
import { deliveryHandlers } from "./operations/deliveries.ts";
import { eventHandlers } from "./operations/events.ts";
import { faultHandlers } from "./operations/faults.ts";
import { invariantHandlers } from "./operations/invariants.ts";
import { judgeHandlers } from "./operations/judge.ts";
import { moneyHandlers } from "./operations/money.ts";
import { networkHandlers } from "./operations/networks.ts";
import { readingHandlers } from "./operations/readings.ts";
import { receiverHandlers } from "./operations/receiver.ts";
import { requestHandlers } from "./operations/requests.ts";
import { scenarioHandlers } from "./operations/scenarios.ts";
import { settlementHandlers } from "./operations/settlements.ts";
import { signatureHandlers } from "./operations/signature.ts";
import { snapshotHandlers } from "./operations/snapshots.ts";
import { strictModeHandlers } from "./operations/strict-mode.ts";
import { keyHandlers, tenantHandlers } from "./operations/tenants.ts";
import { tokenHandlers } from "./operations/tokens.ts";
import { transactionHandlers } from "./operations/transactions.ts";
import { transferHandlers } from "./operations/transfers.ts";
import { endpointHandlers } from "./operations/webhook-endpoints.ts";
import { worldHandlers } from "./operations/world.ts";
import { claimHandlers } from "./records/claims.ts";
import { depositHandlers } from "./records/deposits.ts";
import { listHandlers } from "./records/lists.ts";
import { recordHandlers } from "./records/record-handlers.ts";
import { searchHandlers } from "./records/search.ts";
import { webhookListHandlers } from "./records/webhook-lists.ts";
import { tenantDetailHandlers } from "./tenants/tenant-detail.ts";

export const adminHandlers: AdminHandlers = {
  ...worldHandlers,
  ...invariantHandlers,
  ...snapshotHandlers,
  ...clockHandlers,
  ...tenantHandlers,
  ...tenantDetailHandlers,
  ...keyHandlers,
  ...endpointHandlers,
  ...eventHandlers,
  ...webhookListHandlers,
  ...deliveryHandlers,
  ...signatureHandlers,
  ...receiverHandlers,
  ...transferHandlers,
  ...depositHandlers,
  ...claimHandlers,
  ...listHandlers,
  ...recordHandlers,
  ...searchHandlers,
  ...moneyHandlers,
  ...judgeHandlers,
  ...settlementHandlers,
  ...networkHandlers,
  ...blockHandlers,
  ...tokenHandlers,
  ...transactionHandlers,
  ...faultHandlers,
  ...readingHandlers,
  ...strictModeHandlers,
  ...requestHandlers,
  ...contractReportHandlers,
  ...contractReadsHandlers,
  ...scenarioHandlers,
};
