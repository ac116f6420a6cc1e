// An opened world wired together: chains, domain, loop and RPC server. Every reset and restore makes another.
import { createServer, type Server } from "node:http";
import type { Subscribers } from "../admin/streams/subscribers.ts";
import type { ChainDefinition } from "../chains/catalogue.ts";
import type { ReplayListener } from "../chains/replay.ts";
import type { Config } from "../config/options.ts";
import type { ContractState } from "../contract/contract.ts";
import type { AnnouncedEvent, EventBody } from "../domain/outbox.ts";
import type { SendWebhook } from "../flow/dependencies.ts";
import { Flow } from "../flow/flow.ts";
import { wordingFor } from "../http/wording.ts";
import { InvariantMonitor } from "../invariants/monitor.ts";
import { failpoint } from "../kernel/failpoint.ts";
import type { Instrument } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import { addedEventBody } from "../present/added-event.ts";
import { envelopeText } from "../present/event.ts";
import type { View } from "../present/view.ts";
import type { RpcServer } from "../rpc/server.ts";
import { serviceDocument } from "../spec/document.ts";
import { validatorsOf } from "../spec/validators.ts";
import type { WebhookSender } from "../webhooks/send.ts";
import { type WebhookHeaders, webhookHeaders } from "../webhooks/sign.ts";
import { fundingOf, type OpenedWorld } from "./create-world.ts";
import type { SnapshotActions } from "./development-actions.ts";
import { saveClock } from "./persist-clock.ts";
import { type RpcObserver, rpcServerOf } from "./rpc-server.ts";

/** What all worlds of one process share. */
export type RuntimeDependencies = {
  readonly config: Config;
  readonly wall: WallClock;
  readonly log: Log;
  readonly sender: WebhookSender;
  /** Base URL of the links in answers. */
  readonly origin: string;
  /** Told of every commit, after the loop, and of other known breaches of invariants. */
  readonly subscribers: Pick<Subscribers, "wake" | "breaches">;
  readonly catalogue?: readonly ChainDefinition[];
  /** Receives every instrumentation event. */
  readonly instrument: Instrument;
  /** The invariant monitor of each world, by its flow. */
  readonly monitors: WeakMap<Flow, InvariantMonitor>;
  readonly maxSteps?: number;
  readonly onReplay?: ReplayListener;
  /** What contract testing knows of this process. */
  readonly contract: ContractState;
  /** Notified of what clients do to the chains directly. */
  readonly rpcObserver?: RpcObserver;
};

/** `upgrades` never listens: it passes WebSocket handshakes to the RPC server of this world. */
export type WorldRuntime = {
  opened: OpenedWorld;
  view: View;
  flow: Flow;
  rpc: RpcServer;
  upgrades: Server;
  invariants: InvariantMonitor;
};

/** Starts an opened world: indexes the blocks its chains have mined, and starts its loop. */
export async function openRuntime(
  dependencies: RuntimeDependencies,
  opened: OpenedWorld,
  snapshots: SnapshotActions,
): Promise<WorldRuntime> {
  const { config, wall, log, instrument } = dependencies;
  const { world, chains, keyring } = opened;
  const view: View = { catalogue: world.catalogue, origin: dependencies.origin };
  const flow = new Flow({
    ...(dependencies.maxSteps === undefined ? {} : { maxSteps: dependencies.maxSteps }),
    world,
    chains,
    environment: config.env,
    accountAt: (path) => keyring.accountAt(path),
    eventBody: checkedBody(dependencies, view),
    addedEventBody,
    readings: dependencies.contract.readings,
    sendWebhook: signedSend(dependencies),
    webhookTimeoutMs: config.webhookTimeout,
    wall,
    log,
    instrument,
    contract: dependencies.contract,
  });
  const invariants = monitorOf(dependencies, opened, flow);
  world.db.onCommit(() => {
    flow.wake();
    dependencies.subscribers.wake();
    invariants.touched();
  });
  await flow.start(opened.unfinished).catch((error: unknown) => stopAfterFailure(flow, invariants, error));
  flow.onBlocks(({ network }) => invariants.block(network));
  const rpc = rpcServerOf(dependencies, opened, { flow, snapshots });
  const upgrades = createServer();
  rpc.attach(upgrades);
  return { opened, view, flow, rpc, upgrades, invariants };
}

