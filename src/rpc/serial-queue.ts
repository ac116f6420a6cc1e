// Runs work one piece at a time; further callers wait in a queue of limited length.
import { RpcError } from "../chains/chain.ts";

/** EIP-1474: limit exceeded. */
const LIMIT_EXCEEDED = -32005;

/** Runs `work` after all work that was queued before it. @throws RpcError -32005 when too many callers wait */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>;

export function createSerialQueue(maxWaiting: number, about: string): SerialQueue {
  let tail: Promise<unknown> = Promise.resolve();
  let pending = 0;
  return async (work) => {
    // One of them is running, it does not wait.
    if (pending > maxWaiting) throw new RpcError(LIMIT_EXCEEDED, `too many ${about} are waiting (limit ${maxWaiting})`);
    pending += 1;
    const done = tail.then(work);
    tail = done.catch(() => {});
    try {
      return await done;
    } finally {
      pending -= 1;
    }
  };
}
