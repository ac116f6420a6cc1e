// What the callTracer answers: a call with the calls inside it, their logs, and why one failed.
import type { Hex } from "../../../chains/chain.ts";
import { RPC_CODE, revertError } from "../../../chains/rpc-errors.ts";
import { TRANSFER_TOPIC } from "../../../chains/token.ts";

export type FrameLog = { address: Hex; topics: readonly Hex[]; data: Hex; position: Hex; index: Hex };

export type Frame = {
  type: string;
  from: Hex;
  to?: Hex;
  value?: Hex;
  gasUsed: Hex;
  output?: Hex;
  error?: string;
  logs?: readonly FrameLog[];
  calls?: readonly Frame[];
};

/** Emitter of the logs that stand for native transfers. */
const NATIVE: Hex = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

type LogContent = { address: Hex; topics: readonly Hex[]; data: Hex };

/** The error of a failed call: code 3 and the data for a revert, -32015 for anything else. */
export function failureOf(frame: Frame): { code: number; message: string; data?: Hex } {
  const { error = "", output = "0x" } = frame;
  if (!/revert/i.test(error)) return { code: -32015, message: `vm execution error: ${error}` };
  const { code, message } = revertError(error, output);
  return { code: code === RPC_CODE.server ? RPC_CODE.reverted : code, message, data: output };
}

export function failureText(frame: Frame): string {
  const { code, message } = failureOf(frame);
  return code === RPC_CODE.reverted ? message : (frame.error ?? message);
}

/** The logs of a call and of the calls inside it in the order they were made; with a log for each native transfer if asked. */
export function logsOf(frame: Frame, tracesTransfers: boolean): LogContent[] {
  if (frame.error !== undefined) return [];
  const { calls = [], logs = [] } = frame;
  const found: LogContent[] = tracesTransfers ? transferOf(frame) : [];
  // The position of a log is the number of inner calls that were made before it.
  for (let made = 0; made <= calls.length; made += 1) {
    const here = logs.filter(({ position }) => Number(position) === made);
    found.push(...here.map(({ address, topics, data }) => ({ address, topics, data })));
    const next = calls[made];
    if (next !== undefined) found.push(...logsOf(next, tracesTransfers));
  }
  return found;
}

function transferOf({ type, from, to, value = "0x0" }: Frame): LogContent[] {
  const moves = BigInt(value) > 0n && to !== undefined && type !== "DELEGATECALL" && type !== "CALLCODE";
  if (!moves) return [];
  return [{ address: NATIVE, topics: [TRANSFER_TOPIC, word(from), word(to)], data: word(value) }];
}

function word(value: Hex): Hex {
  return `0x${value.slice(2).toLowerCase().padStart(64, "0")}`;
}
