// The published test library: everything a test imports from `crypto-payment-sandbox/testing`.

export type { ReceiverReport, ReceiverResult } from "../contract/receiver/result.ts";
export type { components as AdminComponents, paths as AdminPaths } from "../spec/admin.gen.ts";
export type { components, paths } from "../spec/served.gen.ts";
export type { ArmedFault } from "./arm-fault.ts";
export type { TestChain, TestToken } from "./chain.ts";
export type { ContractReport, FindingLevel, SandboxAddress, SandboxContract } from "./contract/sandbox-contract.ts";
export {
  type Reads,
  type TrackedFetch,
  type TrackReadsOptions,
  trackReads,
  type WebhookReads,
} from "./contract/track-reads.ts";
export type { AdminClient, Control } from "./control.ts";
export type { EventFilter, Events } from "./events.ts";
export type { FaultInput, FaultInput as FaultOrder, Gate, TenantFaultInput, TenantGate } from "./fault-input.ts";
export { type Hooks, type SandboxFixtures, sandboxFixtures, useSandbox } from "./fixtures.ts";
export { type GradeReceiverOptions, gradeReceiver } from "./grade-receiver.ts";
export { hunt, playStory } from "./hunt/hunt.ts";
export type { HuntInput } from "./hunt/hunt-input.ts";
export type { HuntFinding, HuntResult, PlayedStory } from "./hunt/hunt-result.ts";
export type { HuntedApp, HuntPlace, HuntWithdrawal, RunningApp, SandboxVariables } from "./hunt/hunted-app.ts";
export type { AssetSymbol, Gates, NetworkSymbol } from "./names.gen.ts";
export type { Webhook, WebhookReceiver } from "./receiver.ts";
export type { TestSandbox } from "./sandbox.ts";
export { SandboxError } from "./sandbox-error.ts";
export type {
  Amount,
  DepositInput,
  DepositInput as DepositOrder,
  FaucetInput,
  MiningMode,
  PaidDeposit,
  Payment,
  TenantDepositInput,
  TimeTravelResult,
  TimeTravelResult as Journey,
} from "./sandbox-input.ts";
export { type ConnectOptions, connectSandbox, type StartOptions, startSandbox } from "./start.ts";
export type { ServiceClient, TestTenant } from "./tenant.ts";
export { dataOf, type Exact } from "./typed-client.ts";
export { type VerifyOptions, verifyWebhook } from "./verify.ts";
export type { EventType, PayloadOf, SandboxEvent, WebhookEvent } from "./webhook-event.ts";