/** A start that failed may have woken the loop already. */
function stopAfterFailure(flow: Flow, invariants: InvariantMonitor, error: unknown): Promise<never> {
  invariants.stop();
  return flow.stop().then(() => Promise.reject(error));
}

/** Creates and registers the invariant monitor of a world. */
function monitorOf(
  { wall, log, monitors, subscribers }: RuntimeDependencies,
  { world, chains, keyring }: OpenedWorld,
  flow: Flow,
): InvariantMonitor {
  const monitor = new InvariantMonitor({
    ...{ world, chains, wall, log },
    onChange: () => subscribers.breaches(),
    genesisFunding: (definition) => fundingOf(world, keyring, definition),
    alone: (work) => flow.alone(work),
  });
  monitors.set(flow, monitor);
  return monitor;
}

/** Stops everything in this world; its chains, its database and the WebSockets of its clients stay open. */
export async function endRuntime({
  flow,
  rpc,
  invariants,
}: Pick<WorldRuntime, "flow" | "rpc" | "invariants">): Promise<void> {
  invariants.stop();
  rpc.stop();
  await flow.stop();
}

/** Stops a world and closes its chains and its database. */
export async function closeRuntime(runtime: WorldRuntime): Promise<void> {
  const { world, chains } = runtime.opened;
  await Promise.all([runtime.rpc.closeSockets(1001), endRuntime(runtime)]);
  failpoint("shutdown.mid");
  try {
    saveClock(world);
  } finally {
    await chains.close();
    world.db.close();
  }
}

/** The body of an event, checked against the document. A difference is a defect of the sandbox: it is logged and counted, and the event is sent all the same. */
function checkedBody(dependencies: RuntimeDependencies, view: View): (event: AnnouncedEvent) => EventBody {
  const { log, instrument } = dependencies;
  const validators = validatorsOf(serviceDocument);
  const wording = wordingFor(dependencies.contract, view.catalogue);
  return (event) => {
    const text = envelopeText(view, event);
    const differences = validators.webhook(event.type)(JSON.parse(text));
    if (differences.length > 0) {
      instrument({ what: "mismatch", of: event.type });
      log.error({ type: event.type, event: event.id, differences }, "a webhook body differs from the document");
    }
    const sent = wording.webhook(event.type, text, event.tenant_id);
    return { body: text, sent: sent === text ? null : sent };
  };
}

/** Signs each attempt anew with the wall clock's seconds, then sends it (H-80, R-235). */
function signedSend({ sender, wall }: RuntimeDependencies): SendWebhook {
  return async ({ url, id, body, secret, alsoSecret, ageSeconds = 0, signedAtSeconds, cut = false, unsigned }) => {
    const timestampSeconds = (signedAtSeconds ?? Math.floor(wall.now() / 1_000)) - ageSeconds;
    const signed = webhookHeaders({
      id,
      timestampSeconds,
      body,
      secrets: alsoSecret === undefined ? [secret] : [secret, alsoSecret],
    });
    const headers = unsigned ? withoutSignature(signed) : signed;
    const sent = cut ? halfOf(Buffer.from(body)) : body;
    const outcome = await sender.send({ url, headers, body: sent });
    return { ...outcome, error: outcome.error ?? "", response: outcome.response ?? "", headers };
  };
}

function withoutSignature({
  "webhook-signature": _,
  ...headers
}: WebhookHeaders): Omit<WebhookHeaders, "webhook-signature"> {
  return headers;
}

function halfOf(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length >> 1);
}
