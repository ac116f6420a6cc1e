// The calls of `contract compare`: made one after the other, each told on stderr (C-60).
import type { PlannedCall } from "../../../contract/compare/calls.ts";
import type { Recorded } from "../../../contract/compare/recorded.ts";
import type { NotReached } from "../../../contract/compare/result.ts";
import { getFrom, readKey, ServiceFault } from "../../../contract/compare/service-url.ts";
import type { Session } from "../../../contract/compare/session.ts";
import { visit } from "../../../contract/compare/visit.ts";
import { escapeControl } from "../../../kernel/escape-control.ts";
import type { WallClock } from "../../../kernel/wall-clock.ts";
import { CommandError, type ProcessIo } from "../../process-io.ts";

/** The variable that holds the key of the service. */
export const SERVICE_KEY = "SERVICE_API_KEY";

/** `rate`: calls a second. */
export type Calling = { baseUrl: string; rate: number; io: ProcessIo; wall: WallClock };

/** Makes the calls; returns why nothing can be said, if so. */
export async function callAll(
  session: Session,
  calls: readonly PlannedCall[],
  { baseUrl, rate, io, wall }: Calling,
): Promise<string | undefined> {
  const key = usable(() => readKey(io.environment[SERVICE_KEY]));
  const stop = new AbortController();
  io.onStop(() => stop.abort());
  let [answered, number] = [0, 0];
  const reasons: NotReached[] = [];
  for await (const visited of visit(calls, {
    document: session.document,
    wall,
    everyMs: 1_000 / rate,
    get: (target, isPublic) => getFrom(`${baseUrl}${target}`, isPublic ? undefined : key, wall),
    signal: stop.signal,
  })) {
    number += 1;
    const { call, outcome } = visited;
    if (outcome === "refused") return visited.why;
    if (outcome === "answered") {
      answered += 1;
      session.addAnswer(call, visited.recorded);
    } else reasons.push({ subject: call.operation, why: visited.why });
    const ended = outcome === "answered" ? `answered ${statusOf(visited.recorded)}` : visited.why;
    io.err(escapeControl(`${number}/${calls.length} ${call.operation}: ${ended}`).concat("\n"));
  }
  session.notReached.push(...reasons);
  if (stop.signal.aborted) return "it was interrupted";
  return answered === 0
    ? `${baseUrl} did not answer (${reasons[0]?.why ?? "no call was made"}): check --base-url`
    : undefined;
}

function statusOf({ subject }: Recorded): string {
  return subject.kind === "reply" ? String(subject.status) : subject.type;
}

/** The value. @throws CommandError (code 2) for what `read` does not take */
export function usable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof ServiceFault) throw new CommandError(escapeControl(error.message), 2);
    throw error;
  }
}
