// The published test library: everything a test imports from `crypto-payment-sandbox/testing`.
export type { TestChain, TestToken } from "./chain.ts";
export { SandboxError } from "./control.ts";
export type { EventFilter, Events, EventType, SandboxEvent } from "./events.ts";
export { type Hooks, type SandboxFixtures, sandboxFixtures, useSandbox } from "./fixtures.ts";
export type { Webhook, WebhookReceiver } from "./receiver.ts";
export type {
  DepositInput as DepositOrder,
  FaultInput as FaultOrder,
  TestSandbox,
  TimeTravelResult as Journey,
} from "./sandbox.ts";
export { type ConnectOptions, connectSandbox, type StartOptions, startSandbox } from "./start.ts";
export type { ServiceClient, TestTenant } from "./tenant.ts";
export { type VerifyOptions, verifyWebhook } from "./verify.ts";
