// One battery with a sender of its own: what the command, the control API and the test library call.
import { freshSecret } from "../../kernel/random.ts";
import { sleep, type WallClock } from "../../kernel/wall-clock.ts";
import { endpointUrlFault } from "../../webhooks/endpoint-url.ts";
import { createWebhookSender } from "../../webhooks/send.ts";
import { type BatteryInput, runBattery } from "./battery.ts";
import type { CaseId, CaseRow } from "./case-table.ts";
import { type Envelope, sandboxMaterial, storyMaterial } from "./genuine.ts";
import { type ReadProbe, urlProbe } from "./probe.ts";
import type { ReceiverReport } from "./result.ts";

export type GradeInput = {
  url: string;
  secret: string;
  cases?: readonly CaseId[];
  /** A URL that answers GET, or a function. */
  probe?: string | ReadProbe;
  /** Whom the payloads name; of a sandbox's events those of this owner are taken. */
  owner?: string;
  /** Events of a running sandbox, newest first; default: the recorded story. */
  events?: readonly Envelope[];
  /** Wall ms of one request; default 10,000. */
  timeoutMs?: number;
  /** Wall ms after which no further case begins. */
  timeLimitMs: number;
};

export type GradeDependencies = {
  wall: WallClock;
  /** The port of this sandbox, which is never a receiver. */
  ownPort?: () => number | null;
  onCase?(row: CaseRow, number: number, of: number): void;
  /** Ends the battery: running requests are aborted, further cases not judged. */
  signal?: AbortSignal;
};

/** Why `url` can be neither a receiver nor a probe, in words that say what to change; null when it can. */
export function targetFault(url: string): string | null {
  return endpointUrlFault(url);
}

/** Grades the receiver at `url`. The addresses that webhooks never go to are refused here too; never rejects for the receiver. */
export async function grade(
  { probe, owner, events, timeoutMs, ...input }: GradeInput,
  { wall, ownPort, ...dependencies }: GradeDependencies,
): Promise<ReceiverReport> {
  const limits = { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(ownPort === undefined ? {} : { ownPort }) };
  const sender = createWebhookSender({ wall, ...limits });
  const salt = freshSecret();
  const material = events === undefined ? storyMaterial(salt, owner) : sandboxMaterial(salt, events, owner);
  const read = typeof probe === "string" ? urlProbe(sender, probe) : (probe ?? null);
  const battery: BatteryInput = { ...input, material, probe: read };
  const pause = (ms: number): Promise<void> => sleep(wall, ms);
  const stop = (): void => sender.close();
  dependencies.signal?.addEventListener("abort", stop);
  try {
    return await runBattery(battery, { ...dependencies, sender, wall, pause });
  } finally {
    dependencies.signal?.removeEventListener("abort", stop);
    sender.close();
  }
}
